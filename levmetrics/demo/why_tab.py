"""The tab that shows other tools' pitfalls on the visitor's text, beside this package's scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import gradio as gr

from levmetrics.demo import drawing
from levmetrics.demo.error_messages import with_errors_shown
from levmetrics.demo.example_boxes import PAIRS
from levmetrics.demo.language import label
from levmetrics.demo.requests import Request
from levmetrics.errors import InputError
from levmetrics.scoring import run_all


def why_tab(language: gr.Textbox) -> None:
    """Lay out the tab, and bind its events.

    Args:
        language: the visitor's.

    """
    gr.Markdown(
        "Tools in daily use are silently wrong outside English. ROUGE's usual tokenizer drops "
        "every character but a-z and 0-9; a word error rate by white space takes a Japanese "
        "sentence for a single word. See it on a text of your own."
    )
    with gr.Row():
        example_buttons = {key: gr.Button(label(key), size="sm", elem_id=key) for key in PAIRS}
    with gr.Row():
        prediction = gr.Textbox(label=label("prediction"))
        reference = gr.Textbox(label=label("reference"))
    run = gr.Button(label("run_why"), variant="primary", elem_id="why")
    pitfalls = gr.HTML(elem_id="pitfalls")
    for key, button in example_buttons.items():
        button.click(
            partial(PAIRS.__getitem__, key),
            None,
            [prediction, reference],
            api_visibility="private",
        )
    run.click(
        with_errors_shown(_draw_pitfalls),
        [prediction, reference],
        pitfalls,
        api_visibility="private",
    )


def _draw_pitfalls(prediction: str, reference: str) -> str:
    """Draw what ROUGE, error rates and ANLS say of a pair, with ROUGE by two tokenizers."""
    if not prediction and not reference:
        raise InputError("there is nothing to show yet: give a prediction and a reference")
    columns = Request("wer_lev").checked([prediction], [reference])
    metrics = [
        Request(name).scoring() for name in ("wer_lev:wer", "wer_lev:ja", "wer_lev:cer", "anls")
    ]
    runs = run_all(metrics, *columns)
    words, mecab, characters, similarity = (run.result()[run.scoring.score] for run in runs)
    texts = prediction, reference
    mecab_words = _KnownTokens(dict(zip(texts, runs[1].token_pairs.sample(0), strict=True)))
    rows = [
        ("ROUGE-1, rouge-score as it comes", _rouge(*texts, None), "it keeps only a-z and 0-9"),
        (
            "ROUGE-1, rouge-score with MeCab's words",
            _rouge(*texts, mecab_words),
            "our tokenizer in it",
        ),
        ("WER by white space", words, "what has no spaces is one word"),
        ("WER by MeCab's words", mecab, "errors among real words"),
        ("CER", characters, "errors among characters"),
        ("ANLS", similarity, "similarity: 1 is equal"),
    ]
    return drawing.pitfalls(rows)


@dataclass(frozen=True)
class _KnownTokens:
    """A tokenizer for rouge-score, which returns tokens of texts that were tokenized before.

    Attributes:
        tokens: of each text.

    """

    tokens: Mapping[str, list[str]]

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one of the texts."""
        return self.tokens[text]


def _rouge(prediction: str, reference: str, tokenizer: _KnownTokens | None) -> float:
    from rouge_score.rouge_scorer import RougeScorer  # its NLTK is a part of the page's start else

    score = RougeScorer(["rouge1"], tokenizer=tokenizer).score(reference, prediction)
    return float(score["rouge1"].fmeasure)
