"""Texts, as every tool takes them."""

from __future__ import annotations

from typing import TypeAlias

Texts: TypeAlias = list[str]
Corpus: TypeAlias = tuple[Texts, Texts]  # predictions, references
