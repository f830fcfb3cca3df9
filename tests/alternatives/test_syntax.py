"""How alternatives are written, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError, error_counts
from levmetrics.alternatives.parsing import parse
from levmetrics.inputs.columns import reference_column


def segments(text, syntax):
    return [text for text in parse(reference_column([text]), syntax).texts.to_pylist() if text]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a { b", "character 2: '{' has no '}' after it"),
        ("a } b { c / d }", "character 2: '}' has no '{' before it"),
        ("{ a / b } { c", "character 10: '{' has no '}' after it"),
        ("é { b }", "character 2: there is only one alternative"),
        ("{ a / { b } }", "character 6: there is only one alternative"),
        ("a { b / }", "character 6: the alternative after it is empty"),
        ("a {       / b }", "character 2: the alternative after it is empty"),
        ("日本 { a / b }c", "character 11: it touches 'c'"),
        ("x{ a / b }", "character 1: it touches 'x'"),
    ],
)
def test_a_fault_is_named_with_its_position(text, fault):
    with pytest.raises(InputError) as raised:
        error_counts(["", ""], [["fine"], ["fine", text]], alternatives="braces")
    assert str(raised.value).startswith(f"references[1][1], {fault}")
    assert "'{ going to / gonna }'" in str(raised.value)


def test_a_bracket_that_is_closed_in_another_reference_is_not_closed():
    with pytest.raises(InputError, match=r"references\[0\], character 0: '\[' has no '\]'"):
        error_counts(["", ""], ["[a|b", "c]"], alternatives="brackets")


@pytest.mark.parametrize("alternatives", ["brace", 3, ["braces"]])
def test_another_syntax_is_unknown(alternatives):
    with pytest.raises(InputError, match="unknown alternatives"):
        error_counts("a", "a", alternatives=alternatives)


def test_every_slash_inside_braces_is_between_alternatives_and_outside_it_is_text():
    text = "and/or / { km/h / mph } {um /@ } 1/2"
    assert segments(text, "braces") == ["and/or /", "km", "h", "mph", "um", "1/2"]
    assert segments("{{a/b}/c}", "braces") == ["a", "b", "c"]


def test_only_whole_single_words_in_parentheses_are_optional():
    for text in ("f(x) y", "(two words) y", "( x ) y", "() y", "(a b"):
        assert segments(text, "braces") == [text]
    assert segments("y (%uh) (um)", "braces") == ["y", "%uh", "um"]
    assert segments("(uh) y", "brackets") == ["(uh) y"]


def test_scripts_without_spaces_need_none_around_alternatives():
    assert segments("今日は[良い|よい]。", "brackets") == ["今日は", "良い", "よい", "。"]


def test_tokens_have_no_alternatives():
    with pytest.raises(InputError, match="predictions holds tokens"):
        error_counts([["a"]], [["a"]], alternatives="braces")


@given(st.lists(st.text(), max_size=5))
def test_texts_without_marks_are_one_segment_each(texts):
    plain = [text.translate(dict.fromkeys(map(ord, "{}()@"))) for text in texts]
    lattice = parse(reference_column(plain), "braces")
    assert lattice.texts.to_pylist() == [text.strip() for text in plain]
    assert lattice.parts.tolist() == [*range(len(plain))]


@pytest.mark.parametrize(
    ("options", "hits"), [({}, 4), ({"normalizer": "lower"}, 4), ({"tokenizer": "char"}, 7)]
)
def test_braces_part_words_as_white_space_does_also_where_they_touch_each_other(options, hits):
    # sclite 2.10 -r ref.trn trn -h hyp.trn trn has four words of the same line right.
    counts = error_counts("x a c y", "x { a / b }{ c / d } y", alternatives="braces", **options)
    assert (counts.errors.tolist(), counts.hits.tolist()) == ([0], [hits])
