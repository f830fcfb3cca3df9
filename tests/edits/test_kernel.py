"""The kernel against the textbook."""

import multiprocessing
import random
import sys

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from levmetrics.edits import kernel, numbering, portable
from levmetrics.edits.kernel import (
    count_edits,
    edit_places,
    pair_counts,
    pair_distances,
    samples_of_edits,
)
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.reader import token_pairs
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, Tokens, WordColumn
from levmetrics.system import work
from tests import oracles

WORDS = ["who", "is", "there", "猫", "今日", "한국어", "שלום", "नमस्ते", "é", "e\u0301", "👩\u200d🚀"]


def characters(pairs):
    return token_pairs(["".join(p) for p, _ in pairs], ["".join(t) for _, t in pairs], "char")


def words(pairs):
    return token_pairs([" ".join(p) for p, _ in pairs], [" ".join(t) for _, t in pairs], str.split)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 2, 3, 7]))
def test_character_distances_equal_the_textbook_in_all_scripts(rng, cost):
    pairs = oracles.random_pairs(rng, 10, oracles.ALPHABET)
    found = pair_distances(characters(pairs), substitution_cost=cost)
    assert found.distance.tolist() == [oracles.edit_distance(p, t, cost) for p, t in pairs]
    assert found.pred_length.tolist() == [len(p) for p, _ in pairs]
    assert found.target_length.tolist() == [len(t) for _, t in pairs]


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from(["whitespace", str.split]))
def test_word_distances_equal_the_textbook_in_all_scripts(rng, tokenizer):
    pairs = oracles.random_pairs(rng, 10, WORDS)
    joined = [[" ".join(side) for side in sides] for sides in zip(*pairs, strict=True)]
    found = pair_distances(token_pairs(*joined, tokenizer))
    assert found.distance.tolist() == [oracles.edit_distance(p, t) for p, t in pairs]
    assert found.pred_length.tolist() == [len(p) for p, _ in pairs]


@settings(max_examples=150)
@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_any_unicode_text_equals_the_textbook_by_characters_and_by_white_space(texts):
    preds, target = [p for p, _ in texts], [t for _, t in texts]
    for tokenizer, split in (("char", list), ("whitespace", str.split)):
        found = pair_distances(token_pairs(preds, target, tokenizer))
        assert found.distance.tolist() == [
            oracles.edit_distance(split(p), split(t)) for p, t in texts
        ]


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_hits_are_those_of_an_alignment_of_the_lowest_cost(rng):
    pairs = oracles.random_pairs(rng, 10, oracles.ALPHABET, longest=40)
    found = pair_counts(characters(pairs))
    for i, (pred, target) in enumerate(pairs):
        hits, substitutions = int(found.hits[i]), int(found.substitutions[i])
        assert hits in oracles.possible_hits(pred, target)
        edits = len(pred) + len(target) - 2 * hits - substitutions
        assert edits == oracles.edit_distance(pred, target)


@settings(max_examples=50)
@given(st.integers(), st.sampled_from(["ab", "abcdef", oracles.ALPHABET]))
def test_counts_are_those_of_the_alignment_that_rapidfuzz_makes(seed, alphabet):
    pairs = oracles.random_pairs(random.Random(seed), 20, alphabet, longest=12)
    found = pair_counts(characters(pairs))
    for i, (pred, target) in enumerate(pairs):
        kinds = [edit.tag for edit in Levenshtein.editops("".join(target), "".join(pred))]
        assert found.substitutions[i] == kinds.count("replace")
        assert found.hits[i] == len(target) - kinds.count("replace") - kinds.count("delete")


def test_equal_texts_among_others_have_all_their_tokens_as_hits():
    preds = ["who  is", "a", "", "now\u3000then", "x"]
    target = ["who  is", "b", "", "now\u3000then", "x y"]
    for tokenizer, lengths in (("whitespace", [2, 1, 0, 2, 1]), ("char", [7, 1, 0, 8, 1])):
        for references in (target, [[text] for text in target], [[text, "?"] for text in target]):
            pairs = token_pairs(preds, references, tokenizer)
            found = pair_counts(pairs)
            own = slice(None, None, 1 if len(found.hits) == 5 else 2)
            assert found.hits[own].tolist() == [*lengths[:1], 0, *lengths[2:]]
            assert found.pred_length[own].tolist() == lengths
            assert edit_places(pairs.with_references(np.zeros(5, np.int64))).sample.tolist() == (
                [1, 4] if tokenizer == "whitespace" else [1, 4, 4]
            )


@pytest.mark.parametrize("kind", [WordColumn, Characters])
def test_columns_of_32_bit_strings_are_measured_too(kind):
    sides = (pa.array(side, pa.string()) for side in (["a b", "é"], ["a x", "é"]))
    pairs = TokenPairs(*(kind(Texts.of_arrow(side)) for side in sides))
    assert pair_counts(pairs).substitutions.tolist() == [1, 0]


def test_empty_texts_have_no_words_wherever_they_stand():
    preds = ["", "a b", " \u3000", "c", "", ""]
    target = ["a", "", "", "c d", "", "\n x"]
    found = pair_distances(token_pairs(preds, target, "whitespace"))
    assert found.distance.tolist() == [1, 2, 0, 1, 0, 1]
    assert found.pred_length.tolist() == [0, 2, 0, 1, 0, 0]
    assert found.target_length.tolist() == [1, 0, 0, 2, 0, 1]


@pytest.mark.parametrize("tokenizer", ["whitespace", "char", str.split])
def test_many_chunks_on_threads_equal_one_by_one(monkeypatch, tokenizer):
    rng = random.Random(7)
    pairs = oracles.random_pairs(rng, 300, WORDS, longest=20)
    preds = [" ".join(p) for p, _ in pairs]
    target = [[" ".join(t), *[" ".join(p)] * rng.randint(0, 2)] for p, t in pairs]
    pairs = token_pairs(preds, target, tokenizer)
    whole = pair_counts(pairs)
    for limit in ("_BYTES_OF_A_CHUNK", "_BYTES_FOR_A_THREAD"):
        monkeypatch.setattr(kernel, limit, 900)
    assert len(list(kernel.over_chunks(id, pairs))) > 10
    single = [
        pair_distances(token_pairs(p, t, tokenizer)).distance[0]
        for p, alternatives in zip(preds, target, strict=True)
        for t in alternatives
    ]
    assert pair_distances(pairs).distance.tolist() == single
    assert pair_counts(pairs).hits.tolist() == whole.hits.tolist()
    assert pair_counts(pairs).substitutions.tolist() == whole.substitutions.tolist()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_a_forked_process_has_threads_of_its_own(monkeypatch):
    monkeypatch.setattr(kernel, "_BYTES_FOR_A_THREAD", 10)
    monkeypatch.setattr(kernel, "_BYTES_OF_A_CHUNK", 10)
    monkeypatch.setattr(pa, "cpu_count", lambda: 2)
    pairs = token_pairs(["a b", "c", "d e"], ["a x", "c", "d f"], "whitespace")
    expected = pair_distances(pairs).distance.tolist()
    assert work._staying_threads.cache_info().currsize
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply_async(pair_distances, (pairs,)).get(timeout=60)
    assert found.distance.tolist() == expected == [1, 0, 1]


def test_more_distinct_tokens_than_code_points_fall_back_and_stay_right(monkeypatch):
    pairs = oracles.random_pairs(random.Random(3), 200, WORDS, longest=30)
    counts, edits_found = pair_counts(words(pairs)), count_edits(words(pairs))
    monkeypatch.setattr(portable, "_CODE_POINTS", 2)
    monkeypatch.setattr(numbering, "_MAX_VOCABULARY", 2)
    assert pair_counts(words(pairs)).hits.tolist() == counts.hits.tolist()
    assert count_edits(words(pairs)) == edits_found
    distance = pair_distances(words(pairs)).distance.tolist()
    assert distance == [oracles.edit_distance(p, t) for p, t in pairs]


def test_a_million_and_more_distinct_tokens_in_one_text_are_counted():
    many = pa.array(np.arange(portable._CODE_POINTS + 10).astype(str)).cast(pa.large_string())
    column = pa.LargeListArray.from_arrays(pa.array([0, len(many)], pa.int64()), many)
    few = pa.array([["5", "x", "7"]], pa.large_list(pa.large_string()))
    pairs = TokenPairs(Tokens(few), Tokens(column))
    assert pair_distances(pairs).distance.tolist() == [len(many) - 2]
    assert pair_counts(pairs).hits.tolist() == [2]


@pytest.mark.parametrize("size", [numbering._MAX_VOCABULARY, portable._CODE_POINTS])
def test_the_last_code_points_are_used_before_the_fallback(size):
    many = pa.array(np.arange(size).astype(str)).cast(pa.large_string())
    column = pa.LargeListArray.from_arrays(pa.array([0, size], pa.int64()), many)
    found = pair_distances(TokenPairs(Tokens(column), Tokens(column)))
    assert found.distance.tolist() == [0]


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_nist_costs_equal_the_textbook_and_kaldialign(rng):
    kaldialign = pytest.importorskip("kaldialign")
    pairs = oracles.random_pairs(rng, 8, oracles.ALPHABET, longest=30)
    found = pair_counts(characters(pairs), costs="nist")
    for i, (pred, target) in enumerate(pairs):
        substitutions, hits = int(found.substitutions[i]), int(found.hits[i])
        insertions_deletions = len(pred) + len(target) - 2 * (hits + substitutions)
        cost = 4 * substitutions + 3 * insertions_deletions
        assert cost == oracles.edit_distance(pred, target, 4, gap_cost=3)
        theirs = kaldialign.edit_distance(target, pred, sclite_mode=True)
        assert cost == 4 * theirs["sub"] + 3 * (theirs["ins"] + theirs["del"])


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([10, 10**6]))
def test_the_samples_of_an_edit_are_those_whose_edits_by_rapidfuzz_hold_it(rng, size):
    pairs = oracles.random_pairs(rng, 30, ["a", "b", "今"], longest=9)
    expected = {}
    for sample, (pred, target) in enumerate(pairs):
        for kind, i, j in Levenshtein.editops(target, pred).as_list():
            edit = (
                kind,
                None if kind == "insert" else target[i],
                None if kind == "delete" else pred[j],
            )
            expected.setdefault(edit, set()).add(sample)
    edits = [*expected, ("delete", "z", None)]
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("_BYTES_FOR_A_THREAD", "_BYTES_OF_A_CHUNK"):
            patch.setattr(kernel, limit, size)
        found = samples_of_edits(characters(pairs), edits)
    assert [each.tolist() for each in found] == [*map(sorted, expected.values()), []]


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from(["char", "whitespace", list]))
def test_counted_edits_are_those_of_the_counts(rng, tokenizer):
    pairs = oracles.random_pairs(rng, 8, ["a", "b", "c", "今", "は"], longest=20)
    join = "".join if tokenizer != "whitespace" else " ".join
    given_pairs = token_pairs([join(p) for p, _ in pairs], [join(t) for _, t in pairs], tokenizer)
    counts, found = pair_counts(given_pairs), count_edits(given_pairs)
    totals = dict.fromkeys(("replace", "delete", "insert"), 0)
    for (kind, target, pred), times in found.items():
        totals[kind] += times
        assert (target is None, pred is None) == (kind == "insert", kind == "delete")
        assert target != pred
    assert totals == {
        "replace": counts.substitutions.sum(),
        "delete": (counts.target_length - counts.hits - counts.substitutions).sum(),
        "insert": (counts.pred_length - counts.hits - counts.substitutions).sum(),
    }
