"""The tab that scores one system's texts."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from levmetrics.demo import limits
from levmetrics.demo.controls import (
    metric_control,
    normalizer_control,
    request_of_controls,
    tokenizer_control,
)
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.language import Language, label
from levmetrics.demo.results.scored import score
from levmetrics.demo.score_inputs import TextComponents, bind_texts, files_as_json, lay_out_texts
from levmetrics.demo.score_results import (
    NO_RESULTS,
    ResultComponents,
    lay_out_results,
    result_values,
)
from levmetrics.demo.sources import Side, both_sides, by_name
from levmetrics.errors import InputError
from levmetrics.formats.files import file_types
from levmetrics.formats.kinds.lines import alternatives


@dataclass(frozen=True)
class SettingComponents:
    """The components that say how texts are scored, and the button that starts it."""

    metric: gr.Dropdown
    run: gr.Button
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    threshold: gr.Textbox


def score_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.

    """
    gr.Markdown(
        "Paste what a model said and what is right, one sample a line, or upload files "
        f"({', '.join(file_types())}). "
        f"{limits.IN_WORDS}"
    )
    texts = lay_out_texts()
    settings = _lay_out_settings()
    error = gr.HTML(elem_id="refusal")
    results = lay_out_results(language)
    bind_texts(texts, settings.metric, results.column, error)
    _bind_scoring(language, texts, settings, results, error)


def _lay_out_settings() -> SettingComponents:
    metric = metric_control()
    run = gr.Button(label("run_score"), variant="primary", elem_id="score")
    with gr.Accordion(label("settings"), open=False), gr.Row():
        tokenizer, normalizers = tokenizer_control(), normalizer_control()
        # Not a gr.Number, which shows 0 where there is none.
        threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
    return SettingComponents(metric, run, tokenizer, normalizers, threshold)


def _bind_scoring(
    language: gr.Textbox,
    texts: TextComponents,
    settings: SettingComponents,
    results: ResultComponents,
    error: gr.HTML,
) -> None:
    settings.run.click(
        with_errors_shown(_run_score, *NO_RESULTS),
        [
            language,
            texts.predictions,
            texts.references,
            texts.files,
            texts.files_read,
            texts.prediction_source,
            texts.reference_source,
            settings.metric,
            settings.tokenizer,
            settings.normalizers,
            settings.threshold,
        ],
        [error, *results],
        show_progress_on=[results.headline, settings.run],
        api_visibility="private",
    )


def _run_score(
    language: Language,
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
    if files_as_json(files) != files_read:
        raise InputError(
            "the files are still being read: press the button again, or if that does not help "
            "remove them and upload them again"
        )
    preds, target = both_sides(
        {"predictions": prediction_source, "references": reference_source},
        {"predictions": pasted_predictions or "", "references": pasted_references or ""},
        by_name(files),
    )
    scored = score(request, _single_texts(preds), alternatives(target.texts), progress, language)
    return ["", *result_values(language, scored, preds.source, target.source)]


def _single_texts(preds: Side) -> list[str]:
    texts = [text for text in preds.texts if isinstance(text, str)]
    if len(texts) < len(preds.texts):
        raise InputError("predictions holds lists; give one text for each sample")
    return texts
