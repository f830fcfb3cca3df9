"""What is said of sides with other numbers of lines: how many, and where they part."""

import random

import pytest

from levmetrics.web.line_counts import (
    OrderHint,
    first_shifted_line,
    line_count_mismatch,
    order_hint,
)
from tests.corpora import OCR, SPEECH

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


def damaged(line, rate, random):
    """A line whose words are replaced, lost, or followed by another one, at a rate."""
    words = []
    for word in line.split():
        edited = ([random.choice("abcdefgh")], [], [word, "x"])
        words += random.choice(edited) if random.random() < rate else [word]
    return " ".join(words)


CORPORA = {
    "speech": SPEECH.references,
    "ocr": OCR.references,
    "short lines": [" ".join(line.split()[:2]) for line in SPEECH.references],
    "words": [word for line in SPEECH.references[:60] for word in line.split()],
    "labels": [("yes", "no")[len(line) % 2] for line in SPEECH.references],
    "numbers": [str(number) for number in range(200)],
    "one line": ["okay"] * 50,
}


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("rate", [0, 0.3, 0.6])
def test_no_order_is_made_up_for_sides_that_fit_as_they_are(corpus, rate):
    draws = random.Random(0)
    for size in (4, 6, 12, 50, 500) * 10:
        first = draws.randrange(max(1, len(CORPORA[corpus]) - size))
        lines = CORPORA[corpus][first : first + size]
        assert order_hint([damaged(line, rate, draws) for line in lines], lines) is None


@pytest.mark.parametrize("system", SPEECH.systems)
def test_no_order_is_made_up_for_a_recognisers_output(system):
    assert order_hint(SPEECH.systems[system], SPEECH.references) is None


@pytest.mark.parametrize("size", [20, 50, 200])
@pytest.mark.parametrize("line", [1, 3, 6])
def test_lines_that_are_shifted_by_one_are_found_in_a_poor_recognisers_output(size, line):
    references, predictions = REFERENCES[:size], PREDICTIONS[:size]
    at = line * size // 10
    later = order_hint([*predictions[:at], "another text", *predictions[at:-1]], references)
    assert (later.by, abs(later.line - 1 - at) <= 1) == ("later", True)
    earlier = order_hint([*predictions[:at], *predictions[at + 1 :], "another text"], references)
    assert (earlier.by, abs(earlier.line - 1 - at) <= 1) == ("earlier", True)


def test_lines_that_begin_with_the_same_ids_in_another_order_are_found():
    ids = [f"utt-{number}" for number in range(len(REFERENCES))]
    sides = ([*map(" ".join, zip(ids, side, strict=True))] for side in (REFERENCES, PREDICTIONS))
    references, predictions = sides
    assert order_hint(predictions, references) is None
    random.Random(0).shuffle(predictions)
    assert order_hint(predictions, references) == OrderHint("ids")
    without_ids = ([line.split(" ", 1)[1] for line in side] for side in (predictions, references))
    assert order_hint(*without_ids) is None


def test_an_order_is_looked_for_by_the_first_of_several_references():
    references = [[line, "other"] for line in REFERENCES[:20]]
    assert order_hint(["", *PREDICTIONS[:19]], references) == OrderHint("later", 1)
    assert order_hint(PREDICTIONS[:19], references) is None
