"""The samples of a result as JSON values, which a browser draws, sorts, searches and filters.

The script is ``rendering/templates/view/view.js.j2``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from json.encoder import encode_basestring
from time import monotonic
from typing import Any, TypeAlias

from levmetrics.alignment.explanation import Alignment, Code, UnexplainedError, Words
from levmetrics.core.run import Run, worst_first
from levmetrics.errors import Language
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.rendering.labels import decimal, percent
from levmetrics.rendering.text import legible, script_language
from levmetrics.view.charts import Chart
from levmetrics.view.names import short_name

# A browser opens a page of this size, and a reader waits for it, no longer than two seconds each.
_MOST_BYTES = 8_000_000
_LEAST_BYTES = 30  # of a row
_NULL = len("null")
_MOST_SECONDS = 2.0  # for alignments
_LANGUAGE_SAMPLES = 100

Draw: TypeAlias = Callable[[Run, int, Alignment], str]
"""Returns the alignment of one of a run's samples (by its index) as HTML."""


def drawn_in(words: Words | None = None) -> Draw:
    """Return a function that draws alignments as a report does.

    Args:
        words: labels in another language.

    """
    return lambda run, sample, alignment: alignment.markup(words)


def sample_data(
    runs: Mapping[str, Run],
    draw: Draw | None,
    language: Language = "en",
    charts: Sequence[Chart] = (),
) -> dict[str, Any]:
    """Return the samples as JSON values: a list a column, with the worst sample first.

    What would make them too large, or take too long, is ``None``: the texts and alignments of the
    best samples; of very many samples, the best have no row at all.

    Args:
        runs: the run of each system on the same samples, by its name.
        draw: draws alignments that have no short code; ``None``: these are left out.
        language: the language of the sentence that says why a sample has no alignment.
        charts: the charts whose rows select samples.

    >>> from levmetrics import score
    >>> run = score(["is there", "hi"], ["who is there", "hi"])
    >>> data = sample_data({"new": run}, drawn_in())
    >>> data["numbers"], data["references"], data["systems"][0]["alignments"]
    ([1, 2], ['who is there', 'hi'], [' 1D2=', ' 1='])

    """
    order = worst_first([*runs.values()])[: _MOST_BYTES // 2 // _LEAST_BYTES]
    data = _numbers(runs, order, charts)
    if (size := _size(data)) > _MOST_BYTES // 2:
        order = order[: len(order) * _MOST_BYTES // 2 // size]
        data = _numbers(runs, order, charts)
    _fill(data, [*runs.values()], order, draw, language)
    return data


def written(data: Any) -> str:
    r"""Return JSON values as text that may stand in an HTML element.

    >>> print(written({"a": "</script>"}))
    {"a":"\u003c/script>"}
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return text.encode("utf-8", "backslashreplace").decode()  # an id may have lone surrogates


def references_language(runs: Mapping[str, Run]) -> str:
    """Return the language that selects the glyphs of the references; empty for most scripts."""
    texts = (run.request.texts()[1][:_LANGUAGE_SAMPLES] for run in runs.values())
    return script_language(str(text) for of_run in texts for text in of_run)


def _size(value: Any) -> int:
    """Return the bytes of a value as it is written."""
    if isinstance(value, str) and value.isascii():  # as most, for which this takes a tenth
        return len(encode_basestring(value)) + 5 * value.count("<")
    return len(written(value).encode())


def _numbers(runs: Mapping[str, Run], order: IntArray, charts: Sequence[Chart]) -> dict[str, Any]:
    """Return the data without texts and alignments, which a row that does not fit lacks."""
    first = next(iter(runs.values()))
    groups = None if first.groups is None else first.groups.take(order).to_pylist()
    write = first.metric.label.write
    is_own = write not in (percent, decimal)  # a form that the script does not know
    row_of = {sample: row for row, sample in enumerate(order.tolist())}
    return {
        "score": short_name(first.metric),
        "key": first.metric.key,
        "higher": first.metric.higher_is_better,
        "percent": write is percent,
        "unit": first.measured.unit,
        "total": first.sample_count,
        "language": references_language(runs),
        "numbers": (order + 1).tolist(),
        "ids": None if first.ids is None else [first.ids[sample] for sample in order.tolist()],
        "groups": None if groups is None else [*map(str, groups)],
        "references": [None] * len(order),
        "systems": [
            {
                "name": legible(name),
                "scores": _ordered(run.sample_scores(), order),
                "written": [*map(write, run.sample_scores()[order].tolist())] if is_own else None,
                "errors": None if (errors := run.errors()) is None else _ordered(errors, order),
                "counts": {key: _ordered(counts, order) for key, counts in run.counts().items()},
                "predictions": [None] * len(order),
                "alignments": [None] * len(order),
            }
            for name, run in runs.items()
        ],
        "classes": {
            chart.table.selects: chart.classes[order].tolist()
            for chart in charts
            if chart.classes is not None
        },
        "members": {
            chart.table.selects: [
                sorted(row_of[each] for each in row if each in row_of) for row in chart.members
            ]
            for chart in charts
            if chart.members
        },
    }


def _ordered(values: FloatArray | IntArray, order: IntArray) -> list[float | None]:
    """Return the numbers of rows, with ``None`` for NaN, which JSON lacks."""
    return [value if math.isfinite(value) else None for value in values[order].tolist()]


def _fill(
    data: dict[str, Any],
    runs: Sequence[Run],
    order: IntArray,
    draw: Draw | None,
    language: Language,
) -> None:
    """Give rows their texts and alignments, the worst row first.

    A row keeps ``None`` for texts that do not fit, and for alignments that do not fit or for which
    no time is left.
    """
    shown_parts = (run.request.part(order).readable() for run in runs)
    predictions, counted = zip(*shown_parts, strict=True)
    shown = [data["references"], *(system["predictions"] for system in data["systems"])]
    room, until = _MOST_BYTES - _size(data), monotonic() + _MOST_SECONDS
    for row, sample in enumerate(order.tolist()):
        reference = " | ".join(dict.fromkeys(texts[row] for texts in counted))
        of_row = [reference, *(texts[row] for texts in predictions)]
        left = _put(of_row, shown, row, room)
        if left is None:
            continue
        room = left
        if monotonic() > until:
            continue
        for run, system, prediction in zip(runs, data["systems"], of_row[1:], strict=True):
            aligned = _alignment(run, sample, (reference, prediction), draw, language)
            left = _put([aligned], [system["alignments"]], row, room)
            room = room if left is None else left


def _put(values: Sequence[Any], columns: Sequence[list[Any]], row: int, room: int) -> int | None:
    """Put a row's values in their columns, and return the room left; ``None`` if they don't fit."""
    left = room - sum(_size(value) - _NULL for value in values)
    if left < 0:
        return None
    for value, column in zip(values, columns, strict=True):
        column[row] = value
    return left


def _alignment(
    run: Run, sample: int, texts: tuple[str, str], draw: Draw | None, language: Language
) -> Code | None:
    """Return an alignment as its short code, or as HTML; or the sentence why there is none."""
    try:
        alignment = run.alignment(sample)
    except UnexplainedError as why:
        return None if draw is None else f"<p>{escape(why.sentence(language))}</p>"
    code = alignment.code(*texts)
    return draw(run, sample, alignment) if code is None and draw is not None else code
