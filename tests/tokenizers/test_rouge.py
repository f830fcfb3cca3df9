"""ROUGE and BLEU in Japanese, by the packages themselves with one of our tokenizers."""

import pytest

from levmetrics import get_tokenizer
from tests.packages import every_tokenizer, needs_tokenizer

TYPES = ["rouge1", "rouge2", "rougeL"]
PRED, TARGET = "今日はいい天気です", "今日は良い天気です"


class Wrapped:
    """How evaluate's rouge module hands a callable on to rouge-score."""

    def __init__(self, function):
        self.tokenize = lambda text: function(text)


def scores(pred, target, tokenizer):
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    scorer = rouge_scorer.RougeScorer(TYPES, tokenizer=tokenizer)
    return [score.fmeasure for score in scorer.score(target, pred).values()]


@pytest.mark.parametrize("wrap", [lambda tokenizer: tokenizer, Wrapped])
@pytest.mark.parametrize(
    "name", every_tokenizer(["mecab", "mecab:ipadic", "sudachi:A", "sudachi:B", "sudachi:C"])
)
def test_rouge_of_equal_japanese_texts_is_1_and_of_similar_ones_between(wrap, name):
    tokenizer = wrap(get_tokenizer(name))
    for text in (TARGET, "今日 は 良い 天気 です"):
        assert scores(text, text, tokenizer) == [1.0, 1.0, 1.0]
    rouge1, rouge2, rouge_l = scores(PRED, TARGET, tokenizer)
    assert rouge1 == rouge_l == pytest.approx(0.8)
    assert 0 < rouge2 < 1


def test_without_a_tokenizer_the_same_texts_score_0():
    """The pitfall, and its cause: what is not a-z0-9 is dropped before anything is compared."""
    tokenizers = pytest.importorskip("rouge_score.tokenizers")
    assert tokenizers.DefaultTokenizer().tokenize(TARGET) == []
    for pred in (TARGET, PRED):
        assert scores(pred, TARGET, None) == [0.0, 0.0, 0.0]


def test_spaces_in_japanese_do_not_change_rouge_by_mixed():
    tokenizer = get_tokenizer("mixed")
    assert scores("今日 は 良い 天気 です", TARGET, tokenizer) == [1.0, 1.0, 1.0]


@needs_tokenizer("mecab")
def test_bleu_takes_a_tokenizer_as_a_function():
    sentence_bleu = pytest.importorskip("nltk.translate.bleu_score").sentence_bleu
    tokenize = get_tokenizer("mecab")
    assert sentence_bleu([tokenize(TARGET)], tokenize(TARGET)) == 1.0
    assert 0 < sentence_bleu([tokenize(TARGET)], tokenize(PRED), weights=(0.5, 0.5)) < 1
