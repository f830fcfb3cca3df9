"""Reports: the view of one or several scored systems as one self-contained HTML file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from html import escape
from pathlib import Path

from levmetrics.core.run import Run
from levmetrics.errors import InputError, Language, few
from levmetrics.formats.pages.page import Page
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.registry import lookup
from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render
from levmetrics.rendering.text import legible, markdown_text
from levmetrics.reports.pages import beside_page
from levmetrics.significance.resampling import resampling_of
from levmetrics.system.work import watched
from levmetrics.system.written_files import write_text
from levmetrics.view.language import LANGUAGES, say, script_words, words_of
from levmetrics.view.result import Beside, sample_count
from levmetrics.view.samples import Draw, drawn_in, sample_data, written
from levmetrics.view.systems import Systems, systems_of
from levmetrics.view.view import View, view_of


@dataclass(frozen=True)
class Report:
    """A report: :meth:`write` saves it, ``print`` shows its summary, a notebook all of it.

    Attributes:
        title: the title of the page.
        systems: the scored systems, with intervals and confusions.
        view: the view of the systems.
        print_samples: the number of the worst samples that stand in it.
        facts: the date, the sources of the texts, the metric and the number of samples.

    """

    title: str
    systems: Systems = field(repr=False)
    view: View = field(repr=False)
    print_samples: int
    facts: str
    _html: str = field(repr=False)

    def html(self) -> str:
        """Return the report as a self-contained HTML page."""
        return self._html

    def markdown(self) -> str:
        """Return the report as Markdown: its facts and parts, with the worst samples."""
        head = f"# {markdown_text(self.title)}\n\n{markdown_text(self.facts)}"
        return f"{head}\n\n{self.view.markdown()}"

    def write(self, path: str | Path) -> None:
        """Write the report to a file atomically: as Markdown if its name ends so, else as HTML.

        Args:
            path: the path of the file; an existing file is replaced.

        Raises:
            InputError: if the file cannot be written.

        """
        is_markdown = Path(path).suffix.lower() == ".md"
        write_text(Path(path), self.markdown() if is_markdown else self._html)

    def __str__(self) -> str:
        """Return the report as text, without details: the samples, and all charts but of groups."""
        return f"{legible(self.title)}\n\n{self.view.text()}"

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts allow-downloads" srcdoc="{escape(self._html)}" '
            f'title="{escape(legible(self.title))}" '
            'style="width:100%;height:40rem;border:1px solid #8888"></iframe>'
        )


def report_of_runs(
    runs: Mapping[str, Run],
    path: str | Path | None = None,
    *,
    title: str | None = None,
    language: Language = "en",
    sources: Sequence[str] = (),
    notes: Sequence[str] = (),
    print_samples: int = 10,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    seed: int = 0,
    pages: Mapping[str, Page] | None = None,
    images: str | Path | None = None,
    progress: bool = False,
    timeout: float | None = None,
) -> Report:
    """Return a report on one or several scored systems as one HTML file.

    :meth:`levmetrics.core.run.Run.report` and the report of a comparison call it.

    It says first what the scores mean, or which system is better; then it has scores with intervals
    and signature, differences and tests of several systems, scores by group and by length, the most
    frequent confusions, and a table of the samples with their alignments, which a browser sorts,
    searches and filters.

    Args:
        runs: the run of each system on the same samples, by its name. The groups of the first one
            have rows of a table, and are the units of intervals and tests.
        path: the path of the file; ``None``: no file is written.
        title: the title of the page; ``None``: the score and the names of the systems.
        language: the language of the report: ``"en"`` or ``"ja"``.
        sources: the names of the files, or of other places, that the texts are from.
        notes: sentences about how these were read.
        print_samples: the number of the worst samples that paper and Markdown show.
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

    >>> from levmetrics import score
    >>> made = report_of_runs({"new": score(["is there", "hello"], ["who is there", "hello"])})
    >>> made.title, "25.00 %" in made.html()
    ('Word error rate, words by white space: new', True)
    >>> made.write("report.html")  # doctest: +SKIP

    """
    worst = checked_whole_number(print_samples, "print_samples", 0)
    lookup(dict.fromkeys(LANGUAGES), language, "language")
    resampling = resampling_of(confidence_level, n_resamples, seed)
    with watched(progress=progress, timeout=timeout):
        systems = systems_of(runs, resampling)
        draw = _draw(systems, language, pages, images)
        view = view_of(systems, language, Beside(notes=notes, worst=worst, draw=draw))
        title = title or f"{view.name}: {', '.join(runs)}"
        facts = _facts(systems, view, sources)
        page = _page(systems, view, title, facts, draw)
        made = Report(title, systems, view, worst, facts, page)
    if path is not None:
        made.write(path)
    return made


def _draw(
    systems: Systems,
    language: Language,
    pages: Mapping[str, Page] | None,
    images: str | Path | None,
) -> Draw:
    """Return what draws an alignment: beside the outline of its page, if there is one.

    Raises:
        InputError: for pages that are none, or of other samples, and for images without pages.

    """
    words, known = words_of(systems.metric, language), pages or {}
    if not isinstance(known, Mapping):
        raise InputError("pages.no_mapping", kind=type(pages).__name__)
    if images is not None and not any(page.image for page in known.values()):
        raise InputError("report.images_of_pages")
    if not known:
        return drawn_in(words)
    ids, folder = systems.ids, None if images is None else Path(images)
    if not {*known} & {*ids}:
        raise InputError("pages.not_of_samples", ids=few(known))
    return lambda run, sample, alignment: beside_page(
        alignment, run, known.get(ids[sample]), folder, words
    )


def _facts(systems: Systems, view: View, sources: Sequence[str]) -> str:
    """Return when and of what a report is made, in one line."""
    counted = sample_count(view.language, systems.first.sample_count)
    facts = [date.today().isoformat(), *map(legible, sources), view.name, counted]
    return say(view.language, "fact_join").join(facts)


def _page(systems: Systems, view: View, title: str, facts: str, draw: Draw) -> str:
    """Return the HTML of a report."""
    data, language = None, view.language
    if systems.has_samples:
        data = written(sample_data(systems.runs, draw, language, view.charts))
    script = render("report/report.js.j2", words=script_words(language)).strip()
    return render(
        "report/report.html.j2",
        title=legible(title),
        language=language,
        facts=facts,
        drawn=view.html(),
        data=data,
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
        light=LIGHT,
        dark=DARK,
    )
