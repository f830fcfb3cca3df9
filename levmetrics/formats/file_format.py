"""The interface of file formats, and of formats with the same columns in all files."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, islice
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeAlias, TypeVar

from levmetrics.formats.source import Limits, Source
from levmetrics.inputs.arrow import is_array
from levmetrics.lazy import pa
from levmetrics.registry import Registry

Values: TypeAlias = "pa.Array | Sequence[Any]"
"""Some rows of a column: texts, lists of texts, or JSON values, if there are any; else ``None`` or
``Missing``."""

Row: TypeAlias = "tuple[str | float, ...]"

ROWS_OF_A_BATCH = 20_000


@dataclass(frozen=True)
class Missing:
    """What a file has in the place of a value.

    Attributes:
        what: as the file has it, such as ``"#N/A"``.
        place: the place in the file, such as a cell; empty: that of the sample.

    """

    what: str
    place: str = ""


T = TypeVar("T")


def listed(values: Values) -> list[Any]:
    """Return values as a list.

    >>> listed(pa.array(["a", None]))
    ['a', None]
    """
    return values.to_pylist() if is_array(values) else list(values)


def are_all(values: Iterable[object], kind: type) -> bool:
    """Whether all values are of a type.

    >>> are_all(["a", "b"], str), are_all(["a", None], str)
    (True, False)
    """
    return all(issubclass(each, kind) for each in {*map(type, values)})


def missing_value(value: object) -> Missing | None:
    """Return what is in the place of a value; NaN is no value. ``None`` if there is a value.

    >>> missing_value(float("nan")), missing_value("a")
    (Missing(what='NaN', place=''), None)
    """
    if isinstance(value, float) and math.isnan(value):
        return Missing("NaN")
    return value if isinstance(value, Missing) else None


class FileFormat(ABC):
    """A reader of some columns of files of one format, a batch of rows at a time.

    A format is supported everywhere once a file in :mod:`levmetrics.formats.kinds` or
    :mod:`levmetrics.formats.sessions` has registered it.

    Attributes:
        name: its name, such as ``"csv"``.
        description: a description in one line.
        suffixes: the suffixes of its files, in lower case, with the dot; the first is the usual
            one.
        prefixes: the first bytes by which a binary format is recognised, of which a file has one.
        rank: its place in lists and messages, the most usual format first.
        folds_ids: whether ids ignore case.
        refusal: why alternatives in braces are refused, and the remedy; ``None``: references may
            have them; empty for a format without any.
        has_cells: whether texts are the cells of a table, which may be the texts of lists.
        holds_files: whether it is a folder or an archive, whose samples are named by files.

    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    prefixes: tuple[bytes, ...] = ()
    rank: int = 9
    folds_ids: bool = False
    refusal: str | None = ""
    has_cells: bool = False
    holds_files: bool = False

    @property
    def has_alternatives(self) -> bool:
        """Whether references may have alternatives in braces."""
        return self.refusal is None

    def refusing_alternatives(self, why: str | None) -> Self:
        """Return the format that refuses alternatives, so that they are not scored as words.

        Args:
            why: the reason and the remedy, which complete "a.trn, line 1 has alternatives, ";
                ``None``: alternatives are read if the format has them, and written in braces, see
                :func:`levmetrics.alternatives.parsing.parse`.

        """
        return self if self.refusal == "" else self.changed(refusal=why)

    def changed(self, **attributes: Any) -> Self:
        """Return the format with other attributes, as a file needs it."""
        other = copy(self)
        vars(other).update(attributes)
        return other

    def of_references(self, kind: FileFormat, source: Source) -> FileFormat:
        """Return the format of predictions that belong to parts of the references' file.

        Args:
            kind: the format of that file.
            source: the file.

        """
        return self

    def holds_alternatives(self, source: Source) -> bool:
        """Whether predictions have alternatives, which are read.

        Raises:
            InputError: if they cannot be read.

        """
        return False

    def with_quoting(self, quoting: str | None) -> FileFormat:
        """Return the format with a rule of quotation marks, if it has such rules.

        Args:
            quoting: ``"standard"``, ``"none"``, or ``None`` to leave it as it is.

        """
        return self

    def recognises(self, source: Source) -> bool:
        """Whether a file's start shows that it is of this format, whatever its name."""
        return source.start.startswith(self.prefixes)

    def read_as(self, source: Source) -> str:
        """Return what a file was read as, for messages: the format, and those of files within."""
        return self.name

    def has_markup(self, source: Source) -> bool:
        """Whether texts are in markup, so that they depend on how pages are read."""
        return False

    @property
    def is_binary(self) -> bool:
        """Whether its files are binary, and so have no text encoding."""
        return bool(self.prefixes)

    @abstractmethod
    def names(self, source: Source) -> list[str]:
        """Return the column names; ``[""]`` for a format with a single unnamed column.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns with scorable values, if the file states their types.

        Raises:
            InputError: as :meth:`names` does.

        """
        return self.names(source)

    def id_names(self, source: Source) -> list[str]:
        """Return the names of the columns that may have ids.

        Raises:
            InputError: as :meth:`names` does.

        """
        return self.names(source)

    @abstractmethod
    def batches(self, source: Source, keys: Sequence[Any]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns, up to ``ROWS_OF_A_BATCH`` rows at a time.

        Memory does not grow with the file.

        Args:
            source: the file.
            keys: the keys of existing columns: names, or for a format of rows of texts numbers from
                1.

        Raises:
            InputError: if the file has another format, or exceeds a limit.

        """


class NamedColumns(FileFormat):
    """A format whose columns have the same names in all files.

    Attributes:
        columns: the names of the columns.

    """

    columns: tuple[str, ...] = ("id", "text")

    @abstractmethod
    def rows(self, source: Source) -> Iterator[Row]:
        """Return the rows.

        Raises:
            InputError: if the file has another format.

        """

    def names(self, source: Source) -> list[str]:
        """Return the names of the format's columns."""
        next(self.rows(source), None)  # to refuse a file of another format
        return [*self.columns]

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns."""
        indices = [*map(self.columns.index, keys)]
        for batch in batched(self.rows(source), source.limits):
            yield tuple([row[index] for row in batch] for index in indices)


def batched(rows: Iterator[T], limits: Limits) -> Iterator[list[T]]:
    """Return batches of rows, up to one row past the limit; that row shows that it is exceeded.

    >>> [*batched(iter("abcdef"), Limits(rows=2))]
    [['a', 'b', 'c']]
    """
    limited = islice(rows, limits.rows + 1)
    while batch := [*islice(limited, ROWS_OF_A_BATCH)]:
        yield batch


FILE_FORMATS: Registry[FileFormat] = Registry("file format")
F = TypeVar("F", bound=FileFormat)


class Sign(NamedTuple):
    """What shows that a file may be of a format whose module is not loaded yet.

    Attributes:
        module: the module that registers the formats.
        suffixes: the suffixes of their files.
        start: what files of an unknown suffix begin with, as a regular expression.

    """

    module: str
    suffixes: tuple[str, ...]
    start: bytes


@dataclass(frozen=True)
class Family(Generic[F]):
    """The formats of files with samples of one kind, and how that of a file is found.

    Attributes:
        formats: the loaded formats by name.
        of_files: returns the format of a folder or an archive, whose files must have a format if
            one is given; ``None`` for a file.
        checked: returns the format of a file, given the one that it shows, if any; it refuses files
            that show none, or one of another family.
        signs: those of the formats that are loaded when a file has them.

    """

    formats: Registry[F]
    of_files: Callable[[Source, F | None], F | None]
    checked: Callable[[Source, F | None], F]
    signs: tuple[Sign, ...] = ()

    def all(self) -> Registry[F]:
        """Return all formats by name."""
        self._load(lambda _: True)
        return self.formats

    def _load(self, is_met: Callable[[Sign], object]) -> None:
        for sign in filter(is_met, self.signs):
            import_module(sign.module)

    def load_by_start(self, source: Source) -> None:
        """Load the formats whose files begin as a file does."""
        self._load(lambda sign: re.match(sign.start, source.start))

    def format_of(self, source: Source, asked: str | None) -> tuple[F, bool]:
        """Return the format of a file, and whether it is told and not detected.

        The suffix decides. If no format or several have it, the file's start decides. If no format
        recognises the start, it is the format with this usual suffix.

        Args:
            source: the file, folder or archive.
            asked: the name of the format; ``None``: detected.

        Raises:
            InputError: if there is no such format, or the file cannot be read, or shows none.

        """
        named = None if asked is None else self._named(asked)
        if told := self.of_files(source, named) or named:
            return told, True
        return self.checked(source, self._shown_by(source)), False

    def _named(self, name: object) -> F:
        is_loaded = isinstance(name, str) and name in self.formats
        return (self.formats if is_loaded else self.all()).lookup(name)

    def _shown_by(self, source: Source) -> F | None:
        self._load(lambda sign: source.suffix in sign.suffixes)
        fitting = [each for each in self._by_rank() if source.suffix in each.suffixes]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            self.load_by_start(source)
        known = self._by_rank()
        likely = fitting or [each for each in known if source.start.startswith(each.prefixes)]
        recognised = (each for each in likely or known if each.recognises(source))
        usual = (each for each in fitting if each.suffixes[0] == source.suffix)
        return next(chain(recognised, usual), None)

    def _by_rank(self) -> list[F]:
        return sorted(self.formats.values(), key=attrgetter("rank"))
