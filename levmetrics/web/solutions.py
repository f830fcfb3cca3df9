"""Another way of scoring that takes what a visitor gave, where the chosen one refused it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from levmetrics.errors import InputError
from levmetrics.web.form_question import UPLOAD
from levmetrics.web.requests import Request
from levmetrics.web.texts import Kind, given_texts

WHOLE = "whole"
"""The way of scoring each side as one text, beside the names of metrics."""


def solution_of(error: InputError, kind: Kind, values: Mapping[str, Any], request: Request) -> str:
    """Return the way of scoring that solves a refusal; empty if none does.

    Args:
        error: the refusal.
        kind: the kind of the tab.
        values: the values of its components by name.
        request: the metric and its options.

    """
    if values["place"] == UPLOAD and values["reading"]:
        metric: str = json.loads(values["reading"])["offer"]
        if metric:
            return metric
    if error.code.startswith("page.line"):
        with suppress(InputError):
            given = given_texts(kind, {**values, WHOLE: True})
            request.checked_systems(given.predictions, given.references)
            return WHOLE
    return ""
