"""Common n-grams, subsequences and their unions: equal to rouge-score's, with both kernels."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.edits import compiled, library
from levmetrics.edits.kernel import pair_overlaps
from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.portable import common_places
from levmetrics.edits.unions import SentencePairs, pair_unions
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, Tokens, WordColumn
from levmetrics.system.work import watched
from tests.thoroughness import times

SIZES = [0, 1, 2, 5, 20, 63, 64, 65, 130]
LONGEST = 4
WORDS = [f"w{i}" for i in range(40)] + ["é", "日本", "x" * 30, "x" * 31]


def random_row(rng, vocabulary):
    return rng.choices(vocabulary, k=rng.choice(SIZES))


def random_sides(rng, count):
    vocabulary = rng.sample(WORDS, k=rng.choice([1, 2, 5, len(WORDS)]))
    return [[random_row(rng, vocabulary) for _ in range(count)] for _ in range(2)]


def column(kind, rows):
    """Return rows of words as a column of a kind; characters are words of one letter."""
    if kind is Tokens:
        return Tokens.of(rows)
    if kind is WordColumn:
        return WordColumn(Texts.of([*map(" ".join, rows)]))
    letters = {word: chr(0x3042 + i) for i, word in enumerate(WORDS)}
    return Characters(Texts.of(["".join(map(letters.__getitem__, row)) for row in rows]))


def textbook_length(target, pred):
    above = [0] * (len(pred) + 1)
    for token in target:
        row = [0]
        for j, other in enumerate(pred):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        above = row
    return above[-1]


@pytest.fixture
def rouge():
    return pytest.importorskip("rouge_score.rouge_scorer")


@pytest.mark.parametrize("kind", [WordColumn, Characters, Tokens])
def test_ngrams_and_subsequences_are_those_of_the_textbook(kind, rouge):
    rng = random.Random(7)
    for _ in range(times(10, of=200)):
        preds, target = random_sides(rng, 6)
        found = pair_overlaps(TokenPairs(column(kind, preds), column(kind, target)), LONGEST)
        for i, (pred, reference) in enumerate(zip(preds, target, strict=True)):
            assert found.subsequence[i] == textbook_length(reference, pred)
            assert (found.pred_length[i], found.target_length[i]) == (len(pred), len(reference))
            for n in range(1, LONGEST + 1):
                sides = (rouge._create_ngrams(side, n) for side in (pred, reference))
                first, second = sides
                assert found.ngrams[n - 1, i] == (first & second).total()


def test_each_reference_of_a_sample_is_compared_with_its_prediction():
    preds, target = WordColumn(Texts.of(["a b", "c"])), WordColumn(Texts.of(["a", "b a", "c c"]))
    found = pair_overlaps(TokenPairs(preds, target, np.array([0, 2, 3])), 1)
    assert found.subsequence.tolist() == [1, 1, 1]
    assert found.ngrams.tolist() == [[1, 2, 1]]
    assert found.pred_length.tolist() == [2, 2, 1]


def test_what_is_not_asked_for_is_zero():
    pairs = TokenPairs(*(WordColumn(Texts.of(["a b"])) for _ in range(2)))
    found = pair_overlaps(pairs, 0, with_subsequence=False)
    assert found.ngrams.shape == (0, 1)
    assert found.subsequence.tolist() == [0]


def sentence_pairs(kind, preds, target):
    starts = [np.cumsum([0, *map(len, texts)]) for texts in (preds, target)]
    sides = [column(kind, [row for text in texts for row in text]) for texts in (preds, target)]
    return SentencePairs(TokenPairs(*sides), *starts)


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("kind", [WordColumn, Characters, Tokens])
def test_unions_are_those_of_rouge_score(kind, is_long, rouge, request):
    """The long ones are computed in strips and blocks, each of the smallest size."""
    if is_long:
        request.getfixturevalue("everything_is_long")
    rng = random.Random(11)
    for _ in range(times(10, of=200)):
        vocabulary = rng.sample(WORDS, k=rng.choice([2, 5, len(WORDS)]))
        preds, target = (
            [[random_row(rng, vocabulary) for _ in range(rng.randint(0, 4))] for _ in range(3)]
            for _ in range(2)
        )
        found = pair_unions(sentence_pairs(kind, preds, target))
        for i, (pred, reference) in enumerate(zip(preds, target, strict=True)):
            score = rouge._summary_level_lcs(reference, pred)
            sizes = sum(map(len, pred)), sum(map(len, reference))
            assert (found.pred_length[i], found.target_length[i]) == sizes
            assert score.precision == found.hits[i] / max(sizes[0], 1)
            assert score.recall == found.hits[i] / max(sizes[1], 1)


def test_a_prediction_may_belong_to_several_references():
    pairs = sentence_pairs(WordColumn, [[["a", "b"]], [["c"]]], [[["a"]], [["b"], ["a"]], [["c"]]])
    several = SentencePairs(
        pairs.sentences, pairs.pred_starts, pairs.target_starts, np.array([0, 0, 1])
    )
    assert pair_unions(several).hits.tolist() == [1, 2, 1]


@given(*[st.lists(st.sampled_from("abc"), max_size=12)] * 2)
def test_places_are_those_of_rouge_scores_backtracking(target, pred):
    rouge = pytest.importorskip("rouge_score.rouge_scorer")
    assert [*common_places(target, pred)][::-1] == rouge.lcs_ind(target, pred)


@pytest.mark.usefixtures("everything_is_long")
def test_strips_give_the_numbers_of_the_textbook():
    rng = random.Random(5)
    for _ in range(times(10, of=1000)):
        preds, target = random_sides(rng, 3)
        found = pair_overlaps(TokenPairs(column(Tokens, preds), column(Tokens, target)), 1)
        assert found.subsequence.tolist() == [*map(textbook_length, target, preds)]


def test_long_texts_take_little_memory(kernel):
    """All columns of their matrix would be 50 MB, and all rows of every token 100 MB."""
    if kernel == "portable":
        pytest.skip("Python's numbers take what they take")
    rng = random.Random(3)
    words = [f"w{i}" for i in range(20_000)]
    texts = [[rng.choices(words, k=20_000), rng.choices(words, k=10)] for _ in range(2)]
    sides = [Tokens.of(text) for text in texts]
    starts = np.array([0, 2])
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = pair_unions(SentencePairs(TokenPairs(*sides), starts, starts))
    assert found.hits[0] > 0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000


def test_a_long_search_can_be_ended():
    text = Texts.of([" ".join(f"w{i % 997}" for i in range(200_000))])
    other = Texts.of([" ".join(f"w{i % 991}" for i in range(200_000))])
    pairs = TokenPairs(WordColumn(text), WordColumn(other))
    with watched(timeout=0.05), pytest.raises(TimeoutError):
        pair_overlaps(pairs, 1)


def test_more_tokens_than_characters_have_the_same_numbers(kernel, monkeypatch):
    if kernel == "portable":
        pytest.skip("the compiled kernel is what cannot read them")
    sides = column(Tokens, [["a", "b", "c"]]), column(Tokens, [["c", "a", "b"]])
    monkeypatch.setattr(compiled, "as_characters", lambda pairs: None)
    assert library.compiled_kernel() is not None
    starts = np.array([0, 1])
    assert pair_unions(SentencePairs(TokenPairs(*sides), starts, starts)).hits.tolist() == [2]
