"""A visitor's request: texts, a metric and its options, within the page's limits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from levmetrics.core.config import Config, Option
from levmetrics.core.metric import Metric, Result
from levmetrics.core.names import (
    all_configs,
    config_of,
    configs_of_module,
    get_metric,
    metric_name,
)
from levmetrics.core.run import Run
from levmetrics.core.sample_kind import SampleKind
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.source import Limits
from levmetrics.inputs.json_values import RepeatedKeyError, unique_object
from levmetrics.inputs.values import CheckedColumn
from levmetrics.normalizers import NORMALIZERS, Normalizer
from levmetrics.registry import lookup
from levmetrics.tokenizers import TOKENIZERS, is_installed
from levmetrics.web.limits import PAGE, SCHEMA, SESSIONS
from levmetrics.web.reading.read_as import Takes

AUTOMATIC = "automatic"
"""The automatic choice of a metric, by the texts."""


@dataclass(frozen=True)
class Request:
    """The metric and the options of a request.

    Attributes:
        metric: a name that :func:`levmetrics.core.names.find_config` takes, such as ``"cer"``;
            or :data:`AUTOMATIC`.
        given: what a visitor gives for the metric's options, as text, by name: names of
            normalizers joined by ``+``, a schema as JSON; empty for the option's default.

    """

    metric: str
    given: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_json(cls, sent: Any) -> Request:
        """Return the request that a browser sends back.

        Raises:
            InputError: for anything that is not the fields of a request.

        >>> Request.from_json({"metric": "wer", "given": {"tokenizer": "char"}})
        Request(metric='wer', given={'tokenizer': 'char'})

        """
        is_request = isinstance(sent, dict) and {"metric"} <= sent.keys() <= {"metric", "given"}
        given = sent.get("given", {}) if is_request else None
        texts = [sent["metric"], *given.values()] if isinstance(given, dict) else [None]
        if not all(isinstance(text, str) for text in texts):
            raise InputError("page.not_sent")
        return cls(**sent)

    @classmethod
    def of_names(cls, metric: str, tokenizer: str = "", normalizers: Sequence[str] = ()) -> Request:
        """Return a request by a tokenizer and normalizers, whatever the metric calls these options.

        >>> Request.of_names("wer", normalizers=["nfc", "lower"])
        Request(metric='wer', given={'normalizer': 'nfc+lower'})

        """
        config = cls(metric).config
        given = {
            config.option_of(TOKENIZERS): tokenizer,
            config.option_of(NORMALIZERS): "+".join(normalizers),
        }
        return cls(metric, {name: text for name, text in given.items() if text})

    @property
    def config(self) -> Config:
        """The config of the metric; of the automatic choice, which is an error rate, the first."""
        return config_of("wer" if self.metric == AUTOMATIC else self.metric)

    @property
    def kind(self) -> SampleKind:
        """What a sample is."""
        return self.config.kind.takes

    @property
    def takes_json(self) -> bool:
        """Whether a sample may be a value of JSON, which has nulls."""
        return self.kind.nulls

    @property
    def takes(self) -> Takes:
        """What a file is read as.

        >>> [Request(name).takes for name in ("record", "anls:star", "meeting:cp", AUTOMATIC)]
        ['objects', 'values', 'segments', 'texts']
        """
        if self.kind.column is not None:
            return self.kind.column
        if self.kind.whole_objects:
            return "objects"
        return "values" if self.takes_json else "texts"

    def asked(self) -> dict[str, Option]:
        """Return the options that a visitor may give, by name."""
        return asked_options([self.config])

    def options(self) -> dict[str, Any]:
        """Return the options that are given.

        Raises:
            InputError: for options that the page does not ask for, for a value that it does not
                offer or cannot read, and for a missing option that the metric requires.

        """
        asked = self.asked()
        options = {
            name: text
            if name in self.config.fixed
            else _value(lookup(asked, name, "option of this page"), text)
            for name, text in self.given.items()
            if text.strip()
        }
        for name in self.config.required:
            if name not in options:
                about = asked[name].short_help.rstrip(".")
                kind = about[:1].lower() + about[1:]
                raise InputError("page.argument_missing", name=name, kind=kind)
        return options

    def files(self) -> dict[str, Any]:
        """Return the given options that are files elsewhere, as :meth:`options` does."""
        asked = self.asked()
        return {name: one for name, one in self.options().items() if asked[name].is_file}

    def chosen(self) -> Metric[Any]:
        """Return the metric with its options.

        Raises:
            InputError: for a metric that needs what a request does not have, such as keywords, and
                for options that it does not take.

        """
        if not self.asked().keys() >= {*self.config.required}:
            raise not_here(metric_name(self.metric))
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
        PAGE.check_texts(systems, "the names of systems")
        sides = {name: self.checked(texts, references) for name, texts in systems.items()}
        (_, target), *_ = sides.values()
        return {name: column for name, (column, _) in sides.items()}, target


def asked_options(configs: Iterable[Config]) -> dict[str, Option]:
    """Return the options that the page asks a visitor for, by name."""
    found: dict[str, Option] = {}
    for config in configs:
        for one in config.options:
            if one.asked:
                found.setdefault(one.name, one)
    return found


def _value(option: Option, text: str) -> Any:
    """Return the value of an option that a visitor gave as text.

    Raises:
        InputError: for a value that the page does not offer, or cannot read.

    """
    if option.registry is TOKENIZERS:
        # get_tokenizer takes more names; one with a folder would read the server's files.
        if text not in (known := installed_tokenizers()):
            raise unknown_name(known, text, option.name)
        return text
    if option.registry is NORMALIZERS:
        for name in (names := text.replace(" ", "").split("+")):
            lookup(quick_normalizers(), name, option.name)
        return names
    if option.is_file:
        return _object(option.name, text)
    if float not in option.types:
        return text
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise InputError("page.number", name=option.name, given=text) from None


def _object(name: str, text: str) -> Mapping[str, Any]:
    """Parse an object of JSON, such as a schema, which the metric checks.

    Raises:
        InputError: if it is too long, or not a JSON object.

    """
    SCHEMA.check_texts([text], name)
    try:
        value = json.loads(text, object_pairs_hook=unique_object)
    except RecursionError:
        raise InputError("record.deep_schema") from None
    except RepeatedKeyError as error:
        raise InputError("value.repeated_key", place=name, key=error.key) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError("record.field", path=place, why=error.msg) from None
    if not isinstance(value, dict):
        raise InputError("record.no_schema", given=f"of type {type(value).__name__}")
    return value


def _check_lengths(
    predictions: Sequence[str], references: Sequence[str | list[str]], limits: Limits
) -> None:
    """Check both sides by the page's limits.

    Raises:
        InputError: if there are no samples, or more than the page allows.

    """
    if not len(predictions) and not len(references):
        raise InputError("page.nothing_to_score")
    limits.check_texts(predictions, "predictions")
    limits.check_texts(references, "references")


def not_here(metric: str) -> InputError:
    """Return the error for a metric that the page does not offer."""
    return InputError("page.no_config", name=metric, known=", ".join(page_metrics()))


def page_configs(module: str) -> dict[str, Config]:
    """Return the configs of an evaluate module that the page offers, by their names there.

    They need only texts or sessions, or a schema for records.

    >>> [*page_configs("wer_lev")][:10]
    ['wer', 'cer', 'ja', 'mixed', 'formatted', 'reading', 'order', 'bag', 'flexible', 'cp']
    """
    return _offered(configs_of_module(module))


def page_metrics() -> dict[str, Config]:
    """Return the configs of all metrics that the page offers, by their names.

    >>> [name for name, config in page_metrics().items() if "schema" in asked_options([config])]
    ['record', 'record:docubench']
    """
    return _offered(all_configs())


def _offered(configs: Mapping[str, Config]) -> dict[str, Config]:
    """Return the configs that are not rare, and need nothing but what a visitor can give."""
    return {
        name: one
        for name, one in configs.items()
        if not one.is_rare
        and asked_options([one]).keys() >= {*one.required}
        and one.fixed.get(one.option_of(NORMALIZERS)) in (None, *quick_normalizers())
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
