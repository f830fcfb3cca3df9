"""Of several best alignments the one is taken that docs/definitions.md says."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from levmetrics.edits import kernel as kernels
from levmetrics.edits.pairs import KINDS
from levmetrics.edits.reader import token_pairs


def distances(reference, prediction):
    """Return the textbook's matrix, the distance of all first tokens from each other."""
    deletions = np.arange(len(reference) + 1)
    matrix = np.empty((len(prediction) + 1, len(reference) + 1), np.int32)
    matrix[0] = deletions
    tokens = np.array(list(reference))
    for j, token in enumerate(prediction, start=1):
        row = matrix[j - 1] + 1
        row[1:] = np.minimum(row[1:], matrix[j - 1, :-1] + (tokens != token))
        matrix[j] = np.minimum.accumulate(row - deletions) + deletions
    return matrix.T


def chosen(reference, prediction, limit, at=(0, 0)):
    """Yield the edits that the rule of docs/definitions.md chooses."""
    pairs = zip(reference, prediction, strict=False)
    shared = next(
        (i for i, (a, b) in enumerate(pairs) if a != b), min(map(len, (reference, prediction)))
    )
    reference, prediction = reference[shared:], prediction[shared:]
    at = at[0] + shared, at[1] + shared
    while reference and prediction and reference[-1] == prediction[-1]:
        reference, prediction = reference[:-1], prediction[:-1]
    n, p = len(reference), len(prediction)
    if n >= 65 and p >= 10 and min(n, 2 * min(limit, max(n, p)) + 1) * p >= 2**22:
        half = p // 2
        before = distances(reference, prediction[:half])[:, -1]
        after = distances(reference[::-1], prediction[half:][::-1])[::-1, -1]
        cut = int(np.argmin(before + after))
        yield from chosen(reference[:cut], prediction[:half], before[cut], at)
        then = at[0] + cut, at[1] + half
        yield from chosen(reference[cut:], prediction[half:], after[cut], then)
    else:
        yield from reversed([*traced_back(reference, prediction, at)])


def traced_back(reference, prediction, at):
    matrix = distances(reference, prediction)
    i, j = len(reference), len(prediction)
    while i or j:
        if not j or (i and matrix[i, j] == matrix[i - 1, j] + 1):
            i -= 1
            yield "delete", at[0] + i, at[1] + j
        elif not i or matrix[i, j - 1] < matrix[i - 1, j - 1]:
            j -= 1
            yield "insert", at[0] + i, at[1] + j
        else:
            i, j = i - 1, j - 1
            if reference[i] != prediction[j]:
                yield "replace", at[0] + i, at[1] + j


def found(reference, prediction):
    edits = kernels.pair_edits(token_pairs([prediction], [reference], "char"))
    kinds = (KINDS[kind] for kind in edits.kind)
    return [*zip(kinds, edits.target.tolist(), edits.pred.tolist(), strict=True)]


@given(st.text("abc"), st.text("abc"))
def test_short_texts_are_aligned_by_the_rule(reference, prediction):
    expected = [*chosen(reference, prediction, max(len(reference), len(prediction)))]
    assert found(reference, prediction) == expected


@pytest.mark.parametrize("rate", [0.005, 0.05, 0.5])
def test_long_texts_are_aligned_by_the_rule_of_rapidfuzz_with_its_divisions(rate):
    rng = random.Random(rate)
    reference = rng.choices("abc", k=4_500)
    prediction = [token for token in reference if rng.random() > rate / 3]
    for _ in range(round(rate * 1_500)):
        prediction.insert(rng.randrange(len(prediction)), rng.choice("abc"))
        prediction[rng.randrange(len(prediction))] = rng.choice("abc")
    reference, prediction = "".join(reference), "".join(prediction)
    edits = found(reference, prediction)
    assert edits == Levenshtein.editops(reference, prediction).as_list()
    assert edits == [*chosen(reference, prediction, max(len(reference), len(prediction)))]


@pytest.mark.parametrize("length", [50_000, 50_001])
def test_similar_texts_beyond_fifty_thousand_tokens_are_divided_by_their_distance(length):
    rng = random.Random(10)
    reference = "".join(rng.choices("abc", k=length))
    beginning = [*reference[:4_500]]
    for place in rng.sample(range(4_500), 40):
        beginning[place] = rng.choice(["", "", "a", "b", "c", "ab"])
    prediction = "".join(beginning) + reference[4_500:]
    distance = Levenshtein.distance(reference, prediction)
    by_length = [*chosen(reference, prediction, length)]
    by_distance = [*chosen(reference, prediction, distance)]
    assert by_length != by_distance  # else the test could not tell
    assert found(reference, prediction) == (by_length if length == 50_000 else by_distance)
