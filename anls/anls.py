"""ANLS: average normalized Levenshtein similarity, as a module for Hugging Face evaluate."""

from functools import partial
from typing import ClassVar

import evaluate

from levmetrics import ANLS, modules

_DESCRIPTION = """
ANLS, the average normalized Levenshtein similarity, says how much texts resemble their references,
from 0 (nothing alike) to 1 (equal). It is the usual score for answers read from documents, where a
few wrong characters should cost little. The distance is exact, over characters or over the tokens
of any tokenizer, in every script.
"""

_USAGE = """
Args:
    predictions: a list or column of strings, one a sample.
    references: the same, or a list of references for each sample, of which the most similar counts.
    threshold: similarities below it count as 0 (default 0.0).
    tokenizer: what an edit is counted in: "char" (default), "grapheme", "whitespace", "mixed",
        "mecab" and others for Japanese, "kiwi" (Korean), "jieba" (Chinese), a callable from a
        string to a list of strings, or an object with such a method tokenize.
    normalizer: applied to both sides first: "lower", "nfkc", "squeeze_whitespace",
        "remove_punctuation", "docvqa", a callable from string to string, or a list of these.
        Default: none, the text as it is.
    substitution_cost: cost of replacing one token by another (default 1).
    reduction: "mean" (default), "sum", or "none" for a score a sample.
    signature: whether the result also says how it came about (default False).

Returns:
    anls: the average similarity, a float from 0 to 1 (with reduction "none", a list of them).
    signature: a string, if asked for.

Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls")
    >>> anls.compute(predictions=["rain", "lnaguaeg"], references=["shine", "language"])
    {'anls': 0.45}
    >>> anls.compute(predictions=["rain"], references=[["shine", "brain"]], reduction="none")
    {'anls': [0.8]}
    >>> anls.compute(predictions=["今日はいい天気です"], references=["今日は良い天気です"],
    ...              tokenizer="mecab")
    {'anls': 0.8}
"""

_CITATION = """
@inproceedings{biten2019scene,
  title     = {Scene Text Visual Question Answering},
  author    = {Biten, Ali Furkan and Tito, Rub{\\`e}n and Mafla, Andr{\\'e}s and
               Gomez, Llu{\\'i}s and Rusi{\\~n}ol, Mar{\\c{c}}al and Valveny, Ernest and
               Jawahar, C. V. and Karatzas, Dimosthenis},
  booktitle = {Proceedings of the IEEE/CVF International Conference on Computer Vision},
  year      = {2019}
}
"""


class Anls(modules.TextModule):
    """Average normalized Levenshtein similarity."""

    configs: ClassVar[dict[str, modules.Config]] = {
        "default": modules.Config(partial(ANLS, "default"), score="anls"),
        "stvqa": modules.Config(partial(ANLS, "stvqa"), score="anls"),
        "docvqa": modules.Config(partial(ANLS, "docvqa"), score="anls"),
        "star": modules.Config(partial(ANLS, "star"), score="anls", inputs=modules.Values()),
    }

    def _info(self) -> evaluate.MetricInfo:
        return self._text_info(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_USAGE,
            reference_urls=["https://arxiv.org/abs/1905.13648"],
        )
