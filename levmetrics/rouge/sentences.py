"""The sentences of ROUGE-Lsum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal, TypeAlias

import numpy as np

from levmetrics.edits.pairs import TokenPairs
from levmetrics.edits.unions import SentencePairs
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.signature import describe_callable, version
from levmetrics.system.extras import needed_by
from levmetrics.system.work import steps
from levmetrics.tokenizers import Tokenizer

SentencesLike: TypeAlias = Literal["lines", "icu"] | Callable[[str], Iterable[str]]
"""The lines of a text; sentences by ICU's rules; or what splits a text into sentences."""

_NAMES = ("lines", "icu")
_LOCALE = "root"


@dataclass(frozen=True, repr=False)
class Sentences:
    """What splits texts into sentences; the ``repr`` is its part of a signature.

    Attributes:
        split: a name or a callable.

    Raises:
        InputError: for anything else.
        MissingPackageError: for ``"icu"`` without icu4py.

    >>> Sentences("lines"), Sentences(str.splitlines)
    (lines, builtins.str.splitlines)

    """

    split: SentencesLike

    def __post_init__(self) -> None:
        if isinstance(self.split, str):
            if self.split not in _NAMES:
                raise unknown_name(_NAMES, self.split, "sentences")
        elif not callable(self.split):
            raise InputError("rouge.sentences", given=type(self.split).__name__)
        if self.split == "icu":
            _of_icu("")

    def __repr__(self) -> str:
        if self.split == "icu":
            return f"icu[icu4py-{version('icu4py')}]"
        return self.split if isinstance(self.split, str) else describe_callable(self.split)

    def identity(self) -> int:
        """Return a number that separates callables of equal names; 0 for a name."""
        return 0 if isinstance(self.split, str) else id(self.split)

    def __call__(self, text: str) -> list[str]:
        r"""Return the sentences of one text, without empty ones.

        >>> Sentences("lines")("a b\n\nc")
        ['a b', 'c']
        """
        if self.split == "lines":
            return [*filter(None, text.split("\n"))]
        found = _of_icu(text) if self.split == "icu" else self.split(text)
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise InputError("rouge.no_sentences", given=type(found).__name__)
        return [sentence for sentence in found if _checked(sentence)]

    def pairs(
        self, preds: TextColumn, target: TextColumn, pairs: TokenPairs, tokenizer: Tokenizer
    ) -> SentencePairs:
        """Return the tokens of the sentences of both sides.

        Args:
            preds: the texts of the predictions.
            target: the texts of the references.
            pairs: the tokens of the whole texts.
            tokenizer: what splits texts into tokens.

        """
        (spoken, pred_starts), (said, target_starts) = map(self._column, (preds, target))
        preds_of, target_of = tokenizer.columns(spoken, said)
        sentences = TokenPairs(preds_of, target_of)
        return SentencePairs(sentences, pred_starts, target_starts, pairs.pred_of_pair())

    def _column(self, column: TextColumn) -> tuple[TextColumn, IntArray]:
        """Return the sentences of texts as a column, and where those of each text start."""
        texts = column.texts.to_pylist()
        rows = [self(text) for text in steps(texts, "splitting", len(texts))]
        starts = np.fromiter(accumulate(map(len, rows), initial=0), np.int64, len(rows) + 1)
        sentences = Texts.of([sentence for row in rows for sentence in row])
        return replace(column, texts=sentences, offsets=starts), starts


def _of_icu(text: str) -> Sequence[str]:
    with needed_by("sentences='icu'", "icu"):
        from icu4py.breakers import SentenceBreaker
    return [*SentenceBreaker(text, _LOCALE)]


def _checked(sentence: object) -> bool:
    """Whether a sentence has any text.

    Raises:
        InputError: if it is no string.

    """
    if not isinstance(sentence, str):
        raise InputError("rouge.no_sentences", given=f"a list of {type(sentence).__name__}")
    return bool(sentence)
