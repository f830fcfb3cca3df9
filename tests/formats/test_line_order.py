"""An order in which two sides fit much better is found, and none is made up."""

import random

import pytest

from levmetrics.formats.line_order import OrderHint, first_shifted_line, order_hint
from tests.corpora import OCR, SPEECH

REFERENCES, PREDICTIONS = SPEECH.references[:200], SPEECH.systems["narrow_beams"][:200]


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


def test_an_order_of_sides_of_other_lengths_is_not_looked_for():
    assert order_hint(PREDICTIONS[:19], REFERENCES[:20]) is None


@pytest.mark.parametrize("line", [0, 1, 57, 150, 190])
@pytest.mark.parametrize("missing", [1, 3])
def test_the_place_of_missing_lines_is_found_in_a_poor_recognisers_output(line, missing):
    predictions = PREDICTIONS
    left = predictions[:line] + predictions[line + missing :]
    assert abs(first_shifted_line(left, REFERENCES) - line) <= 1
    more = [*predictions[:line], "an extra line of text", *predictions[line:]]
    assert first_shifted_line(more, REFERENCES) == line


@pytest.mark.parametrize(
    "texts",
    [PREDICTIONS[:196], random.Random(0).sample(PREDICTIONS, 190)],
    ids=["missing at the end", "shuffled"],
)
def test_no_place_is_made_up_for_lines_that_are_shifted_nowhere(texts):
    assert first_shifted_line(texts, REFERENCES) is None
