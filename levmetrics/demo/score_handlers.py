"""What runs at the events of the Score tab; values of components in, new values of them out."""

from __future__ import annotations

import json
from typing import NamedTuple

import gradio as gr
import pandas as pd
from gradio.utils import get_upload_folder

from levmetrics.demo import drawing, exports, score_tables
from levmetrics.demo.controls import request_of_controls
from levmetrics.demo.example_boxes import example
from levmetrics.demo.requests import Scored, score
from levmetrics.demo.sources import PASTED, Offer, Side, both_sides, by_name, offer
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import alternatives

PASTED_CHOICE = ("the text above", PASTED)


class ResultValues(NamedTuple):
    """The values of :class:`levmetrics.demo.score_tab.ResultComponents`, in their order.

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


def load_example(name: str) -> list[object]:
    """Return an example for the boxes, its metric, and no files with nothing to say of them."""
    loaded = example(name)
    no_files = [None, "", "", gr.Row(visible=False)]  # files, files_read, notes, sources
    return [loaded.predictions, loaded.references, loaded.metric, *no_files]


def read_uploads(
    files: list[str] | None,
    files_read: str,
    prediction_source: str | None,
    reference_source: str | None,
) -> list[object]:
    """Offer the columns of the uploaded files, and choose those whose names say their side.

    New files empty the boxes: the pasted text belongs to an earlier question. A source that is
    still offered stays chosen.

    Args:
        files: the paths of all uploaded files.
        files_read: the files at the last upload, by :func:`_files_as_json`.
        prediction_source: as chosen before.
        reference_source: as chosen before.

    Returns:
        The values of files_read, notes, sources, prediction_source, reference_source, predictions,
        references, the column of results, and the error message.

    """
    if _files_as_json(files) == files_read:
        return [gr.skip()] * 9
    new_files = bool(set(files or []) - set(json.loads(files_read or "[]")))
    offered = offer(files)
    box = gr.Textbox("") if new_files else gr.skip()
    return [
        _files_as_json(files),
        drawing.notes(offered.notes),
        gr.Row(visible=bool(files)),
        *_source_choices(offered, prediction_source, reference_source, keep_pasted=not new_files),
        box,
        box,
        gr.Column(visible=False),
        "",
    ]


def _files_as_json(files: list[str] | None) -> str:
    """Write the paths of files as one string; an empty one if there are none."""
    return json.dumps(files) if files else ""


def _source_choices(
    offered: Offer,
    prediction_source: str | None,
    reference_source: str | None,
    *,
    keep_pasted: bool,
) -> list[gr.Dropdown]:
    """Return both lists of sources, with the value of before where it can stay."""
    values = {value for _, value in offered.choices} | ({PASTED} if keep_pasted else set())
    sources = zip((prediction_source, reference_source), offered.guesses.values(), strict=True)
    return [
        gr.Dropdown([PASTED_CHOICE, *offered.choices], value=before if before in values else guess)
        for before, guess in sources
    ]


def run_score(
    pasted_predictions: str,
    pasted_references: str,
    files: list[str] | None,
    files_read: str,
    prediction_source: str | None,
    reference_source: str | None,
    metric: str,
    tokenizer: str,
    normalizers: list[str],
    threshold: str,
    progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
) -> list[object]:
    """Score the texts that the tab shows, and return no error message and the results.

    Raises:
        InputError: for anything that cannot be scored.

    """
    request = request_of_controls(metric, tokenizer, normalizers, threshold)
    if _files_as_json(files) != files_read:
        raise InputError(
            "the files are still being read: press the button again, or if that does not help "
            "remove them and upload them again"
        )
    preds, target = both_sides(
        {"predictions": prediction_source, "references": reference_source},
        {"predictions": pasted_predictions or "", "references": pasted_references or ""},
        by_name(files),
    )
    scored = score(request, _single_texts(preds), alternatives(target.texts), progress)
    return ["", *_result_values(scored, preds.source, target.source)]


def _single_texts(preds: Side) -> list[str]:
    texts = [text for text in preds.texts if isinstance(text, str)]
    if len(texts) < len(preds.texts):
        raise InputError("predictions holds lists; give one text for each sample")
    return texts


def _result_values(scored: Scored, predictions: str, references: str) -> ResultValues:
    """Return everything that the tab shows, with the worst sample aligned.

    Args:
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


def select_sample(event: gr.SelectData) -> int:
    """Return the number of the sample whose row in the table was clicked."""
    return int(event.row_value[0])


def draw_sample(scored: Scored | None, number: float | None) -> str:
    """Draw the alignment of a sample.

    Args:
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
