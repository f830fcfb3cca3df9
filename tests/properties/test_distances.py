"""The edit distance is a metric on tokens, and its counts add up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts, get_tokenizer, list_tokenizers
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.reader import token_pairs
from tests.packages import every_tokenizer
from tests.properties.cases import TEXTS, examples
from tests.thoroughness import chosen

_FEW = ("char", "grapheme", "mixed", "whitespace")
NAMES = {name: name for name in list_tokenizers()}
every_unit = pytest.mark.parametrize("tokenizer", every_tokenizer(chosen(NAMES, *_FEW)))
# Of two letters, so that texts are often near to each other.
ALIKE = st.text("ab ", max_size=8)
TRIPLES = st.tuples(ALIKE, ALIKE, ALIKE) | st.tuples(TEXTS, TEXTS, TEXTS)


def distances(tokenizer, pairs, cost=1):
    preds, target = map(list, zip(*pairs, strict=True))
    found = pair_distances(token_pairs(preds, target, tokenizer), substitution_cost=cost)
    return found.distance.tolist()


@every_unit
@pytest.mark.parametrize("cost", [1, 2])
@examples(25)
@given(texts=TRIPLES)
def test_the_distance_is_a_metric(tokenizer, cost, texts):
    a, b, c = texts
    tokens = [list(get_tokenizer(tokenizer)(text)) for text in texts]
    ab, ba, bc, ac, aa = distances(tokenizer, [(a, b), (b, a), (b, c), (a, c), (a, a)], cost)
    assert ab == ba
    assert aa == 0
    assert (ab == 0) == (tokens[0] == tokens[1])
    assert ac <= ab + bc
    assert abs(len(tokens[0]) - len(tokens[1])) <= ab
    assert ab <= (max if cost == 1 else lambda *both: sum(both))(len(tokens[0]), len(tokens[1]))


@every_unit
@examples(25)
@given(text=TEXTS, other=TEXTS, more=TEXTS)
def test_what_both_texts_begin_and_end_with_changes_no_distance(tokenizer, text, other, more):
    split = get_tokenizer(tokenizer)
    a, b, ends = split(text), split(other), split(more)
    ids = {token: i for i, token in enumerate(dict.fromkeys([*a, *b, *ends]))}
    a, b, ends = ([ids[token] for token in tokens] for tokens in (a, b, ends))
    preds, target = [a, [*ends, *a, *ends]], [b, [*ends, *b, *ends]]
    short, long = pair_distances(token_pairs(preds, target, None)).distance.tolist()
    assert short == long


@every_unit
@pytest.mark.parametrize("costs", ["unit", "nist"])
@examples(25)
@given(texts=st.tuples(TEXTS, TEXTS))
def test_counts_add_up_to_the_lengths_and_cost_the_same_both_ways(tokenizer, costs, texts):
    a, b = texts
    there, back = (
        error_counts(x, y, tokenizer=tokenizer, costs=costs).counts() for x, y in ((a, b), (b, a))
    )
    (s, d, i, h), (s2, d2, i2, h2) = (map(int, np.ravel([*it.values()])) for it in (there, back))
    lengths = [len(list(get_tokenizer(tokenizer)(text))) for text in texts]
    assert [s + i + h, s + d + h] == lengths
    assert [s2 + d2 + h2, s2 + i2 + h2] == lengths
    if costs == "unit":
        assert s + d + i == s2 + d2 + i2 == distances(tokenizer, [(a, b)])[0]
    else:
        assert 4 * s + 3 * (d + i) == 4 * s2 + 3 * (d2 + i2)
