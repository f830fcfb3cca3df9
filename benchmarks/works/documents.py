"""Whole documents and systems: a page, a meeting, two systems that are compared."""

from __future__ import annotations

import jiwer
import numpy as np
import numpy.typing as npt
from scipy import stats

from benchmarks import corpora
from benchmarks.corpora import Corpus, Texts
from benchmarks.interpreters import Interpreter, other_python
from benchmarks.meetings import Session, meeting
from benchmarks.timing import OURS, Contenders
from benchmarks.works.work import work
from levmetrics import compare, score

_DINGLEHOPPER = """
from dinglehopper.character_error_rate import character_error_rate_n

def answer(corpus):
    rates = [character_error_rate_n(*pair) for pair in zip(*reversed(corpus))]
    return sum(rate * length for rate, length in rates) / sum(length for _, length in rates)
"""
_MEETEVAL = """
import meeteval.wer
from meeteval.io import SegLST

def answer(sides, parsed=[]):
    parsed or parsed.extend(map(SegLST, sides))
    return float(meeteval.wer.cp_word_error_rate(*parsed).error_rate)
"""


@work("W22", "CER by grapheme clusters of 20 pages of OCR", "CER", corpora.read_pages, 20)
def pages(corpus: Corpus) -> Contenders:
    """The CER of pages of some thousand characters."""
    python = other_python("dinglehopper")
    peer = {"dinglehopper": Interpreter(python, _DINGLEHOPPER, corpus)} if python else {}
    return {OURS: lambda: score(*corpus, "cer", tokenizer="grapheme").score, **peer}


@work("W23", "cpWER of a meeting of four speakers and 10,000 words", "cpWER", meeting, 10_000)
def meetings(session: tuple[Session, Session]) -> Contenders:
    """The WER by speakers, each of whom is paired with one of the system's."""
    said, found = session
    python = other_python("meeteval")
    peer = {"MeetEval": Interpreter(python, _MEETEVAL, [said, found])} if python else {}
    return {OURS: lambda: score([found], [said], "meeting:cp").score, **peer}


@work("W24", "Two systems of 10,000 utterances compared", "difference", corpora.two_systems, 10_000)
def comparisons(corpus: tuple[dict[str, Texts], Texts]) -> Contenders:
    """The difference of two WERs, with an interval of 1,000 resamples and p values."""
    systems, references = corpus

    def ours() -> float:
        return float(compare(systems, references)["pairs"][0]["difference"])

    def by_scipy() -> float:
        """Count by jiwer, resample by SciPy, which has no test of matched pairs in segments."""
        a, b = (_errors_by_jiwer(texts, references) for texts in systems.values())
        lengths = np.array([len(text.split()) for text in references])

        def difference(
            a: npt.NDArray[np.int64],
            b: npt.NDArray[np.int64],
            lengths: npt.NDArray[np.int64],
            axis: int = -1,
        ) -> npt.NDArray[np.float64]:
            rates: npt.NDArray[np.float64] = (b.sum(axis) - a.sum(axis)) / lengths.sum(axis)
            return rates

        stats.bootstrap(
            (a, b, lengths),
            difference,
            paired=True,
            n_resamples=1000,
            method="percentile",
            batch=50,
            rng=0,
        )
        stats.permutation_test(
            (a, b),
            lambda a, b, axis: b.sum(axis) - a.sum(axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=1000,
            batch=50,
            rng=0,
        )
        return float(difference(a, b, lengths))

    return {OURS: ours, "jiwer and SciPy": by_scipy}


def _errors_by_jiwer(preds: Texts, target: Texts) -> npt.NDArray[np.int64]:
    found = map(jiwer.process_words, target, preds)
    return np.array([one.substitutions + one.deletions + one.insertions for one in found])
