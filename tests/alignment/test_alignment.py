"""Alignments replay, agree with the counts, and are drawn so that a person can read them."""

import itertools
import json
import random
import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from levmetrics import InputError, align, align_all, error_counts, score
from levmetrics.alignment import alignment as alignment_module
from levmetrics.alignment.alignment import align_tokens
from levmetrics.alignment.edit_matrix import edit_matrix
from tests import oracles
from tests.corpora import ASR_EN, read_pairs
from tests.packages import every_tokenizer, needs_tokenizer

costs_of_both_kinds = pytest.mark.parametrize("costs", ["unit", "nist"])


def replayed(alignment):
    """The prediction that the operations make of the reference."""
    made = []
    for op in alignment.operations:
        assert tuple(alignment.target[op.target_start : op.target_end]) == op.target
        assert tuple(alignment.pred[op.pred_start : op.pred_end]) == op.pred
        made += op.target if op.kind == "equal" else op.pred
    return made


def assert_sound(alignment, pred, target):
    assert list(alignment.pred) == list(pred)
    assert list(alignment.target) == list(target)
    assert replayed(alignment) == list(pred)
    ends = [(0, 0)]
    for op in alignment.operations:
        assert (op.pred_start, op.target_start) == ends[-1]
        ends.append((op.pred_end, op.target_end))
        lengths = len(op.pred), len(op.target)
        assert (
            lengths
            == {
                "equal": (len(op.pred),) * 2,
                "substitute": (len(op.pred),) * 2,
                "delete": (0, len(op.target)),
                "insert": (len(op.pred), 0),
            }[op.kind]
        )
        assert (op.pred == op.target) == (op.kind == "equal")
        assert op.kind != "substitute" or all(
            p != t for p, t in zip(op.pred, op.target, strict=True)
        )
    assert ends[-1] == (len(pred), len(target))
    assert all(a.kind != b.kind for a, b in itertools.pairwise(alignment.operations))


@costs_of_both_kinds
@settings(max_examples=100)
@given(rng=st.randoms(use_true_random=False))
def test_every_alignment_replays_and_has_the_counts_of_error_counts(costs, rng):
    for pred, target in oracles.random_pairs(rng, 5, oracles.ALPHABET, longest=25):
        alignment = align(list(pred), list(target), costs=costs)
        assert_sound(alignment, pred, target)
        assert alignment.counts == error_counts([list(pred)], [list(target)], costs=costs)


@costs_of_both_kinds
def test_real_text_aligns_with_the_counts_of_the_corpus(costs):
    preds, references = (column.texts.to_pylist()[:400] for column in read_pairs(ASR_EN))
    alignments = list(align_all(preds, references, costs=costs))
    for alignment, pred, target in zip(alignments, preds, references, strict=True):
        assert_sound(alignment, pred.split(), target.split())
    assert sum(a.counts for a in alignments) == error_counts(preds, references, costs=costs)


@needs_tokenizer("mecab")
def test_japanese_aligns_in_words():
    alignment = align("今日はいい天気です", "今日は良い天気です", tokenizer="mecab")
    assert [(op.kind, op.target, op.pred) for op in alignment.operations if op.kind != "equal"] == [
        ("substitute", ("良い",), ("いい",))
    ]


def test_of_several_references_the_best_is_aligned_and_named():
    first, second = align_all(["a b", "c"], [["x y", "a x"], ["c", "c"]])
    assert (first.reference, first.target) == (1, ("a", "x"))
    assert second.reference == 0
    assert first.counts + second.counts == error_counts(["a b", "c"], [["x y", "a x"], ["c", "c"]])


def test_align_all_aligns_one_sample_at_a_time_but_checks_at_once(monkeypatch):
    made = []
    align_tokens = alignment_module.align_tokens
    monkeypatch.setattr(
        alignment_module, "align_tokens", lambda *args: made.append(args) or align_tokens(*args)
    )
    alignments = align_all(["a"] * 5, ["a"] * 5)
    assert made == []
    assert next(alignments).counts.hits.tolist() == [1]
    assert len(made) == 1
    with pytest.raises(InputError, match=r"predictions\[0\] is None"):
        align_all([None], ["a"])


def test_a_tokenizer_that_fails_in_align_all_is_named_with_the_sample():
    def tokenizer(text):
        if text == "bad":
            raise RuntimeError("no such word")
        return text.split()

    with pytest.raises(InputError, match=r"failed on references\[1\]: RuntimeError: no such word"):
        align_all(["a", "b"], ["a", "bad"], tokenizer=tokenizer)


@costs_of_both_kinds
@settings(max_examples=40)
@given(rng=st.randoms(use_true_random=False))
def test_align_all_takes_what_error_counts_takes(costs, rng):
    pairs = oracles.random_pairs(rng, 4, ["a", "b", 1, ("x", 2), None], longest=8)
    preds = [p for p, _ in pairs]
    target = [[t, p[::-1]] for p, t in pairs]
    # Where all tokens of the references alone are tuples, they look like tuples of references.
    assume({tuple} != {type(token) for texts in target for text in texts for token in text})
    alignments = list(align_all(preds, target, costs=costs))
    for alignment, pred, references in zip(alignments, preds, target, strict=True):
        assert_sound(alignment, pred, references[alignment.reference])
    assert sum(a.counts for a in alignments) == error_counts(preds, target, costs=costs)


@pytest.mark.parametrize("tokenizer", every_tokenizer(["char", "grapheme", "mecab", "mixed"]))
def test_align_all_and_align_split_alike(tokenizer):
    preds, target = ["今日は いい", ""], ["今日は良い", "が"]
    together = list(align_all(preds, target, tokenizer=tokenizer))
    assert together == [
        align(p, t, tokenizer=tokenizer) for p, t in zip(preds, target, strict=True)
    ]


def test_a_token_none_is_not_drawn_as_a_gap():
    assert str(align([None, "b"], ["a", "b"])).splitlines()[1].split() == ["HYP:", "None", "b"]


def test_tokens_of_any_kind_align():
    alignment = align([1, -1, ("x",)], [1, -2, ("x",), None])
    assert [op.kind for op in alignment.operations] == ["equal", "substitute", "equal", "delete"]


def test_normalizers_apply_to_both_sides():
    assert align("A b", "a B", normalizer="lower").counts.hits.tolist() == [2]


@pytest.mark.parametrize(
    ("pred", "target", "message"),
    [
        (None, "a", "prediction is of type NoneType; it must be a string or a list of tokens"),
        ("a", 3, "reference is of type int; it must be a string or a list of tokens"),
        (
            [["a", "b"]],
            ["a"],
            "prediction holds lists; every token must be hashable, as a tuple is",
        ),
        (
            ["a", {}],
            ["a"],
            "prediction[1] is of type dict, which is not hashable; tokens must be",
        ),
        ("\ud800", "a", "prediction has the lone surrogate U+D800 at character 0"),
    ],
)
def test_what_cannot_be_aligned_is_named(pred, target, message):
    with pytest.raises(InputError) as caught:
        align(pred, target)
    assert str(caught.value).startswith(message)


# --- as a person sees it -------------------------------------------------------------------------


def test_a_terminal_shows_reference_prediction_and_operations():
    assert str(align("is there now", "who is there")) == (
        "REF: who is there ***\nHYP: *** is there now\n     D            I"
    )


def columns_of(line):
    """Where the cells of a line start, in places of the terminal."""
    return [cell_len(line[: match.start()]) for match in re.finditer(r"\S+", line)]


@needs_tokenizer("mecab")
def test_east_asian_columns_start_at_the_same_place(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    pred, target = "今日はとてもいい天気でしたね GPU版", "今日は良い天気でした ＧＰＵ版 ですね"
    lines = str(align(pred, target, tokenizer="mecab")).splitlines()
    for ref, hyp, _ in zip(lines[0::4], lines[1::4], lines[2::4], strict=True):
        assert columns_of(ref) == columns_of(hyp)
        assert cell_len(ref) <= 60


def test_long_alignments_wrap_to_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    text = str(align("a " * 40, "b " * 40))
    assert all(cell_len(line) <= 30 for line in text.splitlines())
    assert text.count("REF:") > 3
    assert text.count("a") == 40


def test_an_empty_alignment_can_be_drawn():
    assert str(align("", "")) == "REF:\nHYP:"
    assert "0 right" in align("", "").to_html()


def test_a_terminal_is_not_steered_by_the_texts():
    drawn = str(align("\x1b[2J \u202eabc \u2066", "a b\u200dc x", tokenizer=lambda t: t.split(" ")))
    assert not any(c in drawn for c in "\x1b\u202e\u2066")
    assert "⟨1B⟩[2J" in drawn
    assert "⟨202E⟩abc" in drawn
    assert "b\u200dc" in drawn


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'onmouseover='alert(1)",
    "</bdi></figure>",
    "\u202eevil\u202c",
    "&lt;b&gt;",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert_in_html(text):
    page = align_tokens([text, "a"], ["b", text], "unit").to_html()
    tags = set(re.findall(r"<\s*/?\s*([a-zA-Z]+)", page))
    assert tags <= {"figure", "div", "span", "bdi", "br", "b", "figcaption"}
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069]", page)
    assert not re.search(r"<[^>]*\bon\w+\s*=", page)
    assert "<script" not in page


def test_html_has_a_letter_beside_the_colour_and_needs_nothing_else():
    page = align("a x c e", "a b c d").to_html()
    assert len(re.findall(r"<b [^>]*><bdi>S</bdi></b>", page)) == 2
    assert "<link" not in page
    assert "url(" not in page
    assert align("a", "b")._repr_html_() == align("a", "b").to_html()


def test_a_dictionary_of_an_alignment_is_json():
    alignment = align("a x", "a b c")
    given_back = json.loads(json.dumps(alignment.to_dict()))
    assert given_back["counts"] == {"substitutions": 1, "deletions": 1, "insertions": 0, "hits": 1}
    assert [op["kind"] for op in given_back["operations"]] == [
        op.kind for op in alignment.operations
    ]
    assert given_back["operations"][0]["target_span"] == [0, 1]


@costs_of_both_kinds
def test_tokens_that_are_there_already_align_as_their_texts_do(costs):
    preds, target = ["a b x", "c"], [["y", "a c x"], ["c", "d"]]
    tokens = [text.split() for text in preds], [[*map(str.split, each)] for each in target]
    aligned = [*align_all(*tokens, costs=costs)]
    assert aligned == [*align_all(preds, target, costs=costs)]
    assert [one.reference for one in aligned] == [1, 0]


# --- confusions ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_confusions_are_those_of_the_alignments(rng):
    pairs = oracles.random_pairs(rng, 6, ["a", "b", "c", "今", "は"], longest=15)
    preds, target = [" ".join(p) for p, _ in pairs], [" ".join(t) for _, t in pairs]
    confused = score(preds, target).confusions()
    counts = error_counts(preds, target)
    assert sum(n for *_, n in confused.substitutions) == counts.substitutions.sum()
    assert sum(n for *_, n in confused.deletions) == counts.deletions.sum()
    assert sum(n for *_, n in confused.insertions) == counts.insertions.sum()
    substituted = {}
    for alignment in align_all(preds, target):
        for op in alignment.operations:
            if op.kind == "substitute":
                for pair in zip(op.target, op.pred, strict=True):
                    substituted[pair] = substituted.get(pair, 0) + 1
    assert {(t, p): n for t, p, n in confused.substitutions} == substituted


def test_confusions_are_ranked_by_how_often_they_occur():
    preds = ["their", "their", "where", "a a", "uh"]
    target = ["there", "there", "there", "a", ""]
    confused = score(preds, target).confusions()
    assert confused.substitutions == (("there", "their", 2), ("there", "where", 1))
    assert confused.insertions == (("a", 1), ("uh", 1))
    assert confused.deletions == ()
    assert score(preds, target).confusions(1).substitutions == (("there", "their", 2),)


def test_confusions_of_characters_and_of_given_tokens():
    assert score(["日木"], ["日本"], "cer").confusions().substitutions == (("本", "木", 1),)
    assert score([[1, ("x", 2)]], [[1, "y"]]).confusions().substitutions == (("y", ("x", 2), 1),)
    ids = np.array([[5, 6, -100]]), np.array([[5, 7, 8]])
    assert score(*ids).confusions().substitutions[0][2] == 1


def test_confusions_use_the_best_reference():
    assert score(["a b"], [["x y", "a c"]]).confusions().substitutions == (("c", "b", 1),)


def test_confusions_of_tokens_that_are_there_already_are_those_of_their_texts():
    preds, target = ["a b x", "c c"], ["a c x", "d"]
    run = score([text.split() for text in preds], [text.split() for text in target])
    assert run.confusions() == score(preds, target).confusions()
    assert run.confusions(1) == score(preds, target).confusions(1)


def test_confusions_over_chunks_are_those_of_the_whole(monkeypatch):
    rng = random.Random(1)
    pairs = oracles.random_pairs(rng, 100, ["a", "b", "c"], longest=8)
    preds, target = [" ".join(p) for p, _ in pairs], [" ".join(t) for _, t in pairs]
    whole = score(preds, target).confusions()
    monkeypatch.setattr("levmetrics.edits.kernel._BYTES_OF_A_CHUNK", 100)
    monkeypatch.setattr("levmetrics.edits.kernel._BYTES_FOR_A_THREAD", 100)
    assert score(preds, target).confusions() == whole


@pytest.mark.parametrize("costs", ["unit", "nist"])
def test_a_token_is_right_in_an_alignment_where_it_is_a_hit_in_the_counts(costs):
    class Same:
        """Equal to every other one, which only comparing finds out."""

        def __eq__(self, other):
            return isinstance(other, Same)

        def __hash__(self):
            return 1

    preds, target = [1, True, 1.0, -1, -2, "1", Same()], [1.0, 1, True, -2, -1, 1, Same()]
    counts = error_counts([preds], [target], costs=costs)
    assert align(preds, target, costs=costs).counts == counts
    (alignment,) = align_all([preds], [target], costs=costs)
    assert alignment.counts == counts


@pytest.mark.parametrize("call", [align, edit_matrix])
def test_several_texts_are_not_taken_for_the_tokens_of_one(call):
    with pytest.raises(
        InputError, match=r"^prediction\[0\] holds several words.* call align_all, for"
    ):
        call(["hello world", "a b"], ["hello world", "a c"])
    with pytest.raises(InputError, match=r"^reference\[0\] holds several words"):
        call([], ["hello world"])
    with pytest.raises(
        InputError, match=r"^prediction\[0\] is a token .*, and reference is a text; "
    ):
        call(["New York", "is"], "New York was")
    call([*"a b"], [" ", "\u3000", "c"])  # spaces are tokens of characters


@pytest.mark.parametrize(
    ("pred", "target"),
    [(["New York", "is"], ["New York", "was"]), (["New York"], ("New York", "is"))],
)
def test_tokens_may_hold_white_space(pred, target):
    whole = score([pred], [list(target)]).alignment(0)
    assert str(align(pred, target)) == str(whole)
    assert align(pred, target).counts == whole.counts
    assert edit_matrix(pred, target).distances[-1, -1] == 1


def test_the_advice_for_tokens_that_all_hold_white_space_is_right():
    pred, target = ["New York", "Los Angeles"], ["New York", "San Jose"]
    with pytest.raises(InputError, match=r"tokens score\(\[prediction\], \[reference\]\)\.align"):
        align(pred, target)
    assert score([pred], [target]).alignment(0).counts.hits == 1


@given(
    st.lists(
        st.tuples(st.text("ab ", max_size=6), st.lists(st.text("ab ", max_size=6), min_size=1)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["unit", "nist", "kaldi"]),
)
def test_alignments_are_with_the_references_that_count(samples, costs):
    preds, target = map(list, zip(*samples, strict=True))
    options = {"tokenizer": "char", "costs": costs}
    counts = error_counts(preds, target, **options)
    aligned = [*align_all(preds, target, **options)]
    assert [each.reference for each in aligned] == counts.reference.tolist()
    assert sum(each.counts.pooled() for each in aligned) == counts.pooled()


@pytest.mark.parametrize("mark", ["\u0301", "\u3099", "\u200d", "\ufe0f"])
def test_a_token_without_a_width_of_its_own_is_printed(mark):
    line = f"k {mark} a"
    assert str(align(line, line)).splitlines() == [f"REF: {line}", f"HYP: {line}"]
