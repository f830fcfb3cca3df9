"""Reports: what was scored of one or several systems, as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levmetrics.formats.pages.page import Page
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.inputs.columns import ColumnLike
from levmetrics.inputs.values import InputColumn
from levmetrics.metric import get_metric
from levmetrics.rendering.table import printed
from levmetrics.rendering.text import legible
from levmetrics.reports.page import page
from levmetrics.reports.systems import Systems, systems_of
from levmetrics.run import Run
from levmetrics.scoring import score_systems
from levmetrics.significance.resampling import resampling_of
from levmetrics.tables import result_table
from levmetrics.work import watched
from levmetrics.written_files import replaced

if TYPE_CHECKING:
    from rich.console import RenderableType

_OPTIONS = (
    *("groups", "ids", "title", "n_worst", "confidence_level", "n_resamples", "seed"),
    *("progress", "timeout"),
)


@dataclass(frozen=True)
class Report:
    """A report: :meth:`write` it to a file; ``print`` shows its summary, a notebook all of it.

    Attributes:
        title: of the page.
        systems: what was scored of each, with intervals and confusions.
        n_worst: how many samples are shown with their alignments.

    """

    title: str
    systems: Systems = field(repr=False)
    n_worst: int
    _html: str = field(repr=False)

    def html(self) -> str:
        """Return the report as a page that needs no other file and no network."""
        return self._html

    def write(self, path: str | Path) -> None:
        """Write the report to an HTML file, which is there once it is complete.

        Args:
            path: of the file; one of that name is replaced.

        Raises:
            InputError: if there can be no file of that name.

        """
        with replaced(Path(path)) as new:
            new.write_text(self._html, "utf-8")

    def __str__(self) -> str:
        """Return the summary as tables for a terminal, with the signature."""
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
    """Report on the predictions of one or several systems as one HTML file.

    It holds scores with intervals and signature, differences and tests of several systems, scores
    by group, by length and their distribution, the most frequent confusions, the worst samples with
    their alignments, and a table of the samples that is searched and sorted in the browser.

    Args:
        systems: by name, the predictions of each: texts, or for ``anls:star`` values.
        references: of the same samples, one or several.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        groups: a label for each sample (its speaker or document): rows of a table, and the units
            of intervals and tests.
        ids: a name for each sample; ``None``: their numbers, from 1.
        title: of the page; ``None``: the score and the names of the systems.
        n_worst: how many samples to show with their alignments.
        confidence_level: of the intervals.
        n_resamples: of the bootstrap, and of the approximate randomization.
        seed: the same seed gives the same numbers.
        progress: whether tqdm's bars show how far long work is.
        timeout: seconds, after which the work ends in an error; ``None``: no limit.
        **options: of the metric: ``tokenizer``, ``normalizer``, ``threshold``, ``costs`` ...

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
    """Report on systems that are scored already; the arguments are those of :func:`report`.

    Args:
        runs: of each system, by its name, on the same samples.
        path: of the file to write; ``None``: none is written.
        title: of the page.
        n_worst: how many samples to show with their alignments.
        confidence_level: of the intervals.
        n_resamples: of the bootstrap, and of the approximate randomization.
        seed: the same seed gives the same numbers.
        pages: where the regions of pages lie, by the ids of the samples, as
            :func:`levmetrics.read_pages` returns them.
        images: the folder of the images that these pages name, which become part of the report.
        progress: whether tqdm's bars show how far long work is.
        timeout: seconds, after which the work ends in an error; ``None``: no limit.

    Raises:
        InputError: for runs of other samples or settings, and for an image that cannot be shown.
        TimeoutError: after the timeout.

    """
    n_worst = checked_whole_number(n_worst, "n_worst", 0)
    resampling = resampling_of(confidence_level, n_resamples, seed)
    with watched(progress=progress, timeout=timeout):
        scored = systems_of(runs, resampling, pages, images)
        title = title or f"{scored.score.name.full}: {', '.join(scored.runs)}"
        made = Report(title, scored, n_worst, page(scored, title, n_worst))
    if path is not None:
        made.write(path)
    return made


def _summary(systems: Systems) -> RenderableType:
    """Return the tables of the scores for a terminal."""
    if systems.comparison is not None:
        return systems.comparison
    ((name, run),) = systems.runs.items()
    ends = systems.intervals[name]
    score, result = systems.metric.key, {**run.result(), "samples": len(systems.ids)}
    if ends is not None:
        level = systems.resampling["confidence_level"]
        result |= {f"{score}_interval": ends, "confidence_level": level}
    if systems.too_few:
        result["too_few"] = systems.too_few
    return result_table(score, result)
