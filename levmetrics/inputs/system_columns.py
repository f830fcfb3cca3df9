"""Columns of several systems: the predictions of each by its name, and their references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from levmetrics.errors import InputError
from levmetrics.inputs.column_shapes import ColumnLike
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.values import ValueColumn, value_column

CheckedColumn: TypeAlias = "TextColumn | ValueColumn"
"""A column of texts, or of values for a metric that takes them, once it is checked."""

InputColumn: TypeAlias = "ColumnLike | TextColumn | ValueColumn"
"""A column of texts, or of values for a metric that takes them."""


def system_columns(
    systems: Any, references: Any, nested: bool
) -> tuple[dict[str, CheckedColumn], CheckedColumn]:
    """Check the predictions of each system, and the references, as columns.

    Args:
        systems: by name, the predictions of each.
        references: of the same samples.
        nested: whether they are values, and not texts.

    Raises:
        InputError: for anything else; the columns may still differ in length.

    """
    if not isinstance(systems, Mapping) or not systems:
        raise InputError("column.no_systems")
    for name, predictions in systems.items():
        if not isinstance(name, str) or not name.strip():
            raise InputError("column.system_name", given=repr(name))
        if isinstance(predictions, str):
            raise InputError("column.bare_predictions", place=f"systems[{name!r}]")
    if isinstance(references, str):
        raise InputError("column.bare_references", place="references")
    read_predictions = value_column if nested else prediction_column
    read_references = value_column if nested else reference_column
    return (
        {name: read_predictions(preds, f"systems[{name!r}]") for name, preds in systems.items()},
        read_references(references, "references"),
    )
