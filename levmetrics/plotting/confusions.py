"""The heat map of confusions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.cells import cell_len

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import is_whole_number
from levmetrics.plotting.figures import (
    GREY,
    INK,
    grouped,
    shades,
    styled_axes,
    token_unit,
    write_note,
)
from levmetrics.rendering.labels import DELETIONS, INSERTIONS
from levmetrics.rendering.text import shortened, visible
from levmetrics.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from levmetrics.alignment.confusions import Confusions

_CELL = 0.3  # of a heat map, inches
_LONGEST_LABEL = 14  # characters


def plot_confusions(run: Run, n: int = 20) -> Figure:
    """Draw the most frequent substitutions as a heat map.

    A row is a token of the references, a column what was predicted for it. The last column counts
    how often the token was deleted, the last row how often the predicted token was inserted.

    Args:
        run: of all samples.
        n: how many substitutions choose the rows and columns; all of them between these are shown.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if the run holds nothing of single samples, or ``n`` is no whole number from 1.
        ImportError: without matplotlib.

    >>> from levmetrics.scoring import score
    >>> axes = plot_confusions(score(["a x"], ["a b"])).axes[0]
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['b', 'ins.']

    """
    if not is_whole_number(n) or n < 1:
        raise InputError("plot.number", number=n)
    if not isinstance(run, Run):
        raise InputError("plot.no_run", type=type(run).__name__)
    confusions = run.confusions()
    chosen = confusions.substitutions[: int(n)]
    targets = [*dict.fromkeys(target for target, _, _ in chosen)]
    preds = [*dict.fromkeys(pred for _, pred, _ in chosen)]
    title = f"Most frequent confusions of {token_unit(run.metric)}"
    with styled_axes(title, 1.2 + _CELL * max(len(targets) + 1, 3)) as (figure, axes):
        if chosen:
            _draw_matrix(axes, _matrix(confusions, targets, preds))
            _write_tokens(axes, targets, preds)
        else:
            write_note(axes, "no substitutions")
        axes.set_xlabel("predicted")
        axes.set_ylabel("reference")
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
    return figure


def _matrix(confusions: Confusions, targets: Sequence[Any], preds: Sequence[Any]) -> IntArray:
    """Return the counts of substitutions, with deletions as last column and insertions as last row.

    Args:
        confusions: all of them.
        targets: the tokens of the rows.
        preds: the tokens of the columns.

    """
    no_token = object()
    rows = {target: row for row, target in enumerate([*targets, no_token])}
    columns = {pred: column for column, pred in enumerate([*preds, no_token])}
    edits = [
        *confusions.substitutions,
        *((target, no_token, count) for target, count in confusions.deletions),
        *((no_token, pred, count) for pred, count in confusions.insertions),
    ]
    matrix = np.zeros((len(rows), len(columns)), np.int64)
    for target, pred, count in edits:
        if target in rows and pred in columns:
            matrix[rows[target], columns[pred]] = count
    return matrix


def _draw_matrix(axes: Axes, matrix: IntArray) -> None:
    """Draw a cell for each count but 0, with the count in it."""
    from matplotlib.colors import LogNorm, to_rgba

    norm = LogNorm(1, max(int(matrix.max()), 2))
    cells = np.ma.masked_equal(matrix, 0)
    axes.pcolormesh(cells, norm=norm, cmap=shades(), edgecolors=to_rgba(GREY, 0.3), linewidth=0.5)
    axes.invert_yaxis()
    for row, column in np.argwhere(matrix):
        count = int(matrix[row, column])
        axes.text(
            column + 0.5,
            row + 0.5,
            grouped(count) if count < 10_000 else f"{count // 1000:,}k",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if norm(count) > 0.85 else INK,
        )


def _write_tokens(axes: Axes, targets: Sequence[Any], preds: Sequence[Any]) -> None:
    rows = [*map(_token_label, targets), INSERTIONS.heading]
    columns = [*map(_token_label, preds), DELETIONS.heading]
    upright = all(cell_len(column) <= 4 for column in columns)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=0 if upright else 90)
    for no_token in (axes.get_yticklabels()[-1], axes.get_xticklabels()[-1]):
        no_token.set_fontstyle("italic")


def _token_label(token: Any) -> str:  # of any type that the caller's tokens have
    return shortened(visible(str(token)), _LONGEST_LABEL)
