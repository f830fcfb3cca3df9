"""What a visitor pastes, as lists of texts."""

from levmetrics.formats.kinds.lines import alternatives, lines


def test_only_line_feeds_part_samples():
    assert lines("a\u2028b\x0bc\r\nd\n\ne\n\n", "p") == ["a\u2028b\x0bc", "d", "", "e", ""]
    assert lines("", "p") == []


def test_references_are_lists_where_any_sample_has_several():
    assert alternatives(["a ||| b ||| c", "d"]) == [["a", "b", "c"], ["d"]]
    assert alternatives([["a"], "d"]) == [["a"], ["d"]]
    assert alternatives(["a|||b", "d"]) == ["a|||b", "d"]
