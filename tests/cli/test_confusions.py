"""``levmetrics confusions``: the numbers of ``run.confusions``, from files read batch by batch."""

import json

import pytest

from levmetrics import score
from levmetrics.formats import file_format
from tests.corpora import SPEECH
from tests.packages import needs
from tests.shell import shell

PREDICTIONS, REFERENCES = SPEECH.systems["narrow_beams"], SPEECH.references


def run(*arguments):
    return shell("confusions", *arguments, columns=80)


@pytest.fixture
def files(tmp_path):
    """The two sides as lines."""
    for name, texts in {"ref.txt": REFERENCES, "hyp.txt": PREDICTIONS}.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n", "utf-8")
    return tmp_path / "ref.txt", tmp_path / "hyp.txt"


@pytest.mark.parametrize("rows", [7, 100_000])
@pytest.mark.parametrize(
    "options",
    [{}, {"config": "cer"}, {"normalizer": "lower", "costs": "nist"}, {"compounds": "merge"}],
    ids=str,
)
def test_batches_of_any_size_give_the_confusions_of_the_run(files, options, rows, monkeypatch):
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", rows)
    flags = [word for name, value in options.items() for word in (f"--{name}", value)]
    found = json.loads(run(*files, "-n", 5, "--json", *flags).stdout)
    given = {name: value for name, value in options.items() if name != "config"}
    expected = score(PREDICTIONS, REFERENCES, options.get("config", "wer"), **given)
    confusions = json.loads(json.dumps(vars(expected.confusions(5))))
    assert found == {**confusions, "samples": 600, "signature": expected.signature()}


@needs("jiwer")
def test_all_confusions_together_are_jiwers_counts(files):
    import jiwer

    found = json.loads(run(*files, "-n", 10**6, "--json").stdout)
    counted = jiwer.process_words(REFERENCES, PREDICTIONS)
    for kind in ("substitutions", "deletions", "insertions"):
        assert sum(edit[-1] for edit in found[kind]) == getattr(counted, kind)


def test_the_table_shows_the_most_frequent_of_each_kind(files):
    shown = run(*files, "-n", 2).stdout
    expected = score(PREDICTIONS, REFERENCES).confusions(2)
    rows = [line.split() for line in shown.splitlines()]
    for edits in vars(expected).values():
        assert [[*edit[:-1], f"{edit[-1]:,}"] for edit in edits] == [
            row for row in rows if row in [[*edit[:-1], f"{edit[-1]:,}"] for edit in edits]
        ]
    assert [kind for kind in ("Substitutions", "Deletions", "Insertions") if [kind] in rows] == [
        *("Substitutions", "Deletions", "Insertions")
    ]


def test_equal_files_have_no_errors(files):
    assert run(files[0], files[0].with_name("hyp.txt")).exit_code == 0
    files[1].write_text(files[0].read_text("utf-8"), "utf-8")
    assert run(*files).stdout.startswith("No errors\n\nmetric:wer|")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-n", "0"], "'-n': 0 is not in the range x>=1"),
        (["--tokenizer", "whitespac"], "unknown tokenizer 'whitespac'"),
    ],
)
def test_what_cannot_be_counted_is_said_in_a_sentence(files, arguments, sentence):
    done = run(*files, *arguments)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_texts_and_values_are_counted_apart_in_whatever_batches_they_are_read(
    tmp_path, monkeypatch
):
    sides = {"ref.jsonl": ["ten", {"a": "b"}] * 5, "hyp.jsonl": ["tea", {"a": "c"}] * 5}
    for name, side in sides.items():
        rows = (json.dumps({"text": sample}) for sample in side)
        (tmp_path / name).write_text("\n".join(rows), "utf-8")
    for size in (1, 3, 100_000):
        monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", size)
        asked = [*map(str, (tmp_path / name for name in sides)), "--config", "star", "--json"]
        found = json.loads(run(*asked).stdout)
        assert found["substitutions"] == [["n", "a", 5]]
        assert found["fields"]["a"]["confusions"] == [["b", "c", 5]]
