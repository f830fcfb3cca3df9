"""What a visitor asks for: texts, a metric, and its options, within the page's limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from levmetrics.errors import unknown_name
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.values import CheckedColumn, ValueColumn
from levmetrics.metric import Config, configs_of, find_config, get_metric
from levmetrics.normalizers import NORMALIZERS, Normalizer, get_normalizer
from levmetrics.run import Run
from levmetrics.scores.base import Metric, Result
from levmetrics.tokenizers import TOKENIZERS, is_installed
from levmetrics.web.costs import comparison_seconds, run_seconds, shown_seconds
from levmetrics.web.workload import (
    check_seconds,
    checked_texts,
    checked_values,
    seconds_of_values,
)


class Options(TypedDict, total=False):
    """Options of a metric, as the ``compute`` of an evaluate module takes them."""

    tokenizer: str
    normalizer: list[str]
    threshold: float


@dataclass(frozen=True)
class Request:
    """What is to be scored, and how.

    Attributes:
        metric: as :func:`levmetrics.metric.find_config` takes it, ``"wer_lev:cer"``.
        tokenizer: a name; empty for the config's own.
        normalizer: names joined by ``+``; empty for none.
        threshold: ``None`` for the config's own.

    """

    metric: str
    tokenizer: str = ""
    normalizer: str = ""
    threshold: float | None = None

    def options(self) -> Options:
        """Return the options of the metric that are not its config's own.

        Raises:
            InputError: for tokenizers and normalizers that this page does not have.

        """
        options: Options = {}
        if self.tokenizer:
            # get_tokenizer takes more names: one with a folder would read this machine's files.
            if self.tokenizer not in (known := installed_tokenizers()):
                raise unknown_name(known, self.tokenizer, "tokenizer")
            options["tokenizer"] = self.tokenizer
        if self.normalizer:
            options["normalizer"] = self.normalizer.replace(" ", "").split("+")
            for name in options["normalizer"]:
                if name not in (quick := quick_normalizers()):
                    raise unknown_name([*quick], name, "normalizer")
            get_normalizer(options["normalizer"])
        if self.threshold is not None:
            options["threshold"] = self.threshold
        return options

    def chosen(self) -> Metric[Any]:
        """Return the metric with its options.

        Raises:
            InputError: for options that it does not have.

        """
        return get_metric(self.metric, caller="this page", options=self.options())

    def of_texts(self) -> Request:
        """Return the request by which nested values are aligned: as texts, by characters."""
        return Request("wer_lev:cer", normalizer=self.normalizer)

    def columns(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return both sides as the metric takes them, within the page's limits but that of time.

        Raises:
            InputError: for anything that cannot be scored.

        """
        if find_config(self.metric)[2].nested:
            return checked_values(predictions, references)
        return checked_texts(predictions, references, self.tokenizer)

    def seconds(self, systems: Sequence[CheckedColumn], target: CheckedColumn) -> float:
        """Return what scoring some systems is expected to cost a processor.

        Args:
            systems: the predictions of each, as :meth:`columns` returns them.
            target: the references, which are the same for all.

        """
        if isinstance(target, ValueColumn):
            values = [preds for preds in systems if isinstance(preds, ValueColumn)]
            return sum(seconds_of_values(preds, target) for preds in values)
        normalize = get_normalizer(self.options().get("normalizer")).column
        texts = [normalize(preds) for preds in systems if isinstance(preds, TextColumn)]
        return run_seconds(self.metric, self.tokenizer, texts, normalize(target))

    def checked(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[CheckedColumn, CheckedColumn]:
        """Return both sides as the metric takes them, within all of the page's limits.

        Raises:
            InputError: for anything that cannot be scored, or not in time.

        """
        preds, target = self.columns(predictions, references)
        check_seconds(self.seconds([preds], target) + shown_seconds(len(preds)))
        return preds, target

    def checked_systems(
        self, systems: Mapping[str, Sequence[str]], references: Sequence[str | list[str]]
    ) -> tuple[dict[str, CheckedColumn], CheckedColumn]:
        """Return the sides of a comparison as the metric takes them, within the page's limits.

        Args:
            systems: the predictions of each, by its name.
            references: one a sample, or a list for each.

        Raises:
            InputError: for anything that cannot be scored, or all together not in time.

        """
        sides = {name: self.columns(texts, references) for name, texts in systems.items()}
        preds = {name: column for name, (column, _) in sides.items()}
        (_, target), *_ = sides.values()
        metric = self.seconds([*preds.values()], target)
        check_seconds(metric + comparison_seconds(len(target), len(systems)))
        return preds, target


def page_configs(metric: str) -> dict[str, Config]:
    """Return the configs of a metric that the page has: those that need nothing but texts.

    >>> [*page_configs("wer_lev")]
    ['wer', 'cer', 'ja', 'mixed', 'formatted', 'reading']
    """
    return {
        name: one
        for name, one in configs_of(metric).items()
        if not one.required and "normalizer" not in one.fixed
    }


def installed_tokenizers() -> tuple[str, ...]:
    """Return the names of the tokenizers whose packages are installed."""
    return tuple(name for name, facts in TOKENIZERS.items() if is_installed(facts))


def quick_normalizers() -> dict[str, Normalizer]:
    """Return the normalizers that the page takes, by their names: those that need no package.

    Others take longer than all that :mod:`levmetrics.web.costs` counts.
    """
    return {name: one for name, one in NORMALIZERS.items() if not one.packages}


def module_result(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Result:
    """Return what the evaluate module returns for the same texts and options.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    >>> module_result(Request("anls"), ["rain", "lnaguaeg"], ["shine", "language"])
    {'anls': 0.45}

    """
    return Run.of(request.chosen(), *request.checked(predictions, references)).result()
