"""Every config of texts that is registered, and texts that find where properties do not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from levmetrics.core.metric import Metric
from levmetrics.core.names import all_configs, get_metric
from tests.packages import needs_config
from tests.thoroughness import ALL, chosen

REQUIRED = {"keywords": {"keywords": ["a", "b a", "日"]}}
CONFIGS = {name: config for name, config in all_configs().items() if config.kind.takes.in_columns}
# Those of each way to score, and of each way to read.
_FEW = (
    *("anls", "anls:docvqa", "anls:star", "wer", "cer", "mixed"),
    *("openasr", "openasr:de", "formatted", "keywords"),
)

# Joining compounds changes both sides, so that a sample has one reference there.
_OF_ONE_REFERENCE = {name for name, it in CONFIGS.items() if it.fixed.get("compounds") == "join"}


def _configs(names: Iterable[str]) -> pytest.MarkDecorator:
    cases = [pytest.param(name, marks=needs_config(name)) for name in names]
    return pytest.mark.parametrize("config", cases)


every_config = _configs(chosen(CONFIGS, *_FEW))
every_config_of_references = _configs(
    name for name in chosen(CONFIGS, *_FEW) if name not in _OF_ONE_REFERENCE
)


def examples(few: int) -> Callable[[Any], Any]:
    """Try so many examples, or 30 times as many where all is tried."""
    return settings(max_examples=30 * few if ALL else few)


def metric_of(config: str, **options: Any) -> Metric:
    """Return a config with the options that it must have."""
    return get_metric(config, options={**REQUIRED.get(config, {}), **options})


# Equal and nearly equal texts, empty ones, blanks and repeated words are frequent among the first.
FEW_LETTERS = st.text("aab  日本A.,1é\u0301\n", max_size=12)
TEXTS = FEW_LETTERS | st.text(max_size=12)


@st.composite
def nearly_equal(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a text, and the same with something else at one place."""
    text = draw(TEXTS)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text, text[:start] + draw(TEXTS) + text[end:]


_PAIRS = st.tuples(TEXTS, TEXTS) | nearly_equal()
# A prediction with its references.
SAMPLES = st.tuples(_PAIRS, st.lists(TEXTS, max_size=2)).map(
    lambda drawn: (drawn[0][0], [drawn[0][1], *drawn[1]])
)
CORPORA = st.lists(SAMPLES, min_size=1, max_size=8)


def columns(
    corpus: list[tuple[str, list[str]]], config: str
) -> tuple[list[str], list[str] | list[list[str]]]:
    """Return the predictions and the references, as many as the config takes."""
    preds, target = [pred for pred, _ in corpus], [references for _, references in corpus]
    return preds, [first for first, *_ in target] if config in _OF_ONE_REFERENCE else target
