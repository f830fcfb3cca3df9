"""The tables of the Score tab: samples by score, most frequent errors, and every sample."""

from __future__ import annotations

import numpy as np
import pandas as pd

from levmetrics.demo.requests import Scored
from levmetrics.rendering.text import legible

_BINS = 10
_MAX_ROWS = 1_000
_MAX_CHARACTERS = 200  # of a text in a table


def histogram(scored: Scored) -> pd.DataFrame:
    """Count the samples by their score; error rates above 1 are counted with 1."""
    counts, edges = np.histogram(np.minimum(scored.scores, 1.0), bins=_BINS, range=(0, 1))
    labels = [f"{edge:.1f}" for edge in edges[:-1]]
    return pd.DataFrame({"score": labels, "samples": counts})


def confusion_rows(scored: Scored) -> list[list[str | int]]:
    """Return reference, prediction and count of the most frequent errors, in this order."""
    frequent = scored.frequent
    rows: list[tuple[str, str, int]] = [
        *frequent.substitutions,
        *((target, "(nothing)", times) for target, times in frequent.deletions),
        *(("(nothing)", pred, times) for pred, times in frequent.insertions),
    ]
    rows.sort(key=lambda row: -row[2])
    return [[legible(str(target)) or "␣", legible(str(pred)) or "␣", n] for target, pred, n in rows]


def sample_table(scored: Scored) -> pd.DataFrame:
    """Return the samples with the worst scores, the worst first."""
    order = scored.worst_first()[:_MAX_ROWS]
    table = pd.DataFrame({"sample": order + 1, scored.score: scored.scores[order].round(4)})
    if scored.counts is not None:
        table["errors"] = scored.counts.errors[order]
    table["prediction"] = [_shortened(scored.predictions[int(i)]) for i in order]
    table["reference"] = [_shortened(scored.compared[int(i)]) for i in order]
    return table


def _shortened(text: str) -> str:
    shown = legible(text[: _MAX_CHARACTERS + 1])
    return shown if len(text) <= _MAX_CHARACTERS else f"{shown[:_MAX_CHARACTERS]}…"
