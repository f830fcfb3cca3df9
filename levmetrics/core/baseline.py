"""Baselines: the scores of a system's samples in a file, to compare later systems with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from levmetrics.core.aliases import new_name
from levmetrics.core.names import find_config
from levmetrics.core.saved import written_settings
from levmetrics.edits.kernel import EditPlaces
from levmetrics.edits.pairs import TokenPairs
from levmetrics.errors import InputError, few
from levmetrics.formats.matching import file_names_that_match
from levmetrics.formats.source import STANDARD_INPUT, Source
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.lazy import pa, pc
from levmetrics.sums.sample_statistics import SampleStatistics
from levmetrics.system.written_files import written
from levmetrics.version import __version__

if TYPE_CHECKING:
    from levmetrics.core.run import Run

PairedBy: TypeAlias = Literal["ids", "file names", "order"]
"""What pairs the samples of two baselines."""

_KEY = b"levmetrics.baseline"  # metadata key
_FORMAT = 2
_ID, _DIGEST, _GROUP = "id", "reference_digest", "group"
_NUMERATOR, _DENOMINATOR = "numerator", "denominator"
_SLOTS, _ALIGNED = "edit_slots", "aligned_reference_digest"
_TEXTS = ["prediction", "reference"]
_DIGEST_BYTES = 16
_OF_DAMAGE = (AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, eq=False)
class Baseline:
    """The scores of a system's samples, by one metric or several.

    Attributes:
        rows: one row per sample: ``reference_digest``; ``id`` and ``group`` if there are any; and a
            column named after each metric, whose values have ``numerator`` and ``denominator`` (the
            score is the quotient of their sums) and the counts.
        metrics: ``key``, ``higher_is_better``, ``settings`` and ``signature`` of each metric, by a
            name such as ``"cer"``.

    """

    rows: pa.Table
    metrics: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, run: Run, *, with_texts: bool = False, with_edits: bool = False) -> Baseline:
        """Return the baseline of a run.

        Args:
            run: a run that still holds its samples.
            with_texts: whether predictions and references are kept.
            with_edits: whether the places of edits are kept, which MAPSSWE needs.

        Raises:
            InputError: if the run has no samples, and if edits are requested of a metric without
                edits.

        """
        statistics, metric = run.statistics(), run.metric
        fields: dict[str, Any] = {
            _NUMERATOR: pa.array(statistics.numerators),
            _DENOMINATOR: pa.array(statistics.denominators),
            **{name: pa.array(counts) for name, counts in run.counts().items()},
        }
        if with_edits:
            fields |= _edits(run)
        columns: dict[str, Any] = {} if run.ids is None else {_ID: pa.array(run.ids, pa.string())}
        columns[_DIGEST] = _reference_digests(run)
        if run.groups is not None:
            columns[_GROUP] = run.groups.dictionary_decode().cast(pa.string())
        if with_texts:
            texts = run.samples().select(_TEXTS)
            columns |= {name: texts[name].cast(pa.string()) for name in texts.column_names}
        name, _ = find_config(metric.name)
        columns[name] = pa.StructArray.from_arrays([*fields.values()], [*fields])
        return cls(pa.table(columns), {name: _described(run)})

    @classmethod
    def joined(cls, parts: Sequence[Baseline]) -> Baseline:
        """Return the samples of all parts (at least one), which were scored with the same settings.

        Raises:
            InputError: if an id occurs twice.

        """
        rows = pa.concat_tables([part.rows for part in parts]).combine_chunks()
        found = cls(rows, parts[0].metrics)
        if found.ids is not None and pc.count_distinct(rows[_ID]).as_py() < len(found):
            twice = next(name for name, count in Counter(found.ids).items() if count > 1)
            raise InputError("samples.id_twice", name=twice)
        return found

    def beside(self, other: Baseline) -> Baseline:
        """Return a baseline with the metrics of both, which have the same samples."""
        rows = self.rows
        for name in other.metrics:
            rows = rows.append_column(name, other.rows[name])
        return Baseline(rows, {**self.metrics, **other.metrics})

    def __len__(self) -> int:
        return int(self.rows.num_rows)

    @property
    def ids(self) -> list[str] | None:
        """The ids of the samples; ``None`` without ids."""
        return self.rows[_ID].to_pylist() if _ID in self.rows.column_names else None

    @property
    def names(self) -> list[str]:
        """The names of the samples in messages: their ids, or their numbers from 1."""
        return self.ids or [*map(str, range(1, len(self) + 1))]

    @property
    def groups(self) -> list[str] | None:
        """The label of each sample's group; ``None`` without groups."""
        return self.rows[_GROUP].to_pylist() if _GROUP in self.rows.column_names else None

    @property
    def has_texts(self) -> bool:
        """Whether predictions and references are kept."""
        return {*_TEXTS} <= {*self.rows.column_names}

    @property
    def has_edits(self) -> bool:
        """Whether the places of all metrics' edits are kept."""
        return all(self.rows[name].type.get_field_index(_SLOTS) >= 0 for name in self.metrics)

    def without_texts(self) -> Baseline:
        """Return this baseline without predictions and references."""
        kept = [name for name in self.rows.column_names if name not in _TEXTS]
        return Baseline(self.rows.select(kept), self.metrics)

    def write_predictions(self, path: Path, *, id_column: str | None = None) -> None:
        """Write the predictions as a parquet file, with the ids if there are any.

        Args:
            path: the path of the file.
            id_column: the name of the column of ids; ``None``: ``"id"``.

        """
        from pyarrow.parquet import write_table

        columns = {_TEXTS[0]: self.rows[_TEXTS[0]]}
        if self.ids is not None:
            columns[id_column or _ID] = self.rows[_ID]
        with written(path) as file:
            write_table(pa.table(columns), file)

    def _with_groups_of(self, other: Baseline) -> Baseline:
        """Return this baseline with the groups of the other one.

        Raises:
            InputError: if both have groups that differ; the error names the samples.

        """
        if other.groups is None:
            return self
        if self.groups is None:
            return Baseline(self.rows.append_column(_GROUP, other.rows[_GROUP]), self.metrics)
        if differing := self._names_where_other(other, _GROUP):
            raise InputError("gate.other_groups", samples=few(differing))
        return self

    def _names_where_other(self, other: Baseline, column: str) -> list[str]:
        """Return the names of the samples that have another value in the other baseline."""
        if self.rows[column].equals(other.rows[column]):
            return []
        differs = pc.not_equal(self.rows[column], other.rows[column]).to_numpy()
        names = self.names
        return [names[sample] for sample in np.flatnonzero(differs)]

    def take(self, indices: Sequence[int]) -> Baseline:
        """Return the samples at these indices, in this order."""
        return Baseline(self.rows.take(pa.array(indices, pa.int64())), self.metrics)

    def statistics(self, metric: str) -> SampleStatistics:
        """Return each sample's numerator and denominator of a score."""
        return SampleStatistics(
            self._numbers(metric, _NUMERATOR),
            self._numbers(metric, _DENOMINATOR),
            bool(self.metrics[metric]["higher_is_better"]),
        )

    def edits(self, metric: str) -> tuple[EditPlaces, npt.NDArray[Any]]:
        """Return the places of each sample's edits, and a digest of the reference that they are in.

        Raises:
            InputError: if they were not kept.

        """
        column = self.rows[metric].combine_chunks()
        if column.type.get_field_index(_SLOTS) < 0:
            raise InputError("gate.without_edits")
        slots = column.field(_SLOTS)
        sizes = slots.value_lengths().to_numpy(zero_copy_only=False)
        places = EditPlaces(np.repeat(np.arange(len(slots)), sizes), slots.flatten().to_numpy())
        return places, column.field(_ALIGNED).to_numpy(zero_copy_only=False)

    def _numbers(self, metric: str, field: str) -> npt.NDArray[np.float64]:
        numbers = self.rows[metric].combine_chunks().field(field)
        return np.asarray(numbers.to_numpy(zero_copy_only=False), np.float64)

    def write(self, path: str | Path) -> None:
        """Write the parquet file atomically.

        Raises:
            InputError: if the file cannot be written.

        """
        from pyarrow.parquet import write_table

        about = {
            "format": _FORMAT,
            "levmetrics": __version__,
            "metrics": self.metrics,
            "digest": self._digest(),
        }
        rows = self.rows.replace_schema_metadata({_KEY: json.dumps(about)})
        with written(Path(path), private=self.has_texts) as file:
            write_table(rows, file)

    @classmethod
    def read(cls, path: str | Path) -> Baseline:
        """Read the file that :meth:`write` wrote.

        Args:
            path: the path of the file, also of a pipe; ``-`` is standard input.

        Raises:
            InputError: if the file does not exist, is a Git LFS pointer, is damaged or is not a
                baseline, and if another version of levmetrics, which may count differently, wrote
                it.

        """
        from pyarrow.parquet import ParquetFile

        file, name = Path(path), str(path)
        if file != STANDARD_INPUT and not file.exists():
            raise InputError("gate.no_file", file=name)
        with Source(file, label=None if file == STANDARD_INPUT else name).opened() as opened:
            content = opened.read()
        try:
            with ParquetFile(pa.BufferReader(content)) as parquet:
                about = json.loads((parquet.schema_arrow.metadata or {})[_KEY])
                if about["format"] != _FORMAT or about["levmetrics"] != __version__:
                    raise InputError("gate.version", file=name, version=about["levmetrics"])
                found = cls(parquet.read(), about["metrics"])
                if about["digest"] != found._digest():
                    raise InputError("gate.damaged", file=name)
        except InputError:
            raise
        except (*_OF_DAMAGE, pa.ArrowException) as error:
            raise InputError("gate.damaged", file=name) from error
        return found._with_new_names()

    def _with_new_names(self) -> Baseline:
        """Return the baseline with the metrics' names of today."""
        names = {name: new_name(name) for name in self.metrics}
        columns = [names.get(name, name) for name in self.rows.column_names]
        metrics = {names[name]: about for name, about in self.metrics.items()}
        return Baseline(self.rows.rename_columns(columns), metrics)

    def _digest(self) -> str:
        """Return a digest of all contents: parquet's checksums do not cover the file's metadata."""
        about = json.dumps([self.rows.schema.names, self.metrics])
        digest = blake2b(about.encode(), digest_size=_DIGEST_BYTES)
        for column in self.rows.itercolumns():
            for part in _parts(pa.concat_arrays(column.chunks) if column.num_chunks else column):
                digest.update(part)
        return digest.hexdigest()

    def check_scored_as(self, other: Baseline, metric: str) -> None:
        """Check that both baselines have a metric with the same settings.

        Raises:
            InputError: if this one lacks the metric, or has it with other settings.

        """
        for side, kept in (("the baseline", self), ("what is scored", other)):
            if metric not in kept.metrics:
                known = ", ".join(kept.metrics)
                raise InputError("gate.no_metric", side=side, metric=metric, known=known)
        ours, theirs = (each.metrics[metric]["settings"] for each in (self, other))
        differing = [
            f"{name} {ours.get(name)}, now {theirs.get(name)}"
            for name in dict.fromkeys([*ours, *theirs])
            if name != "missing" and ours.get(name) != theirs.get(name)
        ]
        if differing:
            raise InputError("gate.other_settings", metric=metric, settings="; ".join(differing))


def _described(run: Run) -> dict[str, Any]:
    metric = run.metric
    return {
        "key": metric.key,
        "higher_is_better": metric.higher_is_better,
        "settings": written_settings(metric),
        "signature": run.signature(),
    }


def _edits(run: Run) -> dict[str, pa.Array]:
    """Return the slots of each sample's edits, and a digest of the reference that they are in.

    Raises:
        InputError: for a metric that does not pool edits.

    """
    places = run.metric.edit_places(run)
    if places is None:
        raise InputError("gate.no_edits", metric=run.metric.name)
    sample, slot = places
    ends = np.concatenate([[0], np.bincount(sample, minlength=run.sample_count).cumsum()])
    return {
        _SLOTS: pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.array(slot)),
        _ALIGNED: _aligned_digests(run.request.token_pairs),
    }


def _reference_digests(run: Run) -> pa.FixedSizeBinaryArray:
    """Return a digest of each sample's references, in their order."""
    target = run.request.columns()[1]
    if isinstance(target, TextColumn):
        return _text_digests(target.texts, target.offsets)
    return pa.array(map(_json_digest, target.values), pa.binary(_DIGEST_BYTES))


def _aligned_digests(pairs: TokenPairs) -> pa.FixedSizeBinaryArray:
    """Return a digest of the reference of each sample, of which it has one."""
    references = pairs.target.values
    if isinstance(references, Texts):
        return _text_digests(references)
    if pairs.vocabulary is not None:
        return pa.array(
            (_json_digest(target) for _, target in pairs.rows()), pa.binary(_DIGEST_BYTES)
        )
    ends = np.concatenate([[0], references.value_lengths().to_numpy().cumsum()])
    return _text_digests(Texts.of_arrow(references.flatten()), ends)


def _text_digests(texts: Texts, offsets: IntArray | None = None) -> pa.FixedSizeBinaryArray:
    """Return a digest of each text, or of the texts of each sample.

    Args:
        texts: the texts.
        offsets: where each sample's texts begin; ``None``: each is a sample.

    """
    if offsets is None:
        offsets = np.arange(len(texts) + 1)
    data, lengths = texts.data.data, np.diff(texts.offsets).data
    digests: list[bytes] = []
    rows, bounds = pairwise(offsets.tolist()), pairwise(texts.offsets[offsets].tolist())
    for (first, last), (start, end) in zip(rows, bounds, strict=True):
        if last - first == 1:
            digest = blake2b(data[start:end], digest_size=_DIGEST_BYTES)
        else:  # lengths tell ["ab"] from ["a", "b"]
            digest = blake2b(lengths[first:last], digest_size=_DIGEST_BYTES, person=b"several")
            digest.update(data[start:end])
        digests.append(digest.digest())
    return pa.array(digests, pa.binary(_DIGEST_BYTES))


def _json_digest(value: Any) -> bytes:
    """Return a digest of a JSON value."""
    written = json.dumps(value, ensure_ascii=False, default=repr)
    return blake2b(written.encode(errors="surrogatepass"), digest_size=_DIGEST_BYTES).digest()


def _parts(column: pa.Array) -> Iterator[Any]:
    """Yield the bytes of an array's values, however Arrow lays them out."""
    kind = column.type
    if column.null_count:
        yield column.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_struct(kind):
        yield json.dumps([field.name for field in kind]).encode()
        for field in column.flatten():
            yield from _parts(field)
    elif pa.types.is_list(kind):
        yield column.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
        yield from _parts(column.flatten())
    elif pa.types.is_string(kind):
        texts = Texts.of_arrow(column.fill_null(""))
        yield from (texts.offsets, texts.data)
    elif pa.types.is_fixed_size_binary(kind):
        width = kind.byte_width
        yield column.buffers()[1].slice(column.offset * width, len(column) * width)
    else:
        yield np.ascontiguousarray(column.to_numpy(zero_copy_only=False))


class Pairs(NamedTuple):
    """The samples of two baselines, one by one.

    Attributes:
        stored: the samples of the earlier baseline.
        scored: those of the current one, in the same order.
        by: what paired them.

    """

    stored: Baseline
    scored: Baseline
    by: PairedBy


def pair(stored: Baseline, scored: Baseline, *, by_order: bool, drops_missing: bool) -> Pairs:
    """Return the samples that both baselines have, which were scored against the same references.

    Args:
        stored: the earlier baseline.
        scored: the current one.
        by_order: whether to pair samples by their order, whatever their ids.
        drops_missing: whether to drop samples that one side lacks.

    Raises:
        InputError: if ids are missing, if one side lacks samples, or if references differ; the
            error names the samples.

    """
    pairs = _matched(stored, scored, by_order=by_order, drops_missing=drops_missing)
    if other := _with_other_references(pairs):
        raise InputError("gate.other_references", samples=few(other))
    return pairs


def rescored(
    stored: Baseline, scored: Baseline, *, by_order: bool, drops_missing: bool
) -> tuple[Baseline, list[str]]:
    """Return the new baseline, and the names of the samples whose references were corrected.

    Args:
        stored: the baseline before, with the groups that are kept.
        scored: the same predictions, scored against the corrected references.
        by_order: whether to pair samples by their order, whatever their ids.
        drops_missing: whether to drop samples that one side lacks.

    Raises:
        InputError: if settings differ, and as :func:`pair` does for samples.

    """
    for metric in scored.metrics:
        stored.check_scored_as(scored, metric)
    pairs = _matched(stored, scored, by_order=by_order, drops_missing=drops_missing)
    return pairs.scored, _with_other_references(pairs)


def _matched(stored: Baseline, scored: Baseline, *, by_order: bool, drops_missing: bool) -> Pairs:
    """Return the samples that both baselines have, whatever their references.

    Raises:
        InputError: if ids are missing, if one side lacks samples, or if both have other groups.

    """
    by: PairedBy = "order"
    if by_order:
        if len(stored) != len(scored):
            raise InputError("gate.counts", count=len(stored), scored=len(scored))
    elif (before := stored.ids) is None or (after := scored.ids) is None:
        side = "the baseline" if before is None else "what is scored"
        raise InputError("gate.no_ids", side=side)
    else:
        by = "ids"
        if before != after:
            names = file_names_that_match([before, after])
            by = "ids" if names is None else "file names"
            indices = _common(*(names or (before, after)), drops_missing=drops_missing)
            stored, scored = stored.take(indices[0]), scored.take(indices[1])
    if not len(scored):
        raise InputError("gate.nothing_in_common")
    return Pairs(stored, scored._with_groups_of(stored), by)


def _common(
    before: Sequence[str], after: Sequence[str], *, drops_missing: bool
) -> tuple[list[int], list[int]]:
    """Return the indices of the samples with the same ids on both sides, in the order of ``after``.

    Raises:
        InputError: if one side lacks samples that are not to be dropped.

    """
    places = {name: index for index, name in enumerate(before)}
    lacking = [name for name in after if name not in places]
    own = {*after}
    absent = [name for name in before if name not in own]
    if (lacking or absent) and not drops_missing:
        side, names = ("the baseline", lacking) if lacking else ("what is scored", absent)
        raise InputError("gate.missing", side=side, samples=few(names))
    kept = [index for index, name in enumerate(after) if name in places]
    return [places[after[index]] for index in kept], kept


def _with_other_references(pairs: Pairs) -> list[str]:
    """Return the names of the samples whose references differ."""
    return pairs.scored._names_where_other(pairs.stored, _DIGEST)
