"""What the two evaluate modules share: configs, checked input, and the way to a metric and back.

The scripts import this module, not the class in it: evaluate takes the first concrete
``evaluate.Metric`` that it finds among a script's names.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import evaluate

from levmetrics.columns import InputError
from levmetrics.configs import CONFIGS, Config
from levmetrics.error_rates import ErrorCounts
from levmetrics.inputs import Inputs, SharedTexts, Texts, Values
from levmetrics.names import lookup
from levmetrics.significance import checked_level, checked_resampling, confidence_interval

__all__ = ["CONFIGS", "ErrorRateModule", "TextModule"]
_ROWS_PER_TABLE = 10_000
_MISSING: Any = object()  # None is a value that can be scored
_RESAMPLING = ("confidence_level", "n_resamples", "seed")


class TextModule(evaluate.Metric, ABC):
    """An evaluate module over texts: a script derives from it and says what it measures.

    Attributes:
        configs: the module's configs by name, the default one first.

    """

    configs: ClassVar[Mapping[str, Config]]
    # Options of compute beside those of the metric, with their defaults.
    _own_options: ClassVar[Mapping[str, Any]] = {
        "confidence_level": None,
        "n_resamples": 1000,
        "seed": 0,
        "groups": None,
        "signature": False,
    }
    config_name: str  # the rest of evaluate's attributes that are used here
    data: Any
    file_paths: Any
    filelocks: Any

    def __init__(
        self, config_name: str | None = None, *, num_process: int = 1, **kwargs: Any
    ) -> None:
        if config_name in (None, "default"):
            config_name = next(iter(self.configs))
        lookup(self.configs, str(config_name), "config")
        self.num_process = num_process  # the description needs it before evaluate sets it
        super().__init__(config_name=config_name, num_process=num_process, **kwargs)

    @property
    def _config(self) -> Config:
        return self.configs[self.config_name]

    @property
    def _inputs(self) -> Inputs:
        if self._config.nested:
            return Values()
        return Texts() if self.num_process == 1 else SharedTexts()

    @abstractmethod
    def _info(self) -> evaluate.MetricInfo:
        """Describe the module, by :meth:`_text_info`."""

    def _text_info(self, **description: Any) -> evaluate.MetricInfo:
        """Return the description of the module, for what its config takes."""
        info = evaluate.MetricInfo(
            features=self._inputs.features, license="Apache-2.0", **description
        )
        # Given to the constructor, a format is refused where there are alternative features. As it
        # is, _compute gets Arrow columns, and no Python string is ever made of them.
        info.format = "arrow"
        return info

    def add(
        self,
        *,
        prediction: Any = _MISSING,
        reference: Any = _MISSING,
        predictions: Any = _MISSING,
        references: Any = _MISSING,
    ) -> None:
        """Add one prediction and its reference.

        Args:
            prediction: a string (or what else the config takes).
            reference: a string, or a list of references (or what else the config takes).
            predictions: the same as ``prediction``: what ``evaluate.combine`` calls it.
            references: the same as ``reference``.

        Raises:
            InputError: for anything else.

        """
        prediction = predictions if prediction is _MISSING else prediction
        reference = references if reference is _MISSING else reference
        for name, value in (("prediction", prediction), ("reference", reference)):
            if value is _MISSING:
                raise InputError(f"{name} is missing; add takes one prediction and its reference")
        self._write(*self._inputs.sample(prediction, reference))

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add predictions and their references.

        Args:
            predictions: a list or column of strings, one a sample.
            references: the same, or a list of references for each sample.

        Raises:
            InputError: for anything else; nothing is added then.

        """
        self._write(*self._inputs.batch(predictions, references))

    def compute(
        self, *, predictions: Any = None, references: Any = None, **options: Any
    ) -> dict[str, Any] | None:
        """Score what was added, and the predictions and references given here.

        Args:
            predictions: a list or column of strings, one a sample.
            references: the same, or a list of references for each sample.
            **options: the module's own; its ``inputs_description`` says which.

        Returns:
            The result; ``None`` on the processes of a distributed evaluation other than the first.

        Raises:
            InputError: for input or options that cannot be used; what was added before stays.

        """
        self._check(options)
        added = len(self)
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        if self.num_process == 1 and not len(self):
            raise InputError(
                "there is nothing to score: give predictions and references, "
                "or add them before compute"
            )
        try:
            result: dict[str, Any] | None = super().compute(**options)
        except BaseException:  # an interrupt, too, must not cost what was added
            if self.num_process == 1 and self.data is not None:
                self._reopen(added)
            raise
        return result

    def _compute(self, predictions: Any, references: Any, **options: Any) -> dict[str, Any]:
        own, options = self._split(options)
        metric = self._metric(**options)
        samples = metric.measure(*self._inputs.from_cache(predictions, references))
        metric.add(samples)
        result = self._config.result(metric.results())
        resampling = {}
        if own["confidence_level"] is not None:
            resampling = {name: own[name] for name in _RESAMPLING}
            statistics = metric.statistics(samples)
            interval = confidence_interval(statistics, groups=own["groups"], **resampling)
            result[f"{self._config.score}_interval"] = [*interval]
        result.update(self._by_group(samples, own["groups"]))
        if own["signature"]:
            result["signature"] = metric.signature(self.name, config=self.config_name, **resampling)
        return result

    def _split(self, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Part the module's own options from those of the metric."""
        own = {name: options.get(name, default) for name, default in self._own_options.items()}
        return own, {name: options[name] for name in options if name not in own}

    def _by_group(self, samples: Any, groups: Any) -> dict[str, Any]:
        """Return what the result says of groups of samples: here nothing."""
        return {}

    def _check(self, options: Mapping[str, Any]) -> None:
        """Refuse options that cannot be used, before anything is written."""
        own, options = self._split(options)
        metric = self._metric(**options)
        checked_resampling(own["n_resamples"], own["seed"])
        if own["confidence_level"] is not None:
            checked_level(own["confidence_level"])
            metric.statistics(metric.measure([], []))

    def _metric(self, **options: Any) -> Any:
        return self._config.make(f"{self.name}.compute", options, self._own_options)

    def _write(self, preds: Any, target: Any) -> None:
        """Write checked columns to evaluate's cache, as Arrow tables."""
        if self.num_process == 1 and not len(preds):
            return  # of several processes each must open its cache, for the first to find
        features, table = self._inputs.to_cache(preds, target)
        if self.writer is None:
            self.selected_feature_format = features
            self._init_writer()
        elif self.selected_feature_format != features:
            raise InputError(
                "references were added as lists before and as single strings now, or the other "
                "way round; give every sample a list of references, or every sample one string"
            )
        if len(table) == 1:
            self.writer.write_row(table)  # collected, and written with others
        else:
            self.writer.write_rows_on_file()  # older versions of datasets forget to, before a table
            for start in range(0, len(table), _ROWS_PER_TABLE):
                self.writer.write_table(table.slice(start, _ROWS_PER_TABLE))

    def _reopen(self, added: int) -> None:
        """Keep the first ``added`` samples of a compute that failed after its cache was closed."""
        kept = [self.data[name][:].slice(0, added) for name in ("predictions", "references")]
        self.data = self.buf_writer = None
        for path, lock in zip(self.file_paths or (), self.filelocks or (), strict=True):
            os.remove(path)
            lock.release()
        self.file_paths = self.filelocks = None
        if added:
            self._write(*self._inputs.from_cache(*kept))


class ErrorRateModule(TextModule):
    """An evaluate module of error rates, which can also give them for groups of samples."""

    def _by_group(self, samples: ErrorCounts, groups: Any) -> dict[str, Any]:
        if groups is None:
            return {}
        results = {
            label: self._config.result({k: m[0] for k, m in own.pooled().measures().items()})
            for label, own in samples.by_group(groups).items()
        }
        return {"groups": results}
