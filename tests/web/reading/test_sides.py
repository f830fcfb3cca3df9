"""Which columns are guessed to be references and predictions, and which are left to the visitor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.formats.headings import PREDICTIONS, REFERENCES
from levmetrics.web.reading.sides import guessed_sides, guessed_systems


def guessed(**files):
    """The guesses for files of these columns, as "file:key"."""
    found = guessed_sides(files)
    return tuple(
        found[side] and f"{found[side].file}:{found[side].key}"
        for side in ("references", "predictions")
    )


@pytest.mark.parametrize(
    ("files", "sides"),
    [
        ({"a": ["id", "ref", "hyp"]}, ("a:ref", "a:hyp")),
        ({"a": ["正解", "認識結果"]}, ("a:正解", "a:認識結果")),
        ({"a": ["client_id", "path", "sentence", "hyp"]}, ("a:sentence", "a:hyp")),
        (
            {"ref.tsv": ["path", "sentence", "up_votes"], "b.csv": ["path", "hyp"]},
            ("ref.tsv:sentence", "b.csv:hyp"),
        ),
        ({"test-refs.v2.txt": [""], "Preds_2.txt": [""]}, ("test-refs.v2.txt:", "Preds_2.txt:")),
        ({"正解データ.txt": [""], "予測結果.txt": [""]}, ("正解データ.txt:", "予測結果.txt:")),
        ({"gold.csv": ["id", "x"], "b.csv": ["pred"]}, ("gold.csv:x", "b.csv:pred")),
        ({"ref.txt": [""], "system.txt": [""]}, ("ref.txt:", "system.txt:")),
        ({"gold.csv": [1], "b.csv": [1]}, ("gold.csv:1", "b.csv:1")),
        # What is in doubt is left to the visitor.
        ({"a.txt": [""], "b.txt": [""]}, (None, None)),
        ({"a": ["ref", "duration"]}, ("a:ref", None)),
        ({"a": ["ref", "x"], "b": ["y", "z"]}, ("a:ref", None)),
        ({"a": ["ref", "hyp", "output"]}, ("a:ref", None)),
        ({"a": ["hyp"], "b": ["hyp"], "ref.txt": [""]}, ("ref.txt:", None)),
        ({"ref.txt": [""], "a.txt": [""], "b.txt": [""]}, ("ref.txt:", None)),
        ({"ref_and_hyp.txt": [""], "a.txt": [""]}, (None, None)),
        ({"refuse.txt": [""], "hype.txt": [""]}, (None, None)),
        ({"ref.csv": ["id", "x", "y"]}, (None, None)),
        ({"a": ["sentence", "label"]}, ("a:label", None)),
        ({"a": ["sentence", "transcript", "hyp"]}, (None, "a:hyp")),
        ({}, (None, None)),
    ],
)
def test_names_that_leave_no_doubt_are_guessed(files, sides):
    assert guessed(**files) == sides


@pytest.mark.parametrize(
    ("files", "systems"),
    [
        ({"ref.txt": [""], "wide.txt": [""], "narrow.txt": [""]}, ["wide.txt:", "narrow.txt:"]),
        ({"a.csv": ["id", "ref", "hyp"], "b.csv": ["id", "pred"]}, ["a.csv:hyp", "b.csv:pred"]),
        ({"gold.csv": ["id", "x"], "b.csv": ["id", "x"]}, []),  # one system is no comparison
        ({"a.csv": ["ref", "wide", "duration"]}, []),
        ({"ref.txt": [""], "a.csv": ["hyp"], "b.csv": ["x", "y"]}, []),
        ({"a.txt": [""], "b.txt": [""], "c.txt": [""]}, []),
    ],
)
def test_systems_are_guessed_where_every_file_says_which_they_are(files, systems):
    assert [f"{column.file}:{column.key}" for column in guessed_systems(files)] == systems


NAMES = st.sampled_from([*REFERENCES[:4], *PREDICTIONS[:4], "id", "text", "x", "speaker", "y"])
FILES = st.dictionaries(
    st.sampled_from(["ref.txt", "hyp.txt", "a.csv", "b.csv"]),
    st.lists(NAMES, unique=True, min_size=1, max_size=3) | st.just([""]) | st.just([1, 2]),
)


@given(FILES)
def test_no_column_is_both_sides_or_named_as_the_other_in_any_order_of_the_files(files):
    references, predictions = guessed(**files)
    assert references is None or references != predictions
    for guess, other in ((references, PREDICTIONS), (predictions, REFERENCES)):
        assert guess is None or guess.split(":")[1] not in other
    assert guessed(**dict(reversed(files.items()))) == (references, predictions)
