"""Checks of the values that browsers and programs send, before Gradio reads them.

Gradio converts values to what a component takes, and fetches any file that a value names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.web.internals import get_upload_folder


def check_sent(components: Sequence[Any], values: Sequence[Any]) -> None:
    """Check the values of the page's components.

    Args:
        components: the components; all of those that the page uses as inputs are known here.
        values: their values, as JSON has them; any further values are ignored.

    Raises:
        InputError: if a value is missing, or the component would not send it.

    >>> check_sent([gr.Textbox()], ["a"])
    >>> check_sent([gr.Textbox()], [{"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}])
    Traceback (most recent call last):
    levmetrics.errors.InputError: this page does not send such a request; load the page again

    """
    if len(values) < len(components) or not all(map(_is_sent, components, values)):
        raise InputError("page.not_sent")


def _is_sent(component: Any, value: Any) -> bool:
    if value is None:
        return True
    if isinstance(component, (gr.File, gr.UploadButton)):
        return all(map(_is_upload, value if isinstance(value, list) else [value]))
    if isinstance(component, gr.Checkbox):
        return isinstance(value, bool)
    if isinstance(component, gr.Number):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and math.isfinite(value)
    if isinstance(component, gr.Dropdown) and component.multiselect:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return isinstance(component, (gr.Textbox, gr.Dropdown, gr.Radio)) and isinstance(value, str)


def _is_upload(file: Any) -> bool:
    """Whether a value is an uploaded file, and no other file of the server or of the network."""
    path = file.get("path") if isinstance(file, dict) else None
    if not isinstance(path, str):
        return False
    try:
        return Path(path).resolve().is_relative_to(Path(get_upload_folder()).resolve())
    except (OSError, ValueError):  # no path at all
        return False
