"""The tab that scores one system's texts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import gradio as gr

from levmetrics.rendering.html import render
from levmetrics.web.controls import (
    metric_control,
    normalizer_control,
    request_of_controls,
    tokenizer_control,
)
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.language import Language, label
from levmetrics.web.readiness import bind_readiness
from levmetrics.web.results.planned import PLAIN
from levmetrics.web.results.scored import score
from levmetrics.web.score_inputs import (
    TextComponents,
    TextValues,
    bind_examples,
    given_texts,
    lay_out_texts,
)
from levmetrics.web.score_results import (
    NO_RESULTS,
    ResultComponents,
    lay_out_results,
    result_values,
)
from levmetrics.web.showing import grey_when_changed, run_and_show


@dataclass(frozen=True)
class SettingComponents:
    """The components that say how texts are scored, and the button that starts it.

    Attributes:
        metric: with its config.
        plain: whether case and punctuation are ignored, which chooses normalizers.
        tokenizer: the metric's own, or another one.
        normalizers: that are applied to both sides.
        threshold: of ANLS.
        run: scores.
        reason: why it cannot be pressed yet.

    """

    metric: gr.Dropdown
    plain: gr.Checkbox
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    threshold: gr.Textbox
    run: gr.Button
    reason: gr.HTML

    def values(self) -> list[Any]:
        """Return the components that say how texts are scored, as a request takes them."""
        return [self.metric, self.tokenizer, self.normalizers, self.threshold]


def score_tab(language: gr.Textbox, metric: str) -> TextComponents:
    """Lay out the tab, bind its events, and return the components of texts.

    Args:
        language: the visitor's.
        metric: which is chosen first.

    """
    gr.Markdown(label("score_intro"))
    texts = lay_out_texts(language)
    settings = _lay_out_settings(metric)
    error = gr.HTML(elem_id="refusal")
    results = lay_out_results(language)
    bind_examples(texts, settings.metric)
    _bind_plain(settings)
    inputs = [language, *texts.values(), *settings.values()]
    bind_readiness("score", inputs, settings.run, settings.reason, texts.uploads.by_order)
    grey_when_changed(inputs, "results")
    _bind_scoring(inputs, settings, results, error)
    return texts


def _lay_out_settings(first: str) -> SettingComponents:
    with gr.Row(equal_height=True):
        metric = metric_control(first)
        plain = gr.Checkbox(False, label=label("plain"), elem_id="plain")
    with gr.Accordion(label("settings"), open=False), gr.Row():
        tokenizer, normalizers = tokenizer_control(), normalizer_control()
        # Not a gr.Number, which shows 0 where there is none.
        threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
    with gr.Row(elem_id="start"):
        run = gr.Button(
            label("run_score"), variant="primary", interactive=False, elem_id="score", scale=0
        )
        reason = gr.HTML(label("nothing_pasted"), elem_id="reason")
    return SettingComponents(metric, plain, tokenizer, normalizers, threshold, run, reason)


def _bind_plain(settings: SettingComponents) -> None:
    """Let the box and the list of normalizers say the same, and others in the list stay."""
    settings.plain.input(
        None,
        [settings.plain, settings.normalizers],
        settings.normalizers,
        js=render("page/plain.js.j2", names=PLAIN),
        api_visibility="private",
    )
    settings.normalizers.change(
        None,
        settings.normalizers,
        settings.plain,
        js=f"(chosen) => {json.dumps(PLAIN)}.every((name) => chosen.includes(name))",
        api_visibility="private",
    )


def _bind_scoring(
    inputs: list[Any],
    settings: SettingComponents,
    results: ResultComponents,
    error: gr.HTML,
) -> None:
    """Score when the button is pressed, and when a notice's button chooses another setting."""
    run = with_errors_shown(_run_score, *NO_RESULTS)
    outputs = [error, *results]

    def start(event: Any) -> None:
        run_and_show(
            event,
            run,
            inputs,
            outputs,
            "results",
            settings.run,
            show_progress="minimal",
            show_progress_on=[settings.reason],
        )

    start(settings.run.click)
    with_plain = f"({render('page/plain.js.j2', names=PLAIN)})(true, before)"
    otherwise = {  # the setting, and what it becomes
        "mecab": (settings.metric, json.dumps("wer_lev:ja")),
        "characters": (settings.metric, json.dumps("wer_lev:cer")),
        "plain": (settings.normalizers, with_plain),
    }
    for name, button in results.rescore.items():
        setting, value = otherwise[name]
        chosen = button.click(
            None, setting, setting, js=f"(before) => {value}", api_visibility="private"
        )
        start(chosen.then)


def _run_score(
    language: Language,
    progress: gr.Progress = gr.Progress(),  # noqa: B008  # Gradio finds it by the default value
    *values: Any,
) -> list[object]:
    """Score the texts that the tab shows.

    Args:
        language: the visitor's.
        progress: of the page.
        *values: of the components of texts, and then of the settings.

    Returns:
        No error message, and the values of the results.

    Raises:
        InputError: for anything that cannot be scored.

    """
    of_texts, settings = values[: len(TextValues._fields)], values[len(TextValues._fields) :]
    request = request_of_controls(*settings)
    given = given_texts(language, TextValues(*of_texts))
    scored = score(request, given.predictions, given.references, progress, language)
    sources = given.prediction_source, given.reference_source
    return ["", *result_values(language, scored, *sources)]
