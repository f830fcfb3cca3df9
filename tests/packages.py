"""Which packages are installed, and what is left out where they are not."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

import pytest

from levmetrics.tokenizers import TOKENIZERS
from levmetrics.tokenizers import is_installed as tokenizer_is_installed


def is_installed(package: str) -> bool:
    """Whether a package is installed; a folder of that name, as ``anls`` here, is no package."""
    spec = find_spec(package)
    return spec is not None and spec.origin is not None


def needs(*packages: str) -> pytest.MarkDecorator:
    """Mark a test, or one case of it, that needs packages which not everyone has."""
    missing = [package for package in packages if not is_installed(package)]
    return pytest.mark.skipif(bool(missing), reason=f"needs {' and '.join(missing)}")


def needs_tokenizer(name: str) -> pytest.MarkDecorator:
    """Mark a test, or one case of it, that needs what a tokenizer needs."""
    facts = TOKENIZERS[name]
    return pytest.mark.skipif(
        not tokenizer_is_installed(facts), reason=f"needs {' and '.join(facts.packages.split())}"
    )


def every_tokenizer(names: Iterable[str]) -> list[Any]:
    """Make a case of every tokenizer, those marked whose packages are missing."""
    return [pytest.param(name, marks=needs_tokenizer(name)) for name in names]


def needs_config(name: str) -> pytest.MarkDecorator:
    """Mark a case of a config of the error rates that needs packages which not everyone has."""
    if name in ("ja", "reading"):
        return needs_tokenizer("mecab")
    if name.startswith("openasr"):
        return needs("whisper_normalizer" if name == "openasr" else "num2words")
    return needs()
