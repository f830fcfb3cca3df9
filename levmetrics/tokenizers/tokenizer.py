"""Base classes of tokenizers, the wrapper for a caller's tokenizer, and the registry."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Set
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, pairwise
from types import ModuleType
from typing import Any, ClassVar, Literal, Protocol, TypeAlias, TypeGuard

import numpy as np

from levmetrics.errors import InputError, quoted, reason
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import TokenColumn, Tokens, WordColumn
from levmetrics.lazy import futures
from levmetrics.registry import Registry, json_in
from levmetrics.signature import describe_callable
from levmetrics.system.work import process_ends, steps, thread_count

# Starting worker processes takes a quarter of a second, in which MeCab reads half a million
# characters. Below this number, processes cost more than they save.
_PARALLEL_CHARACTERS = 500_000
# A task cannot be interrupted, so it must take a slow tokenizer no more than seconds.
_CHARACTERS_PER_TASK = 20_000


class Tokenizer(ABC):
    """Base class of tokenizers; the ``repr`` is the tokenizer's part of a signature."""

    @abstractmethod
    def __call__(self, text: str) -> list[str]:
        """Split one text into its tokens."""

    def tokenize(self, text: str) -> list[str]:
        """Split one text into its tokens; rouge-score and others call this method."""
        return self(text)

    @abstractmethod
    def column(self, column: TextColumn) -> TokenColumn:
        """Return the token column of a column of texts."""

    def columns(self, *columns: TextColumn) -> list[TokenColumn]:
        """Return the token columns of several columns of texts."""
        return list(map(self.column, columns))

    def __repr__(self) -> str:
        return describe_callable(self)

    def identity(self) -> int:
        """Return a number that separates callers' tokenizers of equal names; 0 for a built-in."""
        return 0 if type(self).__module__.startswith(f"{__package__}.") else id(self)


class WordTokenizer(Tokenizer):
    """Base class of tokenizers that put spaces between words.

    A subclass only implements :meth:`spaced`. The kernel splits the spaced texts at white space, so
    only white space can be lost.

    Attributes:
        uses_processes: whether several processes split large columns, which pays for slow work
            whose threads would wait for Python's lock.

    """

    uses_processes: ClassVar[bool] = True

    @abstractmethod
    def spaced(self, text: str) -> str:
        """Return the text with white space between its words, and nothing else changed."""

    def spaced_all(self, texts: list[str]) -> list[str]:
        """Return the texts with white space between their words."""
        return list(map(self.spaced, texts))

    def __call__(self, text: str) -> list[str]:
        """Split one text into its words."""
        return self.spaced(text).split()

    def column(self, column: TextColumn) -> TokenColumn:
        """Return the token column of a column of texts, on several processes if it is large."""
        return self.columns(column)[0]

    def columns(self, *columns: TextColumn) -> list[TokenColumn]:
        """Return the token columns of several columns; each distinct text is split once."""
        texts = [column.texts.to_pylist() for column in columns]
        distinct = [*dict.fromkeys(chain.from_iterable(texts))]
        with closing(self._all_spaced(distinct)) as tasks:  # the processes end with the work
            parts = steps(tasks, "splitting", len(distinct), len)
            spaced = dict(zip(distinct, chain.from_iterable(parts), strict=True))
        return [WordColumn(Texts.of([*map(spaced.__getitem__, side)])) for side in texts]

    def _all_spaced(self, texts: list[str]) -> Generator[list[str], None, None]:
        """Yield parts of the texts with white space between their words."""
        tasks = _tasks(texts)
        is_large = sum(map(len, texts)) >= _PARALLEL_CHARACTERS and len(tasks) > 1
        if not (is_large and self.uses_processes and thread_count() > 1) or process_ends():
            yield from map(self.spaced_all, tasks)
            return
        require("cloudpickle", repr(self))
        from levmetrics.system.processes import on_processes

        try:
            yield from on_processes(self.spaced_all, tasks)
        except futures.BrokenExecutor as error:
            raise RuntimeError(
                f"a process that split texts for the tokenizer '{self!r}' was ended from outside, "
                "as where memory runs out, so nothing was scored; pyarrow.set_cpu_count(1) has "
                "this process split them alone"
            ) from error


def _tasks(texts: list[str]) -> list[list[str]]:
    """Divide texts into tasks, each of about as many characters.

    >>> _tasks(["a" * 15_000, "b", "c" * 15_000]) == [["a" * 15_000, "b"], ["c" * 15_000]]
    True
    """
    number = np.cumsum([*map(len, texts)]) // _CHARACTERS_PER_TASK
    starts = (np.flatnonzero(np.diff(number)) + 1).tolist()
    return [texts[i:j] for i, j in pairwise([0, *starts, len(texts)]) if i < j]


@dataclass(frozen=True)
class TokenizerFacts:
    """A tokenizer's entry in the registry, for lists, messages, usage texts and the web page.

    Attributes:
        name: its name as an option.
        make: returns the tokenizer; called without arguments.
        summary: a description of its tokens in one line.
        language: the language it is for.
        extra: the extra of levmetrics that installs its packages; empty if it needs none.
        packages: the same packages, as arguments of ``pip install``.
        takes_argument: whether ``make`` also accepts the text after ``"NAME:"``, as first argument.
        takes_user_dictionary: whether ``make`` also accepts a path as ``user_dictionary``.
        unit: what a reader calls a token: ``"words"``, ``"characters"`` or ``"tokens"``.

    """

    name: str
    make: Callable[..., Tokenizer]
    summary: str
    language: str = "any language"
    extra: str = ""
    packages: str = ""
    takes_argument: bool = False
    takes_user_dictionary: bool = False
    unit: Literal["words", "characters", "tokens"] = "words"

    @property
    def description(self) -> str:
        """The summary, the language, and the extra to install."""
        needs = f"; needs levmetrics[{self.extra}]" if self.extra else ""
        return f"{self.summary} ({self.language}{needs})"


_FACTS = json_in(__package__, "facts.json")
TOKENIZERS: Registry[TokenizerFacts] = Registry(
    "tokenizer", by_name=True, package="levmetrics.tokenizers", built_in=_FACTS
)


def built_in(name: str, make: Callable[..., Tokenizer]) -> None:
    """Add a tokenizer of the package, whose other facts are in ``facts.json``."""
    TOKENIZERS.add(TokenizerFacts(name, make, **_FACTS[name]))


def require(module: str, tokenizer: str) -> ModuleType:
    """Return a module that a tokenizer needs, or raise an error that names the packages to install.

    Args:
        module: the module's import name.
        tokenizer: the tokenizer's name, whose packages are to install; that of the module for a
            tokenizer that is not registered.

    Raises:
        ImportError: if the module is not installed.

    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        facts, package = TOKENIZERS.get(tokenizer), module.replace("_", "-")
        packages = facts.packages if facts else package
        raise ImportError(
            f"the tokenizer '{tokenizer}' needs the package {package}: pip install {packages}"
        ) from error


def pieces(text: str, longest: int) -> list[str]:
    """Cut a text into pieces of at most ``longest`` characters, at white space or "。" if possible.

    Morphological analyzers refuse longer texts, or crash on them.

    >>> pieces("ab cd。ef", 4), pieces("abcdef", 4), pieces("abcd", 4)
    (['ab ', 'cd。', 'ef'], ['abcd', 'ef'], ['abcd'])
    """
    if len(text) <= longest:
        return [text]
    return re.findall(rf".{{0,{longest - 1}}}[\s。]|.{{1,{longest}}}", text, re.DOTALL)


class HasTokenize(Protocol):
    """An object with a ``tokenize`` method, as in rouge-score, NLTK, Janome or Hugging Face."""

    def tokenize(self, text: str, /) -> Iterable[object]:
        """Split one text."""
        ...


def has_tokenize(tokenizer: object) -> TypeGuard[HasTokenize]:
    """Whether an object has a method ``tokenize``."""
    return callable(getattr(tokenizer, "tokenize", None))


TokenizerLike: TypeAlias = str | Callable[[str], Iterable[object]] | HasTokenize


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
        split: Any = custom.tokenize if has_tokenize(custom) else custom
        tokens = split(text)
        if isinstance(tokens, (str, Set, Mapping)) or not isinstance(tokens, Iterable):
            raise InputError("tokenizer.no_list", given=type(tokens).__name__)
        return list(map(_checked_token, tokens))

    def column(self, column: TextColumn) -> TokenColumn:
        """Split the texts in this thread, since a custom tokenizer may not be thread-safe."""
        lists: list[list[str]] = []
        texts = column.texts.to_pylist()
        for index, text in enumerate(steps(texts, "splitting", len(texts))):
            try:
                lists.append(self(text))
            except Exception as error:
                cause = error if isinstance(error, InputError) else reason(error)
                fields = {"tokenizer": quoted(self), "place": column.position(index)}
                raise InputError("tokenizer.failed", **fields, reason=cause) from error
        return Tokens.of(lists)

    def __repr__(self) -> str:
        return describe_callable(self.tokenizer)

    def identity(self) -> int:
        """Return a number that distinguishes tokenizers of equal names."""
        return id(self.tokenizer)


def _checked_token(token: object) -> str:
    text = getattr(token, "surface", token)
    if not isinstance(text, str):
        raise InputError("tokenizer.token_type", given=type(text).__name__)
    text.encode()  # raises for a lone surrogate
    return text
