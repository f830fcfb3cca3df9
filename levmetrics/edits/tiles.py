"""Tiling of one text by the lines of another, in any order.

The compiled kernel (``native/tiles.hpp``) finds the tiles, or the portable one if it is missing;
the tiles are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.edits import compiled, library, portable
from levmetrics.edits.library import Cancelled
from levmetrics.work import on_threads


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


def line_tiles(text: str, lines: Sequence[str], cancelled: Cancelled | None = None) -> Tiles:
    """Return a text read as lines, in any order, with the fewest character edits.

    A line may be read any number of times; text between lines counts as inserted. Ties prefer, from
    the end of the text on, an insertion to a line, a longer line to a shorter one, then the first
    line; and of a line's starts the first one beside white space, or else the first.

    Args:
        text: the text.
        lines: the lines with their ends; empty lines are never read.
        cancelled: stops the compiled kernel. ``None``: long work waits for a worker thread, so that
            it can be interrupted. Worker threads must not pass ``None``, since they would wait for
            themselves.

    Source: Ney, "The use of a one-stage dynamic programming algorithm for connected word
    recognition", IEEE Transactions on Acoustics, Speech, and Signal Processing, 1984.

    >>> line_tiles("right left", ["left", "middle", "right"])
    Tiles(cost=1, start=array([0, 5]), end=array([ 5, 10]), line=array([2, 0]))

    """
    is_preferred = _is_beside_white_space(text)
    if library.compiled_kernel() is None:
        cost, found = portable.tiles(text, lines, is_preferred)
    else:
        cost, found = _compiled_tiles(text, lines, is_preferred, cancelled)
    return Tiles(cost, *found.T)


def _compiled_tiles(
    text: str,
    lines: Sequence[str],
    is_preferred: npt.NDArray[np.bool_],
    cancelled: Cancelled | None,
) -> tuple[int, IntArray]:
    is_short = len(text) * sum(map(len, lines)) < compiled.CELLS_OF_A_MOMENT
    stop = Cancelled() if cancelled is None else cancelled

    def find(lines: Sequence[str]) -> tuple[int, IntArray]:
        return compiled.tiles(text, lines, is_preferred, stop)

    if is_short or cancelled is not None:
        return find(lines)
    try:
        [found] = on_threads(find, [lines])
    except BaseException:  # an interrupt, for example, of the wait for the thread
        stop.value = 1
        raise
    return found


def _is_beside_white_space(text: str) -> npt.NDArray[np.bool_]:
    """Whether each character is white space, follows white space, or is the first."""
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<U1")
    is_space = np.char.isspace(characters)
    is_beside: npt.NDArray[np.bool_] = is_space | np.r_[True, is_space[:-1]][: len(text)]
    return is_beside
