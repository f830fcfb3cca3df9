"""Counts and rates are jiwer's, on real text and on random corpora."""

import pickle
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from levmetrics import InputError, error_counts
from levmetrics.edits.reader import token_pairs
from levmetrics.sums.error_counts import (
    ErrorCounts,
    PooledErrorCounts,
    count_errors,
    total_errors,
)
from tests import oracles
from tests.corpora import ASR_EN, read_pairs
from tests.thoroughness import times

COUNTS = ("substitutions", "deletions", "insertions", "hits")
RATES = ("wer", "mer", "wil", "wip")
# Without white space in them, of which jiwer knows only the space.
WORDS = ["a", "b", "c", "da", "ß", "今日", "は", "שלום", "é"]


@pytest.fixture(scope="module")
def jiwer():
    return pytest.importorskip("jiwer")


@pytest.fixture(scope="module")
def asr_en():
    return read_pairs(ASR_EN)


def assert_equals_jiwer(counts, theirs):
    assert [int(getattr(counts, name).sum()) for name in COUNTS] == [
        getattr(theirs, name) for name in COUNTS
    ]
    assert [getattr(counts, name) for name in RATES] == pytest.approx(
        [getattr(theirs, name) for name in RATES], rel=0, abs=1e-15
    )


def test_asr_en_equals_jiwer(jiwer, asr_en):
    preds, references = (column.texts.to_pylist() for column in asr_en)
    assert_equals_jiwer(error_counts(preds, references), jiwer.process_words(references, preds))
    characters = error_counts(preds, references, tokenizer="char")
    theirs = jiwer.process_characters(references, preds)
    assert [int(getattr(characters, n).sum()) for n in COUNTS] == [
        getattr(theirs, n) for n in COUNTS
    ]
    assert characters.wer == theirs.cer


def test_cer_equals_jiwer_when_white_space_is_squeezed(jiwer):
    """jiwer strips the ends; inside, the texts have single spaces, which both count."""
    rng = random.Random(7)
    for _ in range(times(150, of=500)):
        pairs = oracles.random_pairs(rng, rng.randint(1, 6), WORDS, longest=12)
        preds = [" " * rng.randint(0, 2) + " ".join(p) + "\n" * rng.randint(0, 1) for p, _ in pairs]
        references = [" ".join(t) + " " * rng.randint(0, 2) for _, t in pairs]
        counts = error_counts(preds, references, tokenizer="char", normalizer="squeeze_whitespace")
        theirs = jiwer.process_characters(references, preds)
        assert counts.wer == pytest.approx(theirs.cer, rel=0, abs=1e-15)
        assert [int(getattr(counts, n).sum()) for n in COUNTS] == [
            getattr(theirs, n) for n in COUNTS
        ]


def test_random_corpora_equal_jiwer(jiwer):
    """A fault in one corpus of a hundred is found with 99 % in 500 of one to six pairs."""
    rng = random.Random(2024)
    for _ in range(times(500, of=2000)):
        pairs = oracles.random_pairs(rng, rng.randint(1, 6), WORDS, longest=12)
        preds = [" ".join(p) for p, _ in pairs]
        references = [" ".join(t) for _, t in pairs]
        assert_equals_jiwer(error_counts(preds, references), jiwer.process_words(references, preds))


@pytest.mark.parametrize(
    ("pred", "target", "rates"),
    [
        ("", "", {"wer": 0, "mer": 0, "wil": 0, "wip": 1}),
        ("a b", "", {"wer": 2, "mer": 1, "wil": 1, "wip": 0}),
        ("", "a b", {"wer": 1, "mer": 1, "wil": 1, "wip": 0}),
        ("x", "a", {"wer": 1, "mer": 1, "wil": 1, "wip": 0}),
        ("a b", "a", {"wer": 1, "mer": 0.5, "wil": 0.5, "wip": 0.5}),
    ],
)
def test_rates_are_defined_for_empty_texts_by_hand(pred, target, rates):
    counts = error_counts(pred, target)
    assert {name: getattr(counts, name) for name in RATES} == rates
    assert {name: rate.tolist() for name, rate in counts.rates().items()} == {
        name: [value] for name, value in rates.items()
    }


def test_no_samples_have_no_errors():
    counts = error_counts([], [])
    assert len(counts) == 0
    assert counts.totals().tolist() == [0] * 4


def test_textbook_examples():
    assert error_counts("GAMBOL", "GUMBO", tokenizer="char").wer == 0.4
    assert error_counts("is there", "who is there") == ErrorCounts([0], [1], [0], [2])


def test_of_several_references_the_lowest_error_rate_counts():
    # One error of four words is a lower rate than one of two.
    counts = error_counts(["a b c x"], [["a b", "a b c d"]])
    assert counts == ErrorCounts([1], [0], [0], [3], reference=[1])
    assert error_counts(["a"], [["b", "a", "c"]]).wer == 0


def test_of_references_with_the_same_error_rate_the_one_with_fewer_errors_counts():
    # Two deletions of four words, and one substitution of two: both are a rate of a half.
    longer, shorter = "a b c d", "a x"
    fewer = {"substitutions": [1], "deletions": [0], "insertions": [0], "hits": [1]}
    assert error_counts(["a b"], [[longer, shorter]]) == ErrorCounts(**fewer, reference=[1])
    assert error_counts(["a b"], [[shorter, longer]]) == ErrorCounts(**fewer, reference=[0])


@settings(max_examples=50)
@example(1178, "whitespace")
@given(st.integers(), st.sampled_from(["char", "whitespace"]))
def test_totals_are_the_errors_of_the_counts(seed, tokenizer):
    rng = random.Random(seed)
    pairs = oracles.random_pairs(rng, 20, [*"ab c"])
    preds, target = (["".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    several = [[text, *rng.choices(preds, k=rng.randint(0, 2))] for text in target]
    for references, costs in product((target, several), ("unit", "nist")):
        read = token_pairs(preds, references, tokenizer)
        counts, totals = count_errors(read, costs), total_errors(read, costs)
        assert totals.errors.tolist() == counts.errors.tolist()
        assert totals.reference_length.tolist() == counts.reference_length.tolist()
        assert totals.reference.tolist() == counts.reference.tolist()
        assert totals.rates()["wer"].tolist() == counts.rates()["wer"].tolist()


def test_adding_counts_is_counting_both():
    preds, references = ["a", "b c", ""], ["a", "b d", "x"]
    whole = error_counts(preds, references)
    assert (
        error_counts(preds[:1], references[:1]) + error_counts(preds[1:], references[1:]) == whole
    )
    assert sum([error_counts("a", "b"), error_counts("a", "a")]).wer == 0.5
    with pytest.raises(TypeError):
        whole + 1


def test_counts_are_frozen():
    counts = error_counts("a", "b")
    with pytest.raises(ValueError, match="read-only"):
        counts.hits[0] = 5
    with pytest.raises(AttributeError):
        counts.hits = np.array([5])


def test_counts_of_different_length_are_refused():
    with pytest.raises(ValueError, match="one-dimensional arrays of one length"):
        ErrorCounts([1], [1, 2], [1], [1])
    with pytest.raises(ValueError, match="one-dimensional arrays of one length"):
        ErrorCounts(1, 1, 1, 1)


def test_counts_that_are_no_counts_are_refused():
    for bad in (-1, 1.5):
        with pytest.raises(ValueError, match="the counts must be whole numbers of 0 or more"):
            ErrorCounts([1], [bad], [0], [2])


def test_long_corpora_do_not_overflow():
    huge = ErrorCounts([2**40], [0], [0], [2**40])
    assert huge.wip == 0.25


def test_many_counts_show_their_totals():
    assert repr(error_counts(["a"] * 9, ["b"] * 9)) == (
        "ErrorCounts(substitutions=9, deletions=0, insertions=0, hits=0 over 9 samples)"
    )


def test_the_worst_samples_have_the_most_errors():
    counts = ErrorCounts([1, 3, 0, 1, 3], [0] * 5, [0] * 5, [0, 1, 5, 9, 0])
    assert counts.worst(3).tolist() == [4, 1, 0]
    assert counts.worst(10).tolist() == [4, 1, 0, 3, 2]
    assert counts.worst(0).tolist() == []


def test_groups_add_up_to_the_corpus(asr_en):
    counts = error_counts(*asr_en)
    speakers = [str(i % 7) for i in range(len(counts))]
    groups = counts.by_group(speakers)
    assert list(groups) == ["0", "1", "2", "3", "4", "5", "6"]
    assert sum(len(own) for own in groups.values()) == len(counts)
    assert sum(groups.values()).pooled() == counts.pooled()
    for i in range(7):
        assert groups[str(i)] == counts.take(np.arange(i, len(counts), 7))


def test_groups_are_in_the_order_of_their_first_samples():
    counts = error_counts(["a", "b", "c"], ["a", "b", "c"])
    assert list(counts.by_group(["z", "a", "z"])) == ["z", "a"]
    assert list(counts.by_group(np.array([2, 1, 2]))) == [2, 1]
    assert list(error_counts([], []).by_group([])) == []


# --- pooled counts -------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_pooled_counts_of_batches_add_up_to_those_of_the_corpus(seed):
    rng = random.Random(seed)
    pairs = oracles.random_pairs(rng, 12, WORDS, longest=9)
    preds, references = ([" ".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    whole = error_counts(preds, references)
    batches = [error_counts(preds[i : i + 4], references[i : i + 4]) for i in (0, 4, 8)]
    first, second, third = (batch.pooled() for batch in batches)
    for total in (first + second + third, sum([first, second, third]), third + (second + first)):
        assert total == whole.pooled() == sum(batches).pooled()
        assert [int(getattr(total, name)[0]) for name in COUNTS] == [
            int(getattr(whole, name).sum()) for name in COUNTS
        ]
        assert {name: getattr(total, name) for name in RATES} == {
            name: getattr(whole, name) for name in RATES
        }
        assert len(total.rows()) == 1
        assert total.pooled() is total
        assert pickle.loads(pickle.dumps(total)) == total


@pytest.mark.parametrize("mixed", [lambda a, b: a + b.pooled(), lambda a, b: a.pooled() + b])
def test_counts_of_samples_and_pooled_ones_are_not_mixed(mixed):
    counts = error_counts(["a", "b"], ["a", "c"])
    with pytest.raises(InputError, match="pool both"):
        mixed(counts, counts)
    with pytest.raises(InputError, match="pool both"):
        mixed(counts.take(np.array([0])), counts.take(np.array([1])))


def test_pooled_counts_are_not_those_of_a_sample():
    one = error_counts(["a b"], ["a c"])
    assert one.pooled() != one
    assert "PooledErrorCounts(" in repr(one.pooled())
    with pytest.raises(ValueError, match="one sum each, not 2"):
        PooledErrorCounts([1, 1], [0, 0], [0, 0], [1, 1])


def test_pooled_counts_of_nothing_add_nothing():
    nothing = ErrorCounts.empty().pooled()
    counts = error_counts("a b", "a c").pooled()
    assert nothing + counts == counts == counts + nothing


@pytest.mark.parametrize("tokenizer", ["whitespace", "char"])
@given(
    st.lists(
        st.tuples(st.text("abc ", max_size=8), st.permutations(["ab c", "", "a b", "c a", "b"])),
        min_size=1,
        max_size=4,
    )
)
def test_the_order_of_references_changes_no_count(tokenizer, samples):
    preds = [pred for pred, _ in samples]
    found = [
        count(token_pairs(preds, target, tokenizer)).totals().tolist()
        for target in ([order for _, order in samples], [sorted(order) for _, order in samples])
        for count in (count_errors, total_errors)
    ]
    assert found[0] == found[2]
    assert found[1] == found[3] == [sum(found[0][:3]), found[0][0] + found[0][1] + found[0][3]]
