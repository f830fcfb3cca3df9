"""What is said of sides of different numbers of samples: how many, and where they diverge."""

import random

import pytest

from levmetrics.formats.line_order import first_shifted_line
from levmetrics.web.line_counts import line_count_mismatch
from tests.corpora import SPEECH

REFERENCES, PREDICTIONS = SPEECH.references[:200], SPEECH.systems["narrow_beams"][:200]


@pytest.mark.parametrize(
    ("predictions", "references", "said"),
    [
        (PREDICTIONS, REFERENCES, None),
        (["a", "b"], [["a", "x"], "b"], None),
        (["a"], [["a", "x"], "b"], "1 in B, 2 in the references."),
        (["a", "b", ""], ["a", "b"], "3 in B, 2 in the references. The last one in B is empty."),
        (
            ["a"],
            ["a", " "],
            "1 in B, 2 in the references. The last one in the references is empty.",
        ),
    ],
)
def test_the_numbers_of_samples_are_said_where_they_differ(predictions, references, said):
    error = line_count_mismatch("B", predictions, references)
    assert str(error) == (f"The numbers of samples differ: {said}" if said else "None")


@pytest.mark.parametrize("line", [0, 1, 57, 150, 190])
@pytest.mark.parametrize("missing", [1, 3])
def test_the_place_of_missing_samples_is_found_in_a_poor_recognisers_output(line, missing):
    left = PREDICTIONS[:line] + PREDICTIONS[line + missing :]
    assert abs(first_shifted_line(left, REFERENCES) - line) <= 1
    said = line_count_mismatch("B", left, REFERENCES).sentence("ja")
    assert said.startswith(f"件数が違います。Bは{200 - missing}件、正解は200件です。Bの")
    assert f"件目で{missing}件抜けているようです" in said


@pytest.mark.parametrize("line", [0, 57, 190])
def test_the_place_of_samples_that_are_too_many_is_found(line):
    more = [*PREDICTIONS[:line], "an extra line of text", *PREDICTIONS[line:]]
    assert str(line_count_mismatch("B", more, REFERENCES)) == (
        "The numbers of samples differ: 201 in B, 200 in the references. Probably missing in the "
        f"references: 1, at sample {line + 1}. From there on, the texts fit again when they are "
        "moved."
    )


@pytest.mark.parametrize(
    "texts", [PREDICTIONS[:-4], random.Random(0).sample(PREDICTIONS, 190)], ids=["end", "shuffled"]
)
def test_no_place_is_made_up_for_texts_that_are_shifted_nowhere(texts):
    assert first_shifted_line(texts, REFERENCES) is None
