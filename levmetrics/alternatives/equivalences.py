"""Phrases that count as the same wherever a reference has one: "gonna" and "going to"."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.alternatives.glm import GlobalMap
from levmetrics.alternatives.lattice import Lattice, Part
from levmetrics.alternatives.syntax import NOTHING
from levmetrics.errors import InputError
from levmetrics.inputs.surrogates import lone_surrogate
from levmetrics.normalizers import Chain

EquivalencesLike: TypeAlias = "Mapping[str, str | Sequence[str]] | Equivalences | GlobalMap | None"

# Scripts that do not write spaces between words, so that a word can begin anywhere in a text.
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_WORD_BEGINS = rf"(?:(?<!\S)|(?={_UNSPACED}))"
_WORD_ENDS = rf"(?:(?!\S)|(?<={_UNSPACED}))"


@dataclass(frozen=True)
class Equivalences:
    """Phrases, each with the others that count as the same.

    Attributes:
        rules: ``(phrase, others)``, as they were given; an other of ``"@"`` is nothing.

    >>> Equivalences((("gonna", ("going to",)),))
    equivalences[435fdf66]

    """

    rules: tuple[tuple[str, tuple[str, ...]], ...]

    def __repr__(self) -> str:
        return f"equivalences[{zlib.crc32(repr(self.rules).encode()):08x}]"

    def in_lattice(self, lattice: Lattice, normalizer: Chain) -> Lattice:
        """Give every phrase in references its equivalents as alternatives.

        Args:
            lattice: the references, normalized.
            normalizer: of the references, which is applied to the phrases as well.

        """
        others = self._others(normalizer)
        if not others:
            return lattice
        longest_first = sorted(others, key=lambda phrase: (-len(phrase), phrase))
        any_phrase = "|".join(r"\s+".join(map(re.escape, p.split())) for p in longest_first)
        pattern = regex.compile(f"{_WORD_BEGINS}(?:{any_phrase}){_WORD_ENDS}")
        hits = pc.match_substring_regex(lattice.texts, any_phrase)
        found: dict[int, list[_Piece]] = {}
        for segment in np.flatnonzero(np.asarray(hits)).tolist():
            text = lattice.texts[segment].as_py()
            matches = [match for match in pattern.finditer(text) if _key(match[0]) in others]
            if matches:
                found[segment] = [*_pieces(text, matches, lambda phrase: others[_key(phrase)])]
        return _with_pieces(lattice, found) if found else lattice

    def _others(self, normalizer: Chain) -> dict[str, list[str]]:
        """Return the normalized phrases that a reference may have, each with its equivalents."""
        others: dict[str, list[str]] = {}

        def add(phrase: str, other: str) -> None:
            known = others.setdefault(_key(phrase), [])
            if other not in (phrase, *known):
                known.append(other)

        for given, equivalents in self.rules:
            phrase = " ".join(normalizer(given).split())
            for equivalent in equivalents:
                nothing = equivalent == NOTHING
                other = "" if nothing else " ".join(normalizer(equivalent).split())
                if phrase:
                    add(phrase, other)
                if other:
                    add(other, phrase)
        return {phrase: equivalents for phrase, equivalents in others.items() if equivalents}


def _key(phrase: str) -> str:
    return " ".join(phrase.split())


def get_equivalences(equivalences: EquivalencesLike) -> Equivalences | GlobalMap | None:
    """Return the equivalences that a mapping has.

    Args:
        equivalences: from a phrase to another one or several that count as the same, of which
            ``"@"`` is nothing; or what :func:`levmetrics.alternatives.glm.read_glm` returns.

    Raises:
        InputError: for anything else, with the phrase.

    >>> get_equivalences({"gonna": "going to", "uh": ["um", "@"]}).rules
    (('gonna', ('going to',)), ('uh', ('um', '@')))

    """
    if equivalences is None or isinstance(equivalences, (Equivalences, GlobalMap)):
        return equivalences
    if not isinstance(equivalences, Mapping):
        raise InputError("equivalences.type", type=type(equivalences).__name__)
    rules = []
    for phrase, others in equivalences.items():
        listed = [others] if isinstance(others, str) else others
        if not isinstance(listed, (list, tuple)) or not listed:
            raise InputError("equivalences.others", phrase=phrase, others=repr(others))
        if phrase == NOTHING:
            raise InputError("equivalences.of_nothing")
        for other in (phrase, *listed):
            _check_phrase(phrase, other)
        rules.append((phrase, tuple(listed)))
    return Equivalences(tuple(rules))


def _check_phrase(key: object, phrase: object) -> None:
    """Refuse what is no phrase of the rule with this key."""
    if not isinstance(phrase, str) or not phrase.strip():
        raise InputError("equivalences.no_phrase", key=key, phrase=repr(phrase))
    if fault := lone_surrogate(phrase):
        raise InputError("equivalences.surrogate", key=key, fault=fault)


@dataclass(frozen=True)
class _Piece:
    """A part of a segment: one text, or several that are alternatives.

    Attributes:
        texts: of the piece.
        before: whether white space is before it in the segment.
        after: the same of after it.

    """

    texts: tuple[str, ...]
    before: bool
    after: bool


def _pieces(
    text: str, matches: Sequence[regex.Match[str]], others: Callable[[str], list[str]]
) -> Iterator[_Piece]:
    """Cut a text at its phrases."""
    at = 0
    for match in matches:
        start, end = match.span()
        yield _literal(text[at:start])
        before, after = text[:start][-1:].isspace(), text[end:][:1].isspace()
        yield _Piece((match[0], *others(match[0])), before, after)
        at = end
    yield _literal(text[at:])


def _literal(text: str) -> _Piece:
    return _Piece((text.strip(),), text[:1].isspace(), text[-1:].isspace())


def _with_pieces(lattice: Lattice, found: Mapping[int, Sequence[_Piece]]) -> Lattice:
    """Replace segments by their pieces, whose texts become segments after the others."""
    texts: list[str] = []
    rows: list[int] = []
    spaces: list[tuple[bool, bool]] = []
    parts: list[int] = []
    number = len(lattice.texts)
    left_out = np.zeros(number, np.int64) if lattice.left_out is None else lattice.left_out
    left_out_by_new: list[int] = []

    def add(text: str, row: int, piece: _Piece) -> None:
        parts.append(number + len(texts))
        texts.append(text)
        rows.append(row)
        spaces.append((piece.before, piece.after))
        left_out_by_new.append(0)

    bounds = [0]
    old_bounds = lattice.part_offsets.tolist()
    for row, (start, end) in enumerate(pairwise(old_bounds)):
        for part in lattice.parts[start:end].tolist():
            if part not in found:
                parts.append(part)
                continue
            for piece in _at_ends(lattice, part, found[part]):
                for i, text in enumerate(piece.texts):
                    if len(piece.texts) > 1:
                        parts.append(Part.NEXT if i else Part.OPEN)
                    add(text, row, piece)
                if len(piece.texts) > 1:
                    parts.append(Part.CLOSE)
            left_out_by_new[-1] = int(left_out[part])  # the last piece is on every path
        bounds.append(len(parts))
    before, after = np.array(spaces, bool).T
    return replace(
        lattice,
        texts=pa.concat_arrays([lattice.texts, pa.array(texts, pa.large_string())]),
        space_before=np.concatenate([lattice.space_before, before]),
        space_after=np.concatenate([lattice.space_after, after]),
        row=np.concatenate([lattice.row, rows]),
        is_omission=np.concatenate([lattice.is_omission, np.zeros(len(texts), bool)]),
        part_offsets=np.array(bounds, np.int64),
        parts=np.array(parts, np.int64),
        left_out=np.concatenate([left_out, left_out_by_new]),
    )


def _at_ends(lattice: Lattice, segment: int, pieces: Sequence[_Piece]) -> Sequence[_Piece]:
    """Give the first and the last piece the white space around their segment."""
    before, after = bool(lattice.space_before[segment]), bool(lattice.space_after[segment])
    first, *middle, last = pieces
    return [_at_end(first, before, first.after), *middle, _at_end(last, last.before, after)]


def _at_end(piece: _Piece, before: bool, after: bool) -> _Piece:
    """Return a piece with other white space around it; of an empty one it is on both sides."""
    if piece.texts == ("",):
        before = after = before or after
    return replace(piece, before=before, after=after)
