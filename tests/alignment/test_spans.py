"""pair_spans: the runs of every alignment, as arrays."""

import random

import numpy as np
import pytest
from rapidfuzz.distance import Levenshtein

from levmetrics.alignment.spans import EQUAL, pair_spans
from levmetrics.edits.pairs import KINDS
from levmetrics.edits.reader import token_pairs
from tests import oracles

NAMES = (*KINDS, "equal")


def rows_of(spans):
    """The spans as RapidFuzz has them, by their pairs."""
    rows = zip(*(column.tolist() for column in spans), strict=True)
    return [(pair, (NAMES[kind], *bounds)) for pair, kind, *bounds in rows]


@pytest.mark.parametrize("alphabet", ["ab", oracles.ALPHABET])
def test_spans_are_rapidfuzzs_opcodes_of_every_pair(alphabet):
    pairs = oracles.random_pairs(random.Random(3), 400, alphabet, longest=12)
    preds, target = (["".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    expected = [
        (number, tuple(opcode))
        for number, (pred, reference) in enumerate(zip(preds, target, strict=True))
        for opcode in Levenshtein.opcodes(reference, pred)
    ]
    assert rows_of(pair_spans(token_pairs(preds, target, "char"))) == expected


def test_sizes_add_up_to_the_tokens():
    spans = pair_spans(token_pairs(["bcxd", "", "a"], ["abcd", "abc", ""], "char"))
    sizes = np.bincount(spans.kind, spans.sizes(), minlength=EQUAL + 1)
    assert sizes.tolist() == [0, 4, 2, 3]


def test_no_samples_and_empty_samples_have_no_spans():
    assert rows_of(pair_spans(token_pairs([], [], "char"))) == []
    assert rows_of(pair_spans(token_pairs(["", ""], ["", ""], "char"))) == []
