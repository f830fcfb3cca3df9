"""How a sample was compared, and what was taken for what: the same few methods for all metrics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from levmetrics.errors import InputError
from levmetrics.rendering.html import styled
from levmetrics.rendering.labels import Name
from levmetrics.rendering.table import Table, printed
from levmetrics.rendering.text import legible
from levmetrics.rendering.worded_tables import worded_tables

if TYPE_CHECKING:
    from levmetrics.edits.kernel import Edit

Words: TypeAlias = Mapping[str, str]
"""Labels in another language, by their keys; a label that is missing is English."""

Code: TypeAlias = "str | list[str | list[str]]"
"""An alignment of tokens in short; see :meth:`Alignment.code`."""


class UnexplainedError(InputError):
    """A sample or metric that is scored, but whose comparison cannot be shown; it says why."""


class Alignment(ABC):
    """How one sample was compared with the reference that counted.

    Every display is made from :meth:`table`, which by default has the values of :meth:`to_dict`. A
    metric whose samples read better drawn has its own :meth:`__str__` and :meth:`to_html`.

    Attributes:
        most_rows: the most rows of the table that HTML has.

    >>> class Lengths(Alignment):
    ...     def to_dict(self):
    ...         return {"lengths": {"reference": 4, "prediction": 5}}
    >>> print(Lengths())
    part                  value
    ───────────────────────────
    lengths, reference    4
    lengths, prediction   5
    <BLANKLINE>

    """

    most_rows: ClassVar[int] = 60

    @property
    def note(self) -> str:
        """A sentence above the table; else empty."""
        return ""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""

    def __str__(self) -> str:
        """Return the comparison as text for a terminal."""
        return f"{self.note}\n" * bool(self.note) + printed(self.table())

    def to_html(self, words: Words | None = None) -> str:
        """Return the comparison as self-contained HTML.

        Args:
            words: labels in another language.

        """
        return styled(self.markup(words))

    def markup(self, words: Words | None = None) -> str:
        """Return the comparison as HTML for a report, whose style sheet draws it.

        Args:
            words: labels in another language.

        """
        return worded_tables([self.table()], words, note=self.note, most=self.most_rows)

    def code(self, reference: str, prediction: str) -> Code | None:
        """Return a short code from which a browser draws it; ``None`` if only HTML can show it.

        The code has the runs of its columns as in CIGAR, ``"3=1S2D1I"`` (``=``: right), behind a
        sign that says what the tokens are: a space for the parts of both texts between single
        spaces, a full stop for their code points. Other tokens stand beside it in a list:
        ``["3=1S", reference's tokens, prediction's tokens]``.

        Args:
            reference: the reference as it is shown.
            prediction: the prediction as it is shown.

        """
        return None

    def reference_parts(self) -> Sequence[tuple[str, bool]]:
        """Return the reference's text in parts, each with whether it is wrong; empty if unknown."""
        return ()

    def _repr_html_(self) -> str:
        return self.to_html()

    def table(self) -> Table:
        """Return the comparison as a table; by default, a row for each value of a dictionary."""
        rows = [[", ".join(path), legible(str(value))] for path, value in _leaves(self.to_dict())]
        return Table("", ["part", "value"], [], rows)


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the path of each value that is no dictionary and no list, and the value."""
    if isinstance(value, Mapping):
        parts: Iterable[tuple[Any, Any]] = value.items()
    elif isinstance(value, (list, tuple)):
        parts = enumerate(value)
    else:
        yield path, value
        return
    for name, part in parts:
        yield from _leaves(part, (*path, str(name)))


class Confusions(ABC):
    """What was taken for what in all samples; the confusions of parts of a corpus add up.

    Attributes:
        name: what they are, in the plural.
        most_rows: the most rows of each table that HTML has.

    """

    most_rows: ClassVar[int] = 60
    name: ClassVar[Name] = Name("Confusions", "Most frequent confusions")

    @classmethod
    @abstractmethod
    def added(cls, parts: Iterable[Self]) -> Self:
        """Return the confusions of all parts of a corpus together; each part must be complete."""

    @abstractmethod
    def to_dict(self, n: int | None = None) -> dict[str, Any]:
        """Return the confusions as JSON values.

        Args:
            n: the number of confusions of each kind; ``None``: the usual number.

        """

    @abstractmethod
    def tables(self, n: int | None = None) -> list[Table]:
        """Return the tables of the confusions; none without any.

        Args:
            n: the number of confusions of each kind; ``None``: the usual number.

        """

    @abstractmethod
    def rows(self) -> list[tuple[str, str, str, int]]:
        """Return a row for each confusion.

        Returns:
            The kind of edit or the field, what the reference has, what the prediction has, and how
            often.

        """

    def edits(self, n: int) -> list[tuple[Edit, int]]:
        """Return the ``n`` most frequent edits of all kinds, with how often each occurs.

        Confusions that are no edits of tokens have none; :meth:`to_html` shows them.
        """
        return []

    def to_html(self, words: Words | None = None) -> str:
        """Return the confusions as self-contained HTML; empty without any.

        Args:
            words: labels in another language, by the keys of ``rendering/words.json``.

        """
        drawn = worded_tables(self.tables(), words, most=self.most_rows)
        return styled(drawn) if drawn else ""

    def _repr_html_(self) -> str:
        return self.to_html() or escape(repr(self))


@dataclass(frozen=True, repr=False)
class ConfusionsByKind(Confusions):
    """The confusions of samples of several kinds, such as texts and records.

    Attributes:
        parts: the confusions of each kind.

    """

    parts: Sequence[Confusions]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.parts))

    @classmethod
    def added(cls, parts: Iterable[ConfusionsByKind]) -> ConfusionsByKind:
        """Return the confusions of all parts of a corpus together."""
        single = [one for part in parts for one in part.parts]
        kinds: dict[type[Confusions], None] = dict.fromkeys(map(type, single))
        return cls([kind.added(one for one in single if type(one) is kind) for kind in kinds])

    def to_dict(self, n: int | None = None) -> dict[str, Any]:
        """Return the confusions of all kinds as JSON values, each kind under keys of its own."""
        return {key: value for part in self.parts for key, value in part.to_dict(n).items()}

    def tables(self, n: int | None = None) -> list[Table]:
        """Return the tables of all kinds."""
        return [table for part in self.parts for table in part.tables(n)]

    def rows(self) -> list[tuple[str, str, str, int]]:
        """Return the rows of all kinds."""
        return [row for part in self.parts for row in part.rows()]


def added(parts: Iterable[Confusions]) -> Confusions:
    """Return the confusions of all parts of a corpus together, those of each kind by themselves.

    Args:
        parts: the confusions of one part or more, each of which must be complete.

    >>> from levmetrics import score
    >>> tea = score(["tea"], ["ten"], "anls:star")
    >>> teas = score([{"a": "tea"}], [{"a": "ten"}], "anls:star")
    >>> added([tea.confusions(), teas.confusions(), tea.confusions()]).rows()
    [('substitution', 'n', 'a', 2), ('a', 'ten', 'tea', 1)]

    """
    found = ConfusionsByKind.added(
        part if isinstance(part, ConfusionsByKind) else ConfusionsByKind([part]) for part in parts
    )
    return found.parts[0] if len(found.parts) == 1 else found
