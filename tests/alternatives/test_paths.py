"""The nearest wording of a reference, against all wordings that it stands for."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from levmetrics import InputError, error_counts
from levmetrics.normalizers.normalizer import Normalizer, in_no_text

WORDS = ["a", "b", "c", "ab", "日本", "é"]
SYNTAXES = {"braces": ("{ ", " / ", " }", " "), "brackets": ("[", "|", "]", " ")}


def random_reference(draw, depth=2):
    """Return parts: words, and lists of alternatives, each of which is a list of parts or empty."""
    parts = []
    for _ in range(draw.randint(0, 4)):
        if depth and draw.random() < 0.4:
            alternatives = [random_reference(draw, depth - 1) for _ in range(draw.randint(2, 5))]
            parts.append([*alternatives, []] if draw.random() < 0.2 else alternatives)
        else:
            parts.append(draw.choice(WORDS))
    return parts


def written(parts, syntax):
    opens, then, closes, space = SYNTAXES[syntax]
    return space.join(
        part
        if isinstance(part, str)
        else opens + then.join(written(each, syntax) or "@" for each in part) + closes
        for part in parts
    )


def wordings(parts):
    """Return all wordings of parts, each a tuple of words."""
    found = {()}
    for part in parts:
        choices = {(part,)} if isinstance(part, str) else set().union(*map(wordings, part))
        found = {before + choice for before in found for choice in choices}
    return found


def samples(number, seed):
    draw = random.Random(seed)
    references, predictions = [], []
    while len(references) < number:
        parts = random_reference(draw)
        all_wordings = wordings(parts)
        if len(all_wordings) > 3000:
            continue
        near = list(draw.choice(sorted(all_wordings)))
        for _ in range(draw.randint(0, 3)):
            near.insert(draw.randint(0, len(near)), draw.choice(WORDS))
        references.append(parts)
        predictions.append(near if draw.random() < 0.7 else draw.choices(WORDS, k=5))
    return predictions, references


@pytest.mark.parametrize(("syntax", "number"), [("braces", 2000), ("brackets", 200)])
def test_the_distance_is_the_lowest_of_all_wordings_and_the_reference_the_longest_of_these(
    syntax, number, kernel
):
    predictions, references = samples(number if kernel == "compiled" else 200, 1)
    counts = error_counts(
        [" ".join(words) for words in predictions],
        [written(parts, syntax) for parts in references],
        alternatives=syntax,
    )
    for i, (pred, parts) in enumerate(zip(predictions, references, strict=True)):
        distances = {each: Levenshtein.distance(each, pred) for each in wordings(parts)}
        lowest = min(distances.values())
        longest = max(len(each) for each, distance in distances.items() if distance == lowest)
        assert (counts.errors[i], counts.reference_length[i]) == (lowest, longest), i


def test_sclites_costs_choose_the_wording_of_their_lowest_sum():
    predictions, references = samples(200, 2)
    counts = error_counts(
        [" ".join(words) for words in predictions],
        [written(parts, "braces") for parts in references],
        alternatives="braces",
        costs="nist",
    )
    costs = 4 * counts.substitutions + 3 * (counts.deletions + counts.insertions)
    for i, (pred, parts) in enumerate(zip(predictions, references, strict=True)):
        lowest = min(
            Levenshtein.distance(each, pred, weights=(3, 3, 4)) for each in wordings(parts)
        )
        assert costs[i] == lowest, i


def with_optional_words(draw, parts):
    """Return parts of which some words may be left out."""
    return [
        [[part], None]
        if isinstance(part, str) and draw.random() < 0.3
        else part
        if isinstance(part, str)
        else [with_optional_words(draw, each) for each in part]
        for part in parts
    ]


def written_with_optional_words(parts):
    return " ".join(
        part
        if isinstance(part, str)
        else f"({part[0][0]})"
        if part[-1] is None
        else "{ " + " / ".join(written_with_optional_words(each) or "@" for each in part) + " }"
        for part in parts
    )


def texts_with_optional_words(parts):
    """Return of each wording its text, and its text with the words that it leaves out."""
    found = {((), ())}
    for part in parts:
        if isinstance(part, str):
            choices = {((part,), (part,))}
        elif part[-1] is None:
            choices = {((), (part[0][0],)), ((part[0][0],), (part[0][0],))}
        else:
            choices = set().union(*map(texts_with_optional_words, part))
        found = {(a + x, b + y) for a, b in found for x, y in choices}
    return found


def number_of_paths(parts):
    """Return how many wordings a reference is written as, equal ones included."""
    return math.prod(
        1 if isinstance(part, str) else 2 if part[-1] is None else sum(map(number_of_paths, part))
        for part in parts
    )


@pytest.mark.parametrize("tokenizer", ["char", "grapheme", "whitespace"])
def test_errors_and_length_are_those_of_the_nearest_of_all_wordings(tokenizer, kernel):
    draw = random.Random(3)
    predictions, references = samples(1000 if kernel == "compiled" else 200, 3)
    references = [with_optional_words(draw, parts) for parts in references]
    kept = [i for i, parts in enumerate(references) if number_of_paths(parts) <= 1000]
    all_wordings = {i: texts_with_optional_words(references[i]) for i in kept}
    counts = error_counts(
        [" ".join(predictions[i]) for i in kept],
        [written_with_optional_words(references[i]) for i in kept],
        alternatives="braces",
        tokenizer=tokenizer,
    )
    split = str.split if tokenizer == "whitespace" else " ".join
    for errors, length, i in zip(counts.errors, counts.reference_length, kept, strict=True):
        heard = split(" ".join(predictions[i])) if split is str.split else " ".join(predictions[i])
        costs = [
            (Levenshtein.distance(here, heard), -len(whole))
            for here, whole in (
                (words, everything) if split is str.split else (split(words), split(everything))
                for words, everything in all_wordings[i]
            )
        ]
        reference = written_with_optional_words(references[i])
        assert (errors, -length) == min(costs), (reference, predictions[i])


def test_spaces_belong_to_no_alternative_where_words_touch():
    target = "大学校 [カ|@]東京[都|@] へ"
    preds = ["大学校 東京 へ", "大学校 カ東京都 へ"]
    options = {"alternatives": "brackets", "tokenizer": "char"}
    counts = error_counts(preds, [target] * 2, **options)
    assert (counts.errors.tolist(), counts.reference_length.tolist()) == ([0, 0], [8, 10])


@pytest.mark.parametrize(
    ("pred", "target", "length"),
    [
        ("b c", "{(b)/x} c", 2),
        ("c", "{(b)/x} c", 2),
        ("c", "{x/(b)} c", 2),
        ("x c", "{x/(b)} c", 2),
    ],
)
def test_an_optional_word_may_touch_the_slash_between_alternatives(pred, target, length):
    # sclite 2.10 -D has no errors for any of these.
    counts = error_counts(pred, target, alternatives="braces")
    assert (counts.errors.tolist(), counts.reference_length.tolist()) == ([0], [2])


def test_lists_of_tokens_of_a_callers_tokenizer_have_alternatives_too():
    counts = error_counts(
        "we-gonna-go",
        "we-{ going-to / gonna }-go".replace("-{", " {").replace("}-", "} "),
        alternatives="braces",
        tokenizer=lambda text: text.replace("-", " ").split(),
    )
    assert counts.errors.tolist() == [0]
    assert counts.reference_length.tolist() == [3]


def test_of_several_references_each_has_its_own_alternatives():
    references = [["{ a / b } x", "c { d / e }"], ["{ p / q }"]]
    counts = error_counts(["c e", "q"], references, alternatives="braces")
    assert counts.errors.tolist() == [0, 0]
    assert counts.reference.tolist() == [1, 0]


def test_references_without_alternatives_score_as_without_the_option():
    preds, target = ["a b c", "", "x y"], ["a c", "d", ""]
    assert error_counts(preds, target, alternatives="braces") == error_counts(preds, target)


def test_alternatives_are_normalized():
    counts = error_counts(
        "im gonna go", "I'm { GOING TO / Gonna }, go.".replace("},", "}"),
        alternatives="braces", normalizer=["delete_punctuation", "lower"],
    )  # fmt: skip
    assert counts.errors.tolist() == [0]


def test_an_optional_word_that_is_left_out_counts_as_right():
    counts = error_counts(["so yes", "so uh yes"], ["so (uh) yes"] * 2, alternatives="braces")
    assert counts.hits.tolist() == [3, 3]
    assert counts.errors.tolist() == [0, 0]


@pytest.mark.parametrize("target", ["a { @ / (c) }", "a { (c) / @ }", "a (c)"])
def test_an_optional_word_that_is_left_out_counts_as_one_in_the_longest_wording(target):
    counts = error_counts("x", target, alternatives="braces")
    assert counts.reference_length.tolist() == [2]


PIECES = [
    *"ab",
    "ab ",
    " ",
    "\u3000",
    "日",
    "@",
    " @ ",
    "(",
    ")",
    " (a) ",
    "{",
    "}",
    " { ",
    " / ",
    " } ",
]
PIECES += ["{ a / b }", "{ @ / b } ", "[", "|", "]", "[a|b]", " [@|b a] ", "[[a|@] b|c] "]


@given(
    st.lists(st.tuples(st.lists(st.sampled_from(PIECES)), st.lists(st.sampled_from(PIECES)))),
    st.sampled_from([*SYNTAXES]),
    st.sampled_from(["unit", "nist"]),
)
def test_texts_as_they_are_score_as_a_normalizer_that_changes_nothing_has_them_score(
    pieces, syntax, costs
):
    preds, target = (["".join(sides[i]) for sides in pieces] for i in (0, 1))
    results = []
    for normalizer in (None, Normalizer("same", str, context=in_no_text)):
        options = {"alternatives": syntax, "costs": costs, "normalizer": normalizer}
        try:
            results.append(error_counts(preds, target, **options))
        except InputError as error:
            results.append(str(error))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    "target", ["\u3000@", "@\u00a0", "a\u3000@", "\u3000@ b", "é@", "{ a / \u3000@ }"]
)
def test_nothing_beside_white_space_beyond_ascii_is_read_as_the_rules_have_it(target):
    same = Normalizer("same", str, context=in_no_text)
    ours, by_rules = (
        error_counts(["b"], [target], alternatives="braces", normalizer=normalizer)
        for normalizer in (None, same)
    )
    assert ours == by_rules
