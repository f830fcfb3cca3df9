"""What the Score tab shows of what was scored: its layout, its values, and its own events."""

from __future__ import annotations

from typing import NamedTuple

import gradio as gr
import pandas as pd
from gradio.utils import get_upload_folder

from levmetrics.demo import drawing, exports, score_tables
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.language import Language, label
from levmetrics.demo.requests import Scored
from levmetrics.errors import InputError


class ResultComponents(NamedTuple):
    """The components that show what was scored, in the order of the values that handlers return.

    See :class:`ResultValues`.
    """

    column: gr.Column
    state: gr.State
    headline: gr.HTML
    histogram: gr.BarPlot
    confusions: gr.Dataframe
    samples: gr.Dataframe
    sample: gr.Number
    alignment: gr.HTML
    csv: gr.DownloadButton
    json: gr.DownloadButton
    snippet: gr.Code


class ResultValues(NamedTuple):
    """The values of :class:`ResultComponents`, in their order.

    Attributes:
        column: makes the results visible.
        state: what was scored, from which other samples are drawn later.
        headline: HTML.
        histogram: how many samples have which score.
        confusions: the rows of the most frequent errors.
        samples: the table of samples.
        sample: the number of the sample that is aligned, from 1.
        alignment: HTML.
        csv: the path of the download.
        json: the path of the download.
        snippet: Python source.

    """

    column: gr.Column
    state: Scored
    headline: str
    histogram: pd.DataFrame
    confusions: list[list[str | int]]
    samples: pd.DataFrame
    sample: int
    alignment: str
    csv: str
    json: str
    snippet: str


# After an error: hidden, and the state deleted; the other components stay as they are.
NO_RESULTS: tuple[object, ...] = (
    gr.update(visible=False),
    None,
    *[gr.skip()] * (len(ResultValues._fields) - 2),
)


def lay_out_results(language: gr.Textbox) -> ResultComponents:
    """Lay out the results, hidden until there are some, and bind their events.

    Args:
        language: the visitor's.

    """
    state = gr.State(None, time_to_live=3600)
    with gr.Column(visible=False) as column:
        headline = gr.HTML(elem_id="headline")
        histogram, confusions = _lay_out_overview()
        samples = gr.Dataframe(
            label=label("samples"),
            interactive=False,
            max_height=420,
            wrap=True,
            column_widths=["90px", "90px", "90px", "340px", "340px"],
            elem_id="samples",
        )
        sample, alignment = _lay_out_sample()
        with gr.Row():
            csv = gr.DownloadButton(label("csv"), elem_id="csv")
            json = gr.DownloadButton(label("json"), elem_id="json")
        snippet = gr.Code(
            language="python", label=label("snippet"), interactive=False, elem_id="snippet"
        )
    results = ResultComponents(
        column,
        state,
        headline,
        histogram,
        confusions,
        samples,
        sample,
        alignment,
        csv,
        json,
        snippet,
    )
    _bind_samples(results, language)
    return results


def _lay_out_overview() -> tuple[gr.BarPlot, gr.Dataframe]:
    with gr.Row():
        histogram = gr.BarPlot(
            x="score", y="samples", label=label("histogram"), height=220, sort=None
        )
        confusions = gr.Dataframe(
            headers=["reference", "prediction", "times"],
            label=label("confusions"),
            interactive=False,
            max_height=260,
            elem_id="confusions",
        )
    return histogram, confusions


def _lay_out_sample() -> tuple[gr.Number, gr.HTML]:
    with gr.Row():
        with gr.Column(scale=1, min_width=160):
            number = gr.Number(1, label=label("sample"), precision=0, minimum=1, elem_id="sample")
        with gr.Column(scale=4, min_width=320):
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
    worst = int(scored.worst_first()[0])
    csv_path, json_path = exports.write(scored, get_upload_folder())
    return ResultValues(
        column=gr.Column(visible=True),
        state=scored,
        headline=drawing.headline(scored, predictions, references),
        histogram=score_tables.histogram(scored),
        confusions=score_tables.confusion_rows(scored),
        samples=score_tables.sample_table(scored),
        sample=worst + 1,
        alignment=scored.alignment(worst).to_html(),
        csv=csv_path,
        json=json_path,
        snippet=exports.snippet(scored),
    )


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
    if scored is None:
        raise InputError("the results have expired: score again")
    if number is None:
        return ""
    index = int(number) - 1
    if not 0 <= index < len(scored.predictions):
        raise InputError(f"there is no sample {index + 1}; there are {len(scored.scores):,}")
    return scored.alignment(index).to_html()
