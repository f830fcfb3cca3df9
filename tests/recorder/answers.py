"""What a door gives as JSON values: an answer, or the type and the message of its refusal."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any

import levmetrics as lm

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_VERSION = re.compile(rf"(levmetrics\W{{1,3}}){re.escape(lm.__version__)}\b")
_UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


def answer(call: Callable[[], Any]) -> Any:
    """Return what a call gives, with its warnings, or its refusal."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            given = plain(call())
        except Exception as error:
            given = {"refused": type(error).__name__, "message": masked(str(error))}
    notes = [masked(f"{one.category.__name__}: {one.message}") for one in said]
    return {"answer": given, "warnings": notes} if notes else given


def answers(**calls: Callable[[], Any]) -> dict[str, Any]:
    """Return what each of several calls gives, by name."""
    return {name: answer(call) for name, call in calls.items()}


def masked(text: str) -> str:
    """Return a text without what differs from run to run: addresses, and our version."""
    return _VERSION.sub(r"\1VERSION", _ADDRESS.sub(" at ADDRESS", text))


def plain(value: Any) -> Any:
    """Return a value as JSON values.

    Raises:
        TypeError: for a value of an unknown type.

    """
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, Mapping):
        return {masked(str(key)): plain(one) for key, one in value.items()}
    for method in ("to_pylist", "tolist", "to_dict"):  # Arrow, NumPy and torch, and our own
        if hasattr(value, method):
            return plain(getattr(value, method)())
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, (Sequence, Iterator)):
        return [*map(plain, value)]
    raise TypeError(f"no JSON for {type(value).__name__}")


def of_html(html: str) -> dict[str, Any]:
    """Return the text of a page, a line for each piece, and the digest of its markup."""
    lines = (line.strip() for line in unescape(_UNSEEN.sub("\n", html)).splitlines())
    digest = hashlib.sha256(masked(html).encode("utf-8", "surrogatepass")).hexdigest()
    return {"text": "\n".join(filter(None, lines)), "sha256": digest}
