"""A visitor's request: texts, a metric and its options, within the page's limits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from levmetrics.core.config import Config
from levmetrics.core.metric import Metric, Result
from levmetrics.core.names import all_configs, configs_of, find_config, get_metric
from levmetrics.core.run import Run
from levmetrics.core.sample_kind import TEXTS, SampleKind
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.source import Limits
from levmetrics.inputs.json_values import RepeatedKeyError, unique_object
from levmetrics.inputs.values import CheckedColumn
from levmetrics.normalizers import NORMALIZERS, Normalizer, get_normalizer
from levmetrics.tokenizers import TOKENIZERS, is_installed
from levmetrics.web.limits import PAGE, SCHEMA, SESSIONS
from levmetrics.web.reading.read_as import Takes

_ASKED_FOR = {"schema"}  # the required options of metrics that a visitor can give
AUTOMATIC = "automatic"
"""The automatic choice of a metric, by the texts."""


@dataclass(frozen=True)
class Request:
    """The metric and the options of a request.

    Attributes:
        metric: a name that :func:`levmetrics.core.names.find_config` takes, such as
            ``"wer_lev:cer"``; or :data:`AUTOMATIC`.
        tokenizer: a name; empty for the config's own.
        normalizer: names joined by ``+``; empty for none.
        threshold: ``None`` for the config's own.
        schema: the JSON Schema of records as text; empty for none.

    """

    metric: str
    tokenizer: str = ""
    normalizer: str = ""
    threshold: float | None = None
    schema: str = ""

    @classmethod
    def from_json(cls, sent: Any) -> Request:
        """Return the request that a browser sends back.

        Raises:
            InputError: for anything that is not the fields of a request.

        >>> Request.from_json({"metric": "wer", "threshold": None})
        Request(metric='wer', tokenizer='', normalizer='', threshold=None, schema='')

        """
        numbers = {"threshold": (int, float, type(None))}
        names = [each.name for each in fields(cls)]
        if not isinstance(sent, dict) or not {"metric"} <= sent.keys() <= {*names}:
            raise InputError("page.not_sent")
        if not all(isinstance(sent[name], numbers.get(name, str)) for name in sent):
            raise InputError("page.not_sent")
        return cls(**sent)

    @property
    def kind(self) -> SampleKind:
        """What a sample is; a text for the automatic choice."""
        return TEXTS if self.metric == AUTOMATIC else find_config(self.metric)[2].kind.takes

    @property
    def takes_json(self) -> bool:
        """Whether a sample may be a value of JSON, which has nulls."""
        return self.kind.nulls

    @property
    def takes(self) -> Takes:
        """What a file is read as.

        >>> [Request(name).takes for name in ("anls:record", "anls:star", "wer_lev:cp", AUTOMATIC)]
        ['objects', 'values', 'segments', 'texts']
        """
        if self.kind.column is not None:
            return self.kind.column
        if self.kind.whole_objects:
            return "objects"
        return "values" if self.takes_json else "texts"

    @property
    def normalizers(self) -> list[str]:
        """The names of the normalizers."""
        return self.normalizer.replace(" ", "").split("+") if self.normalizer else []

    def options(self) -> dict[str, Any]:
        """Return the options that differ from the config's defaults.

        Raises:
            InputError: for tokenizers and normalizers that the page does not offer, and for a
                schema that is missing or not a JSON object.

        """
        options: dict[str, Any] = {}
        if self.tokenizer:
            # get_tokenizer takes more names; one with a folder would read the server's files.
            if self.tokenizer not in (known := installed_tokenizers()):
                raise unknown_name(known, self.tokenizer, "tokenizer")
            options["tokenizer"] = self.tokenizer
        if self.normalizers:
            for name in self.normalizers:
                if name not in (quick := quick_normalizers()):
                    raise unknown_name([*quick], name, "normalizer")
            get_normalizer(self.normalizers)
            options["normalizer"] = self.normalizers
        if self.threshold is not None:
            options["threshold"] = self.threshold
        if self.schema.strip():
            options["schema"] = _read_schema(self.schema)
        elif "schema" in find_config(self.metric)[2].required:
            raise InputError("page.argument_missing", name="schema", kind="a JSON Schema")
        return options

    def chosen(self) -> Metric[Any]:
        """Return the metric with its options.

        Raises:
            InputError: for a metric that needs what a request does not have, such as keywords, and
                for options that it does not take.

        """
        name, config, found = find_config(self.metric)
        if not _ASKED_FOR.issuperset(found.required):
            raise not_here(name, config)
        return get_metric(self.metric, caller="this page", options=self.options())

    def checked(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return both sides in the metric's form, after a check of the page's limits.

        Raises:
            InputError: for anything that cannot be scored.

        """
        limits = PAGE if self.kind.in_columns else SESSIONS
        _check_lengths(predictions, references, limits)
        return self.kind.parsed(predictions, references, ("predictions", "references"))

    def checked_systems(
        self, systems: Mapping[str, Sequence[str]], references: Sequence[str | list[str]]
    ) -> tuple[dict[str, CheckedColumn], CheckedColumn]:
        """Return the sides of a comparison in the metric's form, within the page's limits.

        Args:
            systems: the predictions of each system, by its name.
            references: one per sample, or a list for each.

        Raises:
            InputError: for anything that cannot be scored.

        """
        PAGE.check_texts(np.array([*map(len, systems)], np.int64), "the names of systems")
        sides = {name: self.checked(texts, references) for name, texts in systems.items()}
        (_, target), *_ = sides.values()
        return {name: column for name, (column, _) in sides.items()}, target


def _read_schema(text: str) -> Mapping[str, Any]:
    """Parse a schema, which the metric checks.

    Raises:
        InputError: if it is too long, or not a JSON object.

    """
    SCHEMA.check_texts(np.array([len(text)]), "schema")
    try:
        schema = json.loads(text, object_pairs_hook=unique_object)
    except RecursionError:
        raise InputError("record.deep_schema") from None
    except RepeatedKeyError as error:
        raise InputError("value.repeated_key", place="schema", key=error.key) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError("record.field", path=place, why=error.msg) from None
    if not isinstance(schema, dict):
        raise InputError("record.no_schema", given=f"of type {type(schema).__name__}")
    return schema


def _check_lengths(
    predictions: Sequence[str], references: Sequence[str | list[str]], limits: Limits
) -> None:
    """Check both sides by the page's limits.

    Raises:
        InputError: if there are no samples, or more than the page allows.

    """
    if not len(predictions) and not len(references):
        raise InputError("page.nothing_to_score")
    limits.check_texts(np.array([*map(len, predictions)], np.int64), "predictions")
    limits.check_texts(np.array([*map(_characters, references)], np.int64), "references")


def _characters(reference: str | list[str]) -> int:
    return len(reference) if isinstance(reference, str) else sum(map(len, reference))


def not_here(metric: str, config: str) -> InputError:
    """Return the error for a config that the page does not offer."""
    known = ", ".join(page_configs(metric))
    return InputError("page.no_config", name=f"{metric}:{config}", known=known)


def page_configs(metric: str) -> dict[str, Config]:
    """Return the configs of a metric that the page offers.

    They need only texts or sessions, or a schema for records.

    >>> [*page_configs("wer_lev")][:10]
    ['wer', 'cer', 'ja', 'mixed', 'formatted', 'reading', 'order', 'bag', 'flexible', 'cp']
    >>> [*page_configs("diarization")]
    ['der', 'jer']
    """
    return _offered(configs_of(metric))


def page_metrics() -> dict[str, Config]:
    """Return all configs that the page offers, by the names of the metric and the config.

    >>> [name for name, config in page_metrics().items() if "schema" in config.option_names()]
    ['anls:record', 'anls:docubench']
    """
    return _offered(all_configs())


def _offered(configs: Mapping[str, Config]) -> dict[str, Config]:
    """Return the configs that need nothing but what a visitor can give."""
    return {
        name: one
        for name, one in configs.items()
        if _ASKED_FOR.issuperset(one.required) and "normalizer" not in one.fixed
    }


def installed_tokenizers() -> tuple[str, ...]:
    """Return the names of the tokenizers whose packages are installed."""
    return tuple(name for name, facts in TOKENIZERS.items() if is_installed(facts))


def quick_normalizers() -> dict[str, Normalizer]:
    """Return the normalizers that the page offers, by name: those that need no package.

    Others take seconds to load.
    """
    return {name: one for name, one in NORMALIZERS.items() if not one.packages}


def module_result(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Result:
    """Return the evaluate module's result for the same texts and options.

    Raises:
        InputError: for anything that cannot be scored.

    >>> module_result(Request("anls"), ["rain", "lnaguaeg"], ["shine", "language"])
    {'anls': 0.45}

    """
    return Run.of(request.chosen(), *request.checked(predictions, references)).result()
