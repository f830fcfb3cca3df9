"""Words: error rates and counts of many pairs, of few, of a long one, and of Japanese."""

from __future__ import annotations

from collections import deque
from functools import partial

import fugashi
import kaldialign
import unidic_lite

import levmetrics
from benchmarks import corpora
from benchmarks.corpora import Corpus, Texts, read_characters, synthetic_speech, utterances
from benchmarks.peers import HITS, WER, WER_OF_SHORT_TEXTS, Score
from benchmarks.timing import OURS, Contenders, OnCores
from benchmarks.works.work import called, on_all_and_on_one_core, portable, work
from levmetrics import ErrorRates, WordErrorRate, error_counts


def our_rate(preds: Texts, target: Texts) -> float:
    """Return the WER of the class."""
    return float(WordErrorRate()(preds, target))


def our_hits(preds: Texts, target: Texts) -> float:
    """Return the hits of the class that has all counts."""
    return float(ErrorRates()(preds, target)["hits"])


def our_function(preds: Texts, target: Texts) -> float:
    """Return the WER of the function, which keeps no state, and needs no torch."""
    return float(error_counts(preds, target).wer)


@work("W1", "WER of 100,000 pairs of about 18 words", "WER", synthetic_speech, 100_000)
def many_pairs(corpus: Corpus) -> Contenders:
    """Word error rates, ours with both kernels."""
    return {**_pairs(corpus), **portable(our_rate, corpus)}


@work("W10", "WER of asr_en as it is: 2,703 utterances with synthetic errors", "WER", utterances)
@work("W13", "WER of 1,000 pairs of about 18 words", "WER", synthetic_speech, 1_000)
def few_pairs(corpus: Corpus) -> Contenders:
    """Word error rates, ours by the function too, since the class has a cost of its own."""
    return {**_pairs(corpus), **called({f"{OURS}, error_counts": our_function}, corpus)}


@work("W19", "WER of one pair of about 18 words", "WER", synthetic_speech, 1)
@work("W20", "WER of 10 pairs of about 18 words", "WER", synthetic_speech, 10)
@work("W21", "WER of 100 pairs of about 18 words", "WER", synthetic_speech, 100)
def one_call(corpus: Corpus) -> Contenders:
    """Word error rates of as few texts as a loop, a reward or a row of a table has."""
    ours: dict[str, Score] = {
        OURS: levmetrics.wer,
        f"{OURS}, error_counts": our_function,
        f"{OURS}, score": lambda preds, target: levmetrics.score(preds, target).score,
        f"{OURS}, WordErrorRate": our_rate,
    }
    return called({**ours, **WER}, corpus)


@work(
    "W2",
    "The same with substitutions, deletions, insertions and hits",
    "hits",
    synthetic_speech,
    100_000,
)
def counts(corpus: Corpus) -> Contenders:
    """Substitutions, deletions, insertions and hits of words; the score is the hits."""

    def rate_alone() -> None:
        our_rate(*corpus)

    return {
        **on_all_and_on_one_core(our_hits, corpus),
        **portable(our_hits, corpus),
        f"{OURS}, the WER alone": rate_alone,
        "werx, one core": OnCores(1, partial(HITS["werx"], *corpus)),
        **called(HITS, corpus),
        **_splitting(corpus),
    }


@work(
    "W14", "WER of one pair of 20,000 words, 10 % of them wrong", "WER", corpora.long_pair, 20_000
)
def long_pair(corpus: Corpus) -> Contenders:
    """Word error rates of a text as long as a book's chapter."""
    ours = on_all_and_on_one_core(our_rate, corpus)
    return {**ours, **called({f"{OURS}, error_counts": our_function, **WER}, corpus)}


@work("W15", "Errors of a pair of 5,000 words with compounds", "errors", corpora.compounds, 5_000)
def compounds(corpus: Corpus) -> Contenders:
    """The errors of a text some of whose words are joined, which are none."""
    preds, target = corpus
    pred, reference = preds[0].split(), target[0].split()
    peer = partial(kaldialign.edit_distance, reference, pred, merge_compounds=True)
    return {
        OURS: lambda: float(error_counts(preds, target, compounds="merge").errors.sum()),
        "kaldialign": lambda: peer()["total"],
    }


@work("W16", "WER of 100,000 pairs with alternatives", "WER", synthetic_speech, 100_000)
def alternatives(corpus: Corpus) -> Contenders:
    """Word error rates by references with alternatives in braces, beside the same without."""
    preds, target = corpus
    braces = corpora.with_alternatives(corpus)
    return {
        OURS: lambda: float(error_counts(preds, braces, alternatives="braces").wer),
        f"{OURS}, without alternatives": lambda: our_function(preds, target),
    }


def our_japanese_rate(preds: Texts, target: Texts) -> float:
    """Return the WER of the class that has all counts."""
    return float(ErrorRates(tokenizer="mecab")(preds, target)["wer"])


@work("W7", "Japanese WER in MeCab's words of 10,860 pairs from ocr_ja", "WER", read_characters, 20)
def japanese(corpus: Corpus) -> Contenders:
    """Word error rates in MeCab's words."""
    folder = unidic_lite.DICDIR
    parse = fugashi.Tagger(f'-Owakati -r "{folder}/mecabrc" -d "{folder}"').parse

    def tokenize(texts: Texts) -> None:
        for text in texts:
            parse(text).split()

    texts = [text for side in corpus for text in side]
    return {
        **on_all_and_on_one_core(our_japanese_rate, corpus),
        "fugashi alone": partial(tokenize, texts),
        "fugashi alone, each text once": partial(tokenize, [*dict.fromkeys(texts)]),
    }


def _pairs(corpus: Corpus) -> Contenders:
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        "werx, one core": OnCores(1, partial(WER["werx"], *corpus)),
        **called({**WER, **WER_OF_SHORT_TEXTS}, corpus),
        **_splitting(corpus),
    }


def _splitting(corpus: Corpus) -> Contenders:
    """Return the contenders that only split the texts."""

    def keep() -> None:
        _ = [[*map(str.split, texts)] for texts in corpus]

    def drop() -> None:
        for texts in corpus:
            deque(map(str.split, texts), maxlen=0)

    return {"str.split alone": keep, "str.split alone, words dropped": drop}
