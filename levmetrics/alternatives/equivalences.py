"""Phrases that count as the same in every reference, such as "gonna" and "going to"."""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from levmetrics.alternatives.lattice import Lattice, alternatives_of
from levmetrics.alternatives.options import EqualPhrases, EquivalencesLike
from levmetrics.alternatives.parsing import NOTHING
from levmetrics.errors import InputError, quoted
from levmetrics.inputs.arrow import lone_surrogate
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pc, regex
from levmetrics.normalizers import Chain
from levmetrics.normalizers.basic import squeeze_whitespace

# Scripts without spaces between words, in which a word can begin anywhere in a text.
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
# White space as in str.split; the \s of Arrow's expressions has less than half of it.
_SPACE = "\\s\\pZ\x0b\x1c-\x1f\x85"
_WORD_BEGINS = f"(?:(?<![^{_SPACE}])|(?={_UNSPACED}))"
_WORD_ENDS = f"(?:(?![^{_SPACE}])|(?<={_UNSPACED}))"


@dataclass(frozen=True)
class Equivalences(EqualPhrases):
    """Phrases, each with its equivalents.

    Attributes:
        rules: ``(phrase, equivalents)``, as given; the equivalent ``"@"`` is the empty phrase.

    >>> Equivalences((("gonna", ("going to",)),))
    equivalences[435fdf66]

    """

    rules: tuple[tuple[str, tuple[str, ...]], ...]

    def __repr__(self) -> str:
        return f"equivalences[{zlib.crc32(repr(self.rules).encode()):08x}]"

    def in_lattice(self, lattice: Lattice, normalizer: Chain) -> Lattice:
        """Return references in which every phrase has its equivalents as alternatives.

        Args:
            lattice: the normalized references.
            normalizer: the normalizer of the references, which is applied to the phrases too.

        """
        others = self._others(normalizer)
        if not others:
            return lattice
        longest_first = sorted(others, key=lambda phrase: (-len(phrase), phrase))
        any_phrase = "|".join(f"[{_SPACE}]+".join(map(re.escape, p.split())) for p in longest_first)
        pattern = regex.compile(f"{_WORD_BEGINS}({any_phrase}){_WORD_ENDS}")
        hits = pc.match_substring_regex(lattice.texts.to_arrow(), any_phrase)
        found: dict[int, list[str]] = {}
        for segment in np.flatnonzero(np.asarray(hits)).tolist():
            leading = " " if lattice.space_before[segment] else ""
            trailing = " " if lattice.space_after[segment] else ""
            pieces = pattern.split(f"{leading}{lattice.texts[segment]}{trailing}")
            if len(pieces) > 1:
                found[segment] = pieces
        return _with_pieces(lattice, found, others) if found else lattice

    def _others(self, normalizer: Chain) -> dict[str, list[str]]:
        """Return the normalized phrases that references may have, each with its equivalents."""
        others: dict[str, list[str]] = defaultdict(list)
        for given, equivalents in self.rules:
            phrase = squeeze_whitespace(normalizer(given))
            for equivalent in equivalents:
                other = "" if equivalent == NOTHING else squeeze_whitespace(normalizer(equivalent))
                for one, same in ((phrase, other), (other, phrase)):
                    if one and same not in (one, *others[one]):
                        others[one].append(same)
        return {phrase: equivalents for phrase, equivalents in others.items() if equivalents}


def get_equivalences(equivalences: EquivalencesLike) -> EqualPhrases | None:
    """Return the equivalences of a mapping.

    Args:
        equivalences: a mapping from a phrase to one or several equivalents, of which ``"@"`` is the
            empty phrase; or a result of :func:`levmetrics.alternatives.glm.read_glm`.

    Raises:
        InputError: for anything else, with the phrase.

    >>> get_equivalences({"gonna": "going to", "uh": ["um", "@"]}).rules
    (('gonna', ('going to',)), ('uh', ('um', '@')))

    """
    if equivalences is None or isinstance(equivalences, EqualPhrases):
        return equivalences
    if not isinstance(equivalences, Mapping):
        raise InputError("equivalences.type", type=type(equivalences).__name__)
    rules = []
    for phrase, others in equivalences.items():
        listed = [others] if isinstance(others, str) else others
        if not isinstance(listed, (list, tuple)) or not listed:
            raise InputError("equivalences.others", phrase=phrase, others=quoted(others))
        if phrase == NOTHING:
            raise InputError("equivalences.of_nothing")
        for other in (phrase, *listed):
            if not isinstance(other, str) or not other.strip():
                raise InputError("equivalences.no_phrase", key=phrase, phrase=quoted(other))
            if fault := lone_surrogate(other):
                raise InputError("equivalences.surrogate", key=phrase, fault=fault)
        rules.append((phrase, tuple(listed)))
    return Equivalences(tuple(rules))


def _with_pieces(
    lattice: Lattice, found: Mapping[int, Sequence[str]], others: Mapping[str, Sequence[str]]
) -> Lattice:
    """Return references with segments replaced by pieces, which are added as new segments.

    Args:
        lattice: the references.
        found: for each of these segments, its literal texts and its phrases, alternating.
        others: the equivalents of each phrase.

    """
    new: list[tuple[str, int, bool, bool, int]] = []
    parts_of: dict[int, list[int]] = {}
    for segment, pieces in found.items():
        parts = parts_of[segment] = []
        for i, piece in enumerate(pieces):
            first = len(lattice.texts) + len(new)
            if i % 2:
                texts = [piece, *others[squeeze_whitespace(piece)]]
                spaces = pieces[i - 1][-1:].isspace(), pieces[i + 1][:1].isspace()
                parts += alternatives_of(range(first, first + len(texts)))
            else:
                texts = [piece.strip()]
                spaces = piece[:1].isspace(), piece[-1:].isspace()
                parts.append(first)
            new += [(text, lattice.row[segment], *spaces, 0) for text in texts]
        # Every path has the last piece.
        new[-1] = (*new[-1][:-1], lattice.left_out[segment])
    new_parts = {}
    for row in {int(lattice.row[segment]) for segment in found}:
        changed = (parts_of.get(part, [part]) for part in lattice.parts_of(row))
        new_parts[row] = [*chain.from_iterable(changed)]
    said, rows, before, after, left_out = zip(*new, strict=True)
    return lattice.with_segments(
        Texts.of(said),
        rows,
        new_parts,
        space_before=before,
        space_after=after,
        left_out=left_out,
    )
