"""Reports on one or several scored systems as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levmetrics.core.names import get_metric
from levmetrics.core.run import Run
from levmetrics.core.scoring import score_systems
from levmetrics.core.tables import result_table
from levmetrics.formats.pages.page import Page
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.inputs.columns import ColumnLike
from levmetrics.inputs.values import InputColumn
from levmetrics.rendering.table import printed
from levmetrics.rendering.text import legible
from levmetrics.reports.page import page
from levmetrics.reports.systems import Systems, systems_of
from levmetrics.significance.resampling import resampling_of
from levmetrics.system.work import watched
from levmetrics.system.written_files import write_text

if TYPE_CHECKING:
    from rich.console import RenderableType

_OPTIONS = (
    *("groups", "ids", "title", "n_worst", "confidence_level", "n_resamples", "seed"),
    *("progress", "timeout"),
)


@dataclass(frozen=True)
class Report:
    """A report: :meth:`write` saves it, ``print`` shows its summary, a notebook all of it.

    Attributes:
        title: the title of the page.
        systems: the scored systems, with intervals and confusions.
        n_worst: the number of samples shown with their alignments.

    """

    title: str
    systems: Systems = field(repr=False)
    n_worst: int
    _html: str = field(repr=False)

    def html(self) -> str:
        """Return the report as a self-contained HTML page."""
        return self._html

    def write(self, path: str | Path) -> None:
        """Write the report to an HTML file atomically.

        Args:
            path: the path of the file; an existing file is replaced.

        Raises:
            InputError: if the file cannot be written.

        """
        write_text(Path(path), self._html)

    def __str__(self) -> str:
        """Return the summary as text tables, with the signature."""
        title = legible(self.title)
        return f"{title}\n{printed(_summary(self.systems))}\n{self.systems.signature}"

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts" srcdoc="{escape(self._html)}" '
            f'title="{escape(legible(self.title))}" '
            'style="width:100%;height:40rem;border:1px solid #8888"></iframe>'
        )


def report(
    systems: Mapping[str, InputColumn],
    references: InputColumn,
    metric: str = "wer",
    *,
    groups: ColumnLike | None = None,
    ids: ColumnLike | None = None,
    title: str | None = None,
    n_worst: int = 200,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    progress: bool = False,
    timeout: float | None = None,
    **options: Any,
) -> Report:
    """Return a report on the predictions of one or several systems as one HTML file.

    It has scores with intervals and signature; differences and tests of several systems; scores by
    group and by length, and their distribution; the most frequent confusions; the worst samples
    with their alignments; and a table of the samples that can be searched and sorted in the
    browser.

    Args:
        systems: the predictions of each system, by its name: texts, or values for ``anls:star``.
        references: one or several for each sample.
        metric: ``"wer"``, ``"cer"``, ``"anls:docvqa"`` ....
        groups: a label for each sample (its speaker or document): the groups have rows of a table,
            and are the units of intervals and tests.
        ids: an id for each sample; ``None``: numbers from 1.
        title: the title of the page; ``None``: the score and the names of the systems.
        n_worst: the number of samples to show with their alignments.
        confidence_level: the confidence level of the intervals.
        n_resamples: the number of resamples of the bootstrap, and of the approximate randomization.
        seed: the random seed; the same seed gives the same numbers.
        progress: whether tqdm shows progress bars for long work.
        timeout: the time limit in seconds; ``None``: no limit.
        **options: the metric's options: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

    Raises:
        InputError: for anything that cannot be scored.
        TimeoutError: after the timeout.

    >>> made = report({"new": ["is there", "hello"]}, ["who is there", "hello"])
    >>> made.title, "25.00 %" in made.html()
    ('Word error rate: new', True)
    >>> made.write("report.html")  # doctest: +SKIP

    """
    chosen = get_metric(metric, caller="report", others=_OPTIONS, options=options)
    with watched(progress=progress, timeout=timeout):
        runs = score_systems(chosen, systems, references, ids=ids, groups=groups)
        return report_of_runs(
            runs,
            title=title,
            n_worst=n_worst,
            confidence_level=confidence_level,
            n_resamples=n_resamples,
            seed=seed,
        )


def report_of_runs(
    runs: Mapping[str, Run],
    path: str | Path | None = None,
    *,
    title: str | None = None,
    n_worst: int = 200,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    pages: Mapping[str, Page] | None = None,
    images: str | Path | None = None,
    progress: bool = False,
    timeout: float | None = None,
) -> Report:
    """Return a report on scored systems; the arguments are those of :func:`report`.

    Args:
        runs: the run of each system on the same samples, by its name.
        path: the path of the file; ``None``: no file is written.
        title: the title of the page.
        n_worst: the number of samples to show with their alignments.
        confidence_level: the confidence level of the intervals.
        n_resamples: the number of resamples of the bootstrap, and of the approximate randomization.
        seed: the random seed; the same seed gives the same numbers.
        pages: the regions of pages, by sample id, as :func:`levmetrics.read_pages` returns them.
        images: the folder of the images that these pages name, which are embedded in the report.
        progress: whether tqdm shows progress bars for long work.
        timeout: the time limit in seconds; ``None``: no limit.

    Raises:
        InputError: for runs with different samples or settings, and for an image that cannot be
            shown.
        TimeoutError: after the timeout.

    """
    n_worst = checked_whole_number(n_worst, "n_worst", 0)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    with watched(progress=progress, timeout=timeout):
        scored = systems_of(runs, resampling, pages, images)
        title = title or f"{scored.label.name.full}: {', '.join(scored.runs)}"
        made = Report(title, scored, n_worst, page(scored, title, n_worst))
    if path is not None:
        made.write(path)
    return made


def _summary(systems: Systems) -> RenderableType:
    """Return the tables of the scores as text."""
    if systems.comparison is not None:
        return systems.comparison
    ((name, run),) = systems.runs.items()
    score, result = systems.metric.key, {**run.result(), "samples": len(systems.ids)}
    if name in systems.intervals:
        level, reliability = systems.resampling["confidence_level"], systems.reliability
        result |= {f"{score}_interval": systems.intervals[name], "confidence_level": level}
        result["reliability"] = reliability
    if systems.too_few:
        result["too_few"] = systems.too_few
    return result_table(systems.metric, result)
