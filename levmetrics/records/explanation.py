"""Explanations of record scores: one record field by field, and all records by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from levmetrics.alignment.explanation import Alignment, Confusions
from levmetrics.inputs.json_values import as_text
from levmetrics.inputs.values import Value
from levmetrics.records.comparators import Comparator
from levmetrics.records.outcomes import FieldOutcome, Step, shares
from levmetrics.rendering.labels import Name, percent
from levmetrics.rendering.table import Cell, Table, printed, whole, written
from levmetrics.rendering.text import legible, shortened, told_apart

_LONGEST = 60  # maximum characters of a value in a cell
_INDENT = "  "
_NONE = "–"
_CONFUSIONS = 10  # displayed confusions of each field


@dataclass(frozen=True, repr=False)
class Record(Alignment):
    """The comparison of one record with its reference, field by field.

    Attributes:
        score: ANLS*, in [0, 1].
        fields: the outcome of each field.
        by_type: whether the metric compares records otherwise than these fields are compared.

    >>> from levmetrics import score
    >>> run = score([{"name": "tea", "price": 2.5}], [{"name": "ten", "price": 2}], "record")
    >>> print(run.alignment(0))
    field   reference   prediction   comparator               score
    ───────────────────────────────────────────────────────────────
    name    ten         tea          text         misread   66.67 %
    price   2           2.5          number       misread    0.00 %
    <BLANKLINE>
    all                                                     33.33 %

    """

    score: float
    fields: Sequence[FieldOutcome]
    by_type: bool = False
    most_rows = 1_000

    @property
    def note(self) -> str:
        """A sentence on how the fields are compared, if the metric compares records otherwise."""
        return "The fields as the metric record compares them:" if self.by_type else ""

    def __repr__(self) -> str:
        return f"Record(score={self.score:.4g}, {len(self.fields)} fields)"

    def to_dict(self) -> dict[str, Any]:
        """Return the score and the outcome of each field as JSON values."""
        return {
            **({"note": self.note} if self.note else {}),
            "score": self.score,
            "fields": [
                {
                    "field": outcome.path,
                    "steps": [*outcome.steps],
                    "outcome": outcome.outcome,
                    "reference": outcome.reference,
                    "prediction": outcome.prediction,
                    "compare": None if outcome.compare is None else str(outcome.compare),
                    "similarity": outcome.similarity,
                    "is_counted": outcome.is_counted,
                    "why": outcome.why,
                }
                for outcome in self.fields
            ],
        }

    def table(self) -> Table:
        """Return the record as a tree table: one row per field, indented below its parent."""
        rows: list[Sequence[Cell]] = []
        before: tuple[Step, ...] = ()
        for outcome in self.fields:
            *within, last = outcome.steps or ("(value)",)
            same = (one == other for one, other in zip(before, within, strict=False))
            known = sum(takewhile(bool, same))
            rows += (
                [_label(within[depth], depth), "", "", "", "", ""]
                for depth in range(known, len(within))
            )
            before = tuple(within)
            rows.append(_row(outcome, _label(last, len(within))))
        total = written(self.score, percent, is_strong=True)
        return Table(
            "The record field by field",
            ["field", "reference", "prediction", "comparator", ""],
            ["score"],
            [*rows, [], ["all", "", "", "", "", total]],
        )


def _label(step: Step, depth: int) -> str:
    """Return an indented key, or the indented numbers of an item in both lists."""
    if isinstance(step, str):
        return _INDENT * depth + shortened(legible(step), _LONGEST)
    ours, theirs = (_NONE if number is None else f"[{number}]" for number in step)
    return _INDENT * depth + (ours if ours == theirs else f"{ours} ↔ {theirs}")


def _row(outcome: FieldOutcome, label: str) -> list[Cell]:
    sides = {"reference": outcome.reference, "prediction": outcome.prediction}
    without = {"missing": "prediction", "extra": "reference"}.get(outcome.outcome)
    texts = [_NONE if name == without else _cell(value) for name, value in sides.items()]
    if outcome.outcome == "misread":
        texts = [*told_apart(*texts)]
    said = "" if outcome.outcome == "right" else outcome.outcome
    notes = [said, outcome.why, "" if outcome.is_counted else "not counted"]
    score = written(outcome.similarity, percent)
    compare = "" if outcome.compare is None else outcome.compare.name
    return [label, *texts, compare, ", ".join(filter(None, notes)), score]


def _path_label(path: str) -> str:
    return shortened(legible(path), _LONGEST) or "(value)"


def _cell(value: Value) -> str:
    """Return a value as shown in a cell; texts are unchanged."""
    return shortened(legible(as_text(value)), _LONGEST)


@dataclass
class FieldScore:
    """The outcomes of one field in all records.

    Attributes:
        comparators: the comparators of its values.
        similarity: the sum of the similarities where both sides have a value.
        right: the number of times that both sides have a value, with similarity 1.
        misread: the number of times that both have a value, with a lower similarity.
        missing: the number of times that only the reference has a value.
        extra: the number of times that only the prediction has a value.
        absent: the number of times that neither has a value, but the key exists.
        confusions: the counts of confusions by the two values.

    """

    comparators: list[Comparator] = field(default_factory=list)
    similarity: float = 0.0
    right: int = 0
    misread: int = 0
    missing: int = 0
    extra: int = 0
    absent: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def expected(self) -> int:
        """The number of times that the reference has a value."""
        return self.right + self.misread + self.missing

    @property
    def predicted(self) -> int:
        """The number of times that the prediction has a value."""
        return self.right + self.misread + self.extra

    @property
    def score(self) -> float:
        """The average similarity where either side has a value, or a key without a value."""
        count = self.expected + self.extra + self.absent
        return (self.similarity + self.absent) / count if count else 1.0

    @property
    def precision(self) -> float:
        """The share of the predicted values that are right."""
        return self._share("precision")

    @property
    def recall(self) -> float:
        """The share of the reference's values that are right."""
        return self._share("recall")

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return self._share("f1")

    def _share(self, name: str) -> float:
        return float(shares(self.right, self.predicted, self.expected)[name])

    def add(self, other: FieldScore) -> None:
        """Add the outcomes of the field in other records."""
        for comparator in other.comparators:
            self._add_comparator(comparator)
        for name in ("similarity", *_COUNTS):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.confusions.update(other.confusions)

    def add_outcome(self, outcome: FieldOutcome) -> None:
        """Add the outcome of the field in a record."""
        setattr(self, outcome.outcome, getattr(self, outcome.outcome) + 1)
        if outcome.compare is not None:
            self.similarity += outcome.similarity
            self._add_comparator(outcome.compare)
        if outcome.outcome == "misread":
            self.confusions[_cell(outcome.reference), _cell(outcome.prediction)] += 1

    def _add_comparator(self, comparator: Comparator) -> None:
        # Identity first: comparing options takes longer, and most are the same object.
        if not any(each is comparator or each == comparator for each in self.comparators):
            self.comparators.append(comparator)


_COUNTS = ("right", "misread", "missing", "extra", "absent")


@dataclass(frozen=True, repr=False)
class FieldScores(Confusions, Mapping[str, FieldScore]):
    """The outcomes of the fields of all records, by path, in the order of the first record.

    Attributes:
        fields: the outcomes by path.

    >>> from levmetrics import score
    >>> records = [{"name": "tea", "price": 2}, {"name": "milk"}]
    >>> fields = score([{"name": "ten", "price": 2}, {}], records, "record").confusions()
    >>> fields["name"].misread, fields["name"].missing, fields["price"].f1
    (1, 1, 1.0)
    >>> fields["name"].confusions.most_common(1)
    [(('tea', 'ten'), 1)]

    """

    fields: Mapping[str, FieldScore]
    name = Name("Fields", "Fields")

    def __getitem__(self, path: str) -> FieldScore:
        return self.fields[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __repr__(self) -> str:
        return printed(self.table())

    @classmethod
    def of(cls, records: Iterable[Sequence[FieldOutcome]]) -> FieldScores:
        """Count the outcomes of the fields of records.

        Args:
            records: the outcome of each field of each record.

        """
        fields: dict[str, FieldScore] = {}
        for record in records:
            for outcome in record:
                if outcome.is_counted:
                    fields.setdefault(outcome.path, FieldScore()).add_outcome(outcome)
        return cls(fields)

    @classmethod
    def added(cls, parts: Iterable[FieldScores]) -> FieldScores:
        """Return the outcomes of all parts of a corpus together."""
        fields: dict[str, FieldScore] = {}
        for part in parts:
            for path, one in part.items():
                fields.setdefault(path, FieldScore()).add(one)
        return cls(fields)

    def to_dict(self, n: int | None = None) -> dict[str, Any]:
        """Return the scores, counts and most frequent confusions of the ``fields`` by path.

        Args:
            n: the number of confusions per field; ``None``: 10.

        """
        fields = {
            path: {
                "compare": ", ".join(map(str, one.comparators)),
                "score": one.score,
                **{name: getattr(one, name) for name in (*_COUNTS, "precision", "recall", "f1")},
                "confusions": [[*pair, count] for pair, count in _frequent(one, n)],
            }
            for path, one in self.items()
        }
        return {"fields": fields}

    def rows(self) -> list[tuple[str, str, str, int]]:
        """Return a row for each of the most frequent confusions: field, both values, and count."""
        return [
            (path, *pair, count)
            for path, one in self.items()
            for pair, count in _frequent(one, None)
        ]

    def tables(self, n: int | None = None) -> list[Table]:
        """Return the table of the fields and the table of confusions; none without fields.

        Args:
            n: the number of displayed confusions per field; ``None``: 10.

        """
        if not self:
            return []
        rows: list[Sequence[Cell]] = [
            [_path_label(path), *told_apart(*pair), whole(count)]
            for path, one in self.items()
            for pair, count in _frequent(one, n)
        ]
        labels = ["field", "reference", "prediction"]
        confusions = Table("Values that were misread", labels, ["times"], rows)
        return [self.table(), confusions] if rows else [self.table()]

    def table(self) -> Table:
        """Return a table with one row per field, and their mean (macro average)."""
        rows: list[Sequence[Cell]] = [
            [
                _path_label(path),
                ", ".join(dict.fromkeys(each.name for each in one.comparators)),
                *(whole(getattr(one, name)) for name in _COUNTS[:-1]),
                written(one.f1, percent),
                written(one.score, percent, is_strong=True),
            ]
            for path, one in self.items()
        ]
        if len(self) > 1:
            means = [
                written(sum(getattr(one, name) for one in self.values()) / len(self), percent)
                for name in ("f1", "score")
            ]
            rows += [[], ["mean", "", "", "", "", "", *means]]
        return Table(
            "Scores by field",
            ["field", "comparator"],
            [*_COUNTS[:-1], "F1", "score"],
            rows,
        )


def _frequent(one: FieldScore, n: int | None) -> list[tuple[tuple[str, str], int]]:
    """Return the most frequent confusions of a field (ties: sorted by the values)."""
    most = _CONFUSIONS if n is None else n
    return sorted(one.confusions.items(), key=lambda item: (-item[1], item[0]))[:most]
