"""Wordings that are normalized as a whole, where a normalizer looks beyond an alternative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.alternatives.expansion import paths_of, texts_of, touching, with_omitted
from levmetrics.alternatives.lattice import Lattice, Part
from levmetrics.alternatives.spacing import finds_words
from levmetrics.arrays import IntArray
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer

# Texts between letters that no normalizer changes by what is beside them, but by its context.
_LETTER = r"[\p{Lo}&&[\p{Han}\p{Hiragana}\p{Katakana}]--\p{Block=Halfwidth_And_Fullwidth_Forms}]"
_INERT = regex.compile(rf"(?s){_LETTER}(?:.*{_LETTER})?", regex.V1)


def normalized(lattice: Lattice, normalizer: Chain, tokenizer: Tokenizer) -> Lattice:
    """Return references with every wording normalized as a whole.

    Segments are normalized one by one where that is the same. Every other reference gets its
    wordings for alternatives.

    Args:
        lattice: the references, as they were given.
        normalizer: of the wordings.
        tokenizer: counts the tokens of the optional words that a wording leaves out.

    Raises:
        InputError: if the normalizer fails, or a reference has too many wordings, with its
            position.

    """
    rows = _rows_with_context(lattice, normalizer)
    if not (len(rows) and finds_words(tokenizer)):
        one_by_one = lattice.normalized(normalizer)
        if not finds_words(tokenizer):
            rows = np.union1d(rows, _rows_with_other_spaces(lattice, one_by_one))
        if not len(rows):
            return one_by_one
    lattice, wholes = _written_out(lattice, rows, f"normalized one by one by {normalizer!r}")
    lattice = lattice.normalized(normalizer)
    return replace(lattice, left_out=_left_out(lattice, wholes, tokenizer))


def _rows_with_context(lattice: Lattice, normalizer: Chain) -> IntArray:
    """Return the rows of references whose segments may become something else beside others."""
    rows = lattice.with_alternatives()
    if not normalizer.steps:
        return rows[:0]
    is_touching = touching(lattice)[rows].tolist()
    texts = lattice.texts.to_pylist()
    spans = np.searchsorted(lattice.row, [rows, rows + 1]).T.tolist()
    found = []
    for row, touches, (start, end) in zip(rows.tolist(), is_touching, spans, strict=True):
        segments = [*filter(None, texts[start:end])]
        if (touches and not all(map(_INERT.fullmatch, segments))) or normalizer.has_context(
            " ".join(segments)
        ):
            found.append(row)
    return np.array(found, np.int64)


def _rows_with_other_spaces(lattice: Lattice, one_by_one: Lattice) -> IntArray:
    """Return the rows of references with alternatives that lost a segment or got spaces around it.

    Next to another one, such a segment makes two spaces of one, or one where none was.
    """
    trimmed = pc.utf8_trim_whitespace(one_by_one.texts)
    is_lost = pc.and_(pc.equal(trimmed, ""), pc.not_equal(lattice.texts, ""))
    is_other = np.asarray(pc.or_(is_lost, pc.not_equal(trimmed, one_by_one.texts)))
    rows: IntArray = np.intersect1d(lattice.row[is_other], lattice.with_alternatives())
    return rows


def _written_out(lattice: Lattice, rows: IntArray, why: str) -> tuple[Lattice, dict[int, int]]:
    """Give references their wordings for alternatives.

    Returns:
        The references; and for the segment of each wording that of the wording with the optional
        words that it leaves out.

    """
    segments: list[tuple[int, ...]] = []
    row_of: list[int] = []
    new_parts: dict[int, IntArray] = {}
    wholes: dict[int, int] = {}
    number = len(lattice.texts)
    for row in rows.tolist():
        wordings = paths_of(lattice, row, why)
        first = number + len(segments)
        parts = np.full(2 * len(wordings) + 3, Part.NEXT, np.int64)
        parts[::2] = np.arange(first, first + len(wordings) + 2)
        parts[1], parts[-2] = Part.OPEN, Part.CLOSE
        new_parts[row] = parts
        place = {wording: first + i for i, wording in enumerate(wordings, 1)}
        wholes |= {place[each]: place[with_omitted(lattice, each)] for each in wordings}
        segments += [(), *wordings, ()]
        row_of += [row] * (len(wordings) + 2)
    texts = texts_of(lattice, segments)
    unused = pa.array(np.isin(lattice.row, rows))
    kept = replace(
        lattice, texts=pc.if_else(unused, pa.scalar("", pa.large_string()), lattice.texts)
    )
    written_out = kept.with_segments(texts, np.array(row_of, np.int64), new_parts)
    return written_out, wholes


def _left_out(lattice: Lattice, wholes: Mapping[int, int], tokenizer: Tokenizer) -> IntArray | None:
    """Return of every segment how many tokens more the same wording has with its optional words.

    Of equal wordings of a reference, each has the most of these.
    """
    shorter = [part for part, whole in wholes.items() if part != whole]
    if not shorter:
        return None
    segments = [*shorter, *(wholes[part] for part in shorter)]
    texts = lattice.texts.take(pa.array(segments))
    (tokens,) = tokenizer.columns(replace(lattice.column(texts), row=lattice.row[segments]))
    own, whole = np.array([*map(len, tokens.rows())]).reshape(2, -1)
    row, wordings = lattice.row, lattice.texts.to_pylist()
    most: dict[tuple[int, str], int] = {}
    for part, number in zip(shorter, (whole - own).tolist(), strict=True):
        key = row[part], wordings[part]
        most[key] = max(number, most.get(key, 0))
    left_out = np.zeros(len(row), np.int64)
    left_out[[*wholes]] = [most.get((row[part], wordings[part]), 0) for part in wholes]
    return left_out
