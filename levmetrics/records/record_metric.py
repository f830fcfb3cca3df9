"""Metrics of records: nested values with typed fields."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import numpy as np

from levmetrics.core.metric import Measure, Reduction, SideInput
from levmetrics.core.sample_kind import SampleKind
from levmetrics.core.score_metric import ScoreMetric
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, quoted, unknown_name
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.inputs.json_values import schema_of_file
from levmetrics.inputs.values import Value, ValueColumn
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.records.comparators.number import Number
from levmetrics.records.comparators.spelling import Boolean
from levmetrics.records.comparators.text import Text
from levmetrics.records.docubench import docubench_score, outline
from levmetrics.records.donut import donut_scores
from levmetrics.records.explanation import FieldScores, Record
from levmetrics.records.matching import Matched, Rules, Unmatched, matched
from levmetrics.records.outcomes import FieldOutcome, outcomes, shares
from levmetrics.records.reading import (
    Nothing,
    is_unreadable,
    options,
    read_records,
    with_composed_keys,
    without_nothing,
)
from levmetrics.records.schema import LIST_RULES, ListRule, Schema, SchemaLike, json_schema
from levmetrics.registry import lookup
from levmetrics.rendering.labels import english
from levmetrics.sums.similarity import SampleScores
from levmetrics.system.work import steps

if TYPE_CHECKING:
    from levmetrics.alignment.explanation import Words
    from levmetrics.core.run import Run


class RecordScores(SampleScores):
    """The score of every record, with the numbers of its fields by their outcomes."""

    unit_of_lengths = "fields"
    of_errors = ("misread", "missing", "extra", "wrong")
    of_lengths = ("right", "misread", "missing")


RECORDS = SampleKind("records", nulls=True, whole_objects=True)


class _RecordMetric(ScoreMetric[RecordScores]):
    """Base class of metrics of nested values whose score is the mean over records.

    Args:
        repair: extract JSON from predictions that are not valid JSON: in a code fence, after a
            sentence, with a comma too many, in single quotes.
        reduction: see the base class.
        normalizer: the normalizers to apply to texts first, in this order: ``nfkc,lower`` ...
        settings: further settings that change the score, for the signature.

    """

    takes = RECORDS
    asked = ("schema", "threshold", "normalizer")
    unexplained = "run.no_fields"
    _measured: ClassVar[tuple[str, ...]] = ()  # what is measured of every record beside counts
    _kind = RecordScores

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the reader of the types of the fields."""
        return {"schema": schema_of_file}

    def __init__(
        self,
        repair: bool,
        reduction: Reduction,
        normalizer: NormalizerLike,
        settings: Mapping[str, object],
    ) -> None:
        if not isinstance(repair, bool):
            raise InputError("record.repair", given=quoted(repair))
        self.repair = repair
        self.normalizer = get_normalizer(normalizer)
        named = {"normalizer": self.normalizer, **settings, "repair": repair}
        super().__init__(reduction, named)

    def measure(self, reader: SampleReader) -> list[RecordScores]:
        """Score each system's records.

        Raises:
            InputError: for values that cannot be scored.

        """
        systems, target = reader.values()
        return [self._scores(preds, target) for preds in systems]

    def _scores(self, preds: ValueColumn, target: ValueColumn) -> RecordScores:
        samples = read_records(preds, target, repair=self.repair)
        rows = [
            (
                *self._scored(pred, reference, (preds.position(i), target.position(i))),
                is_unreadable(pred, reference),
            )
            for i, (pred, reference) in enumerate(steps(samples, "matching", len(samples)))
        ]
        names = (*self._measured, *self._counts)
        score, best, *columns = np.array(rows, np.float64).reshape(-1, 2 + len(names)).T
        parts = self._parts(dict(zip(names, columns, strict=True)))
        return RecordScores(score, best.astype(np.int64), parts=parts)

    def alignment(self, run: Run, sample: int) -> Record:
        """Return a record field by field, each compared by its type.

        Raises:
            InputError: for values that cannot be compared.

        """
        (found,) = self._by_type().outcomes(*run.request.values(slice(sample, sample + 1)))
        return Record(*found, by_type=self._by_type() is not self)

    def notes(
        self, result: Mapping[str, Any], samples: int, words: Words | None = None
    ) -> list[str]:
        """Return the note on predictions that are not JSON, if there are any.

        >>> DonutMetric().notes({"unreadable": 1}, 3)
        ['not JSON, so scored 0: 1 of 3 predictions; repair=True reads JSON in other text']
        >>> DonutMetric().notes({"unreadable": 0}, 3)
        []

        """
        if not result["unreadable"]:
            return []
        said = words or english("levmetrics.records")
        key = "note_unreadable_one" if samples == 1 else "note_unreadable"
        return [said[key].format(unreadable=result["unreadable"], samples=samples)]

    def _by_type(self) -> RecordMetric:
        """Return the metric that compares fields by type."""
        return RecordMetric(repair=self.repair)

    def _parts(self, columns: Mapping[str, FloatArray]) -> dict[str, FloatArray | IntArray]:
        """Return the parts of every sample from its measurements."""
        return {name: columns[name].astype(np.int64) for name in self._counts}

    @abstractmethod
    def _scored(self, pred: Value, reference: Value, positions: tuple[str, str]) -> tuple[Any, ...]:
        """Return the score of a record, the index of its best reference, and the measurements.

        They are in the order of ``_measured``, and then of ``_counts`` without the last, which says
        whether the prediction is unreadable.
        """


def _of_fields(parts: Mapping[str, Any]) -> dict[str, FloatArray]:
    """Return precision, recall and F1 from counts of fields, and from the sum of similarities."""
    both = parts["right"] + parts["misread"]
    predicted, expected = both + parts["extra"], both + parts["missing"]
    soft = shares(parts["similarity"], predicted, expected)
    return {
        **shares(parts["right"], predicted, expected),
        **{f"soft_{name}": share for name, share in soft.items()},
    }


_KINDS = ("precision", "recall", "f1")


class RecordMetric(_RecordMetric):
    """The metric of records: ANLS* over typed fields, with precision, recall and F1 of the fields.

    Args:
        schema: the types of the fields: a JSON Schema (with ``x-levmetrics`` for what its types do
            not express), or in Python a pydantic model or comparators by path, ``{"total":
            Number()}``; by default they are inferred from the reference's values.
        threshold: text similarities below it count as 0, unless the schema sets a threshold.
        lists: the rule that pairs the items of lists, unless the schema sets one: by default
            ``keyed`` if the schema names keys, else ``optimal``; see
            :data:`levmetrics.records.schema.LIST_RULES`.
        missing_fields: count fields that the prediction lacks as wrong, or skip them.
        extra_fields: count fields that the reference lacks as wrong, or skip them.
        null_fields: keep or drop fields whose value is null, on both sides.
        empty_fields: keep or drop fields whose value is an empty text, list or object.
        locale: the locale of numbers and dates, such as ``de_DE``; without it, ambiguous values are
            an error.

    Raises:
        InputError: for invalid settings; the error has the path in the schema.

    """

    counted: ClassVar[str] = "records"
    _floats = (
        "similarity",
        *(f"macro_{kind}" for kind in _KINDS),
        *(f"macro_soft_{kind}" for kind in _KINDS),
    )
    _counts = ("right", "misread", "missing", "extra", "exact_match", "unreadable")
    _measured = ("similarity",)
    _packages = ("rapidfuzz", "regex", "scipy")
    extra = "records"

    def __init__(
        self,
        schema: SchemaLike = None,
        threshold: float = 0.5,
        *,
        lists: ListRule | None = None,
        missing_fields: Unmatched = "wrong",
        extra_fields: Unmatched = "wrong",
        null_fields: Nothing = "keep",
        empty_fields: Nothing = "keep",
        locale: str | None = None,
        repair: bool = False,
        reduction: Reduction = "mean",
        normalizer: NormalizerLike = None,
    ) -> None:
        self.threshold = checked_number(threshold, "threshold", 0, 1)
        text = Text() if self.threshold == 0.5 else Text("star", self.threshold)
        self.schema = Schema.read(schema, text, locale)
        if lists is not None:
            lookup(LIST_RULES, lists, "rule of lists")
        policies = {
            "missing_fields": (missing_fields, get_args(Unmatched)),
            "extra_fields": (extra_fields, get_args(Unmatched)),
            "null_fields": (null_fields, get_args(Nothing)),
            "empty_fields": (empty_fields, get_args(Nothing)),
        }
        for name, (given, known) in policies.items():
            if given not in known:
                raise unknown_name(known, given, name)
        self._null: Nothing = null_fields
        self._empty: Nothing = empty_fields
        settings = {
            "schema": self.schema.name,
            "threshold": self.threshold,
            "lists": lists or "keyed_or_optimal",
            **{name: given for name, (given, _) in policies.items()},
            "locale": locale,
        }
        super().__init__(repair, reduction, normalizer, settings)
        number = Number(locale=locale)
        self._rules = Rules(
            self.schema.root,
            {str: text, int: number, float: number, bool: Boolean()},
            self.normalizer,
            lists,
            missing_fields,
            extra_fields,
        )

    def _matched(self, pred: Value, reference: Value, positions: tuple[str, str]) -> Matched:
        pred, reference = with_composed_keys(pred), with_composed_keys(reference)
        if "drop" in (self._null, self._empty):
            pred = without_nothing(pred, self._null, self._empty)
            reference = without_nothing(reference, self._null, self._empty)
        return matched(pred, reference, positions, self._rules)

    def confusions(self, run: Run, n: int | None) -> FieldScores:
        """Return the outcomes of each field of the records: right, misread, missing or extra."""
        return FieldScores.of(fields for _, fields in self.outcomes(*run.request.values()))

    def _by_type(self) -> RecordMetric:
        return self

    def check_references(self, reader: SampleReader) -> None:
        """Raise if a path of the schema is in no reference.

        Raises:
            InputError: the error names the path, and the nearest path in the references.

        """
        if self.schema.by_path:
            (preds, *_), target = reader.values()
            samples = read_records(preds, target)
            self.schema.check_paths(with_composed_keys(reference) for _, reference in samples)

    def outcomes(
        self, preds: ValueColumn, target: ValueColumn
    ) -> Iterator[tuple[float, list[FieldOutcome]]]:
        """Yield the score of every record, and the outcomes of its fields.

        Args:
            preds: one value per sample.
            target: one value per sample, which may hold alternatives.

        Raises:
            InputError: for values that cannot be scored.

        """
        samples = read_records(preds, target, repair=self.repair)
        for i, sample in enumerate(steps(samples, "matching", len(samples))):
            match = self._matched(*sample, (preds.position(i), target.position(i)))
            yield match.score, outcomes(match, self._rules)

    def _scored(self, pred: Value, reference: Value, positions: tuple[str, str]) -> tuple[Any, ...]:
        match = self._matched(pred, reference, positions)
        counts: Counter[str] = Counter()
        similarity = 0.0
        for outcome in outcomes(match, self._rules):
            if outcome.is_counted:
                counts[outcome.outcome] += 1
                if outcome.outcome in ("right", "misread"):
                    similarity += outcome.similarity
        right, *wrong = (counts[name] for name in self._counts[:4])
        return match.score, match.alternative, similarity, right, *wrong, not any(wrong)

    def _parts(self, columns: Mapping[str, FloatArray]) -> dict[str, FloatArray | IntArray]:
        """Return the counts, precision, recall and F1 of every record."""
        parts = {"similarity": columns["similarity"], **super()._parts(columns)}
        return {**parts, **{f"macro_{name}": each for name, each in _of_fields(parts).items()}}

    def _of_parts(self, parts: Mapping[str, Any], samples: Any) -> dict[str, Measure]:
        """Return precision, recall and F1 over all fields and by record, and the counts."""
        measures: dict[str, Measure] = {**_of_fields(parts)}
        if not self.keeps_samples:
            macro = [name for name in self._floats if name.startswith("macro_")]
            measures.update({name: np.asarray(parts[name] / samples) for name in macro})
        exact = parts["exact_match"]
        measures["exact_match"] = exact if self.keeps_samples else np.asarray(exact / samples)
        return {**measures, **{n: parts[n] for n in self._counts if n != "exact_match"}}


class DonutMetric(_RecordMetric):
    """The metric of records of donut's own script: normalized tree edit distance, and F1 of fields.

    :mod:`levmetrics.records.donut` defines both.
    """

    counted: ClassVar[str] = "records of donut"
    _packages = ("rapidfuzz",)
    _counts = ("right", "wrong", "unreadable")

    def __init__(self, *, repair: bool = False, reduction: Reduction = "mean") -> None:
        super().__init__(repair, reduction, None, {})

    def _scored(self, pred: Value, reference: Value, positions: tuple[str, str]) -> tuple[Any, ...]:
        return _of_best(reference, positions[1], lambda one: donut_scores(pred, one))

    def _of_parts(self, parts: Mapping[str, Any], samples: Any) -> dict[str, Measure]:
        """Return F1 of all fields together, and the counts."""
        right, wrong = parts["right"], parts["wrong"]
        return {"field_f1": shares(2 * right, 2 * right + wrong, 2 * right + wrong)["f1"], **parts}


class DocubenchMetric(_RecordMetric):
    """DocuBench's metric of records; :mod:`levmetrics.records.docubench` defines it.

    Args:
        schema: the scored fields: a JSON Schema, or in Python a pydantic model.

    """

    counted: ClassVar[str] = "records of DocuBench"
    _counts = ("unreadable",)

    def __init__(
        self, schema: SchemaLike = None, *, repair: bool = False, reduction: Reduction = "mean"
    ) -> None:
        self.schema = Schema.read(json_schema(schema))
        self._given_schema = schema
        self._outline = outline(self.schema.root)
        settings = {"schema": self.schema.name}
        super().__init__(repair, reduction, None, settings)

    def _scored(self, pred: Value, reference: Value, positions: tuple[str, str]) -> tuple[Any, ...]:
        own = self._outline
        return _of_best(reference, positions[1], lambda one: (docubench_score(pred, one, own),))

    def _by_type(self) -> RecordMetric:
        return RecordMetric(self._given_schema, repair=self.repair)


def _of_best(
    reference: Value, position: str, scored: Callable[[Value], tuple[Any, ...]]
) -> tuple[Any, ...]:
    """Return the highest score over the alternatives of a record, its index, and other numbers."""
    found = [scored(_without_alternatives(one, position)) for one in options(reference)]
    best = max(range(len(found)), key=lambda i: found[i][0])
    score, *others = found[best]
    return score, best, *others


def _without_alternatives(value: Value, position: str) -> Value:
    """Return a reference, after a check that its fields have no alternatives.

    Raises:
        InputError: if a field has alternatives.

    """
    within: Sequence[Value] = ()
    if isinstance(value, tuple):
        raise InputError("record.alternatives", place=position)
    if isinstance(value, (list, dict)):
        within = [*value.values()] if isinstance(value, dict) else value
    for each in within:
        _without_alternatives(each, position)
    return value
