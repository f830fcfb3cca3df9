"""Compounds as options: what they join, and what is refused."""

import pytest

from levmetrics import InputError, error_counts, score


def test_tokens_that_are_words_are_merged():
    assert error_counts([["high", "school"]], [["highschool"]], compounds="merge").wer == 0


@pytest.mark.parametrize(
    ("preds", "target", "options"),
    [
        ([[1]], [[1]], {}),
        ([["a b"]], [["a"]], {}),
        ("ab", "a b", {"tokenizer": "char"}),
        ("ab", "a b", {"tokenizer": "grapheme"}),
    ],
)
def test_what_is_no_word_is_refused(preds, target, options):
    with pytest.raises(InputError, match="compounds joins words"):
        error_counts(preds, target, compounds="merge", **options)


def test_another_value_is_unknown():
    with pytest.raises(InputError, match="unknown compounds 'merg'; did you mean 'merge'"):
        error_counts("a", "a", compounds="merg")


def test_join_takes_one_reference():
    with pytest.raises(InputError, match="not possible with several references"):
        error_counts(["a"], [["a", "b"]], compounds="join")


def test_join_takes_lists_of_one_reference():
    counts = error_counts(["haustür da", "a"], [["haus tür da"], ["b"]], compounds="join")
    assert counts.errors.tolist() == [0, 1]


def test_a_merge_takes_the_best_of_several_references():
    counts = error_counts(["highschool"], [["low school", "high school"]], compounds="merge")
    assert counts.reference.tolist() == [1]
    assert counts.errors.tolist() == [0]


def test_the_signature_has_compounds_only_where_they_are_merged():
    assert "compounds" not in score(["a"], ["a"]).signature()
    assert "|compounds:merge|" in score(["a"], ["a"], compounds="merge").signature()


def test_runs_of_other_wordings_do_not_add_up():
    with pytest.raises(InputError, match="other settings"):
        score(["a"], ["a"]) + score(["a"], ["a"], compounds="merge")
