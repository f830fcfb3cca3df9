"""The view: a document of parts, made once from scored systems."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from sys import maxsize

from levmetrics.comparison.comparison import Comparison
from levmetrics.core.run import Run
from levmetrics.core.tables import has_intervals
from levmetrics.rendering.html import render, styled
from levmetrics.rendering.table import MOST_ROWS, first_rows
from levmetrics.rendering.text import legible
from levmetrics.rendering.worded_tables import worded
from levmetrics.view.charts import (
    Chart,
    by_edit,
    by_group,
    by_length,
    by_score,
    edit_table,
)
from levmetrics.view.language import Language, say, words_in, words_of
from levmetrics.view.names import full_name, short_name
from levmetrics.view.notices import Texts, companion, notices
from levmetrics.view.part import Part
from levmetrics.view.result import ALONE, Beside, notices_part, rate_table, result_part
from levmetrics.view.systems import Systems
from levmetrics.view.tables import difference_table, p_value_table, system_table
from levmetrics.view.verdicts import units_in_words, verdict
from levmetrics.view.worst import samples_part


@dataclass(frozen=True)
class View:
    """A result as one document of parts in one language.

    Attributes:
        language: the language.
        name: the name of the metric.
        parts: the parts, in order.
        charts: the charts whose rows select samples.

    """

    language: Language
    name: str
    parts: Sequence[Part]
    charts: Sequence[Chart] = ()

    def html(self) -> str:
        """Return the parts as HTML, in one element."""
        parts = [self._cut(part).html() for part in self.parts]
        return render("view/view.html.j2", language=self.language, parts=parts)

    def notebook(self) -> str:
        """Return the parts but for the samples, with the first rows of tables, as styled HTML."""
        shown = [part for part in self.parts if part.name != "samples"]
        parts = (self._cut(part, MOST_ROWS).html() for part in shown)
        return styled(*parts, language=self.language)

    def _cut(self, part: Part, most: int = maxsize) -> Part:
        """Return a part with the first rows of its tables, which say how many are left out."""
        more = words_in(self.language)["fields_more"]
        return replace(part, tables=[first_rows(table, more, most) for table in part.tables])

    def text(self, width: int | None = None) -> str:
        """Return the parts as text for a terminal, without details, with tables' first rows.

        Args:
            width: the width in cells; ``None``: that of the terminal.

        """
        width = width or shutil.get_terminal_size().columns
        shown = (self._cut(part, MOST_ROWS) for part in self.parts if not part.is_detail)
        return "\n\n".join(filter(None, (part.text(width) for part in shown)))

    def markdown(self) -> str:
        """Return the parts as Markdown."""
        return "\n\n".join(filter(None, (self._cut(part).markdown() for part in self.parts))) + "\n"


def view_of(systems: Systems, language: Language = "en", beside: Beside = ALONE) -> View:
    """Return the view of one system, or of several.

    Args:
        systems: the scored systems.
        language: the language of all words.
        beside: what only the caller knows.

    """
    name = full_name(language, systems.metric)
    if systems.comparison is not None:
        return _of_several(systems, systems.comparison, language, name, beside)
    return _of_one(systems, language, name, beside)


def _of_one(systems: Systems, language: Language, name: str, beside: Beside) -> View:
    run = systems.first
    texts = Texts.of(run)
    other = companion(texts)
    groups, charts = [by_group(language, systems)], []
    if run.has_samples:
        charts = [by_score(language, run), by_length(language, run), by_edit(language, systems)]
    parts = [
        result_part(language, systems, other, beside.facts),
        notices_part(language, systems, notices(run, texts), beside),
        *_charts(groups),
        *_charts(charts, is_detail=True),
        *_confusions(language, systems),
        *_samples(language, systems, beside),
        _computed_of_one(language, systems, other, beside.python),
    ]
    found = [chart for chart in (*groups, *charts) if chart is not None]
    return View(language, name, parts, found)


def _charts(charts: Sequence[Chart | None], *, is_detail: bool = False) -> list[Part]:
    """Return a part with the tables of charts; none without any."""
    tables = [chart.table for chart in charts if chart is not None]
    return [Part("charts", tables=tables, is_detail=is_detail)] if tables else []


def _confusions(language: Language, systems: Systems) -> list[Part]:
    """Return the confusions that no chart shows: those of fields, and those of several systems."""
    several, tables, of_tokens = len(systems.runs) > 1, [], False
    for name, confusions in systems.confusions.items():
        edits = edit_table(language, confusions, legible(name))
        if edits is None:
            words = words_of(systems.metric, language)
            own = [worded(table, words) for table in confusions.tables()]
            before = f"{legible(name)}: " if several else ""
            tables += [replace(table, caption=f"{before}{table.caption}") for table in own]
        elif several:
            of_tokens = True
            tables.append(edits)
    heading = say(language, "confusions_title") if of_tokens else ""
    return [Part("charts", heading, tables=tables, is_detail=True)] if tables else []


def _computed_of_one(language: Language, systems: Systems, other: Run | None, python: str) -> Part:
    """Return how a score was computed: its signature, and the other rates."""
    signed = systems.signature if systems.intervals else systems.first.signature()
    notes = [f"{short_name(systems.metric)}: {signed}"]
    if other is not None:
        notes.append(f"{short_name(other.metric)}: {other.metric.signature()}")
    drawn = {"python": python, "words": words_in(language)}
    rates, sentences = rate_table(language, systems.first), [say(language, "signature_intro")]
    tables = [] if rates is None else [rates]
    return Part("computed", say(language, "how"), (), sentences, tables, notes, drawn=drawn)


def _of_several(
    systems: Systems, comparison: Comparison, language: Language, name: str, beside: Beside
) -> View:
    groups = by_group(language, systems) if systems.has_samples else None
    noted = replace(beside, notes=[*beside.facts, *beside.notes])
    scores = system_table(language, comparison)
    parts = [
        verdict(language, comparison),
        notices_part(language, systems, [], noted),
        Part("charts", tables=[scores, *([groups.table] if groups else [])]),
        *_samples(language, systems, beside),
        *_confusions(language, systems),
        _computed_of_several(language, comparison),
    ]
    return View(language, name, parts, [groups] if groups else [])


def _samples(language: Language, systems: Systems, beside: Beside) -> list[Part]:
    """Return the part with the samples; none of a sum of runs, or of a comparison alone."""
    has_samples = systems.has_samples
    return [samples_part(language, systems, beside.worst, beside.draw)] if has_samples else []


def _computed_of_several(language: Language, comparison: Comparison) -> Part:
    """Return the differences and the tests, with the rule of the verdict and the signature."""
    tables, pairs = [difference_table(language, comparison)], comparison["pairs"]
    sentences = []
    if has_intervals(comparison):
        tables.append(p_value_table(language, comparison))
        kind = "groups" if "groups" in comparison else "samples"
        has_others = kind == "groups" or pairs[0]["mapsswe"] is not None
        holm = say(language, "comparing_holm", number=len(pairs)) if len(pairs) > 1 else ""
        values = {
            **units_in_words(language, comparison),
            "correction": holm,
            "others": say(language, f"comparing_others_{kind}") if has_others else "",
            "resamples": comparison["n_resamples"],
        }
        sentences.append(say(language, "comparing_rule", **values).rstrip())
    return Part(
        "computed",
        say(language, "how"),
        sentences=sentences,
        tables=tables,
        notes=[f"{say(language, 'comparing_signature')}: {comparison['signature']}"],
    )
