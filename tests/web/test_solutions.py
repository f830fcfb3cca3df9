"""Refusals that another way of scoring solves, which they offer."""

import pytest

from levmetrics import InputError
from levmetrics.view.notices import PLAIN
from levmetrics.web.requests import AUTOMATIC, Request
from levmetrics.web.solutions import changes_of, solutions_of
from levmetrics.web.texts import COMPARE, SCORE, UPLOAD, given_texts
from levmetrics.web.uploads import written
from tests.web.given import pasted, readings

pytestmark = pytest.mark.usefixtures("in_this_process")

LONG = "\n".join(["a" * 9_999] * 11)


@pytest.mark.parametrize(
    ("references", "predictions", "ways"),
    [
        ("a b\nc", "a b c", ["whole"]),
        ("a b\nc", "a b c\n\n\n", ["whole"]),
        ("one\ntwo\nthree\nfour", "one\nthree\nfour", []),  # a line is missing, which it would hide
        ("a ||| b\nc", "a", []),  # of which no side is one text
        (f"{LONG[:90_000]}\nbc", LONG[:90_000], ["whole"]),
        (f"{LONG}\nbc", LONG, []),  # of more characters than a whole document may have
        ("", "a", []),
    ],
)
def test_texts_that_are_cut_differently_may_be_whole_documents(references, predictions, ways):
    values = pasted(references, predictions)
    with pytest.raises(InputError) as caught:
        given_texts(SCORE, values)
    assert solutions_of(caught.value, SCORE, values, Request(AUTOMATIC)) == ways


def test_whole_documents_are_no_systems_to_compare():
    values = pasted("a\nb", "a\nb", shown=2, name_A="A", name_B="B", system_B="a b")
    with pytest.raises(InputError) as caught:
        given_texts(COMPARE, values)
    assert solutions_of(caught.value, COMPARE, values, Request(AUTOMATIC)) == []


def test_files_of_a_meeting_are_scored_as_one(tmp_path):
    (path := tmp_path / "a.stm").write_text("S1 1 anna 0 1 hi\n")
    values = {"place": UPLOAD, "reading": written([str(path)], readings=readings([path]))}
    error = InputError("table.missing_ids", file="a", second="b", ids="1")
    assert solutions_of(error, SCORE, values, Request(AUTOMATIC)) == ["meeting:cp"]
    reading = InputError("page.still_reading")
    assert solutions_of(reading, SCORE, values, Request(AUTOMATIC)) == []


CP = "meeting:cp"


@pytest.mark.parametrize(
    ("way", "metric", "changes"),
    [
        ("characters", CP, {"tokenizer": "char"}),  # its metric stays
        ("characters", "wer", {"metric": "cer"}),
        ("whole", "wer", {"whole": True}),
        ("plain", "wer", {"normalizer": ["nfc", *PLAIN]}),
        (CP, "wer", {"metric": CP, "takes": "segments", "whole": False}),
    ],
)
def test_a_way_of_scoring_changes_these_settings_alone(way, metric, changes):
    values = {"metric": metric, "normalizer": ["nfc"], "tokenizer": ""}
    assert changes_of(way, values) == changes
