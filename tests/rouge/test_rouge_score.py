"""ROUGE is rouge-score's, to the last digit, on the same tokens."""

import random

import numpy as np
import pytest

from levmetrics import InputError, get_tokenizer, score
from levmetrics.edits import kernel
from levmetrics.rouge import rouge_metric
from levmetrics.rouge.units import UNITS
from tests.packages import every_tokenizer, needs
from tests.thoroughness import times

rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")

TYPES = ["1", "2", "3", "9", "L", "Lsum"]
ASCII = [
    "Cats",
    "cat",
    "sat",
    "on",
    "the",
    "running",
    "mats",
    "runs",
    "a",
    "I'm",
    "x-1",
    "2026",
    ".",
    ",",
    "!",
    "\n",
    "\n\n",
    "_",
    "happily",
]
SCRIPTS = [*ASCII, "café", "Größe", "いぬ", "ねこ", "日本語", "สวัสดี", "नमस्ते", "K", "Привет", "\t"]
JAPANESE = ["今日は", "良い", "天気", "です", "。", "\n", "いい", "明日"]


def random_text(rng, words):
    vocabulary = rng.choices(words, k=rng.choice([1, 3, 8, len(words)]))
    return rng.choice([" ", " ", "\n"]).join(
        rng.choices(vocabulary, k=rng.choice([0, 1, 2, 9, 25]))
    )


def random_samples(seed, count, words, references=1):
    rng = random.Random(seed)
    preds = [random_text(rng, words) for _ in range(count)]
    target = [
        [random_text(rng, words) for _ in range(rng.randint(1, references))] for _ in range(count)
    ]
    return preds, target


class Own:
    """A tokenizer of ours in the form that rouge-score takes."""

    def __init__(self, name):
        self.tokenize = UNITS[name] if name in UNITS else get_tokenizer(name)


def check(preds, target, scorer, **options):
    """Compare every sample's F-measure, precision and recall of each type, and their means."""
    expected = [scorer.score_multi(texts, pred) for pred, texts in zip(preds, target, strict=True)]
    for kind in TYPES:
        run = score(preds, target, f"rouge:{kind}", **options)
        samples = score(preds, target, f"rouge:{kind}", reduction="none", **options).result()
        for ours, theirs in (("", 2), ("_precision", 0), ("_recall", 1)):
            name = f"rouge{kind}{ours}"
            assert samples[name] == [each[f"rouge{kind}"][theirs] for each in expected], name
            mean = np.longdouble(samples[name]).sum() / len(preds)
            assert run[name] == pytest.approx(float(mean), rel=1e-15)
    together = score(preds, target, "rouge", reduction="none", **options).result()
    for kind in ("1", "2", "L", "Lsum"):
        alone = score(preds, target, f"rouge:{kind}", reduction="none", **options).result()
        assert {name: together[name] for name in alone if name.startswith("rouge")} == {
            name: values for name, values in alone.items() if name.startswith("rouge")
        }


def scorer_of(stem=False, tokenizer=None):
    names = [f"rouge{kind}" for kind in TYPES]
    return rouge_scorer.RougeScorer(names, use_stemmer=stem, tokenizer=tokenizer)


COUNT = times(300, of=20_000)


@pytest.mark.parametrize("tokenizer", [None, "ascii"])
@pytest.mark.parametrize("stemmer", [None, pytest.param("porter", marks=needs("nltk"))])
@pytest.mark.parametrize("references", [1, 4])
def test_ascii_texts_have_the_numbers_of_rouge_score(tokenizer, stemmer, references):
    preds, target = random_samples(1, COUNT, ASCII, references)
    scorer = scorer_of(stem=stemmer is not None)
    check(preds, target, scorer, tokenizer=tokenizer, stemmer=stemmer)


@pytest.mark.filterwarnings("ignore:tokenizer='ascii' drops")
def test_ascii_is_the_rule_of_rouge_score_for_all_texts():
    check(*random_samples(2, COUNT, SCRIPTS, 2), scorer_of(), tokenizer="ascii")


@pytest.mark.parametrize("name", ["words", *every_tokenizer(["whitespace", "char", "mixed"])])
def test_tokens_of_any_script_are_compared_as_rouge_score_compares_them(name):
    preds, target = random_samples(3, COUNT, SCRIPTS, 2)
    check(preds, target, scorer_of(tokenizer=Own(name)), tokenizer=name)


@pytest.mark.parametrize("name", every_tokenizer(["mecab", "sudachi:C", "jieba", "icu"]))
def test_dictionaries_find_the_tokens_of_each_sentence(name):
    preds, target = random_samples(4, times(40, of=2000), JAPANESE, 2)
    check(preds, target, scorer_of(tokenizer=Own(name)), tokenizer=name)


def test_a_callable_gets_the_text_as_it_is():
    def letters(text):
        return [letter for letter in text if letter != " "]

    class Letters:
        tokenize = staticmethod(letters)

    preds, target = random_samples(5, times(60, of=20_000), SCRIPTS)
    check(preds, target, scorer_of(tokenizer=Letters()), tokenizer=letters)


@needs("nltk")
def test_tokens_of_another_tokenizer_are_stemmed_as_rouge_score_stems_its_own():
    tokenizers = pytest.importorskip("rouge_score.tokenizers")
    plain = tokenizers.DefaultTokenizer()
    preds, target = random_samples(6, COUNT, ASCII, 2)
    check(preds, target, scorer_of(stem=True), tokenizer=plain, stemmer="porter")


@needs("nltk")
@needs("icu4py")
def test_tokens_are_neither_stemmed_nor_split_into_sentences():
    tokens = [["a", "b"]], [["a", "c"]]
    with pytest.raises(InputError, match=r"^predictions are tokens, and stemmer='porter' stems"):
        score(*tokens, "rouge", stemmer="porter")
    with pytest.raises(InputError, match=r"^predictions are tokens, and sentences='icu' splits"):
        score(*tokens, "rouge", sentences="icu")
    assert score(*tokens, "rouge:1", sentences="icu").score == 0.5


def test_sentences_of_a_function_are_rouge_scores_lines():
    preds, target = random_samples(7, COUNT, [*ASCII, "|"], 2)
    lines = ([text.replace("|", "\n") for text in texts] for texts in target)
    expected = [
        scorer_of().score_multi(texts, pred.replace("|", "\n"))["rougeLsum"].fmeasure
        for pred, texts in zip(preds, lines, strict=True)
    ]
    options = {"sentences": lambda text: text.replace("|", "\n").split("\n"), "reduction": "none"}
    assert score(preds, target, "rouge:Lsum", **options)["rougeLsum"] == expected


def test_tokens_given_as_lists_are_one_sentence():
    preds, target = random_samples(8, 50, ASCII)
    split = [[text.split() for text in side] for side in (preds, [texts[0] for texts in target])]
    result = score(*split, "rouge", reduction="none").result()
    assert result["rougeLsum"] == result["rougeL"]
    for pred, reference, f in zip(*split, result["rougeL"], strict=True):
        assert f == rouge_scorer._score_lcs(reference, pred).fmeasure


def test_subsequences_are_searched_for_only_where_they_are_asked_for(monkeypatch):
    asked = []

    def pair_overlaps(*args, **options):
        asked.append(options["with_subsequence"])
        return kernel.pair_overlaps(*args, **options)

    monkeypatch.setattr(rouge_metric, "pair_overlaps", pair_overlaps)
    for name in ("rouge:1", "rouge:9", "rouge:L", "rouge"):
        score(["a b"], ["a c"], name)
    score([["a", "b"]], [["a", "c"]], "rouge:Lsum")
    assert asked == [False, False, True, True, True]
