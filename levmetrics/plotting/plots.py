"""The plots: scores of samples, scores by length, confusions, and systems with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from levmetrics.alignment.confusions import TokenConfusions, count_confusions
from levmetrics.core.run import Run
from levmetrics.core.tables import compared_label
from levmetrics.edits.kernel import pair_distances
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import is_whole_number, type_phrase
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.plotting.figures import (
    GREY,
    INK,
    grouped,
    shades,
    styled_axes,
    token_unit,
    write_note,
)
from levmetrics.rendering.labels import (
    DELETIONS,
    INSERTIONS,
    PALETTE,
    Label,
    better,
    interval_heading,
)
from levmetrics.rendering.text import cell_len, legible, shortened, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_BINS = 20  # bins of the histogram
_LENGTH_GROUPS = 12
_CELL = 0.3  # a heat map's cell, inches
_LONGEST_LABEL = 14  # characters
_TOPS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # possible ends of a rate's axis


def plot_rates(run: Run) -> Figure:
    """Draw a histogram of the samples' scores.

    Samples without an error have a bar of their own, as do rates above the end of the axis. A bar
    that would dwarf all others is cut.

    Args:
        run: a run that still holds its samples.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if it is not a run, or no longer holds its samples.
        ImportError: without matplotlib.

    >>> from levmetrics.core.scoring import score
    >>> plot_rates(score(["a b", "c"], ["a x", "c"])).axes[0].get_ylabel()
    'samples'

    """
    _check_run(run)
    scores = run.sample_scores()
    scores = scores[~np.isnan(scores)]  # nothing to score
    rates = not run.metric.higher_is_better
    label = run.metric.label
    name = label.name
    with styled_axes(f"{name.full} of each sample") as (figure, axes):
        _draw_bars(axes, scores, label, rates)
        _draw_pooled(axes, run, rates)
        axes.set_xlabel(f"{name.short} of a sample")
        axes.set_ylabel("samples")
        axes.xaxis.set_major_formatter(lambda value, _: _axis_label(value, label))
        axes.yaxis.set_major_formatter(lambda value, _: grouped(value))
        axes.locator_params(axis="y", integer=True)
        axes.set_ylim(bottom=0, top=None if len(scores) else 1)
        axes.grid(axis="y")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _draw_bars(axes: Axes, scores: FloatArray, written: Label, rates: bool) -> None:
    """Draw a bar for each bin, one for samples without an error, and one for higher rates."""
    top = _axis_end(scores, rates)
    width = top / _BINS
    correct = scores == 0 if rates else scores >= 1
    beyond = scores > top
    counts = _histogram(scores[~correct & ~beyond], top, rates)
    axes.bar(np.arange(_BINS) * width, counts, 0.92 * width, align="edge", color=PALETTE["blue"])
    before, after = -1.5 * width, top + width / 2
    ends = [(before if rates else after, correct, "without an error", "green")]
    if beyond.any():
        ends.append((after, beyond, f"above {_axis_label(top, written)}", "vermillion"))
    for left, members, what, colour in ends:
        label = f"{grouped(members.sum())} {what}"
        axes.bar(
            left, members.sum(), 0.92 * width, align="edge", color=PALETTE[colour], label=label
        )
    samples, highest = correct.sum(), max(counts.max(), beyond.sum())
    if samples <= 2 * highest or not highest:
        return
    # The first bar would dwarf the others: the axis ends above them, and a label gives its height.
    axes.set_ylim(0, 1.3 * highest)
    axes.annotate(
        f"{grouped(samples)} →",
        (ends[0][0] + 0.46 * width, 1.3 * highest),
        (0, -4),
        textcoords="offset points",
        rotation=90,
        ha="center",
        va="top",
        fontsize=9,
        color="white",
    )


def _draw_pooled(axes: Axes, run: Run, rates: bool) -> None:
    """Draw the score of all samples together, whatever the reduction."""
    samples = run.sample_count
    if samples:
        score = _pooled_score(run, np.arange(samples))
        written = f"{run.metric.label.write(score)} {'pooled' if rates else 'mean'}"
        label = f"{written} over all {grouped(samples)} samples"
        axes.axvline(score, color=INK, linestyle="--", linewidth=1.2, label=label)


def _histogram(scores: FloatArray, top: float, rates: bool) -> IntArray:
    """Count scores in bins of equal width; a bin of rates includes its upper end.

    >>> _histogram(np.array([0.05, 0.06, 1.0]), 1.0, rates=True).nonzero()[0].tolist()
    [0, 1, 19]
    """
    places = np.round(scores * _BINS / top, 9)  # so that 0.3 is 6 * 0.05
    bins = np.ceil(places) - 1 if rates else np.floor(places)
    return np.bincount(bins.clip(0, _BINS - 1).astype(np.int64), minlength=_BINS)


def plot_rate_by_length(run: Run) -> Figure:
    """Draw the samples' scores against the lengths of their references.

    Hexagons with more samples are darker. The line joins the scores of groups of samples of similar
    length and about equal size, each with the quartiles of its samples' scores. Samples with an
    empty reference are left out. Scores above the end of the axis are drawn at its end.

    Args:
        run: a run that still holds its samples.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if it is not a run, no longer holds its samples, or has no tokens.
        ImportError: without matplotlib.

    >>> from levmetrics.core.scoring import score
    >>> plot_rate_by_length(score(["a b", "c"], ["a x", "c"])).axes[0].get_xlabel()
    'length of the reference (words)'

    """
    _check_run(run)
    scores = run.sample_scores()
    lengths, unit = _lengths(run)
    rates = not run.metric.higher_is_better
    top = _axis_end(scores, rates)
    label = run.metric.label
    name = label.name
    with styled_axes(f"{name.full} by length of the reference") as (figure, axes):
        is_shown = (lengths > 0) & ~np.isnan(scores)
        if is_shown.any():
            _draw_hexagons(axes, lengths[is_shown], scores[is_shown].clip(max=top))
            _draw_length_groups(axes, run, lengths)
            figure.legend(loc="outside lower center", ncols=2)
        else:
            write_note(axes, "no references with tokens")
        axes.set_ylim(-0.03 * top, 1.03 * top)
        axes.set_xlabel(f"length of the reference ({unit})")
        axes.set_ylabel(f"{name.short} of a sample")
        axes.yaxis.set_major_formatter(lambda value, _: _axis_label(value, label))
        axes.grid(axis="y")
    return figure


def _lengths(run: Run) -> tuple[FloatArray | IntArray, str]:
    """Return the length of every reference, in tokens if the metric has no lengths, and its unit.

    Raises:
        InputError: for samples that have neither.

    """
    lengths, unit = run.measured.lengths, run.measured.unit
    if lengths is None:
        lengths, unit = pair_distances(run.request.token_pairs).target_length, "tokens"
    return lengths, token_unit(run.metric) if unit == "tokens" else unit


def _draw_hexagons(axes: Axes, lengths: FloatArray | IntArray, scores: FloatArray) -> None:
    """Draw the number of samples by length and score."""
    from matplotlib.ticker import LogLocator, NullFormatter

    # If lengths vary widely, a linear axis would be mostly empty.
    scale: Literal["log", "linear"] = "log" if lengths.max() > 10 * lengths.min() else "linear"
    hexagons = axes.hexbin(
        lengths,
        scores,
        gridsize=(24, 11),
        xscale=scale,
        bins="log",
        mincnt=1,
        cmap=shades(),
        linewidths=0.2,
    )
    bar = axes.figure.colorbar(hexagons, ax=axes, label="samples in a hexagon", pad=0.02)
    bar.outline.set_visible(False)
    bar.ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    if scale == "log":
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.locator_params(axis="x", integer=True)
    for axis in (axes.xaxis, bar.ax.yaxis):
        axis.set_minor_formatter(NullFormatter())
        axis.set_major_formatter(lambda value, _: grouped(value))


def _draw_length_groups(axes: Axes, run: Run, lengths: FloatArray | IntArray) -> None:
    """Draw the score and the quartiles of groups of samples of similar length."""
    scores = run.sample_scores()
    is_scored = ~np.isnan(scores)  # there is something to score
    scored = (group[is_scored[group]] for group in _length_groups(lengths))
    groups = [group for group in scored if len(group)]
    middles = [float(np.median(lengths[group])) for group in groups]
    quartiles = np.array([np.quantile(scores[group], (0.25, 0.75)) for group in groups])
    axes.plot(
        middles,
        [_pooled_score(run, group) for group in groups],
        "o-",
        color=PALETTE["vermillion"],
        markersize=5,
        label="score of samples of similar length",
    )
    axes.vlines(
        middles, *quartiles.T, color=PALETTE["orange"], linewidth=2, label="their quartiles"
    )


def _length_groups(lengths: FloatArray | IntArray) -> list[IntArray]:
    """Return the indices of samples in groups of about the same size, shorter ones first.

    Samples of the same length are in the same group; those of length 0 are left out.

    >>> [group.tolist() for group in _length_groups(np.array([2, 0, 1, 2]))]
    [[2], [0, 3]]
    """
    order = np.argsort(lengths, kind="stable")
    order = order[lengths[order] > 0]
    in_order = lengths[order]
    shares = np.arange(_LENGTH_GROUPS) / _LENGTH_GROUPS
    starts = np.searchsorted(in_order, in_order[(shares * len(order)).astype(np.int64)])
    return np.split(order, np.unique(starts)[1:])


def plot_confusions(run: Run, n: int = 20) -> Figure:
    """Draw the most frequent substitutions as a heat map.

    Rows are tokens of the references, columns the predicted tokens. The last column counts
    deletions of the row's token, and the last row insertions of the column's token.

    Args:
        run: a run that still holds its samples.
        n: the number of most frequent substitutions that select rows and columns; all substitutions
            among these are shown.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if it is not a run, no longer holds its samples, or ``n`` is not a whole number
            from 1.
        ImportError: without matplotlib.

    >>> from levmetrics.core.scoring import score
    >>> axes = plot_confusions(score(["a x"], ["a b"])).axes[0]
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['b', 'ins.']

    """
    _check_run(run)
    if not is_whole_number(n) or n < 1:
        raise InputError("plot.number", number=n)
    confusions = count_confusions(run.metric.shown_pairs(run), costs=run.metric.costs)
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


def _matrix(confusions: TokenConfusions, targets: Sequence[Any], preds: Sequence[Any]) -> IntArray:
    """Return the counts of substitutions, with deletions as last column and insertions as last row.

    Args:
        confusions: all confusions.
        targets: the tokens of the rows.
        preds: the tokens of the columns.

    """
    no_token = object()
    counts = {
        **{(target, pred): count for target, pred, count in confusions.substitutions},
        **{(target, no_token): count for target, count in confusions.deletions},
        **{(no_token, pred): count for pred, count in confusions.insertions},
    }
    return np.array(
        [[counts.get((t, p), 0) for p in (*preds, no_token)] for t in (*targets, no_token)]
    )


def _draw_matrix(axes: Axes, matrix: IntArray) -> None:
    """Draw a cell with the count for each count above 0."""
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


def _token_label(token: Any) -> str:  # of any type that the caller's tokens may have
    return shortened(visible(str(token)), _LONGEST_LABEL)


def plot_systems(comparison: Mapping[str, Any]) -> Figure:
    """Draw the scores of systems and, of enough samples or groups, their intervals.

    Args:
        comparison: the result of :func:`levmetrics.comparison.comparison.compare`.

    Returns:
        A figure with one axes.

    Raises:
        InputError: if it is not a comparison.
        ImportError: without matplotlib.

    >>> from levmetrics import compare
    >>> comparison = compare({"old": ["a", "c"], "new": ["a", "b"]}, ["a", "b"])
    >>> [label.get_text() for label in plot_systems(comparison).axes[0].get_yticklabels()]
    ['old', 'new']

    """
    _check_comparison(comparison)
    score, systems = comparison["score"], comparison["systems"]
    scores = np.array([system[score] for system in systems.values()])
    label = compared_label(comparison)
    name = label.name
    title, reach = f"{name.full} of each system", None
    if comparison["reliability"] != "none":
        ends = np.array([system[f"{score}_interval"] for system in systems.values()])
        title = f"{title}, {interval_heading(comparison['confidence_level'])}"
        reach = np.abs(ends.T - scores)
    with styled_axes(title, 1.1 + 0.42 * len(systems)) as (figure, axes):
        rows = np.arange(len(systems))
        axes.errorbar(
            scores,
            rows,
            xerr=reach,
            fmt="o",
            color=PALETTE["blue"],
            elinewidth=2,
            capsize=4,
        )
        for row, value in enumerate(scores):
            axes.annotate(
                label.write(value),
                (value, row),
                (0, 7),
                textcoords="offset points",
                ha="center",
                fontsize=9,
            )
        axes.set_yticks(rows, [shortened(legible(system), 30) for system in systems])
        axes.set_ylim(len(systems) - 0.5, -0.7)
        axes.set_xlabel(f"{name.short} ({better(comparison['higher_is_better'])})")
        axes.xaxis.set_major_formatter(lambda value, _: _axis_label(value, label))
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
    return figure


def _check_run(run: object) -> None:
    """Raise for anything but a run."""
    if not isinstance(run, Run):
        raise InputError("plot.no_run", given=type_phrase(run))


def _check_comparison(comparison: object) -> None:
    """Raise for anything but a comparison, or the dictionary read from its JSON."""
    if not isinstance(comparison, Mapping):
        raise InputError("plot.no_comparison", given=type_phrase(comparison))
    for key in ("score", "systems", "higher_is_better", "confidence_level", "reliability"):
        if key not in comparison:
            raise InputError("plot.no_comparison", given=f"a dictionary without {key!r}")


def _pooled_score(run: Run, indices: IntArray) -> float:
    """Return the score of some samples together."""
    metric = run.metric.pooling
    return metric.score(metric.sums(run.measured.take(indices)))


def _axis_end(scores: FloatArray, rates: bool) -> float:
    """Return the end of the score axis; for rates, only the highest hundredth is above it.

    >>> _axis_end(np.array([0.0, 0.3]), rates=True), _axis_end(np.array([2.5]), rates=True)
    (0.4, 1.0)
    """
    if not rates or not len(scores):
        return 1.0
    most = np.quantile(scores, 0.99)
    return next((top for top in _TOPS if top >= most), 1.0)


def _axis_label(value: float, label: Label) -> str:
    """Format a score for an axis, in percent if the metric's scores are percentages.

    >>> _axis_label(0.05, compared_label({"metric": "anls", "score": "anls"}))
    '5 %'
    """
    return f"{100 * value:.4g} %" if label.is_percentage else f"{value:.4g}"
