"""Texts as words and punctuation marks, each by itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import regex

from levmetrics.arrays import IntArray, ranges
from levmetrics.edits.numbering import NumberedRows, numbered_rows
from levmetrics.inputs.token_columns import TokenColumn

_LETTER = r"[\p{L}\p{M}\p{N}]"
_ALPHABETIC = r"[\p{WB=ALetter}\p{WB=Hebrew_Letter}]"
_APOSTROPHES = r"'\u2018\u2019\uff07"
_HYPHENS = r"\-\u058a\u1806\u2010\u2011\u2e17\ufe63\uff0d"
_OF_A_WORD = "|".join(
    [
        rf"(?<={_LETTER})[{_APOSTROPHES}{_HYPHENS}\p{{Pc}}](?={_LETTER})",
        rf"(?<={_ALPHABETIC}\p{{M}}*)[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}](?={_ALPHABETIC})",
        r"(?<=\p{WB=Numeric})[\p{WB=MidNum}\p{WB=MidNumLet}](?=\p{WB=Numeric})",
    ]
)
_PIECE = regex.compile(rf"(?P<word>(?:\P{{P}}|{_OF_A_WORD})+)|\p{{P}}\p{{M}}*")


@dataclass(frozen=True)
class Pieces:
    """The words and marks of rows of tokens, as numbers that are equal where they are.

    Attributes:
        offsets: where each row starts; int64, shape ``(rows + 1,)``.
        written: of the pieces of all rows, as they are written; int64, shape ``(pieces,)``.
        caseless: the same, without case.
        is_mark: whether a piece is a mark, and no word; the same shape.

    """

    offsets: IntArray
    written: IntArray
    caseless: IntArray
    is_mark: npt.NDArray[np.bool_]

    def words(self) -> NumberedRows:
        """Return the words without case."""
        ends = np.cumsum([0, *~self.is_mark], dtype=np.int64)
        return NumberedRows(self.caseless[~self.is_mark], ends[self.offsets])


def pieces(token: str) -> list[tuple[str, bool]]:
    """Cut a token into its words and marks, and tell of each whether it is a mark.

    A mark is a character of Unicode's category P. It is a part of the word where it is an
    apostrophe, hyphen or connector between letters or digits, or what Unicode keeps within words
    and numbers, as the points of "U.S" and "3.14" and the comma of "1,000".

    Source: Unicode Standard Annex #29, "Unicode Text Segmentation", rules WB6, WB7, WB11 and WB12.

    >>> pieces('"Don’t!"')
    [('"', True), ('Don’t', False), ('!', True), ('"', True)]
    >>> [text for text, _ in pieces("(well-known)—3.14,")]
    ['(', 'well-known', ')', '—', '3.14', ',']

    """
    return [(found[0], found["word"] is None) for found in _PIECE.finditer(token)]


def cut(*columns: TokenColumn) -> tuple[list[Pieces], list[str]]:
    """Cut the tokens of columns of one kind into words and marks; each distinct one once.

    Returns:
        The pieces of each column; and the pieces as written, by their numbers.

    >>> from levmetrics.tokenizers import get_tokenizer
    >>> from levmetrics.inputs.columns import prediction_column
    >>> [column], texts = cut(get_tokenizer("whitespace").column(prediction_column(["Yes, yes."])))
    >>> [texts[number] for number in column.written], column.is_mark.tolist()
    (['Yes', ',', 'yes', '.'], [False, True, False, True])
    >>> len(set(column.caseless.tolist()))
    3

    """
    rows, tokens = numbered_rows(*columns)
    pieces_of = [*map(pieces, tokens)]
    of_tokens = [piece for many in pieces_of for piece in many]
    counts = np.array([*map(len, pieces_of)], np.int64)
    starts = np.cumsum(counts) - counts
    written: dict[str, int] = {}
    caseless: dict[str, int] = {}
    numbers = np.array(
        [
            (
                written.setdefault(text, len(written)),
                caseless.setdefault(text.casefold(), len(caseless)),
                is_mark,
            )
            for text, is_mark in of_tokens
        ],
        np.int64,
    ).reshape(-1, 3)
    cut_rows = []
    for row in rows:
        ends = np.cumsum([0, *counts[row.numbers]], dtype=np.int64)
        chosen = numbers[ranges(starts[row.numbers], counts[row.numbers])]
        cut_rows.append(
            Pieces(ends[row.offsets], chosen[:, 0], chosen[:, 1], chosen[:, 2].astype(np.bool_))
        )
    return cut_rows, [*written]
