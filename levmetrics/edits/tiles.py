"""Tiling of one text by the lines of another, in any order.

The compiled kernel (``native/tiles.hpp``) finds the tiles, or the portable one if it is missing;
the tiles are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.edits import compiled, library, portable
from levmetrics.inputs.arrays import IntArray


class Tiles(NamedTuple):
    """The tiles of a text, each read as a line of another text.

    Attributes:
        cost: the edits of all tiles, plus the characters of the text between them.
        start: where each tile starts, in the order of the text; int64, shape ``(tiles,)``.
        end: where each tile ends.
        line: the number of each tile's line.

    """

    cost: int
    start: IntArray
    end: IntArray
    line: IntArray


def line_tiles(text: str, lines: Sequence[str]) -> Tiles:
    """Return a text read as lines, in any order, with the fewest character edits.

    A line may be read any number of times; text between lines counts as inserted. Ties prefer, from
    the end of the text on, an insertion to a line, a longer line to a shorter one, then the first
    line; and of a line's starts the first one beside white space, or else the first.

    Args:
        text: the text.
        lines: the lines with their ends; empty lines are never read.

    Source: Ney, "The use of a one-stage dynamic programming algorithm for connected word
    recognition", IEEE Transactions on Acoustics, Speech, and Signal Processing, 1984.

    >>> line_tiles("right left", ["left", "middle", "right"])
    Tiles(cost=1, start=array([0, 5]), end=array([ 5, 10]), line=array([2, 0]))

    """
    is_preferred = _is_beside_white_space(text)
    if library.compiled_kernel() is None:
        cost, found = portable.tiles(text, lines, is_preferred)
    else:
        cost, found = compiled.interruptibly(
            lambda cancelled: compiled.tiles(text, lines, is_preferred, cancelled),
            cells=len(text) * sum(map(len, lines)),
        )
    return Tiles(cost, *found.T)


def _is_beside_white_space(text: str) -> npt.NDArray[np.bool_]:
    """Whether each character is white space, follows white space, or is the first."""
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<U1")
    is_space = np.char.isspace(characters)
    is_beside: npt.NDArray[np.bool_] = is_space | np.r_[True, is_space[:-1]][: len(text)]
    return is_beside
