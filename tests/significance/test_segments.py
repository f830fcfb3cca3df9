"""Segments of errors, beside a walk along the alignments token by token."""

import random
from itertools import chain

import numpy as np
import pytest

from levmetrics import align
from levmetrics.edits.kernel import edit_places
from levmetrics.edits.reader import token_pairs
from levmetrics.significance.paired_tests import segment_differences
from tests.oracles import mutated, random_tokens


def edited(predictions, references, tokenizer):
    return edit_places(token_pairs(predictions, references, tokenizer))


def places(prediction: str, reference: str) -> tuple[list[int], list[int]]:
    """The errors at each token of the reference, and the insertions before each and at the end."""
    tokens = [0] * len(reference.split())
    gaps = [0] * (len(tokens) + 1)
    for op in align(prediction, reference).operations:
        if op.kind == "insert":
            gaps[op.target_start] += len(op.pred)
        elif op.kind != "equal":
            for i in range(op.target_start, op.target_end):
                tokens[i] += 1
    return tokens, gaps


def walked(a: str, b: str, reference: str) -> list[int]:
    """Walk along the reference; two tokens in a row that are right close the segment."""
    (a_tokens, a_gaps), (b_tokens, b_gaps) = places(a, reference), places(b, reference)
    segments, segment, right = [], None, 0
    for i in range(len(a_gaps)):
        stops = [(a_gaps[i], b_gaps[i], False)]
        if i < len(a_tokens):
            stops.append((a_tokens[i], b_tokens[i], True))
        for errors_a, errors_b, is_token in stops:
            if errors_a or errors_b:
                segment = (segment or 0) + errors_b - errors_a
                right = 0
            elif is_token:
                right += 1
                if right == 2 and segment is not None:
                    segments.append(segment)
                    segment = None
    return segments if segment is None else [*segments, segment]


@pytest.mark.parametrize("seed", range(300))
def test_segments_are_those_of_a_walk_along_the_alignments(seed):
    rng = random.Random(seed)
    references, one, other = [], [], []
    for _ in range(rng.randint(1, 6)):
        tokens = random_tokens(rng, rng.randint(0, 25), "abcdefgh")
        references.append(" ".join(tokens))
        one.append(" ".join(mutated(rng, tokens, "abcdefghxy")))
        other.append(" ".join(mutated(rng, tokens, "abcdefghxy")))
    found = segment_differences(
        edited(one, references, "whitespace"), edited(other, references, "whitespace")
    )
    expected = map(walked, one, other, references)
    assert found.tolist() == [*chain.from_iterable(expected)]


@pytest.mark.parametrize(
    ("one", "other", "segments"),
    [
        ("a b c d e", "a b c d e", []),
        ("x b c d e", "a b c d x", [-1, 1]),
        ("x b c x e", "a b c d e", [-1, -1]),  # b and c are right: two segments
        ("x b x d e", "a b c d e", [-2]),  # b alone does not part them
        ("x b y c d e", "a b c d e", [-2]),  # y is inserted between b and c
        ("x b c y d e", "a b c d e", [-1, -1]),
        ("", "a b c d e", [-5]),
    ],
)
def test_segments_by_hand(one, other, segments):
    pairs = [edited(text, "a b c d e", "whitespace") for text in (one, other)]
    assert segment_differences(*pairs).tolist() == segments


def test_more_samples_than_a_chunk_holds_keep_their_order():
    references = ["a b c d"] * 10_000
    one = ["a b c d", "a b c x"] * 5000
    found = segment_differences(
        edited(one, references, "whitespace"),
        edited(references, references, "whitespace"),
    )
    assert found.tolist() == [-1] * 5000


def test_samples_with_other_references_are_one_segment_each():
    one = edited(["x b c d x"], ["a b c d e"], "whitespace")
    other = edited(["a b c d e"], ["a b c d e f"], "whitespace")
    assert segment_differences(one, other, np.array([True])).tolist() == [-1]
