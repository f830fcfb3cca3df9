"""What is said of sides of different numbers of samples: how many, and where they diverge."""

import pytest

from levmetrics.web.line_counts import line_count_mismatch

LINES = ["it was a fine day", "we went home", "nobody was there", "so we left again"]
SHIFTED = "at sample {}. From there on, the texts fit again when they are moved."


@pytest.mark.parametrize(
    ("predictions", "references", "said"),
    [
        (LINES, LINES, None),
        (["a", "b"], [["a", "x"], "b"], None),
        (["a"], [["a", "x"], "b"], "1 in B, 2 in the references."),
        (["a", "b", ""], ["a", "b"], "3 in B, 2 in the references. The last one in B is empty."),
        (
            ["a"],
            ["a", " "],
            "1 in B, 2 in the references. The last one in the references is empty.",
        ),
        (
            [LINES[0], *LINES[2:]],
            LINES,
            f"3 in B, 4 in the references. Probably missing in B: 1, {SHIFTED.format(2)}",
        ),
        (
            ["hello", *LINES],
            LINES,
            "5 in B, 4 in the references. Probably missing in the references: 1, "
            + SHIFTED.format(1),
        ),
    ],
)
def test_the_numbers_of_samples_are_said_where_they_differ(predictions, references, said):
    error = line_count_mismatch("B", predictions, references)
    assert str(error) == (f"The numbers of samples differ: {said}" if said else "None")


def test_the_sentence_is_japanese_too():
    said = line_count_mismatch("B", [LINES[0], *LINES[2:]], LINES).sentence("ja")
    assert said.startswith("件数が違います。Bは3件、正解は4件です。Bの2件目で1件抜けているようです")
