"""Results as HTML: every text of a visitor is escaped, and what steers text shown by its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from levmetrics.demo.requests import Scored, tokenizers
from levmetrics.errors import InputError
from levmetrics.rendering.html import inert
from levmetrics.rendering.text import legible
from levmetrics.tokenizers import get_tokenizer

# Colours of Okabe and Ito's palette, which the colour-blind tell apart.
_KINDS = {
    "hits": ("right", "#009e73"),
    "substitutions": ("substituted", "#e69f00"),
    "deletions": ("deleted", "#d55e00"),
    "insertions": ("inserted", "#0072b2"),
}
_NAMES = {"anls": "ANLS", "wer": "Word error rate", "cer": "Character error rate"}
_TOKENIZED = 500  # characters
_TESTS = {
    "mapsswe": "MAPSSWE (matched pairs)",
    "sign": "Sign test",
    "wilcoxon": "Wilcoxon",
    "mcnemar": "McNemar",
    "approximate_randomization": "Approximate randomization",
}
CSS = """
.lev-score { font-size: 3rem; font-weight: 700; line-height: 1.1; }
.lev-note { font-size: .9rem; }
.lev-signature { font-family: monospace; font-size: .8rem; overflow-wrap: anywhere; }
.lev-bar { display: flex; height: 2rem; border-radius: .4rem; overflow: hidden;
  margin: .6rem 0 .3rem; }
.lev-bar > span { display: block; min-width: 2px; }
.lev-key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin-bottom: .6rem; }
.lev-dot { display: inline-block; width: .8em; height: .8em; border-radius: 50%;
  margin-right: .4em; }
.lev-refusal { border-left: .3rem solid #d55e00; padding: .5rem .8rem; overflow-wrap: anywhere; }
.lev-notes { font-size: .9rem; padding-left: 1.2rem; list-style: disc; overflow-wrap: anywhere; }
/* Gradio keeps a place for texts that are empty. */
#notes:not(:has(.lev-notes)), #refusal:not(:has(.lev-refusal)) { display: none; }
.lev-scroll { overflow-x: auto; margin: .4rem 0; }
/* Gradio draws borders around every table of a text. */
table.lev-table, table.lev-table :is(thead, tbody, tr) { border: 0 !important;
  border-collapse: collapse; }
table.lev-table :is(th, td) { text-align: left; vertical-align: top; border: 0 !important;
  border-bottom: 1px solid #8885 !important; padding: .35rem .9rem .35rem 0 !important; }
table.lev-table .lev-number { text-align: right; font-variant-numeric: tabular-nums; }
/* The colours of Gradio's code, footer, hints and uploads have too little contrast. */
#snippet .cm-line *, .subdued, #files .or { color: inherit !important; }
footer :is(a, button) { color: var(--body-text-color) !important; }
.lev-token { display: inline-block; border: 1px solid #8888; border-radius: .3rem;
  padding: 0 .35em; margin: .1rem; font-family: monospace; }
"""


class Number(str):
    """A number as it is written; tables put it to the right."""


def refusal(message: str) -> str:
    """Draw why there is no result."""
    return f'<div class="lev-refusal" role="alert">{escape(legible(message))}</div>'


def notes(sentences: Sequence[str]) -> str:
    """Draw what is to be known of the uploaded files; nothing if there is nothing."""
    if not sentences:
        return ""
    items = "".join(f"<li>{escape(legible(sentence))}.</li>" for sentence in sentences)
    return f'<ul class="lev-notes" role="status">{items}</ul>'


def headline(scored: Scored, predictions: str, references: str) -> str:
    """Draw the score in large type, with its interval, counts, sources and signature.

    Args:
        scored: what was scored.
        predictions: where they are from.
        references: where they are from.

    """
    value = float(scored.result[scored.score])
    better = "higher" if scored.higher_is_better else "lower"
    samples = len(scored.predictions)
    between = "one sample has no interval"
    if scored.interval is not None:
        low, high = (score_text(end, scored.score) for end in scored.interval)
        between = f"95 % interval {low} to {high}"
    return (
        f'<div><div class="lev-note">{_NAMES[scored.score]}</div>'
        f'<div class="lev-score">{score_text(value, scored.score)}</div>'
        f'<div class="lev-note">{between} · {samples:,} sample{"s" * (samples != 1)} · '
        f'{better} is better</div><div class="lev-note">predictions: '
        f"{escape(legible(predictions))} · references: {escape(legible(references))}</div>"
        f"{_bar(scored.result)}"
        f'<div class="lev-signature">{escape(scored.signature)}</div></div>'
    )


def score_text(value: float, score: str) -> str:
    """Write a score as its field does: rates in percent, similarities as they are.

    >>> score_text(0.0497, "wer"), score_text(0.45, "anls")
    ('4.97 %', '0.4500')
    """
    return f"{value:.4f}" if score == "anls" else f"{100 * value:.2f} %"


def _bar(result: Mapping[str, Any]) -> str:
    """Draw the counts of an error rate as a bar; of other scores nothing."""
    counts = {kind: result[kind] for kind in _KINDS if kind in result}
    if not sum(counts.values()):
        return ""
    parts = "".join(
        f'<span style="flex:{count};background:{_KINDS[kind][1]}"></span>'
        for kind, count in counts.items()
        if count
    )
    key = "".join(
        f'<span><span class="lev-dot" style="background:{_KINDS[kind][1]}"></span>'
        f"{count:,} {_KINDS[kind][0]}</span>"
        for kind, count in counts.items()
    )
    return f'<div class="lev-bar" aria-hidden="true">{parts}</div><div class="lev-key">{key}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str | Number]]) -> str:
    """Draw a table; texts in it are HTML."""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return (
        '<div class="lev-scroll" tabindex="0"><table class="lev-table">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(content: str | Number) -> str:
    kind = ' class="lev-number"' if isinstance(content, Number) else ""
    return f"<td{kind}>{content}</td>"


def comparison(found: Mapping[str, Any]) -> str:
    """Draw what ``compare_systems`` found of two systems: scores, difference, p-values."""
    score = found["score"]
    (pair,) = found["pairs"]
    systems = [
        (
            escape(legible(name)),
            Number(score_text(own[score], score)),
            Number(_between(own[f"{score}_interval"], score)),
        )
        for name, own in found["systems"].items()
    ]
    tests = [
        (label, Number("< 0.001" if pair[test] < 0.001 else f"{pair[test]:.3f}"))
        for test, label in _TESTS.items()
        if pair[test] is not None
    ]
    better = "higher" if found["higher_is_better"] else "lower"
    interval = _between(pair["difference_interval"], score)
    return (
        table(["System", _NAMES[score], "95 % interval"], systems)
        + f"<p><strong>B - A: {score_text(pair['difference'], score)}</strong>, 95 % interval "
        f"{interval} ({better} is better). B is the better one in "
        f"{100 * pair['probability_of_improvement']:.1f} % of the resamples.</p>"
        + _difference_plot(pair["difference"], pair["difference_interval"], score)
        + table(["Test of no difference", "p-value"], tests)
        + f'<p class="lev-signature">{escape(found["signature"])}</p>'
    )


def _between(interval: Sequence[float], score: str) -> str:
    low, high = (score_text(end, score) for end in interval)
    return f"{low} to {high}"


def _difference_plot(difference: float, interval: Sequence[float], score: str) -> str:
    """Draw the difference and its interval on a line with 0 in the middle."""
    reach = 1.15 * max(abs(difference), *map(abs, interval)) or 1.0
    x, low, high = (160 + 150 * value / reach for value in (difference, *interval))
    label = (
        f"Difference {score_text(difference, score)}, interval {_between(interval, score)}; "
        "0 is no difference"
    )
    ends = "".join(
        f'<text x="{place}" y="56" text-anchor="{anchor}">{score_text(end, score)}</text>'
        for place, anchor, end in ((10, "start", -reach), (310, "end", reach))
    )
    return (
        f'<svg viewBox="0 0 320 60" role="img" aria-label="{label}" style="width:100%;'
        'max-width:480px;display:block" fill="none" stroke="currentColor">'
        '<line x1="5" x2="315" y1="24" y2="24" stroke-opacity=".3"/>'
        '<line x1="160" x2="160" y1="6" y2="42" stroke-dasharray="4 3"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="24" y2="24" stroke="#0072b2" stroke-width="5"/>'
        f'<circle cx="{x:.1f}" cy="24" r="6" fill="#d55e00" stroke="none"/>'
        '<g fill="currentColor" stroke="none" font-size="11">'
        f'<text x="160" y="56" text-anchor="middle">0</text>{ends}</g></svg>'
    )


def tokenizations(text: str) -> str:
    """Draw what every tokenizer makes of a text, or of its beginning."""
    text = text[:_TOKENIZED]
    rows: list[tuple[str | Number, ...]] = []
    for name in tokenizers():
        try:
            tokens = get_tokenizer(name)(text)
        except InputError as error:
            rows.append((name, "", f"fails: {escape(legible(str(error)))}"))
            continue
        shown = "".join(f'<span class="lev-token">{inert(token)}</span>' for token in tokens)
        rows.append((name, Number(len(tokens)), shown))
    return table(["Tokenizer", "Tokens", ""], rows)
