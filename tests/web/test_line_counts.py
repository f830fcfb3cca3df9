"""What is said of sides with other numbers of lines: how many, and where they part."""

import random

import pytest

from levmetrics.web.line_counts import first_shifted_line, line_count_mismatch
from tests.corpora import SPEECH

REFERENCES, PREDICTIONS = SPEECH.references[:200], SPEECH.systems["narrow_beams"][:200]


def test_nothing_is_said_of_as_many_lines():
    assert line_count_mismatch("B", PREDICTIONS, REFERENCES) is None


@pytest.mark.parametrize("line", [0, 1, 57, 150, 190])
@pytest.mark.parametrize("missing", [1, 3])
def test_the_place_of_missing_lines_is_found_in_a_poor_recognisers_output(line, missing):
    left = PREDICTIONS[:line] + PREDICTIONS[line + missing :]
    assert abs(first_shifted_line(left, REFERENCES) - line) <= 1
    said = str(line_count_mismatch("B", left, REFERENCES))
    assert said.startswith(f"B has {200 - missing} lines, the references 200 lines. Probably")
    assert "went missing" in said


@pytest.mark.parametrize("line", [0, 57, 190])
def test_the_place_of_lines_that_are_too_many_is_found(line):
    more = [*PREDICTIONS[:line], "an extra line of text", *PREDICTIONS[line:]]
    said = str(line_count_mismatch("B", more, REFERENCES))
    assert said == (
        "B has 201 lines, the references 200 lines. Probably 1 line too many at line "
        f"{line + 1}: from there on, the texts fit again when they are moved."
    )


def test_lines_that_are_missing_at_the_end_shift_none():
    assert first_shifted_line(PREDICTIONS[:-4], REFERENCES) is None


def test_no_place_is_made_up_for_texts_that_do_not_fit_at_all():
    shuffled = random.Random(0).sample(PREDICTIONS, 190)
    assert first_shifted_line(shuffled, REFERENCES) is None


@pytest.mark.parametrize(
    ("predictions", "references", "side"),
    [(["a", "b", ""], ["a", "b"], "B"), (["a", "b"], ["a", "b", " "], "the references")],
)
def test_an_empty_last_line_is_named(predictions, references, side):
    said = str(line_count_mismatch("B", predictions, references))
    assert said.endswith(f" The last line of {side} is empty.")


def test_several_references_of_a_sample_are_one_line():
    assert line_count_mismatch("B", ["a", "b"], [["a", "x"], "b"]) is None
    said = line_count_mismatch("B", ["a"], [["a", "x"], "b"])
    assert said.sentence("ja") == "Bは1行、正解は2行です。"
