"""The pieces of work: their data, contenders and bars."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import anls_star
import editdistance
import evaluate
import fugashi
import jiwer
import kaldialign
import Levenshtein
import numpy as np
import pyarrow as pa
import torchmetrics.text
import unidic_lite
from rapidfuzz.distance import Levenshtein as RapidFuzz
from rapidfuzz.process import cpdist

from benchmarks import corpora
from benchmarks.bars import OURS, Bar, Seconds, ShareOfTime, TimesAsFast
from benchmarks.corpora import Corpus
from benchmarks.timing import Contenders, cores
from levmetrics import (
    ANLS,
    CharErrorRate,
    EditDistance,
    ErrorRates,
    SampleStatistics,
    WordErrorRate,
    confidence_interval,
)

_MODULES = Path(__file__).parent / "modules"
_BARE_CPDIST = "cpdist alone"
ONE_THREAD, ALL_THREADS = f"{_BARE_CPDIST}, one thread", f"{_BARE_CPDIST}, all cores"
_SPLIT, _SPLIT_AND_DROPPED = "str.split alone", "str.split alone, words dropped"
_BARE_FUGASHI, _NO_METRIC = "fugashi alone", "a module that computes nothing"
_BARE_PYTHON = "python alone"
_BARE_FUGASHI_ONCE = "fugashi alone, each text once"
_BY_SAMPLES = "jiwer, by samples"
_EVALUATE = "evaluate's wer, rebuilt"
_ONE_CORE = f"{OURS}, one core"
# Single steps of the work, which compute no score.
STEPS = frozenset(
    (
        *(ONE_THREAD, ALL_THREADS, _SPLIT, _SPLIT_AND_DROPPED),
        *(_BARE_FUGASHI, _BARE_FUGASHI_ONCE, _NO_METRIC, _BARE_PYTHON),
    )
)


@dataclass(frozen=True)
class Work:
    """One piece of work to be measured.

    Attributes:
        name: a short name, as ``"W1"``.
        title: the work and its amount.
        score: the name of the score that the contenders compute.
        contenders: makes the data, and returns the calls by name; ours is :data:`OURS`.
        bars: the bars that ours must reach.
        mebibytes: the limit on the memory of a fresh process with ours, if that is a bar.

    """

    name: str
    title: str
    score: str
    contenders: Callable[[], Contenders]
    bars: Sequence[Bar] = ()
    mebibytes: float | None = None


def word_error_rate(corpus: Corpus) -> Contenders:
    """Word error rates."""
    preds, target = corpus
    return {
        OURS: lambda: float(WordErrorRate()(preds, target)),
        _ONE_CORE: partial(_on_one_core, lambda: float(WordErrorRate()(preds, target))),
        "jiwer": lambda: jiwer.wer(target, preds),
        _BY_SAMPLES: lambda: _jiwer_by_samples(preds, target),
        "torchmetrics": lambda: float(torchmetrics.text.WordErrorRate()(preds, target)),
        "editdistance": lambda: _pooled(editdistance.eval, _split(preds), _split(target)),
        "python-Levenshtein": lambda: _pooled(Levenshtein.distance, _split(preds), _split(target)),
        "kaldialign": lambda: _pooled(_kaldialign, _split(preds), _split(target)),
        **_splitting(preds, target),
    }


def error_rates(corpus: Corpus) -> Contenders:
    """Substitutions, deletions, insertions and hits of words; the score is the hits."""
    preds, target = corpus
    return {
        OURS: lambda: float(ErrorRates()(preds, target)["hits"]),
        _ONE_CORE: partial(_on_one_core, lambda: float(ErrorRates()(preds, target)["hits"])),
        "jiwer": lambda: jiwer.process_words(target, preds).hits,
        "kaldialign": lambda: sum(
            len(t) - edits["sub"] - edits["del"]
            for t, p in zip(_split(target), _split(preds), strict=True)
            for edits in (kaldialign.edit_distance(t, p),)
        ),
        **_splitting(preds, target),
    }


def character_error_rate(corpus: Corpus) -> Contenders:
    """Character error rates."""
    preds, target = corpus
    return {
        OURS: lambda: float(CharErrorRate()(preds, target)),
        _ONE_CORE: partial(_on_one_core, lambda: float(CharErrorRate()(preds, target))),
        f"{OURS}, all rates and counts": lambda: float(
            ErrorRates(tokenizer="char")(preds, target)["wer"]
        ),
        "jiwer": lambda: jiwer.cer(target, preds),
        "editdistance": lambda: _pooled(editdistance.eval, preds, target),
        "python-Levenshtein": lambda: _pooled(Levenshtein.distance, preds, target),
        **_searching(preds, target),
    }


def answers(corpus: tuple[list[str], list[list[str]]]) -> Contenders:
    """ANLS of questions with several answers, by three rules; peers know one each."""
    preds, target = corpus
    anls: Any = import_module("anls")  # the package, not the folder of this repository
    alternatives = [tuple(accepted) for accepted in target]
    return {
        OURS: lambda: float(ANLS("star")(preds, target)),
        f"{OURS}, stvqa": lambda: float(ANLS("stvqa")(preds, target)),
        f"{OURS}, docvqa": lambda: float(ANLS("docvqa")(preds, target)),
        "anls": lambda: _mean(map(anls.anls_score, preds, target)),
        "anls_star": lambda: _mean(map(anls_star.anls_score, alternatives, preds)),
    }


def trees(corpus: tuple[list[Any], list[Any]]) -> Contenders:
    """ANLS* of nested values."""
    preds, target = corpus
    return {
        OURS: lambda: float(ANLS("star")(preds, target)),
        "anls_star": lambda: _mean(map(anls_star.anls_score, target, preds)),
    }


def edit_distance(corpus: Corpus) -> Contenders:
    """Mean edit distances of lines."""
    preds, target = corpus
    return {
        OURS: lambda: float(EditDistance()(preds, target)),
        "torchmetrics": lambda: float(torchmetrics.text.EditDistance()(preds, target)),
        "editdistance": lambda: _mean(map(editdistance.eval, preds, target)),
        "python-Levenshtein": lambda: _mean(map(Levenshtein.distance, preds, target)),
        "kaldialign": lambda: _mean(map(_kaldialign, preds, target)),
        **_searching(preds, target),
    }


def long_texts(corpus: Corpus) -> Contenders:
    """Mean edit distances of documents."""
    preds, target = corpus
    return {
        OURS: lambda: float(EditDistance()(preds, target)),
        "editdistance": lambda: _mean(map(editdistance.eval, preds, target)),
        "python-Levenshtein": lambda: _mean(map(Levenshtein.distance, preds, target)),
        **_searching(preds, target),
    }


def japanese(corpus: Corpus) -> Contenders:
    """Word error rates in MeCab's words."""
    preds, target = corpus
    folder = unidic_lite.DICDIR
    parse = fugashi.Tagger(f'-Owakati -r "{folder}/mecabrc" -d "{folder}"').parse

    def ours() -> float:
        return float(ErrorRates(tokenizer="mecab")(preds, target)["wer"])

    def theirs(texts: list[str]) -> None:
        for text in texts:
            parse(text).split()

    texts = [*preds, *target]
    return {
        OURS: ours,
        _ONE_CORE: partial(_on_one_core, ours),
        _BARE_FUGASHI: partial(theirs, texts),
        _BARE_FUGASHI_ONCE: partial(theirs, [*dict.fromkeys(texts)]),
    }


def through_evaluate(corpus: Corpus) -> Contenders:
    """Word error rates through evaluate."""
    preds, target = corpus
    modules = {
        name: evaluate.load(path)
        for name, path in (
            (OURS, "wer_lev"),
            (_EVALUATE, str(_MODULES / "wer_by_sample")),
            (_NO_METRIC, str(_MODULES / "nothing")),
        )
    }

    def compute(name: str) -> float | None:
        result = modules[name].compute(predictions=preds, references=target)
        return result.get("wer") if result else None

    return {
        **{name: partial(compute, name) for name in modules},
        f"{OURS}, the class alone": lambda: float(ErrorRates()(preds, target)["wer"]),
    }


def intervals(samples: int) -> Contenders:
    """The lower bound of a WER's interval."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(9, 28, samples)
    errors = rng.binomial(lengths, 0.07)
    statistics = SampleStatistics.of_errors(errors, lengths)

    def by_choice() -> float:
        resamples = (rng.choice(samples, samples) for _ in range(1000))
        rates = [errors[chosen].sum() / lengths[chosen].sum() for chosen in resamples]
        return float(np.quantile(rates, 0.025))

    return {
        OURS: lambda: confidence_interval(statistics)[0],
        f"{OURS}, bca": lambda: confidence_interval(statistics, method="bca")[0],
        "NumPy's rng.choice, 1,000 times": by_choice,
    }


def starts() -> Contenders:
    """Start Python and import."""
    touch = "import levmetrics; levmetrics."
    return {
        _BARE_PYTHON: partial(_run, "-c", ""),
        OURS: partial(_run, "-c", "import levmetrics"),
        f"{OURS}, error_counts": partial(_run, "-c", f"{touch}error_counts"),
        f"{OURS}, WordErrorRate": partial(_run, "-c", f"{touch}WordErrorRate"),
        f"{OURS} demo": partial(_run, "-m", "levmetrics", "demo"),
        "jiwer": partial(_run, "-c", "import jiwer"),
        "evaluate": partial(_run, "-c", "import evaluate"),
        "torchmetrics": partial(_run, "-c", "import torchmetrics.text"),
    }


WORKS = (
    Work(
        "W1",
        "WER of 100,000 pairs of about 18 words",
        "WER",
        lambda: word_error_rate(corpora.synthetic_speech(100_000)),
        (
            TimesAsFast(20, "jiwer"),
            ShareOfTime(0.40, (_SPLIT,)),
            ShareOfTime(0.40, (_SPLIT_AND_DROPPED,)),
        ),
    ),
    Work(
        "W2",
        "The same with substitutions, deletions, insertions and hits",
        "hits",
        lambda: error_rates(corpora.synthetic_speech(100_000)),
        (
            TimesAsFast(12, "jiwer"),
            ShareOfTime(0.60, (_SPLIT,)),
            ShareOfTime(0.60, (_SPLIT_AND_DROPPED,)),
        ),
    ),
    Work(
        "W3",
        "CER of the same 100,000 pairs, of about 100 characters",
        "CER",
        lambda: character_error_rate(corpora.synthetic_speech(100_000)),
        (TimesAsFast(60, "jiwer"), ShareOfTime(2, (ONE_THREAD,)), ShareOfTime(2, (ALL_THREADS,))),
    ),
    Work(
        "W4",
        "ANLS of 20,000 questions with one to three answers",
        "ANLS",
        lambda: answers(corpora.questions(20_000)),
        (TimesAsFast(100, "anls_star"), TimesAsFast(50, "anls", f"{OURS}, stvqa")),
    ),
    Work(
        "W5",
        "ANLS* of 50 invoices of 20 line items",
        "ANLS*",
        lambda: trees(corpora.invoices(50, line_items=20)),
        (TimesAsFast(20, "anls_star"),),
    ),
    Work(
        "W6",
        "Edit distance of 500 lines of 100 characters",
        "mean distance",
        lambda: edit_distance(corpora.lines(500, 100)),
        (TimesAsFast(1000, "torchmetrics"),),
    ),
    Work(
        "W7",
        "Japanese WER in MeCab's words of 10,860 pairs from ocr_ja",
        "WER",
        lambda: japanese(corpora.read_characters(20)),
        (
            ShareOfTime(1.15, (_BARE_FUGASHI,), _ONE_CORE),
            TimesAsFast(1.6, _BARE_FUGASHI),
        ),
    ),
    Work(
        "W8",
        "Edit distance of 20 pairs of 10,000 characters",
        "mean distance",
        lambda: long_texts(corpora.lines(20, 10_000)),
        (ShareOfTime(1.2, (ALL_THREADS,)),),
    ),
    Work(
        "W9",
        "W2 through evaluate.load(...).compute",
        "WER",
        lambda: through_evaluate(corpora.synthetic_speech(100_000)),
        (
            TimesAsFast(8, _EVALUATE),
            ShareOfTime(1.25, (_NO_METRIC, f"{OURS}, the class alone")),
        ),
    ),
    Work(
        "W10",
        "WER of asr_en as it is: 2,703 utterances with synthetic errors",
        "WER",
        lambda: word_error_rate(corpora.utterances()),
    ),
    Work(
        "W11",
        "Interval of a WER, 100,000 samples, 1,000 resamples",
        "lower bound",
        lambda: intervals(100_000),
        (Seconds(3),),
        mebibytes=1024,
    ),
    Work(
        "W12",
        "Start and import",
        "",
        starts,
        (Seconds(0.4), ShareOfTime(1.25, ("torchmetrics",), f"{OURS}, WordErrorRate")),
    ),
)


def _split(texts: list[str]) -> Iterator[list[str]]:
    return map(str.split, texts)


def _splitting(preds: list[str], target: list[str]) -> Contenders:
    """Return the contenders that only split the texts."""

    def keep() -> None:
        _ = [[*_split(preds)], [*_split(target)]]

    def drop() -> None:
        for texts in (preds, target):
            deque(_split(texts), maxlen=0)

    return {_SPLIT: keep, _SPLIT_AND_DROPPED: drop}


def _searching(preds: list[str], target: list[str]) -> Contenders:
    """Return the contenders that only search the distances, by RapidFuzz."""

    def search(workers: int) -> None:
        cpdist(target, preds, scorer=RapidFuzz.distance, dtype=np.int32, workers=workers)

    return {ONE_THREAD: partial(search, 1), ALL_THREADS: partial(search, pa.cpu_count())}


def _mean(scores: Iterable[Any]) -> float:
    return statistics.fmean(map(float, scores))


def _pooled(
    distance: Callable[[Any, Any], int], preds: Sequence[Any] | Iterator[Any], target: Any
) -> float:
    errors = tokens = 0
    for pred, reference in zip(preds, target, strict=True):
        errors += distance(pred, reference)
        tokens += len(reference)
    return errors / tokens


def _kaldialign(pred: Any, target: Any) -> int:
    edits: Mapping[str, Any] = kaldialign.edit_distance(target, pred)
    return int(edits["total"])


def _jiwer_by_samples(preds: list[str], target: list[str]) -> float:
    module = import_module("benchmarks.modules.wer_by_sample.wer_by_sample")
    return float(module.WerBySample._compute(None, preds, target)["wer"])


def _on_one_core(call: Callable[[], float]) -> float:
    with cores(1):
        return call()


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
