"""The registry of tokenizers: their names, constructors, descriptions and packages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from levmetrics.registry import SortedRegistry
from levmetrics.tokenizers.tokenizer import Tokenizer


@dataclass(frozen=True)
class TokenizerFacts:
    """The entry of a tokenizer in the registry, for lists, messages, usage texts and the web page.

    Attributes:
        name: its name as an option.
        make: returns the tokenizer; called without arguments.
        summary: its tokens, in one line.
        language: the language that it is for.
        extra: the extra of levmetrics that installs its packages; empty if it needs none.
        packages: the same packages, as arguments of ``pip install``.
        takes_argument: whether ``make`` also accepts the text after ``"NAME:"`` as first argument.
        takes_user_dictionary: whether ``make`` also accepts a ``user_dictionary``, a path.
        request_characters: the limit of characters in one request to a server, for tokenizers so
            slow that these take seconds; ``None``: the limit of all other tokenizers.

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
        """Its tokens, its language, and the extra that has to be installed."""
        needs = f"; needs levmetrics[{self.extra}]" if self.extra else ""
        return f"{self.summary} ({self.language}{needs})"


TOKENIZERS: SortedRegistry[TokenizerFacts] = SortedRegistry("tokenizer")
