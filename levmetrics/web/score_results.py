"""What the Score tab shows of what was scored: its layout, its values, and its own events."""

from __future__ import annotations

from typing import NamedTuple

import gradio as gr

from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.language import Language, label, say
from levmetrics.web.results import exports
from levmetrics.web.results.downloads import lay_out_downloads
from levmetrics.web.results.headline import Sources, draw_headline, draw_method, draw_notices
from levmetrics.web.results.notices import Notice, Rescoring, notices
from levmetrics.web.results.overview import draw_confusions, draw_histogram
from levmetrics.web.results.samples import column_widths, draw_sample, sample_table, table_label
from levmetrics.web.results.scored import Order, Scored
from levmetrics.web.results.state import LIFETIME, not_expired
from levmetrics.web.showing import no_results, results_column


class ResultComponents(NamedTuple):
    """The components that show what was scored, in the order of the values that handlers return.

    See :class:`ResultValues`.
    """

    column: gr.Column
    state: gr.State
    headline: gr.HTML
    notices: gr.HTML
    mecab: gr.Button
    characters: gr.Button
    plain: gr.Button
    order: gr.Radio
    samples: gr.Dataframe
    sample: gr.Number
    alignment: gr.HTML
    confusions: gr.HTML
    histogram: gr.HTML
    method: gr.HTML
    snippet: gr.Code

    @property
    def rescore(self) -> dict[Rescoring, gr.Button]:
        """The buttons that offer another way of scoring, beside the notices that they belong to."""
        return {"mecab": self.mecab, "characters": self.characters, "plain": self.plain}


class ResultValues(NamedTuple):
    """The values of :class:`ResultComponents`, in their order.

    Attributes:
        column: makes the results visible.
        state: what was scored, from which other samples are drawn later.
        headline: HTML.
        notices: HTML.
        mecab: visible if a notice offers it, as the next two.
        characters: visible if a notice offers it.
        plain: visible if a notice offers it.
        order: of the samples; visible if there is a choice.
        samples: the table of samples.
        sample: the number of the sample that is aligned, from 1.
        alignment: HTML.
        confusions: HTML.
        histogram: HTML.
        method: HTML.
        snippet: Python source.

    """

    column: gr.Column
    state: Scored
    headline: str
    notices: str
    mecab: gr.Button
    characters: gr.Button
    plain: gr.Button
    order: gr.Radio
    samples: gr.Dataframe
    sample: int
    alignment: str
    confusions: str
    histogram: str
    method: str
    snippet: str


NO_RESULTS = no_results(len(ResultValues._fields))


def lay_out_results(language: gr.Textbox) -> ResultComponents:
    """Lay out the results, hidden until there are some, and bind their events.

    Args:
        language: the visitor's.

    """
    state = gr.State(None, time_to_live=LIFETIME)
    with results_column("results", "stale") as column:
        headline = gr.HTML(elem_id="headline")
        found = gr.HTML(elem_id="notices")
        with gr.Row(elem_id="rescore"):
            mecab, characters, plain = (
                gr.Button(label(f"rescore_{name}"), visible=False, elem_id=f"rescore_{name}")
                for name in ("mecab", "characters", "plain")
            )
        order, samples = _lay_out_samples()
        number, alignment = _lay_out_sample()
        with gr.Row(elem_id="overview"):
            with gr.Column(min_width=300):
                confusions = gr.HTML(elem_id="confusions")
            with gr.Column(min_width=300):
                histogram = gr.HTML(elem_id="histogram")
        lay_out_downloads(language, state, {"csv": exports.as_csv, "json": exports.as_json})
        with gr.Accordion(label("how"), open=False, elem_id="how"):
            method = gr.HTML(elem_id="method")
            snippet = gr.Code(
                language="python",
                label=label("snippet"),
                interactive=False,
                show_line_numbers=False,
                wrap_lines=True,
                elem_id="snippet",
            )
    results = ResultComponents(
        column=column,
        state=state,
        headline=headline,
        notices=found,
        mecab=mecab,
        characters=characters,
        plain=plain,
        order=order,
        samples=samples,
        sample=number,
        alignment=alignment,
        confusions=confusions,
        histogram=histogram,
        method=method,
        snippet=snippet,
    )
    _bind_samples(results, language)
    return results


def _lay_out_samples() -> tuple[gr.Radio, gr.Dataframe]:
    order = gr.Radio(
        [(label("by_rate"), "rate"), (label("by_errors"), "errors")],
        value="rate",
        label=label("samples_by"),
        elem_id="order",
    )
    samples = gr.Dataframe(
        label=label("samples"), interactive=False, max_height=420, wrap=True, elem_id="samples"
    )
    return order, samples


def _lay_out_sample() -> tuple[gr.Number, gr.HTML]:
    with gr.Row():
        with gr.Column(scale=1, min_width=160):
            number = gr.Number(1, label=label("sample"), precision=0, minimum=1, elem_id="sample")
        with gr.Column(scale=4, min_width=300):
            alignment = gr.HTML(elem_id="alignment")
    return number, alignment


def _bind_samples(results: ResultComponents, language: gr.Textbox) -> None:
    results.samples.select(_select_sample, None, results.sample, api_visibility="private")
    results.sample.change(
        with_errors_shown(_draw_sample),
        [language, results.state, results.sample],
        results.alignment,
        api_visibility="private",
    )
    results.order.input(
        with_errors_shown(_order_samples, gr.skip()),
        [language, results.state, results.order],
        [results.alignment, results.samples],
        api_visibility="private",
    )


def result_values(
    language: Language, scored: Scored, predictions: str, references: str
) -> ResultValues:
    """Return everything that the tab shows, with the worst sample aligned.

    Args:
        language: the visitor's.
        scored: what was scored.
        predictions: the source of the predictions, as a file's column.
        references: the source of the references.

    """
    worst = int(scored.worst_first()[0]) + 1
    found = notices(scored)
    return ResultValues(
        column=gr.Column(visible=True),
        state=scored,
        headline=draw_headline(language, scored, Sources(references, predictions)),
        notices=draw_notices(language, found),
        mecab=_offered("mecab", found),
        characters=_offered("characters", found),
        plain=_offered("plain", found),
        order=gr.Radio(
            [(say(language, f"by_{by}"), by) for by in ("rate", "errors")],
            value="rate",
            visible=scored.counts is not None and int((scored.counts.errors > 0).sum()) > 1,
        ),
        samples=_table(language, scored, "rate"),
        sample=worst,
        alignment=draw_sample(language, scored, worst),
        confusions=draw_confusions(language, scored),
        histogram=draw_histogram(language, scored),
        method=draw_method(language, scored),
        snippet=exports.snippet(language, scored),
    )


def _offered(rescoring: Rescoring, found: list[Notice]) -> gr.Button:
    return gr.Button(visible=any(rescoring in notice.rescorings for notice in found))


def _table(language: Language, scored: Scored, by: Order) -> gr.Dataframe:
    return gr.Dataframe(
        sample_table(language, scored, by),
        label=table_label(language, scored, by),
        column_widths=column_widths(scored),
    )


def _order_samples(
    language: Language, scored: Scored | None, by: Order
) -> tuple[str, gr.Dataframe]:
    """Return the worst sample's alignment, and the table in another order."""
    scored = not_expired(scored)
    worst = int(scored.worst_first(by)[0]) + 1
    return draw_sample(language, scored, worst), _table(language, scored, by)


def _select_sample(event: gr.SelectData) -> int:
    """Return the number of the sample whose row in the table was clicked."""
    return int(event.row_value[0])


def _draw_sample(language: Language, scored: Scored | None, number: float | None) -> str:
    """Draw the alignment of a sample.

    Args:
        language: the visitor's.
        scored: the state; ``None`` when it has expired.
        number: of the sample, from 1; ``None`` while the field is empty.

    Raises:
        InputError: if there is no such sample.

    """
    scored = not_expired(scored)
    return "" if number is None else draw_sample(language, scored, int(number))
