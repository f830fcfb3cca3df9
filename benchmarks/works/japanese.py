"""Japanese, in MeCab's words."""

from __future__ import annotations

from functools import partial

import fugashi
import unidic_lite

from benchmarks import corpora
from benchmarks.bars import ShareOfTime, TimesAsFast
from benchmarks.texts import Corpus, Texts
from benchmarks.timing import Contenders
from benchmarks.works.work import ONE_CORE, Work, on_all_and_on_one_core
from levmetrics import ErrorRates

BARE_FUGASHI = "fugashi alone"
BARE_FUGASHI_ONCE = "fugashi alone, each text once"


def our_rate(preds: Texts, target: Texts) -> float:
    """Return the WER of the class that has all counts."""
    return float(ErrorRates(tokenizer="mecab")(preds, target)["wer"])


def japanese(corpus: Corpus) -> Contenders:
    """Word error rates in MeCab's words."""
    folder = unidic_lite.DICDIR
    parse = fugashi.Tagger(f'-Owakati -r "{folder}/mecabrc" -d "{folder}"').parse

    def tokenize(texts: Texts) -> None:
        for text in texts:
            parse(text).split()

    texts = [text for side in corpus for text in side]
    return {
        **on_all_and_on_one_core(our_rate, corpus),
        BARE_FUGASHI: partial(tokenize, texts),
        BARE_FUGASHI_ONCE: partial(tokenize, [*dict.fromkeys(texts)]),
    }


JAPANESE = Work(
    "W7",
    "Japanese WER in MeCab's words of 10,860 pairs from ocr_ja",
    "WER",
    lambda: japanese(corpora.read_characters(20)),
    (ShareOfTime(1.15, (BARE_FUGASHI,), ONE_CORE), TimesAsFast(1.6, BARE_FUGASHI)),
)
