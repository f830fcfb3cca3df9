"""The results of the benchmarks: their JSON file, their chart, and their pages in Markdown."""

from __future__ import annotations

import io
import json
import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import levmetrics
from benchmarks.timing import OURS, Timing
from levmetrics.edits.library import kernel_name

_SUMMARY, _NOTES = (Path(__file__).with_name(name) for name in ("summary.md", "notes.md"))
_RESULTS_PAGE = "benchmark_results.md"
_PEERS = (
    *("rapidfuzz", "pyarrow", "numpy", "scipy", "torch", "torchmetrics", "evaluate", "datasets"),
    *("fugashi", "unidic-lite", "jiwer", "anls", "anls_star", "editdistance", "Levenshtein"),
    *("kaldialign", "werx", "universal_edit_distance", "werpy", "fastwer", "texterrors"),
    "transformers",
)


@dataclass(frozen=True)
class Result:
    """The result of one piece of work.

    Attributes:
        name: its short name.
        title: what was done, and on how much.
        score: the name of the computed score; empty without one.
        measured: when, on which machine, with which versions.
        timings: by contender.

    """

    name: str
    title: str
    score: str
    measured: str
    timings: dict[str, Timing]

    def table(self) -> str:
        """Return a row for each tool: ours first, then the others, the fastest first."""
        times = ["median", "fastest", "slowest", f"times {OURS}"]
        heads = ["tool", *times, "processor time", f"times {OURS}'s", *filter(None, [self.score])]
        return table(heads, map(self._row, sorted(self.timings, key=self._place)))

    @property
    def rival(self) -> str | None:
        """The fastest other tool that has a score."""
        others = [
            (own.median, name)
            for name, own in self.timings.items()
            if not name.startswith(OURS) and own.score is not None
        ]
        return min(others)[1] if others else None

    def ratio(self, name: str) -> float:
        """Return a tool's time over ours, the median of the rounds."""
        return self.timings[name].ratios(self.timings[OURS])[0]

    def summary(self) -> list[str]:
        """Return a row with our time, and that of the fastest other tool that has a score."""
        link = f"[{self.name}]({_RESULTS_PAGE}#{self._anchor()}) {self.title}"
        row = [link, seconds(self.timings[OURS].median)]
        if self.rival is None:
            return [*row, "", "", ""]
        median = self.timings[self.rival].median
        return [*row, self.rival, seconds(median), digits(self.ratio(self.rival))]

    @property
    def heading(self) -> str:
        """The heading of its table."""
        return f"{self.name}. {self.title}"

    def _anchor(self) -> str:
        """Return the anchor that MkDocs makes of the heading."""
        return re.sub(r"[^\w\- ]", "", self.heading).lower().replace(" ", "-")

    def _row(self, name: str) -> list[str]:
        timing = self.timings[name]
        wall, processor = timing.ratios(self.timings[OURS])
        score = "" if timing.score is None else f"{timing.score:.8g}"
        return [
            f"**{name}**" if name == OURS else name,
            *map(seconds, (timing.median, min(timing.seconds), max(timing.seconds))),
            *(digits(wall), seconds(timing.median_processor), digits(processor)),
            *([score] if self.score else []),
        ]

    def _place(self, name: str) -> tuple[bool, bool, float]:
        return name != OURS, not name.startswith(OURS), self.timings[name].median


def read(path: Path) -> list[Result]:
    """Read the results that :func:`write` wrote; none where there is no file."""
    saved = json.loads(path.read_text("utf-8")) if path.exists() else []
    return [
        Result(**{**one, "timings": {who: Timing(**own) for who, own in one["timings"].items()}})
        for one in saved
    ]


def write(results: Sequence[Result], folder: Path) -> None:
    """Write the results as JSON, their chart, and their pages.

    Args:
        results: of each piece of work.
        folder: created if it does not exist.

    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    saved = [asdict(result) for result in results]
    text = json.dumps(saved, indent=1, ensure_ascii=False)
    (folder / "benchmarks.json").write_text(f"{text}\n", "utf-8")
    (folder / "benchmarks.md").write_text(summary_page(results), "utf-8")
    (folder / _RESULTS_PAGE).write_text(results_page(results), "utf-8")
    (folder / "images" / "benchmarks.svg").write_text(chart(results), "utf-8")


def summary_page(results: Sequence[Result]) -> str:
    """Return the prose of summary.md, with a row for each piece of work."""
    heads = ["work", OURS, "fastest other tool", "its time", f"times {OURS}"]
    rows = table(heads, [one.summary() for one in results])
    return _SUMMARY.read_text("utf-8").replace("<!-- summary -->", rows)


def results_page(results: Sequence[Result]) -> str:
    """Return the prose of notes.md, with all results."""
    return _NOTES.read_text("utf-8").replace("<!-- results -->", "\n\n".join(_parts(results)))


def chart(results: Sequence[Result]) -> str:
    """Return a bar for each piece of work as SVG: the fastest other tool's time over ours.

    The same results give the same bytes, with the same version of matplotlib.
    """
    import matplotlib  # what counts instructions imports this module
    from matplotlib.figure import Figure

    shown = [(one, one.rival, one.ratio(one.rival)) for one in results if one.rival]
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "benchmarks"}):
        figure = Figure(figsize=(7, 0.8 + 0.5 * len(shown)), layout="constrained")
        axes = figure.add_subplot(xscale="log")
        ratios = [ratio for _, _, ratio in shown]
        least = min([0.5, *ratios]) * 0.8
        for row, (one, rival, ratio) in enumerate(shown):
            color = "#0f766e" if ratio >= 1 else "#b45309"
            axes.barh(row, ratio - 1, left=1, height=0.36, color=color)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0}  # over the line at 1
            axes.text(least, row - 0.28, f"{one.name}: {one.title}", fontsize=10, bbox=box)
            label, at = f"{rival}: {digits(ratio)} ×", (max(ratio, 1), row)
            axes.annotate(label, at, (5, 0), textcoords="offset points", va="center", fontsize=9)
        axes.set(ylim=(len(shown) - 0.4, -1), yticks=[], xlim=(least, max([10, *ratios]) * 20))
        axes.set_xlabel("time over that of levmetrics; right of 1, levmetrics is faster")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.axvline(1, color="#444444", linewidth=0.8)
        axes.spines[["top", "right", "left"]].set_visible(False)
        written = io.StringIO()
        figure.savefig(
            written, format="svg", facecolor="white", metadata={"Date": None, "Creator": None}
        )
    return written.getvalue()


def _parts(results: Sequence[Result]) -> Iterator[str]:
    runs = dict.fromkeys(result.measured for result in results)
    for run in runs:
        names = (result.name for result in results if result.measured == run)
        yield f"{', '.join(names)}: measured {run}."
    for result in results:
        yield f"### {result.heading}"
        yield result.table()


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, whose first column names things."""
    first, *lines = (f"| {' | '.join(cells)} |" for cells in (heads, *rows))
    return "\n".join((first, f"|---|{'---:|' * (len(heads) - 1)}", *lines))


def seconds(value: float) -> str:
    """Format a time with three digits.

    >>> seconds(3.7412), seconds(0.1284), seconds(0.00126)
    ('3.74 s', '128 ms', '1.26 ms')
    """
    return f"{digits(value)} s" if value >= 1 else f"{digits(value * 1000)} ms"


def digits(value: float) -> str:
    """Format a number with three digits, or all digits before the decimal point.

    >>> digits(1808.4), digits(27.44), digits(0.4), digits(0.0123)
    ('1,808', '27.4', '0.400', '0.0123')
    """
    if value >= 100 or value <= 0:
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")


def here() -> str:
    """Say when and where this is, and with which versions."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processor = _of_linux("/proc/cpuinfo", "model name") or platform.processor()
    memory = _of_linux("/proc/meminfo", "MemTotal") or "unknown"
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return (
        f"{day} on {processor}, {cores} cores, memory {memory}, {platform.system()} "
        f"{platform.release()}, {platform.python_implementation()} {platform.python_version()}, "
        f"with the {kernel_name()} kernel of {OURS} {levmetrics.__version__}, "
        f"{', '.join(f'{package} {version(package)}' for package in _PEERS)}; "
        f"signature of W1 `{levmetrics.WordErrorRate().signature()}`"
    )


def _of_linux(path: str, key: str) -> str:
    lines = Path(path).read_text().splitlines() if Path(path).exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")
