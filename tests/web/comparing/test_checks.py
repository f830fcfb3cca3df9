"""What is wrong with a side is said of that side, and of no other."""

from levmetrics.web.comparing import checks
from levmetrics.web.comparing.given import GivenSystems

AB = [("A", ["a", "b"]), ("B", ["a", "c"])]


def check_sides(references, systems, groups):
    return checks.check_sides(GivenSystems(references, systems, groups))


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
    notes = check_sides(["a", "b"], [("A", ["a", "b"]), ("A", ["a", "b"])], None)
    assert notes.systems[0] is None
    assert str(notes.systems[1]).startswith("Two systems are called A")


def test_one_sample_is_too_few():
    notes = check_sides(["a"], [("A", ["a"]), ("B", ["b"])], None)
    assert str(notes.references).startswith("There is only one sample")


def test_groups_must_be_one_a_sample_and_two_at_least():
    assert "1 line of groups" in str(check_sides(["a", "b"], AB, ["x"]).groups)
    assert "of one group" in str(check_sides(["a", "b"], AB, ["x", "x"]).groups)
