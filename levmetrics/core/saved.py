"""Sums as dictionaries for JSON, and as rows of Arrow tables for cluster engines."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from levmetrics.core.metric import Metric, Sums
from levmetrics.errors import InputError, few
from levmetrics.lazy import pa, pc
from levmetrics.sums.group_sums import GroupSums, RandomGroups, summed_by
from levmetrics.sums.sample_statistics import LIMBS

_SETTINGS = "settings"
_SUMS = "sums"
# Limbs that are 0 in all groups, such as the fraction of counts, are left out.
_GROUP, _GROUP_SUMS, _GROUP_LIMBS = "random_group", "random_group_sums", "random_group_limbs"
_DATE = "date"
_LABEL, _SAMPLES = "group_label", "group_samples"  # the label is null for all samples together


def to_dict(metric: Metric[Any], sums: Sums) -> dict[str, Any]:
    """Return settings and sums as strings, numbers and lists."""
    written = {name: np.asarray(value).tolist() for name, value in sums.items()}
    return {_SETTINGS: written_settings(metric), _SUMS: written}


def from_dict(metric: Metric[Any], saved: Mapping[str, Any]) -> Sums:
    """Return the sums that :func:`to_dict` wrote.

    Raises:
        InputError: if the settings differ, or if there are no sums.

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
    """Return settings and sums as a table: one row for all samples and one for each group.

    Args:
        metric: the metric and its options.
        sums: the sums of all samples.
        samples: the number of samples; without samples there is no row.
        random_groups: the random groups of all samples.
        groups: the sums by group.

    """
    schema = row_type(metric)
    tables = [schema.empty_table()]
    if samples:
        of_all = {name: np.asarray(value)[None] for name, value in sums.items()}
        if random_groups is not None:
            rows = random_groups.sums.reshape(len(random_groups.group), -1)
            limbs = np.flatnonzero(rows.any(axis=0))
            of_all |= {_GROUP: random_groups.group[None], _GROUP_LIMBS: limbs[None]}
            of_all |= {_GROUP_SUMS: rows[:, limbs][None]}
        tables.append(_rows(metric, schema, GroupSums([None], np.array([samples]), of_all)))
    if groups is not None:
        tables.append(_rows(metric, schema, groups))
    return pa.concat_tables(tables)


def _rows(metric: Metric[Any], schema: pa.Schema, groups: GroupSums) -> pa.Table:
    """Return the sums of groups, one row each; the label of all samples together is ``None``."""
    count = len(groups.labels)
    settings = json.dumps(written_settings(metric), ensure_ascii=False)
    labels = [None if label is None else _written_label(label) for label in groups.labels]
    columns = {
        _SETTINGS: pa.repeat(pa.scalar(settings), count),
        _LABEL: pa.array(labels, pa.string()),
        _SAMPLES: pa.array(groups.samples, pa.int64()),
    }
    for name, sums in groups.sums.items():
        ends = np.arange(count + 1, dtype=np.int32) * sums[:1].size
        columns[name] = pa.ListArray.from_arrays(ends, sums.ravel(), schema.field(name).type)
    arrays = [columns.get(field.name, pa.nulls(count, field.type)) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def from_rows(
    metric: Metric[Any], rows: pa.Table
) -> tuple[Sums, RandomGroups | None, GroupSums | None]:
    """Return the total sums of all runs that :func:`to_rows` wrote, and the sums by group.

    Groups are sorted by label.

    Raises:
        InputError: if the settings differ, if these are not such rows, or if only some runs have
            random groups.

    """
    rows = _checked_rows(metric, rows)
    is_group = pc.is_valid(rows[_LABEL])
    of_all, of_groups = rows.filter(pc.invert(is_group)), rows.filter(is_group)
    whole = _sums_of_rows(metric, of_all)
    if not metric.keeps_samples:
        whole = {name: np.asarray(each.sum(axis=0)) for name, each in whole.items()}
    random_groups = _random_groups(metric, of_all)
    if not of_groups.num_rows:
        return whole, random_groups, None
    written = of_groups[_LABEL].combine_chunks().dictionary_encode()
    labels = [_read_label(label) for label in written.dictionary.to_pylist()]
    order = sorted(range(len(labels)), key=labels.__getitem__)
    group = np.asarray(written.indices)

    def added(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return summed_by(group, values)[1][order]

    sums = {name: added(each) for name, each in _sums_of_rows(metric, of_groups).items()}
    groups = GroupSums([labels[i] for i in order], added(np.asarray(of_groups[_SAMPLES])), sums)
    return whole, random_groups, groups


def _written_label(label: object) -> str:
    """Return a group label as a JSON value; JSON has no dates."""
    if type(label) is date:
        return json.dumps({_DATE: label.isoformat()})
    return json.dumps(label, ensure_ascii=False)


def _read_label(written: str) -> Any:
    label = json.loads(written)
    return date.fromisoformat(label[_DATE]) if isinstance(label, dict) else label


def _sums_of_rows(metric: Metric[Any], rows: pa.Table) -> Sums:
    """Return the sums of rows, of shape ``(rows, ...)``, or the values of all samples of all rows.

    Raises:
        InputError: if types or shapes are wrong.

    """
    sums: dict[str, npt.NDArray[Any]] = {}
    for name, nothing in metric.no_sums().items():
        shape = nothing.shape[1:] if metric.keeps_samples else nothing.shape
        lengths, size = np.asarray(pc.list_value_length(rows[name])), math.prod(shape)
        fits = lengths % size == 0 if metric.keeps_samples else lengths == size
        if not fits.all():  # a missing list has the length NaN
            raise InputError("saved.unfitting", name=name)
        values = np.asarray(rows[name].combine_chunks().flatten())
        sums[name] = _read_sum(name, values, np.zeros((0, *shape), nothing.dtype))
    return sums


def _random_groups(metric: Metric[Any], rows: pa.Table) -> RandomGroups | None:
    """Return the random groups of all runs; either all runs must have them or none."""
    without = rows[_GROUP].null_count
    if without == rows.num_rows:
        return None
    if without:
        raise InputError("run.without_random_groups")
    parts = []
    for row in rows.select([_GROUP, _GROUP_SUMS, _GROUP_LIMBS]).to_batches(max_chunksize=1):
        group, used, limbs = (np.asarray(column.flatten()) for column in row.columns)
        sums = np.zeros((len(group), 2 * LIMBS), np.int64)
        sums[:, limbs] = used.reshape(len(group), len(limbs))
        parts.append(RandomGroups(group, sums.reshape(-1, 2, LIMBS), metric.higher_is_better))
    return sum(parts[1:], parts[0])


def _checked_rows(metric: Metric[Any], rows: pa.Table) -> pa.Table:
    """Return rows with only the columns of :func:`row_type`, without the settings.

    Raises:
        InputError: if columns are missing, or types or settings differ.

    """
    expected = row_type(metric)
    if not {*expected.names} <= {*rows.column_names}:
        raise InputError(
            "saved.columns", columns=few(rows.column_names), names=", ".join(expected.names)
        )
    try:
        rows = rows.select(expected.names).cast(expected)
    except pa.ArrowInvalid as error:
        raise InputError("saved.types", reason=str(error)) from None
    for settings in rows[_SETTINGS].unique().to_pylist():
        _check_settings(metric, json.loads(settings or "null"))
    return rows.drop_columns(_SETTINGS)  # the settings are more than half of a row's bytes


def _check_settings(metric: Metric[Any], settings: object) -> None:
    expected = written_settings(metric)
    if settings != expected:
        raise InputError("saved.other_settings", settings=settings, expected=expected)


def written_settings(metric: Metric[Any]) -> dict[str, str]:
    """Return settings as text that tells a caller's objects from built-in ones of the same name."""
    written = {"counted": metric.counted}
    for name, value in metric.settings.items():
        kind = type(value)
        is_ours = kind.__module__.partition(".")[0] in ("builtins", "levmetrics")
        written[name] = str(value) if is_ours else f"{kind.__module__}.{kind.__qualname__}({value})"
    return written


def _read_sum(name: str, value: Any, nothing: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a saved sum as an array of its original type and shape."""
    shape = nothing.shape  # (0, ...) if there is a row for every sample
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
