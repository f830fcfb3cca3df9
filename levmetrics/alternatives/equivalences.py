"""Phrases that count as the same wherever a reference has one: "gonna" and "going to"."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import regex

from levmetrics.alternatives.glm import GlobalMap
from levmetrics.alternatives.lattice import Lattice, Part
from levmetrics.alternatives.parsing import NOTHING
from levmetrics.errors import InputError
from levmetrics.inputs.arrow import lone_surrogate
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
            leading = " " if lattice.space_before[segment] else ""
            trailing = " " if lattice.space_after[segment] else ""
            text = f"{leading}{lattice.texts[segment].as_py()}{trailing}"
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
    number = len(lattice.texts)
    new: list[tuple[str, int, bool, bool]] = []  # text, row, white space before and after
    parts_of: dict[int, list[int]] = {}
    lasts: list[int] = []
    for segment, pieces in found.items():
        parts = parts_of[segment] = []
        for piece in pieces:
            for i, text in enumerate(piece.texts):
                if len(piece.texts) > 1:
                    parts.append(Part.NEXT if i else Part.OPEN)
                parts.append(number + len(new))
                new.append((text, lattice.row[segment], piece.before, piece.after))
            if len(piece.texts) > 1:
                parts.append(Part.CLOSE)
        lasts.append(number + len(new) - 1)
    new_parts = {}
    for row in {int(lattice.row[segment]) for segment in found}:
        old = lattice.parts[lattice.part_offsets[row] : lattice.part_offsets[row + 1]].tolist()
        changed = chain.from_iterable(parts_of.get(part, [part]) for part in old)
        new_parts[row] = np.array([*changed], np.int64)
    texts, rows, before, after = zip(*new, strict=True)
    with_new = lattice.with_segments(
        pa.array(texts, pa.large_string()), np.array(rows, np.int64), new_parts
    )
    with_new.space_before[number:] = before
    with_new.space_after[number:] = after
    if with_new.left_out is not None:
        with_new.left_out[lasts] = with_new.left_out[[*found]]  # the last piece is on every path
    return with_new
