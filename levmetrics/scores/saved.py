"""Sums as dictionaries, for JSON, and as rows of Arrow tables, for engines that spread the work."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from levmetrics.errors import InputError, few
from levmetrics.scores.base import Metric, Sums
from levmetrics.scores.group_sums import GroupSums, RandomGroups, summed_by

_SETTINGS = "settings"
_SUMS = "sums"
# Most limbs are 0 in all groups, as those of a count's fraction: they are left out.
_GROUP, _GROUP_SUMS, _GROUP_LIMBS = "random_group", "random_group_sums", "random_group_limbs"
_LABEL, _SAMPLES = "group_label", "group_samples"  # of all samples, the label is null


def to_dict(metric: Metric[Any], sums: Sums) -> dict[str, Any]:
    """Return settings and sums as strings, numbers and lists."""
    written = {name: np.asarray(value).tolist() for name, value in sums.items()}
    return {_SETTINGS: _written_settings(metric), _SUMS: written}


def from_dict(metric: Metric[Any], saved: Mapping[str, Any]) -> Sums:
    """Return the sums that :func:`to_dict` wrote.

    Raises:
        InputError: if they are of other settings, or there are none.

    """
    if not isinstance(saved, Mapping) or saved.keys() != {_SETTINGS, _SUMS}:
        raise InputError("saved.no_run")
    _check_settings(metric, saved[_SETTINGS])
    nothing = metric.no_sums()
    if not isinstance(saved[_SUMS], Mapping) or saved[_SUMS].keys() != nothing.keys():
        raise InputError("saved.sums", names=", ".join(nothing))
    return {name: _read_sum(name, saved[_SUMS][name], nothing[name]) for name in nothing}


def row_type(metric: Metric[Any]) -> pa.Schema:
    """Return the schema of rows of sums."""
    sums = {
        name: pa.list_(pa.from_numpy_dtype(nothing.dtype))
        for name, nothing in metric.no_sums().items()
    }
    groups = {name: pa.list_(pa.int64()) for name in (_GROUP, _GROUP_SUMS, _GROUP_LIMBS)}
    labels = {_SAMPLES: pa.int64(), _LABEL: pa.string()}
    return pa.schema({_SETTINGS: pa.string(), **sums, **groups, **labels})


def to_rows(
    metric: Metric[Any],
    sums: Sums,
    samples: int,
    random_groups: RandomGroups | None,
    groups: GroupSums | None,
) -> pa.Table:
    """Return settings and sums as a table: a row for all samples, and one for each group.

    Args:
        metric: with its options.
        sums: of all samples.
        samples: how many there are; of none, there is no row.
        random_groups: of all samples.
        groups: their sums by group.

    """
    schema = row_type(metric)
    settings = json.dumps(_written_settings(metric), ensure_ascii=False)
    values: dict[str, Any] = {_SETTINGS: settings, _SAMPLES: samples}
    values |= {name: np.asarray(value).ravel() for name, value in sums.items()}
    if random_groups is not None:
        limbs = np.flatnonzero(random_groups.rows().any(axis=0))
        used = random_groups.rows()[:, limbs].ravel()
        values |= {_GROUP: random_groups.group, _GROUP_SUMS: used, _GROUP_LIMBS: limbs}
    of_all = pa.table(
        {field.name: pa.array([values.get(field.name)], field.type) for field in schema}, schema
    )
    tables = [of_all] if samples else []
    if groups is not None:
        tables.append(_group_rows(groups, schema, settings))
    return pa.concat_tables([schema.empty_table(), *tables])


def _group_rows(groups: GroupSums, schema: pa.Schema, settings: str) -> pa.Table:
    """Return the sums of groups as a row each."""
    rows = len(groups.labels)
    labels = [json.dumps(label, ensure_ascii=False) for label in groups.labels]
    known = {_LABEL: pa.array(labels, pa.string()), _SAMPLES: pa.array(groups.samples, pa.int64())}
    columns: list[pa.Array] = []
    for field in schema:
        if field.name == _SETTINGS:
            columns.append(pa.repeat(pa.scalar(settings, field.type), rows))
        elif field.name in groups.sums:
            sums = groups.sums[field.name]
            ends = np.arange(rows + 1, dtype=np.int32) * sums[:1].size
            columns.append(pa.ListArray.from_arrays(ends, sums.ravel(), field.type))
        else:
            columns.append(known.get(field.name, pa.nulls(rows, field.type)))
    return pa.Table.from_arrays(columns, schema=schema)


def from_rows(
    metric: Metric[Any], rows: pa.Table
) -> tuple[Sequence[tuple[Sums, RandomGroups | None]], GroupSums | None]:
    """Return what :func:`to_rows` wrote: the sums of each run, and those of the groups of all.

    Groups are in the order of their labels.

    Raises:
        InputError: if the rows are of other settings, or no such rows.

    """
    rows = _checked_rows(metric, rows)
    is_group = pc.is_valid(rows[_LABEL])
    of_all, of_groups = rows.filter(pc.invert(is_group)), rows.filter(is_group)
    runs = [_read_row(metric, row) for row in of_all.to_batches(max_chunksize=1)]
    if not of_groups.num_rows:
        return runs, None
    labels = of_groups[_LABEL].combine_chunks().dictionary_encode()
    group = np.asarray(labels.indices)
    groups = GroupSums(
        [json.loads(label) for label in labels.dictionary.to_pylist()],
        summed_by(group, np.asarray(of_groups[_SAMPLES]))[1],
        {
            name: summed_by(group, sums)[1]
            for name, sums in _sums_of_rows(metric, of_groups).items()
        },
    )
    return runs, groups.ordered()


def _sums_of_rows(metric: Metric[Any], rows: pa.Table) -> Sums:
    """Return the sums of every row of a group; arrays of shape ``(rows, ...)``.

    Raises:
        InputError: as :func:`from_rows` does.

    """
    for settings in rows[_SETTINGS].unique().to_pylist():
        _check_settings(metric, json.loads(settings or "null"))
    sums: dict[str, npt.NDArray[Any]] = {}
    for name, nothing in metric.no_sums().items():
        lengths = pc.list_value_length(rows[name])
        if not pc.all(pc.equal(lengths, nothing.size), skip_nulls=False, min_count=0).as_py():
            raise InputError("saved.unfitting", name=name)
        no_rows = np.zeros((0, *nothing.shape), nothing.dtype)
        sums[name] = _read_sum(name, np.asarray(rows[name].combine_chunks().flatten()), no_rows)
    return sums


def _checked_rows(metric: Metric[Any], rows: pa.Table) -> pa.Table:
    """Return rows with the columns of :func:`row_type` alone.

    Raises:
        InputError: if there are not all of them, or they are of other types.

    """
    expected = row_type(metric)
    if not {*expected.names} <= {*rows.column_names}:
        raise InputError(
            "saved.columns", columns=few(rows.column_names), names=", ".join(expected.names)
        )
    try:
        return rows.select(expected.names).cast(expected)
    except pa.ArrowInvalid as error:
        raise InputError("saved.types", reason=str(error)) from None


def _read_row(metric: Metric[Any], row: pa.RecordBatch) -> tuple[Sums, RandomGroups | None]:
    def values(name: str) -> npt.NDArray[Any]:
        return np.asarray(row.column(name).flatten())

    settings = json.loads(row.column(_SETTINGS)[0].as_py() or "null")
    sums = {name: values(name) for name in metric.no_sums()}
    of_row = from_dict(metric, {_SETTINGS: settings, _SUMS: sums})
    if row.column(_GROUP).null_count:
        return of_row, None
    group, limbs = values(_GROUP), values(_GROUP_LIMBS)
    rows = np.zeros((len(group), RandomGroups.COLUMNS), np.int64)
    rows[:, limbs] = values(_GROUP_SUMS).reshape(len(group), len(limbs))
    return of_row, RandomGroups.of_rows(group, rows, higher_is_better=metric.higher_is_better)


def _check_settings(metric: Metric[Any], settings: object) -> None:
    expected = _written_settings(metric)
    if settings != expected:
        raise InputError("saved.other_settings", settings=settings, expected=expected)


def _written_settings(metric: Metric[Any]) -> dict[str, str]:
    settings = {"counted": metric.counted, **metric.settings}
    return {name: _written(value) for name, value in settings.items()}


def _written(setting: object) -> str:
    """Write a setting so that what a caller made is never taken for one of ours by its name."""
    kind = type(setting)
    if kind.__module__.partition(".")[0] in ("builtins", "levmetrics"):
        return str(setting)
    return f"{kind.__module__}.{kind.__qualname__}({setting})"


def _read_sum(name: str, value: Any, nothing: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a saved sum as an array of the type and shape that it was saved from."""
    shape = nothing.shape  # (0, ...) where there is a row for every sample
    refusal = InputError("saved.unfitting", name=name)
    try:
        array = np.asarray(value)
        whole = array.dtype.kind in "iu" or not array.size
        array = array.reshape((-1, *shape[1:]) if shape[:1] == (0,) else shape)
    except (TypeError, ValueError):
        raise refusal from None
    if not whole and (array.dtype.kind != "f" or nothing.dtype.kind != "f"):
        raise refusal
    if not np.isfinite(array).all() or (array < 0).any():
        raise refusal
    return array.astype(nothing.dtype)
