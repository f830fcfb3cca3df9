"""Loads the requirements of the first results once the page is served."""

from __future__ import annotations

import threading

from levmetrics.tokenizers import get_tokenizer
from levmetrics.web.requests import installed_tokenizers


def warm_up() -> threading.Thread:
    """Load statistics and dictionaries in the background, which takes seconds.

    Otherwise the first visitors who need them would wait.

    Returns:
        The loading thread.

    """
    thread = threading.Thread(target=_load, daemon=True, name="levmetrics-warm-up")
    thread.start()
    return thread


def _load() -> None:
    import scipy.stats  # noqa: F401  # which comparisons load when they are made

    import levmetrics.comparison.comparison  # noqa: F401

    for name in installed_tokenizers():
        get_tokenizer(name)("a")
