"""Checks of what an engine is asked for, on the driver, before a worker starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from levmetrics.engines.parts import PartScorer
from levmetrics.errors import InputError
from levmetrics.frames.frame import ArrowFrame
from levmetrics.frames.rows import RowScorer
from levmetrics.frames.score_table import score_table
from levmetrics.inputs.arrow import is_list_type, is_text_type, is_view_type
from levmetrics.metric import find_config, get_metric

_OWN_OPTIONS = (
    "prediction",
    "reference",
    "groups",
    "sample_id",
)


def part_scorer(
    schema: pa.Schema,
    metric: str,
    *,
    prediction: str,
    reference: str,
    groups: str | None,
    sample_id: str | None,
    engine: str,
    options: Mapping[str, Any],
) -> PartScorer:
    """Check what a corpus is to be scored by, and return the scorer of its parts.

    Args:
        schema: of the corpus.
        metric: ``"wer"``, ``"cer"``, ``"docvqa"`` ..., or in full ``"wer_lev:cer"``.
        prediction: the column of predictions.
        reference: the column of references.
        groups: the column of labels.
        sample_id: the column that identifies samples.
        engine: the name of its package, for the signature.
        options: of the metric.

    Raises:
        InputError: for columns that there are not or are of other types, and for unknown options.

    """
    chosen = get_metric(metric, options=options, caller="score", others=_OWN_OPTIONS)
    if chosen.keeps_samples:
        raise InputError("engine.reduction")
    scorer = PartScorer(
        RowScorer(chosen, prediction, reference),
        groups,
        sample_id,
        (engine,),
    )
    _check_columns(schema, scorer)
    return scorer


def scored_schema(schema: pa.Schema, metric: str, asked: Mapping[str, Any]) -> pa.Schema:
    """Check what rows are to be scored by, and return their schema with the columns of scores.

    Args:
        schema: of the rows.
        metric: as for :func:`part_scorer`.
        asked: of :func:`levmetrics.score_table`, by name.

    Raises:
        InputError: as :func:`part_scorer` does.

    """
    scored = score_table(schema.empty_table(), metric, **asked)
    if not find_config(metric)[2].nested:
        _check_texts(schema, asked["prediction"], asked["reference"])
    return scored.schema


def _check_texts(schema: pa.Schema, prediction: str, reference: str) -> None:
    """Refuse columns that hold no texts.

    Args:
        schema: of the rows.
        prediction: the column of predictions.
        reference: the column of references.

    Raises:
        InputError: naming the column.

    """
    kind = schema.field(prediction).type
    if not is_text_type(kind):
        raise InputError("engine.prediction_type", column=prediction, type=str(kind))
    kind = schema.field(reference).type
    of_several = is_list_type(kind) or is_view_type(kind)
    if not is_text_type(kind.value_type if of_several else kind):
        raise InputError("engine.reference_type", column=reference, type=str(kind))


def _check_columns(schema: pa.Schema, scorer: PartScorer) -> None:
    """Refuse columns that there are not, and those of types that cannot be scored.

    Raises:
        InputError: naming the column.

    """
    table = ArrowFrame(schema.empty_table())
    for name in scorer.columns:
        table.check_has(name)
    if not scorer.scorer.metric.nested:
        _check_texts(schema, scorer.scorer.prediction, scorer.scorer.reference)
    for label in filter(None, (scorer.groups, scorer.sample_id)):
        kind = schema.field(label).type
        if not (pa.types.is_integer(kind) or is_text_type(kind)):
            raise InputError("engine.label_type", column=label, type=str(kind))
