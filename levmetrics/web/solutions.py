"""Other ways of scoring what a visitor gave: which ones solve a refusal, and what each changes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from levmetrics.core.scoring import FORMS
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import Lines
from levmetrics.normalizers import NORMALIZERS
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.view.notices import PLAIN
from levmetrics.web.forms import form_of, key_of
from levmetrics.web.held_files import HELD
from levmetrics.web.internals import LocalContext
from levmetrics.web.reading.offers import common_offer
from levmetrics.web.requests import Request, page_metrics
from levmetrics.web.texts import UPLOAD, Kind, asked_of, given_texts, shown_texts, side_name

READ, LINES, WHOLE = "read", "lines", "whole"
"""The ways beside the names of metrics: pasted texts are files, or are lines; each side is one
text."""

# The ways that notices name.
_METRICS = {"mecab": "ja", "characters": "cer"}
_TOKENIZERS = {"mecab": "mecab", "characters": "char"}  # of sessions, whose metric stays

_NOT_IN_NAMES = re.compile(r"[^\w. -]")  # of files
_CHARACTERS_OF_NAME = 40


def solutions_of(
    error: InputError, kind: Kind, values: Mapping[str, Any], request: Request
) -> list[str]:
    """Return the ways of scoring that solve a refusal.

    Args:
        error: the refusal.
        kind: the kind of the tab.
        values: the values of its components by name.
        request: the metric and its options.

    """
    if error.code == "page.pasted_form":
        forms = asked_of(values).values()
        reading = [READ] if any(form.is_table for form in forms) else []
        metric = common_offer([form.metric for form in forms])
        return [*reading, *filter(None, [metric]), LINES]
    if not error.code.startswith(("table.", "page.line")):
        return []
    if values["place"] == UPLOAD and (offer := json.loads(values["reading"])["offer"]):
        return [offer]
    if error.code != "page.lines_missing":  # of which one text would hide that a line is missing
        with suppress(InputError):
            given = given_texts(kind, {**values, WHOLE: True})
            request.checked_systems(given.predictions, given.references)
            return [WHOLE]
    return []


def changes_of(way: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a way of scoring changes, by the names of the components.

    Args:
        way: of :func:`solutions_of`, or of a notice.
        values: the values of the tab's components by name.

    Raises:
        InputError: if the visitor's files would be too many.

    """
    config = Request(values["metric"]).config
    if way == READ:
        return {"place": UPLOAD, "files": _as_files(values)}
    if way == LINES:
        return {"plain_texts": json.dumps([*map(key_of, shown_texts(values).values())])}
    if way == WHOLE:
        return {"whole": True}
    if way in page_metrics():
        return {"metric": way, "takes": Request(way).takes, "whole": False}
    if way in _METRICS and config.kind.takes.in_columns:
        return {"metric": _METRICS[way]}
    if way in _METRICS:
        return {config.option_of(TOKENIZERS): _TOKENIZERS[way]}
    # A form of characters comes first, as in the score that the notice shows.
    form, plain = [way] if way in FORMS else [], PLAIN if way == "plain" else ()
    name = config.option_of(NORMALIZERS)
    return {name: [*dict.fromkeys([*form, *values[name], *plain])]}


def _as_files(values: Mapping[str, Any]) -> list[str]:
    """Keep the pasted texts as uploaded files of the visitor's, and return their paths."""
    request = LocalContext.request.get(None)
    address = request.client.host if request is not None and request.client else ""
    files = []
    for box, text in shown_texts(values).items():
        form = form_of(text, values["metric"])
        suffix = form.suffix if form is not None else Lines.suffixes[0]
        if text:
            name = _NOT_IN_NAMES.sub("_", side_name(box, values))[:_CHARACTERS_OF_NAME]
            content = text.encode("utf-8", "surrogatepass")
            files.append(HELD.keep(address, f"{name}{suffix}", content))
    return files
