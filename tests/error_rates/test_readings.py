"""Other spellings of a Japanese word are errors of the writing, and none of the reading."""

import pytest

from levmetrics import InputError, error_counts, score
from tests.corpora import OCR

pytest.importorskip("fugashi")
pytest.importorskip("unidic_lite")

PREDS, TARGET = next(iter(OCR.systems.values()))[:200], OCR.references[:200]
COUNTS = ("substitutions", "deletions", "insertions", "hits")


def test_another_spelling_is_an_error_of_the_writing_alone():
    result = score(["今日はよい天気"], ["今日は良い天気"], "reading").result()
    assert (result["reading_cer"], result["cer"]) == (0.0, 1 / 7)
    result = score(["今日は寒い天気"], ["今日は良い天気"], "reading").result()
    assert result["reading_substitutions"] + result["reading_insertions"] == 2


def test_both_rates_are_those_of_texts_and_of_their_readings():
    run = score(PREDS, TARGET, "reading", normalizer="nfkc")
    result = run.result()
    written = error_counts(PREDS, TARGET, tokenizer="char", normalizer="nfkc")
    read = error_counts(PREDS, TARGET, tokenizer="char", normalizer=["nfkc", "kana"])
    assert [result[name] for name in COUNTS] == [getattr(written, name).sum() for name in COUNTS]
    assert [result[f"reading_{name}"] for name in COUNTS] == [
        getattr(read, name).sum() for name in COUNTS
    ]
    assert (result["cer"], result["reading_cer"]) == (written.wer, read.wer)
    assert result["reading_length"] == read.reference_length.sum()
    assert run.statistics().value == result["reading_cer"]
    assert run.sample_scores().tolist() == read.rates()["wer"].tolist()


def test_one_reference_is_chosen_for_both_by_its_reading():
    for references, chosen in (
        (["良いね", "善い"], ([1], [0.5])),
        (["善い", "よい"], ([1], [0.0])),
    ):
        result = score(["よい"], [references], "reading", reduction="none").result()
        assert (result["reference"], result["cer"]) == chosen  # of equal readings, the more hits


def test_alignments_and_confusions_are_of_the_readings():
    run = score(["寒い"], ["良い"], "reading")
    assert "".join(run.alignment(0).target) == "ヨイ"
    assert "".join(run.alignment(0).pred) == "サムイ"


def test_the_signature_names_the_dictionary():
    assert "|reading:kana[fugashi-" in score(["良"], ["良"], "reading").signature()


def test_tokens_have_no_reading_and_are_refused():
    with pytest.raises(InputError, match=r"predictions\[0\] is of type list"):
        score([["良", "い"]], [["良", "い"]], "reading")
