"""Detection of column names in the first row of a table.

Column names that are read as a sample count as wrong words, and a sample that is read as names is
not counted at all. So both answers need evidence; without it, the user must decide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import combinations
from statistics import median

from rapidfuzz.distance import Levenshtein

from levmetrics.formats.headings import NAMES, USUAL, is_named

ROWS_FOR_HEADING = 50
_MIN_ROWS = 3  # words that name a column's contents
_MAX_CHARACTERS, _MAX_WORDS = 30, 3  # words of a name
_MAX_ALIKE = 0.5  # two names less, both sides of a sample mostly more
_TIMES_LONGER = 2  # texts than the name above them
_MOST = 200  # characters of a cell that are examined
_LETTER = 1  # characters; the answers to a question recur, and are names of columns
_SENTENCE = 4  # words
_SENTENCE_WITHOUT_SPACES = 8  # characters
_WORDS_A_NAME, _CHARACTERS_A_NAME = 8, 16  # in a text with one word of names that is not a name
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*(e[+-]?\d+)?%?", re.IGNORECASE)
_SNAKE = re.compile(r"[^\W_]+(_[^\W_]+)+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTS = re.compile(r"[^\W\d_]+")
# As in system_a, hyp1, "Whisper v3" and モデルA.
_SUFFIX = re.compile(r"([\s_.:-]*v?\d+|([\s_.:-]|(?<=[^\x00-\x7f]))[a-z])?[\s_.:()-]*$")
_BETWEEN_WORDS = re.compile(r"[\s_.,:;!?¿()/-]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_ENDED = re.compile(r"[.!。！]$")
_NUMBERS = ("No.", "Nr.")  # abbreviations
_UNIT = re.compile(r"\w\s?[(\[（][^\W\d]{1,5}[)\]）]$")  # as in "Length (s)" and 長さ(秒)

# Usual names that are also words of texts, and alone are weak evidence; words in column names, in
# many languages; and words of long names: a sentence with one remains in doubt.
_WORDS_TOO, _OF_NAMES, _OF_QUESTIONS = (
    frozenset(NAMES[kind]) for kind in ("words_too", "of_names", "of_questions")
)
_UNSPACED_NAMES = [*filter(_UNSPACED.search, _OF_NAMES)]


def has_heading(rows: Sequence[Sequence[str]]) -> bool | None:
    """Whether the first of some rows holds column names.

    It does if its cells are usual names in one of many languages, or names above values of another
    kind, such as numbers and ids. It does not if a cell has the kind of those below it, recurs
    below, or is a sentence similar to another cell of the row.

    Args:
        rows: the first rows of a table.

    Returns:
        ``None`` if nothing distinguishes names from a short sample.

    >>> has_heading([["y_true", "y_pred"], ["a b", "a b"], ["c d", "c e"]])
    True
    >>> texts = [["the cat sat on the mat", "the cat sat on a mat"]] * 3
    >>> has_heading(texts), has_heading([["Anna", "Ben"], *texts])
    (False, None)

    """
    filled = [[cell.strip()[:_MOST] for cell in row] for row in rows if any(map(str.strip, row))]
    if not filled:
        return False
    first, *others = filled
    table = [row for row in others if len(row) == len(first)]
    below = [[*filter(None, cells)] for cells in zip(*table, strict=True)] or [[] for _ in first]
    kinds = [_kind(cells) for cells in below]
    texts = [cell for cell, kind in zip(first, kinds, strict=True) if cell and not kind]
    of_numbers = [*filter(str.isdecimal, first)]
    is_numbered = _is_count(of_numbers, 0) or _is_count(of_numbers, 1)  # as pandas names columns
    if any(
        kind
        and kind == _shape(cell)
        and (not is_numbered or cell not in of_numbers or _is_count([cell, *cells]))
        for cell, cells, kind in zip(first, below, kinds, strict=True)
    ):
        return None if texts and all(map(_is_name_of_any, texts)) else False
    if _are_names(first, below, kinds, texts):
        return True
    return False if _is_sample(first, texts, table) else None


def _kind(cells: Sequence[str]) -> str | None:
    """Return the common shape of cells with numbers, dates or ids; ``None`` for texts.

    >>> _kind(["u-7", "u-18"]), _kind(["0.5", "12"]), _kind(["u-7", "v-8"])
    ('u-0', '0', None)
    """
    shapes = {*map(_shape, cells)}
    shape = shapes.pop() if len(shapes) == 1 else ""
    return shape if "0" in shape and " " not in shape else None


def _shape(cell: str) -> str:
    """Return a cell with its numbers replaced by ``0``."""
    return "0" if _NUMBER.fullmatch(cell) else re.sub(r"\d+", "0", cell)


def _is_count(cells: Sequence[str], start: int | None = None) -> bool:
    """Whether cells are consecutive numbers, from a given first one or from any.

    >>> _is_count(["0", "1", "2"], 0), _is_count(["7", "8"]), _is_count(["1", "3"])
    (True, True, False)
    """
    if start is None:
        start = int(cells[0]) if cells[0].isdecimal() else -1
    return [*cells] == [str(start + number) for number in range(len(cells))]


def _are_names(
    first: Sequence[str],
    below: Sequence[Sequence[str]],
    kinds: Sequence[str | None],
    texts: Sequence[str],
) -> bool:
    filled = [*filter(None, first)]
    if any(_is_certain(cell) and _is_unlike_others(cell, first) for cell in filled):
        return True
    if len({cell.casefold() for cell in filled}) < len(filled):
        return False  # two columns of one name
    if len(filled) > 1 and any(below) and all(map(_is_name_of_any, filled)):
        return not _are_words_alike(filled)
    if len(texts) < len(first) and texts and all(map(_may_be_name, filled)):
        for cell, cells, kind in zip(first, below, kinds, strict=True):
            if kind is None or re.search(r"\d", cell):
                continue
            if _UNIT.search(cell) or _tells_of_index(cells, kind):
                return True
    return _stand_above_texts(first, below) or (
        all(_SNAKE.fullmatch(cell) or _CAMEL.search(cell) for cell in texts)
        and len(texts) > 1
        and min(map(len, below)) >= _MIN_ROWS
        and not any("_" in cell or _CAMEL.search(cell) for cells in below for cell in cells)
    )


def _is_certain(cell: str) -> bool:
    """Whether a cell is a usual name that is not also a word of texts.

    >>> _is_certain("pred_text"), _is_certain("Text")
    (True, False)
    """
    return is_named(cell, USUAL) and _folded(cell) not in _WORDS_TOO


def _folded(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip().casefold()


def _is_name_of_any(cell: str) -> bool:
    """Whether a cell is a name, or consists of name words and at most a letter or number.

    >>> [*map(_is_name_of_any, ["system_a", "Whisper v3", "yTrue", "訳文2", "system is"])]
    [True, True, True, True, False]
    """
    if is_named(cell, USUAL):
        return True
    spaced = _folded(_CAMEL.sub(" ", unicodedata.normalize("NFKC", cell)))
    stem = _SUFFIX.sub("", spaced) or spaced
    words = _words(stem)
    return bool(words) and all(word in _OF_NAMES for word in words) and len(words) <= _MAX_WORDS


def _words(cell: str) -> list[str]:
    return [word for word in _BETWEEN_WORDS.split(cell) if word]


def _are_words_alike(names: Sequence[str]) -> bool:
    """Whether two names are similar single words, as both sides of a one-word sample are.

    >>> _are_words_alike(["label", "labels"]), _are_words_alike(["モデルA", "モデルB"])
    (True, False)
    """
    words = [name for name in map(_folded, names) if _PARTS.fullmatch(name)]
    return any(
        _SUFFIX.sub("", word) != _SUFFIX.sub("", other) and _are_alike(word, other)
        for word, other in combinations(words, 2)
    )


def _are_alike(one: str, other: str) -> bool:
    return Levenshtein.normalized_similarity(one, other) > _MAX_ALIKE


def _may_be_name(cell: str) -> bool:
    return (
        len(cell) <= _MAX_CHARACTERS
        and len(cell.split()) <= _MAX_WORDS
        and _PARTS.search(cell) is not None
        and not (_ENDED.search(cell) and cell not in _NUMBERS)
        and not re.search(r"[,!?、。！？]", cell)
    )


def _tells_of_index(cells: Sequence[str], kind: str) -> bool:
    """Whether cells are row numbers or ids, among which a name cannot be a value."""
    if len(cells) < _MIN_ROWS or len({*cells}) < len(cells):
        return False
    return kind != "0" or _is_count(cells, 0) or _is_count(cells, 1)


def _stand_above_texts(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a cell is a usual name above longer texts, and not similar to another cell."""
    return any(
        is_named(cell, USUAL)
        and len(cells) > 1
        and median(map(len, cells)) >= _TIMES_LONGER * len(cell)
        and median(len(text.split()) for text in cells) >= _MAX_WORDS - len(_UNSPACED.findall(cell))
        and _is_unlike_others(cell, first)
        for cell, cells in zip(first, below, strict=True)
    )


def _is_unlike_others(cell: str, first: Sequence[str]) -> bool:
    """Whether no other cell, except names, resembles this one as two sides of a sample do."""
    return all(
        other is cell or _is_name_of_any(other) or not _are_alike(cell, other) for other in first
    )


def _is_sample(first: Sequence[str], texts: Sequence[str], table: Sequence[Sequence[str]]) -> bool:
    if not texts or any(map(_has_word_of_names, texts)):
        return False
    if len(texts) > 1 and len({*texts}) == 1:
        return True
    for row in table:
        if [*row] != [*first] and any(
            len(cell) > _LETTER and cell == own for cell, own in zip(row, first, strict=True)
        ):
            return True
    sentences = [*filter(_is_sentence, texts)]
    if len(texts) == 1:
        return len(sentences) == 1
    return any(_are_alike(one, other) for one, other in combinations(sentences, 2))


def _has_word_of_names(cell: str) -> bool:
    folded = _folded(cell)
    if _UNSPACED.search(folded):
        of_names = sum(len(name) > 1 and name in folded for name in _UNSPACED_NAMES)
        return of_names > len(folded) // _CHARACTERS_A_NAME
    words = _words(folded)
    of_names = sum(word in _OF_NAMES or word in _OF_QUESTIONS for word in words)
    return of_names > len(words) // _WORDS_A_NAME or is_named(cell, USUAL)


def _is_sentence(cell: str) -> bool:
    if _UNSPACED.search(cell):
        return len(cell) >= _SENTENCE_WITHOUT_SPACES
    words = len(cell.split())
    return words >= _SENTENCE or (words > 1 and _ENDED.search(cell) is not None)
