"""Refusals that another way of scoring solves, which they offer."""

import pytest

from levmetrics import InputError
from levmetrics.view.notices import PLAIN
from levmetrics.web.requests import AUTOMATIC, Request
from levmetrics.web.solutions import LINES, READ, changes_of, solutions_of
from levmetrics.web.texts import COMPARE, SCORE, given_texts
from tests.files import written
from tests.web.given import pasted, uploaded_values
from tests.web.test_forms import OTHERS, REFERENCES, srt

pytestmark = pytest.mark.usefixtures("in_this_process")

CP = "meeting:cp"
LONG = "\n".join(["a" * 9_999] * 11)
HTML, RECORD, SEGLST, RTTM = (OTHERS[each][0] for each in ("HTML", "a record", "SegLST", "RTTM"))


def offered(values, kind=SCORE):
    """Return the ways of scoring that the refusal of values offers."""
    with pytest.raises(InputError) as caught:
        given_texts(kind, values)
    return solutions_of(caught.value, kind, values, Request(AUTOMATIC))


@pytest.mark.parametrize(
    ("references", "predictions", "ways"),
    [
        # Pasted files: only what the files of their form can be read as.
        (HTML, "a\nb", [LINES]),
        (srt(REFERENCES), "a\nb", [READ, LINES]),
        (RECORD, RECORD, [READ, "record", LINES]),
        (RECORD, SEGLST, [READ, LINES]),
        (SEGLST, SEGLST, [READ, CP, LINES]),
        (RTTM, RTTM, ["meeting:der", LINES]),
        # Texts that are cut differently may be whole documents.
        ("a b\nc", "a b c", ["whole"]),
        ("a b\nc", "a b c\n\n\n", ["whole"]),
        ("one\ntwo\nthree\nfour", "one\nthree\nfour", []),  # a line is missing, which it would hide
        ("a ||| b\nc", "a", []),  # of which no side is one text
        (f"{LONG[:90_000]}\nbc", LONG[:90_000], ["whole"]),
        (f"{LONG}\nbc", LONG, []),  # of more characters than a whole document may have
        ("", "a", []),
    ],
)
def test_a_refusal_offers_the_ways_of_scoring_that_solve_it(references, predictions, ways):
    assert offered(pasted(references, predictions)) == ways
    for metric in {*ways} & {"record", CP, "meeting:der"}:  # which takes them as they are
        given_texts(SCORE, pasted(references, predictions, metric=metric))


def test_whole_documents_are_no_systems_to_compare():
    values = pasted("a\nb", "a\nb", shown=2, name_A="A", name_B="B", system_B="a b")
    assert offered(values, COMPARE) == []


def test_files_of_a_meeting_are_scored_as_one_once_they_are_read(tmp_path):
    sides = {"ref": "S1 1 anna 0 1 hi\nS2 1 anna 0 1 hi\n", "hyp": "S1 1 anna 0 1 hi\n"}
    paths = [written(tmp_path / f"{name}.stm", text) for name, text in sides.items()]
    assert offered(values := uploaded_values(paths)) == [CP]
    assert offered({**values, "files": []}) == []


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
