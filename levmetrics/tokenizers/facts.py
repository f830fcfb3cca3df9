"""What is known of a tokenizer before it is made; the file of each language registers its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from levmetrics.registry import SortedRegistry
from levmetrics.tokenizers.base import Tokenizer


@dataclass(frozen=True)
class TokenizerFacts:
    """What lists, messages, usage texts and the web page say of a tokenizer.

    Attributes:
        name: the name it is asked for by.
        make: makes it, of no arguments.
        summary: what its tokens are, in one line.
        language: of the texts that it is for.
        extra: of levmetrics, that installs what it needs; empty if it needs nothing more.
        packages: the same as ``pip install`` takes them.
        takes_argument: whether ``make`` also takes what follows ``"NAME:"``, as the first argument.
        takes_user_dictionary: whether ``make`` also takes a ``user_dictionary``, a path.
        request_characters: how many characters a server may give it in one request, where it is so
            slow that these take seconds; ``None``: as many as the others get.

    """

    name: str
    make: Callable[..., Tokenizer]
    summary: str
    language: str = "any language"
    extra: str = ""
    packages: str = ""
    takes_argument: bool = False
    takes_user_dictionary: bool = False
    request_characters: int | None = None

    @property
    def description(self) -> str:
        """What its tokens are, for which language, and what has to be installed."""
        needs = f"; needs levmetrics[{self.extra}]" if self.extra else ""
        return f"{self.summary} ({self.language}{needs})"


TOKENIZERS: SortedRegistry[TokenizerFacts] = SortedRegistry("tokenizer")
