"""The page of a report: the values of its templates, its tables and its samples."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.core.run import Run
from levmetrics.core.scoring import scores_by_form
from levmetrics.core.tables import (
    comparison_tables,
    form_notes,
    interval_cell,
    part_rows,
    result_cells,
    share,
)
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.values import CheckedColumn, ValueColumn
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import (
    COUNTS,
    LETTERS,
    better,
    interval,
    interval_heading,
)
from levmetrics.rendering.table import Table, counted, whole, written
from levmetrics.rendering.text import legible, shortened
from levmetrics.reports.pages import beside_page
from levmetrics.reports.systems import Systems

# A browser opens a page of 5 MB in a second: these limits leave room for tables.
_MAX_ROW_BYTES = 2_300_000
_MAX_ALIGNED_CHARACTERS = 1_200_000
_MAX_CHARACTERS = 1_001  # characters of a text in a row
_MAX_GROUPS = 500
_BINS = 10
_LENGTH_CLASSES = 6
_LANGUAGE_SAMPLES = 100


class SampleColumn(NamedTuple):
    """A column of the table of samples.

    Attributes:
        heading: the displayed heading.
        kind: ``"number"`` or ``"text"``, which takes more room; empty for a label.
        value: returns the value of a sample, by its index from 0.

    """

    heading: str
    kind: str
    value: Callable[[int], str | int]


class Aligned(NamedTuple):
    """How one system's sample was compared, as HTML.

    Attributes:
        system: the name of the system.
        score: the score of the sample.
        markup: the alignment, or the sentence that says why there is none; ``None`` if it is too
            long to draw.
        letters: the letters of errors in it.
        reads: how to read it; empty without a word.

    """

    system: str
    score: str
    markup: str | None
    letters: str = ""
    reads: str = ""


def _aligned_samples(systems: Systems, n: int) -> list[tuple[str, list[Aligned]]]:
    """Return the ids of the worst samples with an error, each with its alignment in each system.

    Args:
        systems: the scored systems.
        n: the number of samples to return.

    """
    scores = {name: run.sample_scores() for name, run in systems.runs.items()}
    room = _MAX_ALIGNED_CHARACTERS
    samples = []
    for sample in systems.worst_with_errors(n):
        aligned = []
        for name in systems.runs:
            score = systems.label.write(float(scores[name][sample]))
            aligned.append(_aligned(systems, name, sample, score, room))
            room -= len(aligned[-1].markup or "")
        samples.append((legible(str(systems.ids[sample])), aligned))
    return samples


def _aligned(systems: Systems, name: str, sample: int, score: str, room: int) -> Aligned:
    """Return how a system's sample was compared.

    Args:
        systems: the scored systems.
        name: the name of one of them.
        sample: the index of the sample, from 0.
        score: its score as text.
        room: the remaining characters; longer HTML is left out.

    """
    run, shown = systems.runs[name], Aligned(legible(name), score, None)
    texts = (_text_finder(column, run)(sample) for column in run.request.columns())
    if sum(map(len, texts)) > room:  # fewer than those of the markup
        return shown
    try:
        alignment = run.alignment(sample)
    except UnexplainedError as why:
        return shown._replace(markup=f"<p>{escape(str(why))}</p>")
    page = systems.pages.get(systems.ids[sample])
    markup = (
        alignment.markup() if page is None else beside_page(alignment, run, page, systems.images)
    )
    if len(markup) > room:
        return shown
    return shown._replace(markup=markup, letters=alignment.letters, reads=alignment.reads)


def _key(worst: Sequence[tuple[str, Sequence[Aligned]]]) -> tuple[str, list[tuple[str, str]]]:
    """Return how to read the alignments, if all are read alike, and what their letters say."""
    drawn = [one for _, aligned in worst for one in aligned if one.letters]
    ways = {one.reads for one in drawn}
    letters = {letter for one in drawn for letter in one.letters}
    key = [(letter, said) for letter, said in LETTERS.items() if letter in letters]
    return ways.pop() if len(ways) == 1 else "", key


def _sample_rows(systems: Systems, columns: Sequence[SampleColumn]) -> list[str]:
    """Return the rows of the sample table as JSON, the worst sample first, as many as fit."""
    rows: list[str] = []
    room = _MAX_ROW_BYTES
    for sample in systems.worst_first.tolist():
        values = [column.value(sample) for column in columns]
        row = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        row = row.replace("<", "\\u003c")  # so that no text ends its enclosing element
        room -= len(row.encode())
        if room < 0:
            break
        rows.append(row)
    return rows


def _columns(systems: Systems, references: CheckedColumn) -> list[SampleColumn]:
    """Return the columns of the table of samples, which the page's script draws."""
    several = len(systems.runs) > 1
    columns = [_label_column("sample", systems.ids)]
    for name, run in systems.runs.items():
        columns += _score_columns(run, f", {legible(name)}" if several else "")
    if systems.groups is not None:
        columns.append(_label_column("group", systems.groups))
    columns.append(_text_column("reference", references, next(iter(systems.runs.values()))))
    for name, run in systems.runs.items():
        heading = legible(name) if several else "prediction"
        columns.append(_text_column(heading, run.request.columns()[0], run))
    return columns


def _score_columns(run: Run, system: str) -> list[SampleColumn]:
    """Return columns of scores and counts; for several systems, of the total errors.

    Args:
        run: the run of one system.
        system: the suffix of its headings; empty for a single system.

    """
    score, counts, errors = run.metric.label, run.counts(), run.errors()
    shown: dict[str, list[Any]] = {
        score.name.short: [*map(score.write, run.sample_scores().tolist())]
    }
    if system and errors is not None:
        shown["errors"] = _counted(errors)
    elif not system:
        shown |= {heading: _counted(counts[key]) for key, heading in score.errors.items()}
    return [
        SampleColumn(f"{heading}{system}", "number", values.__getitem__)
        for heading, values in shown.items()
    ]


def _counted(counts: FloatArray | IntArray) -> list[str | int]:
    """Return counts as they are shown: whole numbers, or seconds with two decimals."""
    return [each if isinstance(each, int) else counted(each).text for each in counts.tolist()]


def _label_column(heading: str, labels: Sequence[Any]) -> SampleColumn:
    return SampleColumn(heading, "", lambda sample: legible(str(labels[sample])))


def _text_column(heading: str, column: CheckedColumn, run: Run) -> SampleColumn:
    find = _text_finder(column, run)
    return SampleColumn(
        heading, "text", lambda sample: legible(shortened(find(sample), _MAX_CHARACTERS))
    )


def _text_finder(column: CheckedColumn, run: Run) -> Callable[[int], str]:
    """Return a function of a sample's text in a column; ``|`` separates alternatives."""
    if isinstance(column, ValueColumn):
        values, readable = column.values, run.metric.takes.readable
        return lambda sample: readable(values[sample])
    if column.offsets is None:
        return lambda sample: column.texts[sample]
    alternatives = column.as_lists()
    return lambda sample: " | ".join(alternatives[sample].as_py())


def _system_table(systems: Systems) -> Table:
    """Return a table of the systems: score, interval, and counts if there are any."""
    score = systems.label
    others = [*(rate.short for rate in score.others.values()), *score.counts.values()]
    has_intervals, rows = bool(systems.intervals), []
    for name, run in systems.runs.items():
        cells = result_cells(systems.metric, run.summary())
        ends = [interval_cell(systems.intervals[name], score.write)] if has_intervals else []
        rows.append(
            [legible(name), cells[score.name.short], *ends, *[cells[heading] for heading in others]]
        )
    heading = interval_heading(systems.resampling["confidence_level"])
    return Table(
        f"{score.name.full} ({better(systems.metric.higher_is_better)})",
        ["system"],
        [score.name.short, *([heading] if has_intervals else []), *others],
        rows,
    )


def _group_table(systems: Systems) -> Table:
    """Return a table of the groups, with the score of each system."""
    parts = [run.split_by_group(systems.groups) for run in systems.runs.values()]
    shown = [*parts[0]][:_MAX_GROUPS]
    if len(parts) == 1:
        return _part_table("Scores by group", "group", {label: parts[0][label] for label in shown})
    return Table(
        f"{systems.label.name.full} by group",
        ["group"],
        ["samples", *map(legible, systems.runs)],
        [
            [
                legible(str(label)),
                whole(parts[0][label].sample_count),
                *(written(groups[label].score, systems.label.write) for groups in parts),
            ]
            for label in shown
        ],
    )


def _length_table(run: Run, lengths: IntArray, unit: str) -> Table:
    """Return a table of scores by the length of the reference.

    Args:
        run: a run that still holds its samples.
        lengths: the length of each sample's reference.
        unit: what lengths are numbers of.

    """
    inner = np.quantile(lengths, np.linspace(0, 1, _LENGTH_CLASSES + 1)[1:-1], method="higher")
    starts = np.unique([lengths.min(), *inner])
    ends = [*(starts[1:] - 1), lengths.max()]
    names = [
        f"{start:,}" if start == end else f"{start:,} to {end:,}"
        for start, end in zip(starts, ends, strict=True)
    ]
    number = np.searchsorted(starts, lengths, side="right") - 1
    parts = run.split_by_group(number)
    return _part_table(
        "Scores by length of the reference",
        f"{unit} in the reference",
        {names[label]: parts[label] for label in sorted(parts)},
    )


def _distribution_table(run: Run) -> Table:
    """Return a table of the numbers of samples by score."""
    scores, score = run.sample_scores(), run.metric.label
    edges = np.arange(_BINS + 1) / _BINS  # with the scores' own rounding to tenths
    counts, _ = np.histogram(np.minimum(scores, 1.0), edges)
    names = [interval(ends, score.write) for ends in pairwise(edges.tolist())]
    if not run.metric.higher_is_better:
        names[-1] = f"{score.write(edges[-2])} or more"
    return Table(
        "Samples by score",
        [score.name.short],
        ["samples", "share"],
        [
            [name, whole(count), share(count / len(scores))]
            for name, count in zip(names, counts.tolist(), strict=True)
        ],
        bars="samples",
    )


def _part_table(caption: str, heading: str, parts: Mapping[Any, Run]) -> Table:
    """Return a table of the parts of one run."""
    cells = {label: result_cells(part.metric, part.summary()) for label, part in parts.items()}
    headings = [*next(iter(cells.values()))]
    score = next(iter(parts.values())).metric.label.name.short
    return Table(caption, [heading], headings, part_rows(cells), bars=score)


def page(systems: Systems, title: str, n_worst: int) -> str:
    """Return the HTML of a report.

    Args:
        systems: the scored systems.
        title: the title of the page.
        n_worst: the number of samples to align.

    """
    first = next(iter(systems.runs.values()))
    references = first.request.columns()[1]
    find = _text_finder(references, first)
    columns, worst = _columns(systems, references), _aligned_samples(systems, n_worst)
    reads, key = _key(worst)
    script = render("report/report.js.j2").strip()
    groups = 0 if systems.groups is None else len(set(systems.groups))
    return render(
        "report/report.html.j2",
        title=legible(title),
        systems=systems,
        headline=_headline(systems),
        summary=_summary(systems),
        groups=_group_table(systems) if groups else None,
        groups_left_out=max(groups - _MAX_GROUPS, 0),
        scores=[(legible(name), _score_tables(run)) for name, run in systems.runs.items()],
        confusions=[
            (legible(name), frequent.tables()) for name, frequent in systems.confusions.items()
        ],
        worst=worst,
        reads=reads,
        key=key,
        columns=columns,
        confusions_name=next((each.name for each in systems.confusions.values()), None),
        rows=_sample_rows(systems, columns),
        language=script_language(map(find, range(len(systems.ids))[:_LANGUAGE_SAMPLES])),
        script=script,
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )


def _headline(systems: Systems) -> dict[str, object] | None:
    """Return the headline of a single system; ``None`` for several."""
    if len(systems.runs) > 1:
        return None
    ((name, run),) = systems.runs.items()
    result = run.result()
    return {
        "value": result[systems.metric.key],
        "ends": systems.intervals.get(name),
        "counts": [(count, result[count.key]) for count in COUNTS if count.key in result],
        "notes": [
            *systems.metric.notes(result, len(systems.ids)),
            *form_notes(scores_by_form(run), systems.label.write),
        ],
    }


def _summary(systems: Systems) -> list[Table]:
    if systems.comparison is None:
        return [_system_table(systems)]
    return [_system_table(systems), *comparison_tables(systems.comparison)]


def _score_tables(run: Run) -> list[Table]:
    """Return the tables of a system's scores: by score and, if it has lengths, by length."""
    lengths, unit = run.measured.lengths, run.measured.unit
    if lengths is None:
        return [_distribution_table(run)]
    return [_distribution_table(run), _length_table(run, np.ceil(lengths).astype(np.int64), unit)]


def script_language(texts: Iterable[str]) -> str:
    """Return the language that selects the glyphs of Han characters: Japanese, Korean, or none.

    Without a language, browsers draw Japanese texts with Chinese glyphs.

    >>> script_language(["今日は"]), script_language(["hello"])
    ('ja', '')
    """
    characters = set().union(*texts)
    if any("\u3041" <= character <= "\u30ff" for character in characters):
        return "ja"
    if any("\uac00" <= character <= "\ud7a3" for character in characters):
        return "ko"
    return ""
