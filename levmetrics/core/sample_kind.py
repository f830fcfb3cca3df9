"""What one sample of a metric is: a text, any value, or what a wing brings, such as a session.

A door asks ``metric.takes`` how samples are read, checked and shown, and never which kind it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from levmetrics.edits.reader import (
    SampleReader,
    read_predictions,
    read_references,
    read_values,
)
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.arrow import is_list_type, is_text_type, is_view_type
from levmetrics.inputs.json_values import as_text, from_json, json_value_columns, to_json
from levmetrics.inputs.list_texts import with_lists_read
from levmetrics.inputs.values import CheckedColumn, ValueColumn
from levmetrics.lazy import pa

if TYPE_CHECKING:
    from levmetrics.formats.list_cells import ListCells
    from levmetrics.formats.matching import Column
    from levmetrics.formats.samples import Batch, MissingTexts

ArrowArray: TypeAlias = "pa.Array | pa.ChunkedArray"


@dataclass(frozen=True)
class SampleKind:
    """What one sample of a metric is: any value, or what a subclass takes.

    Attributes:
        name: its name in the plural: ``"texts"``.
        lists_are_references: whether a list is several references rather than one sample.
        nulls: whether a null is a sample rather than a missing one.
        column: the column of their own files that holds samples; ``None``: any column of a table.
        whole_objects: whether each object of a JSON file is a sample, not a row of columns. Only
            JSON then holds alternatives, not lines.
        empty: the value in place of a sample that a file lacks.
        alternatives_by: a metric that reads alternative wordings in files of such samples; ``None``
            for samples without words, of which no wording counts.

    """

    name: str
    lists_are_references: bool = False
    nulls: bool = False
    column: str | None = None
    whole_objects: bool = False
    empty: Any = field(default=None, compare=False)
    alternatives_by: str | None = "wer"

    @property
    def in_columns(self) -> bool:
        """Whether any column of a table may hold samples, as one of a model's answers does."""
        return self.column is None

    def predictions(self, values: Any, name: str) -> CheckedColumn:
        """Return a column of predictions; values are checked when they are scored.

        Args:
            values: one per sample.
            name: the name of the caller's argument, for messages.

        Raises:
            InputError: for anything else.

        """
        return read_values(values, name)

    def references(self, values: Any, name: str) -> CheckedColumn:
        """Return a column of references; values are checked when they are scored.

        Args:
            values: one per sample, or several for each.
            name: the name of the caller's argument, for messages.

        Raises:
            InputError: for anything else.

        """
        return read_values(values, name)

    def columns(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return both sides as checked columns.

        Raises:
            InputError: as for one side, and for columns of different lengths.

        """
        preds = self.predictions(predictions, names[0])
        target = self.references(references, names[1])
        check_same_length(preds, target)
        return preds, target

    def parsed(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return both sides as :meth:`columns` does, with samples written as JSON parsed.

        Raises:
            InputError: as :meth:`columns`, and for samples that are invalid JSON.

        """
        columns = read_values(predictions, names[0]), read_values(references, names[1])
        return json_value_columns(*columns)

    def matched(
        self, systems: Sequence[Any], references: Any, names: Sequence[str]
    ) -> tuple[list[Any], Any, list[str] | None]:
        """Return what a caller gave sample by sample, with the ids that matched its sides.

        Args:
            systems: the predictions of each system.
            references: the references.
            names: the names of the caller's arguments: each system's, then the references'.

        Returns:
            The predictions of each system, the references, and the ids; ``None`` without ids.

        Raises:
            InputError: for sides that do not match.

        """
        return [*systems], references, None

    def of_request(self, reader: SampleReader) -> tuple[Sequence[CheckedColumn], CheckedColumn]:
        """Return the predictions of each system of a request, and the references.

        Raises:
            InputError: for values that are no such samples.

        """
        return reader.values()

    def holds_tokens(self, reader: SampleReader) -> bool:
        """Whether a request holds tokens instead of these samples."""
        return False

    def may_be_in(self, column: pa.DataType, *, of_references: bool) -> bool:
        """Whether a column of an Arrow type may hold samples.

        Args:
            column: the type.
            of_references: whether it is the column of references.

        """
        return True

    def to_arrow(
        self, predictions: Any, references: Any, *, as_lists: bool = False
    ) -> list[pa.Array]:
        """Return checked columns as Arrow arrays, to be stored: values as JSON.

        Args:
            predictions: the predictions.
            references: the references.
            as_lists: whether references that may be lists are lists, even of one text.

        """
        target = references.values
        if not references.is_read:  # only texts, and lists of alternatives
            target = [tuple(it) if isinstance(it, list) else it for it in target]
        sides = (predictions.values, target)
        return [pa.array(map(to_json, values), pa.large_string()) for values in sides]

    def from_arrow(
        self, predictions: ArrowArray, references: ArrowArray, names: tuple[str, str]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return the checked columns of which :meth:`to_arrow` returned the arrays."""
        preds, target = (
            [from_json(text, alternatives=alternatives) for text in texts.to_pylist()]
            for texts, alternatives in ((predictions, False), (references, True))
        )
        return (
            ValueColumn(names[0], preds, is_read=True),
            ValueColumn(names[1], target, is_read=True),
        )

    def readable(self, sample: Any) -> str:
        """Return one sample as readable text; ``|`` separates several references."""
        return as_text(sample)

    def words(self, sample: Any) -> str:
        """Return the words of one sample, by which its language is recognised."""
        return self.readable(sample)

    def batches(
        self,
        predictions: Sequence[Column],
        references: Column,
        groups: Column | None = None,
        missing: MissingTexts | None = None,
        lists: ListCells | None = None,
    ) -> Iterator[Batch]:
        """Yield the samples of files in batches.

        Args:
            predictions: the column of each system's predictions.
            references: the column of references.
            groups: the column of the samples' labels.
            missing: the policy for missing samples; ``None``: they are refused.
            lists: the reading of references that may be the texts of lists; ``None``: the usual.

        Raises:
            InputError: as :func:`levmetrics.formats.samples.sample_batches`.

        """
        from levmetrics.formats.samples import sample_batches

        return sample_batches(predictions, references, groups, missing, self.empty)


class _Texts(SampleKind):
    """Texts, or in their place tokens; a list is several references."""

    def predictions(self, values: Any, name: str) -> CheckedColumn:
        return read_predictions(values, name)

    def references(self, values: Any, name: str) -> CheckedColumn:
        return read_references(values, name)

    def parsed(
        self, predictions: Any, references: Any, names: tuple[str, str]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        return self.columns(predictions, references, names)

    def matched(
        self, systems: Sequence[Any], references: Any, names: Sequence[str]
    ) -> tuple[list[Any], Any, list[str] | None]:
        return [*systems], with_lists_read(references, systems, names[-1]), None

    def of_request(self, reader: SampleReader) -> tuple[Sequence[CheckedColumn], CheckedColumn]:
        return reader.texts()

    def holds_tokens(self, reader: SampleReader) -> bool:
        return reader.holds_tokens()

    def may_be_in(self, column: pa.DataType, *, of_references: bool) -> bool:
        of_several = of_references and (is_list_type(column) or is_view_type(column))
        return is_text_type(column.value_type if of_several else column)

    def to_arrow(
        self, predictions: Any, references: Any, *, as_lists: bool = False
    ) -> list[pa.Array]:
        if as_lists and references.offsets is None:
            references = replace(references, offsets=np.arange(len(references) + 1))
        return [predictions.as_lists(), references.as_lists()]

    def from_arrow(
        self, predictions: ArrowArray, references: ArrowArray, names: tuple[str, str]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        return self.columns(predictions, references, names)

    def readable(self, sample: Any) -> str:
        return sample if isinstance(sample, str) else " | ".join(sample)

    def words(self, sample: Any) -> str:
        return sample if isinstance(sample, str) else str(sample[0])

    def batches(self, *columns: Any, **options: Any) -> Iterator[Batch]:
        from levmetrics.formats.samples import text_batches

        return text_batches(*columns, **options)


TEXTS: SampleKind = _Texts("texts", lists_are_references=True)
VALUES = SampleKind("values", nulls=True)
"""Strings, numbers, booleans, ``None``, lists and dictionaries, also as JSON."""
