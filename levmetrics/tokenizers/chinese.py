"""Chinese words by jieba."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from levmetrics.signature import version
from levmetrics.tokenizers.tokenizer import WordTokenizer, built_in, require


@dataclass(frozen=True, repr=False)
class JiebaTokenizer(WordTokenizer):
    """Chinese words by jieba, in its precise mode with its own dictionary.

    Raises:
        ImportError: if jieba is not installed.

    Source: the package jieba, https://github.com/fxsj/jieba.

    >>> JiebaTokenizer()("我喜欢机器学习")
    ['我', '喜欢', '机器', '学习']

    """

    def __post_init__(self) -> None:
        _jieba()

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        return " ".join(_jieba()(text))

    def __repr__(self) -> str:
        return f"jieba[jieba-{version('jieba')}]"


@functools.cache
def _jieba() -> Callable[[str], Iterable[str]]:
    jieba = require("jieba", "jieba")
    jieba.setLogLevel(logging.WARNING)  # without messages on loading its dictionary
    # A separate instance, since words that the caller adds to jieba's global one would change
    # scores.
    cut: Callable[[str], Iterable[str]] = jieba.Tokenizer().cut
    return cut


built_in("jieba", JiebaTokenizer)
