"""What the two evaluate modules share: configs, checked input, and the way to a metric and back.

The scripts import this module, not the class in it: evaluate takes the first concrete
``evaluate.Metric`` that it finds among a script's names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from threading import RLock
from types import MethodType
from typing import Any, ClassVar, TypeVar

from levmetrics.extras import needed_by

with needed_by("an evaluate module", "evaluate"):
    import evaluate
    from datasets.utils.py_utils import temp_seed
import pyarrow as pa

from levmetrics.configs import Config, find_config
from levmetrics.errors import InputError
from levmetrics.integrations.evaluate_cache import FileSpool, MemorySpool, Samples
from levmetrics.integrations.evaluate_processes import Round
from levmetrics.integrations.module_inputs import Inputs, SharedTexts, Texts, Values
from levmetrics.metrics import ANLS, ErrorRates
from levmetrics.metrics.text_metric import TextMetric
from levmetrics.scores.error_rate_scorer import ErrorRateScorer
from levmetrics.scores.scorer import Scorer
from levmetrics.scores.similarity_scorer import AnlsScorer
from levmetrics.scoring import Scoring
from levmetrics.significance.resampling import checked_level, checked_resampling

T = TypeVar("T")
_RESAMPLING = ("confidence_level", "n_resamples", "seed")
_CLASSES: Mapping[type[Scorer[Any]], type[TextMetric]] = {
    AnlsScorer: ANLS,
    ErrorRateScorer: ErrorRates,
}


class _Missing(Enum):
    """Not given: None is a value that can be scored, and a copied module must know it again."""

    MISSING = 0


_MISSING: Any = _Missing.MISSING


def _given(name: str, value: Any, other: Any) -> Any:
    """Return the one of two arguments that the caller gave: in the singular, or in the plural."""
    if value is _MISSING:
        value, other = other, _MISSING
    if value is _MISSING:
        raise InputError(f"{name} is missing; add takes one prediction and its reference")
    if other is not _MISSING:
        raise InputError(f"{name} and {name}s are both given; give one of them")
    return value


@dataclass(frozen=True)
class _Asked:
    """What a call of compute asks for, checked.

    Attributes:
        metric: the torchmetrics metric, empty.
        scoring: the same options, by the module's names.
        own: the module's own options.

    """

    metric: TextMetric
    scoring: Scoring
    own: Mapping[str, Any]

    @property
    def resampling(self) -> dict[str, Any]:
        """How the interval is resampled, if there is one."""
        asked = self.own["confidence_level"] is not None
        return {name: self.own[name] for name in _RESAMPLING} if asked else {}


class TextModule(evaluate.Metric, ABC):
    """An evaluate module over texts: a script derives from it and says what it measures.

    Attributes:
        metric: the metric's name, by which :func:`levmetrics.configs.configs_of` knows its configs.

    """

    metric: ClassVar[str]
    # Options of compute beside those of the metric, with their defaults.
    _own_options: ClassVar[Mapping[str, Any]] = {
        "confidence_level": None,
        "n_resamples": 1000,
        "seed": 0,
        "groups": None,
        "signature": False,
    }
    _scores_groups: ClassVar[bool] = False  # or else groups are for the interval alone
    config_name: str  # what evaluate says of a module, as far as it is used here
    keep_in_memory: bool
    data_dir: str
    process_id: int
    seed: int

    def __init__(
        self, config_name: str | None = None, *, num_process: int = 1, **kwargs: Any
    ) -> None:
        _, config_name, _ = find_config(self.metric, config_name)
        self.num_process = num_process  # the description needs it before evaluate sets it
        super().__init__(config_name=config_name, num_process=num_process, **kwargs)
        self._lock = RLock()
        self._samples = self._nothing()
        self._round: Round | None = None

    def __len__(self) -> int:
        """Count the samples that were added."""
        return len(self._samples)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, which has samples of its own."""
        state = self.__dict__.copy()
        del state["_lock"]
        state["_samples"] = self._samples.table(self._nothing_given())
        state["_round"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Be a copy."""
        self.__dict__.update(state)
        for name in ("add", "add_batch", "compute"):  # evaluate binds them to the original
            setattr(self, name, MethodType(state[name].__func__, self))
        self._lock = RLock()
        self._samples = self._nothing()
        for batch in state["_samples"].to_batches():
            self._samples = self._samples.plus(batch)

    @property
    def _config(self) -> Config:
        return find_config(self.metric, self.config_name)[2]

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
        return evaluate.MetricInfo(
            features=self._inputs.features, license="Apache-2.0", **description
        )

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
        sample = (
            _given("prediction", prediction, predictions),
            _given("reference", reference, references),
        )
        inputs = self._inputs
        self._change(partial(self._added, inputs.to_cache(*inputs.sample(*sample))))

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add predictions and their references.

        Args:
            predictions: a list or column of strings, one a sample.
            references: the same, or a list of references for each sample.

        Raises:
            InputError: for anything else; nothing is added then.

        """
        columns = self._inputs.batch(predictions, references)
        self._change(partial(self._added, self._inputs.to_cache(*columns)))

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
        asked = self._asked(options)
        given = self._nothing_given()
        if predictions is not None or references is not None:
            given = self._inputs.to_cache(*self._inputs.batch(predictions, references))
        if self.num_process > 1:
            return self._compute_round(given, asked)
        return self._change(partial(self._scored, given, asked))

    def _compute(self, predictions: Any, references: Any, asked: _Asked) -> dict[str, Any]:
        """Score through the torchmetrics class, and say what else is asked for."""
        run = asked.scoring.run(*self._inputs.from_cache(predictions, references))
        asked.metric.add(run)
        result = asked.scoring.named(asked.metric.results())
        own = asked.own
        if own["confidence_level"] is not None:
            interval = run.interval(groups=own["groups"], **asked.resampling)
            result[f"{asked.scoring.score}_interval"] = [*interval]
        if self._scores_groups and own["groups"] is not None:
            result["groups"] = run.by_group(own["groups"])
        if own["signature"]:
            result["signature"] = run.signature(**asked.resampling)
        return result

    def _asked(self, options: Mapping[str, Any]) -> _Asked:
        """Check the options, before anything is written.

        Raises:
            InputError: for options that cannot be used.

        """
        own = {name: options.get(name, default) for name, default in self._own_options.items()}
        metric = self._metric(**{k: value for k, value in options.items() if k not in own})
        scorer, config = metric.scoring.scorer, self._config
        scoring = Scoring(scorer, self.name, self.config_name, config.score)
        checked_resampling(own["n_resamples"], own["seed"])
        if own["confidence_level"] is not None:
            checked_level(own["confidence_level"])
            scoring.run([], []).statistics()
        elif own["groups"] is not None and not self._scores_groups:
            raise InputError(
                "groups is given without confidence_level; they are what the interval is resampled "
                "by: give both, or neither"
            )
        return _Asked(metric, scoring, own)

    def _metric(self, **options: Any) -> TextMetric:
        config = self._config
        chosen = config.options(f"{self.name}.compute", options, self._own_options)
        # All samples are here; a metric must not wait for those of other processes.
        return _CLASSES[config.scorer](**chosen, sync_on_compute=False)

    def _nothing(self) -> Samples:
        return Samples(MemorySpool() if self.keep_in_memory else FileSpool(self.data_dir))

    def _nothing_given(self) -> pa.RecordBatch:
        return self._inputs.to_cache(*self._inputs.batch([], []))

    def _change(self, step: Callable[[Samples], tuple[Samples, T]]) -> T:
        """Take a step from the samples that there are to others; if it raises, the old ones stay.

        Args:
            step: returns the new samples, and what the caller gets.

        """
        before = self._samples
        after = None
        try:
            with self._lock:
                before = self._samples
                after, result = step(before)
                self._check_still(before)
                self._samples = after
            return result
        except BaseException:  # an interrupt, too, and also when the lock is let go
            with self._lock:
                if self._samples is after:
                    self._samples = before
            raise

    def _check_still(self, samples: Samples) -> None:
        if self._samples is not samples:
            raise InputError(
                "the module was used by a tokenizer or normalizer of its own compute; "
                "load another one for that"
            )

    def _added(self, batch: pa.RecordBatch, samples: Samples) -> tuple[Samples, None]:
        if self.num_process > 1:
            self._met()
        return samples.plus(batch), None

    def _scored(
        self, given: pa.RecordBatch, asked: _Asked, samples: Samples
    ) -> tuple[Samples, dict[str, Any]]:
        return self._nothing(), self._score(samples.table(given), asked)

    def _score(self, table: pa.Table, asked: _Asked) -> dict[str, Any]:
        if not len(table):
            raise InputError(
                "there is nothing to score: give predictions and references, "
                "or add them before compute"
            )
        with temp_seed(self.seed):  # which evaluate promises to a tokenizer
            return self._compute(table["predictions"], table["references"], asked)

    def _met(self) -> Round:
        """Return the evaluation that this process takes part in, when all processes are there."""
        if self._round is None:
            self._round = Round(self)
        self._round.meet()
        return self._round

    def _compute_round(self, given: pa.RecordBatch, asked: _Asked) -> dict[str, Any] | None:
        with self._lock:
            current, samples, result = self._met(), self._samples, None
            own = samples.table(given)
            if self.process_id > 0:
                current.hand_over(own)
            else:
                result = self._score(pa.concat_tables([own, *current.take()]), asked)
            self._check_still(samples)
            left = self._nothing()
            try:
                self._samples, self._round = left, None
                current.end()
            except BaseException:
                if self._round is None:  # the other processes wait for the end of what is over
                    current.end()
                raise
        return result


class ErrorRateModule(TextModule):
    """An evaluate module of error rates, which can also give them for groups of samples."""

    _scores_groups = True
