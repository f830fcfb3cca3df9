"""The type of a part of the wording."""

from __future__ import annotations

from typing import TypeAlias

Wording: TypeAlias = dict[str, tuple[str, str]]
"""Sentences in English and Japanese, by a key; values stand in them as ``{name}``."""
