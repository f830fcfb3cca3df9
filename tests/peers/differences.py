"""Where other tools are known to say another number, and why."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# What str.split takes for white space and Rust does not: the separators of files, groups, records
# and units, which Unicode gives the property White_Space no more than to other controls.
_SEPARATORS = frozenset("\x1c\x1d\x1e\x1f")
_BEAM = 25  # torchmetrics.functional.text.helper._BEAM_WIDTH


@dataclass(frozen=True)
class Difference:
    """A reason for which peers say another number than we do.

    Attributes:
        peers: their names.
        meanings: the numbers that it is about: each whose name contains one of these.
        reason: what the peers do, and by what we do otherwise.
        explains: tells whether it explains their number beside ours, for a pair.

    """

    peers: tuple[str, ...]
    meanings: tuple[str, ...]
    reason: str
    explains: Callable[[str, str, Any, Any], bool]

    def is_about(self, meaning: str, peer: str) -> bool:
        """Tell whether it is about this number of this peer."""
        return peer in self.peers and any(part in meaning for part in self.meanings)


def _has_no_reference(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    if target.split():
        return False
    return theirs is None or isinstance(theirs, str) or not math.isfinite(theirs)


def _has_no_characters(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return not target and (isinstance(theirs, str) or not math.isfinite(theirs))


def _has_separators(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return not _SEPARATORS.isdisjoint(pred + target)


def _has_other_blanks(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return any(text.split() != [*filter(None, text.split(" "))] for text in (pred, target))


def _has_blank_edges(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return any(text != text.strip() for text in (pred, target))


def _has_blanks_that_are_not_single_spaces(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return any(text.split() != text.split(" ") for text in (pred, target))


def _is_beyond_ascii(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return not (pred + target).isascii()


def _is_past_the_beam(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return bool(theirs > ours) and max(len(pred), len(target)) > _BEAM


def _costs_the_same(pred: str, target: str, ours: Any, theirs: Any) -> bool:
    return sum(ours) == sum(theirs)


DIFFERENCES = (
    Difference(
        ("werpy", "universal_edit_distance", "torchmetrics", "fastwer"),
        ("word error rate",),
        "A reference without words has no rate there (an error, nan or infinity); here N counts as "
        "1, as in jiwer 4.",
        _has_no_reference,
    ),
    Difference(
        ("torchmetrics", "fastwer"),
        ("character error rate",),
        "A reference without characters has no rate there; here N counts as 1, as in jiwer 4.",
        _has_no_characters,
    ),
    Difference(
        ("werx",),
        ("word",),
        "Rust splits at Unicode's White_Space. Python's str.split, which ours is, also splits at "
        "U+001C to U+001F.",
        _has_separators,
    ),
    Difference(
        ("werpy", "werx"),
        ("counts of words",),
        "Of several alignments with the fewest edits, another one is counted; ours is RapidFuzz's.",
        _costs_the_same,
    ),
    Difference(
        ("jiwer", "universal_edit_distance"),
        ("word",),
        "Only U+0020 separates words there: a tab, a line end, a no-break or an ideographic space "
        "joins two. Ours is str.split.",
        _has_other_blanks,
    ),
    Difference(
        ("jiwer",),
        ("character",),
        "White space at both ends is removed first; here it is characters as any other.",
        _has_blank_edges,
    ),
    Difference(
        ("fastwer",),
        ("word error rate",),
        "Words are what is between single spaces, and empty ones count; ours is str.split.",
        _has_blanks_that_are_not_single_spaces,
    ),
    Difference(
        ("texterrors",),
        ("distance of characters",),
        "Its characters are the bytes of UTF-8; ours are code points.",
        _is_beyond_ascii,
    ),
    Difference(
        ("torchmetrics",),
        ("distance of characters",),
        "Its search keeps a beam of 25 around the diagonal and can miss the shortest path; ours is "
        "exact.",
        _is_past_the_beam,
    ),
)
