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
from levmetrics.web.example_boxes import ENGLISH, example
from levmetrics.web.explorer import explored, explorer
from levmetrics.web.language import LANGUAGES, Language, label, say
from levmetrics.web.readiness import bind_readiness
from levmetrics.web.requests import Request
from levmetrics.web.score_inputs import TextValues, bind_examples, given_texts, lay_out_texts
from levmetrics.web.scored import PLAIN, SINGLE, Given, Scored, score
from levmetrics.web.showing import (
    NOTHING,
    cancel_button,
    grey_when_changed,
    results_column,
    run_and_show,
)

_METRICS = {"mecab": "wer_lev:ja", "characters": "wer_lev:cer"}


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
        cancel: ends the run.
        reason: why it cannot be pressed yet.

    """

    metric: gr.Dropdown
    plain: gr.Checkbox
    tokenizer: gr.Dropdown
    normalizers: gr.Dropdown
    threshold: gr.Textbox
    run: gr.Button
    cancel: gr.Button
    reason: gr.HTML

    def values(self) -> list[Any]:
        """Return the components that say how texts are scored, as a request takes them."""
        return [self.metric, self.tokenizer, self.normalizers, self.threshold]


def score_tab(language: gr.Textbox, metric: str) -> dict[str, Any]:
    """Lay out the tab, bind its events, and return the components of its settings by their names.

    Args:
        language: the visitor's.
        metric: which is chosen first.

    """
    texts = lay_out_texts(language)
    settings = _lay_out_settings(metric, texts.whole)
    error = gr.HTML(elem_id="refusal")
    with results_column("results", "stale", "example_result") as column:
        results = explorer("explorer", explored(_example()))
    bind_examples(texts, settings.metric)
    _bind_plain(settings)
    inputs = [language, *texts.values(), *settings.values()]
    bind_readiness("score", inputs, settings.run, settings.reason, texts.uploads.by_order)
    grey_when_changed(inputs, "results")
    _bind_scoring(inputs, settings, [error, column, results])
    names = ("metric", "tokenizer", "normalizer", "threshold")
    return dict(zip(names, settings.values(), strict=True))


def _example() -> Scored:
    """Return the example that is shown before anything is scored."""
    loaded = example(ENGLISH)
    given = Given(
        loaded.references.split("\n"),
        {SINGLE: loaded.predictions.split("\n")},
        {language: (say(language, ENGLISH), say(language, ENGLISH)) for language in LANGUAGES},
    )
    return score(Request(loaded.metric), given, lambda *_: None)


def _lay_out_settings(first: str, whole: gr.Checkbox) -> SettingComponents:
    with gr.Row(elem_id="start"):
        metric = metric_control(first)
        run = gr.Button(
            label("run_score"), variant="primary", interactive=False, elem_id="score", scale=0
        )
        cancel = cancel_button()
        reason = gr.HTML(label("nothing_pasted"), elem_id="reason", elem_classes="lev-reason")
    with gr.Accordion(label("settings"), open=False):
        with gr.Row():
            plain = gr.Checkbox(False, label=label("plain"), elem_id="plain")
            whole.render()  # type: ignore[no-untyped-call]
        with gr.Row():
            tokenizer, normalizers = tokenizer_control(), normalizer_control()
            # Not a gr.Number, which shows 0 where there is none.
            threshold = gr.Textbox("", label=label("threshold"), info=label("threshold_info"))
    return SettingComponents(metric, plain, tokenizer, normalizers, threshold, run, cancel, reason)


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


def _bind_scoring(inputs: list[Any], settings: SettingComponents, outputs: list[Any]) -> None:
    """Score when the button is pressed, and when a notice's button chooses another setting."""
    run = with_errors_shown(_run_score, *NOTHING)
    *_, results = outputs

    def start(event: Any) -> None:
        run_and_show(
            event,
            run,
            inputs,
            outputs,
            "results",
            settings.run,
            settings.cancel,
            show_progress="minimal",
            show_progress_on=[settings.reason],
        )

    start(settings.run.click)
    changed = [settings.metric, settings.normalizers]
    chosen = results.rescore(_otherwise, changed, changed, api_visibility="private")
    start(chosen.then)


def _otherwise(event: gr.EventData, metric: str, normalizers: list[str]) -> tuple[str, list[str]]:
    """Return metric and normalizers for the way of scoring that a notice offers."""
    way = event.way
    if way in _METRICS:
        return _METRICS[way], normalizers
    if way == "plain":
        return metric, [*dict.fromkeys([*normalizers, *PLAIN])]
    # A form of Unicode comes before all else, as what the notice says was scored.
    form = [way] if way in ("nfc", "nfkc") else []
    return metric, [*dict.fromkeys([*form, *normalizers])]


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
        No error message, the column of results, and their value.

    Raises:
        InputError: for anything that cannot be scored.

    """
    of_texts, settings = values[: len(TextValues._fields)], values[len(TextValues._fields) :]
    given = given_texts(TextValues(*of_texts))
    scored = score(request_of_controls(*settings), given, progress, language)
    return ["", gr.Column(visible=True), explored(scored)]
