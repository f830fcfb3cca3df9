"""``levmetrics align``: the alignments of the run, all, the first, or the worst."""

import json
import re
from functools import partial

import pytest

from levmetrics import score
from levmetrics.formats import file_format
from tests import shell
from tests.corpora import SPEECH

PREDICTIONS, REFERENCES = SPEECH.systems["wide_beams"], SPEECH.references
RUN = score(PREDICTIONS, REFERENCES)


run = partial(shell.run, "align", columns=80)


def aligned(*arguments):
    return json.loads(run(*arguments, "--json").stdout)["alignments"]


@pytest.fixture(params=[7, 100_000], autouse=True)
def batches(request, monkeypatch):
    """Read the files in batches of a few rows, and of all."""
    monkeypatch.setattr(file_format, "ROWS_OF_A_BATCH", request.param)


@pytest.fixture
def files(tmp_path):
    """The two sides as lines."""
    for name, texts in {"ref.txt": REFERENCES, "hyp.txt": PREDICTIONS}.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n", "utf-8")
    return tmp_path / "ref.txt", tmp_path / "hyp.txt"


def test_the_worst_are_the_runs_worst_first(files):
    found = aligned(*files, "--worst", 40)
    worst = RUN.worst(40)
    assert [one["sample"] - 1 for one in found] == worst["sample"].to_pylist()
    assert [one["wer"] for one in found] == worst["wer"].to_pylist()
    shown = re.findall(r"^(\d+): ", run(*files, "--worst", 40).stdout, flags=re.M)
    assert shown == [str(one["sample"]) for one in found]


def test_json_has_the_alignments_of_the_run(files):
    found = json.loads(run(*files, "--json").stdout)
    assert found["signature"] == RUN.signature()
    scores = RUN.sample_scores().tolist()
    assert found["alignments"] == [
        {"sample": i + 1, "wer": scores[i], **json.loads(json.dumps(RUN.alignment(i).to_dict()))}
        for i in range(len(REFERENCES))
    ]


def test_the_limit_is_of_what_is_shown(files):
    assert [one["sample"] for one in aligned(*files, "--limit", 3)] == [1, 2, 3]
    erring = [i + 1 for i, errors in enumerate(RUN.measured.errors.tolist()) if errors]
    shown = [one["sample"] for one in aligned(*files, "--limit", 9, "--errors-only")]
    assert shown == erring[:9]


def test_a_limit_hides_no_fault_of_the_files(files):
    files[1].write_text("\n".join(PREDICTIONS[:-1]) + "\n", "utf-8")
    done = run(*files, "--limit", 1, status=2)
    assert "ref.txt has 600 samples, and hyp.txt 599" in done.stderr


def test_the_worst_and_the_first_are_not_asked_for_together(files):
    done = run(*files, "--worst", 2, "--limit", 1, status=2)
    assert done.stderr == (
        "Error: --worst and --limit are both given; give --worst N for the samples with the most "
        "errors, or --limit N for the first\n"
    )


def test_samples_are_named_by_their_ids(tmp_path):
    for name, texts in {"ref.trn": ["a b", "c"], "hyp.trn": ["a b", "d"]}.items():
        lines = [f"{text} (s-{i})" for i, text in enumerate(texts)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    found = aligned(tmp_path / "ref.trn", tmp_path / "hyp.trn", "--worst", 1)
    assert [one["sample"] for one in found] == ["s-1"]


def records(folder):
    sides = {
        "ref.jsonl": [{"total": "12.50"}, {"total": "3"}],
        "hyp.jsonl": [{"total": "12.5"}, {"total": "3"}],
    }
    for name, side in sides.items():
        (folder / name).write_text("\n".join(map(json.dumps, side)), "utf-8")
    return [folder / name for name in sides], ["--format", "records"]


@pytest.mark.parametrize("config", ["star", "record"])
def test_values_are_shown_field_by_field(tmp_path, config):
    paths, form = records(tmp_path)
    (wrong,) = aligned(*paths, *form, "--config", config, "--errors-only")
    assert (wrong["sample"], wrong["score"]) == (1, pytest.approx(0.8))
    assert [(one["field"], one["outcome"]) for one in wrong["fields"]] == [("total", "misread")]
    assert re.search("total +12.50 +12.5 +text", run(*paths, *form, "--config", config).stdout)


@pytest.mark.parametrize(
    ("config", "tokens"),
    [
        *(("docvqa", "t e n"), ("star", "t e n"), ("wer", "ten")),
        *(("anls:docvqa", "t e n"), ("cer", "t e n"), ("default", "ten")),
    ],
)
def test_a_config_is_found_by_its_short_and_by_its_full_name(tmp_path, config, tokens):
    for name, answer in {"ref.txt": "ten", "hyp.txt": "tea"}.items():
        (tmp_path / name).write_text(f"{answer}\n", "utf-8")
    shown = run(tmp_path / "ref.txt", tmp_path / "hyp.txt", "--config", config).stdout
    assert f"REF: {tokens}\n" in shown


def test_a_config_of_sessions_without_words_shows_the_turns(tmp_path):
    for name in ("ref.rttm", "hyp.rttm"):
        (tmp_path / name).write_text("SPEAKER call 1 0.0 2.0 <NA> <NA> ann <NA> <NA>\n", "utf-8")
    (call,) = aligned(tmp_path / "ref.rttm", tmp_path / "hyp.rttm", "--config", "der")
    assert (call["sample"], call["der"]) == ("call", 0)
