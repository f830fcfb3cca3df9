"""Custom tokenizers: callables and objects of the caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from levmetrics.errors import InputError, reason
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.token_columns import TokenColumn, Tokens
from levmetrics.signature import describe_callable
from levmetrics.tokenizers.tokenizer import Tokenizer

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class HasTokenize(Protocol):
    """An object with a ``tokenize`` method, as of rouge-score, NLTK, Janome or Hugging Face."""

    def tokenize(self, text: str, /) -> Iterable[object]:
        """Split one text."""
        ...


def has_tokenize(tokenizer: object) -> TypeIs[HasTokenize]:
    """Tell whether an object has a method ``tokenize``."""
    return callable(getattr(tokenizer, "tokenize", None))


TokenizerLike: TypeAlias = "str | Callable[[str], Iterable[object]] | HasTokenize"


@dataclass(frozen=True, repr=False)
class CustomTokenizer(Tokenizer):
    """Any callable from a string to strings, or any object with such a method ``tokenize``.

    An object's ``tokenize`` is preferred to calling it: a Hugging Face tokenizer is callable too,
    but then returns ids. Tokens may also be objects with a string ``surface``, as Janome's are.

    >>> CustomTokenizer(lambda text: text.split(","))("a,b")
    ['a', 'b']
    """

    tokenizer: Callable[[str], Iterable[object]] | HasTokenize

    def __call__(self, text: str) -> list[str]:
        """Split one text, and check that the tokens are strings."""
        custom = self.tokenizer
        tokens = custom.tokenize(text) if has_tokenize(custom) else custom(text)
        if isinstance(tokens, (str, Set, Mapping)) or not isinstance(tokens, Iterable):
            raise InputError("tokenizer.no_list", given=type(tokens).__name__)
        return list(map(_checked_token, tokens))

    def column(self, column: TextColumn) -> TokenColumn:
        """Split text by text in this thread: a custom tokenizer need not be thread-safe."""
        lists: list[list[str]] = []
        for index, text in enumerate(column.texts.to_pylist()):
            try:
                lists.append(self(text))
            except Exception as error:
                cause = error if isinstance(error, InputError) else reason(error)
                fields = {"tokenizer": repr(self), "place": column.position(index)}
                raise InputError("tokenizer.failed", **fields, reason=cause) from error
        return Tokens.of(lists)

    def __repr__(self) -> str:
        return describe_callable(self.tokenizer)

    def identity(self) -> int:
        """Return a number that differs for tokenizers of equal names."""
        return id(self.tokenizer)


def _checked_token(token: object) -> str:
    text = getattr(token, "surface", token)
    if not isinstance(text, str):
        raise InputError("tokenizer.token_type", given=type(text).__name__)
    text.encode()  # raises for a lone surrogate
    return text
