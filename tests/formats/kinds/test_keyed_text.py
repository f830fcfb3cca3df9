"""Transcripts with ids: read as their own programs read them, or refused in a sentence."""

import random
from collections import Counter

import pytest

from levmetrics import InputError, error_counts
from levmetrics.formats.files import TableFile
from levmetrics.formats.kinds.transcripts import Kaldi, Trn
from levmetrics.formats.source import Limits, Source
from tests.corpora import SPEECH
from tests.formats.kinds.sclite import needs_sclite, sclite


@pytest.fixture
def source(tmp_path):
    """Writes a file, and returns it as a source."""

    def written(text, name="a.trn"):
        (tmp_path / name).write_text(text, "utf-8")
        return Source(tmp_path / name)

    return written


def rows(file_format, source):
    """All rows, by id."""
    return {
        one: text
        for ids, texts in file_format.batches(source, ["id", "text"])
        for one, text in zip(ids, texts, strict=True)
    }


def test_a_trn_line_is_a_text_with_its_id_behind_it(source):
    text = ";; made by hand\n\nshe had (uh) your (cmh_sa01)\n今日 は(ja 1)  \n (cmh-sa03)\r\n"
    found = {"cmh_sa01": "she had (uh) your", "ja 1": "今日 は", "cmh-sa03": ""}
    assert rows(Trn(), source(text)) == found
    assert Trn().names(source(text)) == ["id", "text"]
    assert [*Trn().batches(source(text), ["text"])] == [([*found.values()],)]
    assert [*Trn().batches(source(""), ["text"])] == []


def test_a_kaldi_line_is_an_id_with_its_text_behind_it(source):
    assert rows(Kaldi(), source("u-1  a \u3000 b \nu-2\nu-3\t(c) @ {d}\n")) == {
        "u-1": "a \u3000 b",
        "u-2": "",
        "u-3": "(c) @ {d}",
    }


@pytest.mark.parametrize(
    ("file_format", "text", "message"),
    [
        (Trn(), "a (u-1)\nb c\n", r"a\.trn, line 2 does not end with an id in parentheses"),
        (Trn(), "a ( )\n", "line 1 does not end with an id"),
        (Trn(), "a (u-1) b\n", "line 1 does not end with an id"),
        (
            Trn(),
            "i { um / @ } see (u-1)\n",
            r"line 1 has alternatives \(\{\), which are not read here",
        ),
        (Kaldi(), "u-1 a\n\nu-2 b\n", r"line 2 is empty; give an id"),
    ],
)
def test_a_line_of_another_format_is_named(file_format, text, message, source):
    with pytest.raises(InputError, match=message) as refused:
        rows(file_format, source(text))
    assert "\n" not in str(refused.value)


def test_a_column_that_is_not_there_is_refused(source):
    with pytest.raises(InputError, match="has no column 'speaker'; it has id, text"):
        TableFile(source("a (u-1)\n"), Trn()).batches(["speaker"])


def test_a_file_of_another_format_is_refused_before_its_columns_are_named(source):
    with pytest.raises(InputError, match="line 1 does not end with an id"):
        Trn().names(source("id,text\n"))


def test_rows_come_in_batches_and_no_more_than_one_beyond_the_limit(tmp_path, source):
    source("".join(f"u-{number} a\n" for number in range(45_000)))
    sizes = [len(ids) for (ids,) in Kaldi().batches(Source(tmp_path / "a.trn"), ["id"])]
    assert sizes == [20_000, 20_000, 5_000]
    limited = Source(tmp_path / "a.trn", limits=Limits(rows=7))
    assert [len(ids) for (ids,) in Kaldi().batches(limited, ["id"])] == [8]


@needs_sclite
def test_a_trn_pair_costs_what_it_costs_in_sclite(source):
    texts = {f"u-{number}": text for number, text in enumerate(SPEECH.references)}
    heard = dict(zip(texts, SPEECH.systems["narrow_beams"], strict=True))
    ref = source("".join(f"{texts[one]} ({one})\n" for one in texts), "ref.trn")
    shuffled = random.Random(0).sample([*heard], len(heard))
    hyp = source("".join(f"{heard[one]} ({one})\n" for one in shuffled), "hyp.trn")
    theirs = sclite("-i", "spu_id", "-r", ref.path, "trn", "-h", hyp.path, "trn")
    target, preds = rows(Trn(), ref), rows(Trn(), hyp)
    ours = error_counts([preds[one] for one in target], [*target.values()], costs="nist")
    assert len(theirs) == len(target) == 600
    for number, one in enumerate(target):
        edits = Counter(kind for kind, *_ in theirs[one])
        assert ours.reference_length[number] == edits["C"] + edits["S"] + edits["D"]
        assert ours.prediction_length[number] == edits["C"] + edits["S"] + edits["I"]
        # Alignments of the same cost may differ in their kinds of edits.
        gaps = ours.deletions[number] + ours.insertions[number]
        cost = 4 * edits["S"] + 3 * (edits["D"] + edits["I"])
        assert 4 * ours.substitutions[number] + 3 * gaps == cost


@needs_sclite
def test_the_words_of_a_trn_line_are_those_of_sclite(source):
    lines = [
        ";; (u-0) no line",
        "she had your (dark) suit (u-1)",
        "",
        "so @ far as @ (u-2)",
        " (u-3)",
        "mm-hm uh- [noise] <b> *star a:b é 今日 は (u-4)",
        "half((b)) (c d) e(u-5)",
    ]
    file = source("\n".join(lines) + "\n")
    theirs = sclite("-s", "-i", "spu_id", "-r", file.path, "trn", "-h", file.path, "trn")
    assert {one: text.split() for one, text in rows(Trn(), file).items()} == {
        one: [word for _, word, _ in edits] for one, edits in theirs.items()
    }
