"""Loads the requirements of the first results once the page is served."""

from __future__ import annotations

from levmetrics.tokenizers import get_tokenizer
from levmetrics.web.requests import installed_tokenizers


def warm_up() -> None:
    """Load statistics and dictionaries, for which the first visitors would wait some seconds."""
    import scipy.stats  # noqa: F401  # which comparisons load when they are made

    import levmetrics.comparison.comparison  # noqa: F401

    for name in installed_tokenizers():
        get_tokenizer(name)("a")
