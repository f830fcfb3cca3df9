"""What is wrong with a side is said of that side, and of no other."""

import pytest

from levmetrics.web.comparing import checks
from levmetrics.web.comparing.boxes import BoxValues, pasted_systems
from levmetrics.web.comparing.checks import SidesError
from levmetrics.web.scored import Given

AB = [("A", ["a", "b"]), ("B", ["a", "c"])]


def check_sides(references, systems, groups):
    return checks.check_sides(Given(references, dict(systems), groups=groups))


def test_nothing_is_said_where_all_fits():
    assert not check_sides(["a", "b"], AB, None).any()
    assert not check_sides(["a", "b"], AB, ["x", "y"]).any()


def test_a_system_with_other_lines_is_named_and_the_others_are_not():
    notes = check_sides(["a", "b"], [*AB, ("new", ["a"])], None)
    assert notes.systems[:2] == [None, None]
    assert str(notes.systems[2]) == "new has 1 line, the references 2 lines."
    assert notes.references is notes.groups is None


def test_missing_texts_are_said_of_their_side():
    notes = check_sides([], [("A", []), ("B", ["a"])], None)
    assert str(notes.references).startswith("The references are missing")
    assert str(notes.systems[0]) == "The predictions of A are missing: paste them, one a line."
    assert notes.systems[1] is None


def test_the_second_system_of_a_name_is_told_to_take_another():
    with pytest.raises(SidesError) as refused:
        pasted_systems(BoxValues("a\nb", [("A", "a\nb"), ("A", "a\nb")]), "")
    first, second = refused.value.notes.systems
    assert first is None
    assert str(second).startswith("Two systems are called A")


def test_one_sample_is_too_few():
    notes = check_sides(["a"], [("A", ["a"]), ("B", ["b"])], None)
    assert str(notes.references).startswith("There is only one sample")


def test_groups_must_be_one_a_sample_and_two_at_least():
    assert "1 line of groups" in str(check_sides(["a", "b"], AB, ["x"]).groups)
    assert "of one group" in str(check_sides(["a", "b"], AB, ["x", "x"]).groups)
