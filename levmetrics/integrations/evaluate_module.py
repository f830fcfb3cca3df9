"""The base classes of the evaluate modules such as ``anls``: add, add_batch and compute.

The scripts import this module instead of the class: evaluate takes the first concrete
``evaluate.Metric`` among a script's names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from inspect import Parameter
from textwrap import fill
from threading import RLock
from types import MethodType
from typing import Any, ClassVar, TypeAlias, TypeVar

from levmetrics.core.aliases import qualified
from levmetrics.core.config import Option
from levmetrics.core.metric import Metric, Result
from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.inputs.columns import ColumnLike
from levmetrics.inputs.values import CheckedColumn
from levmetrics.lazy import pa
from levmetrics.normalizers import NORMALIZERS
from levmetrics.registry import Registry
from levmetrics.significance.resampling import resampling_of
from levmetrics.system.extras import needed_by
from levmetrics.tokenizers import TOKENIZERS

with needed_by("an evaluate module", "evaluate"):
    import evaluate
    from datasets import Features, Sequence, Value
    from datasets.utils.py_utils import temp_seed

from levmetrics.core.names import config_of, get_metric, metric_name
from levmetrics.integrations.evaluate_cache import AddedSamples
from levmetrics.integrations.evaluate_processes import DistributedEvaluation
from levmetrics.torch.text_metric import AnyMetric

T = TypeVar("T")

_STRING = Value("string")
_STRINGS = Features({"predictions": _STRING, "references": _STRING})
_LISTS = Features({"predictions": _STRING, "references": Sequence(_STRING)})
_COLUMNS = ("predictions", "references")
# Options of ``compute`` besides the metric's own.
_REPORT_OPTIONS = ("confidence_level", "n_resamples", "seed", "groups", "signature")
# Marks a missing argument, since None is a value that can be scored. A class stays the same object
# in a copied or unpickled module.
_MISSING = Parameter.empty

Columns: TypeAlias = tuple[Any, Any]
"""Checked predictions and references, both of texts or both of nested values."""

_INDENT = "    "
_INPUTS = """
    predictions: a list or column of strings, one for each sample.
    references: the same, or a list of references for each sample, of which the best one counts.
"""
_FORMS: tuple[tuple[Registry[Any], str], ...] = (
    (TOKENIZERS, "A callable that splits a string, an object with such a method tokenize, or:"),
    (NORMALIZERS, "A callable from string to string, one of these names, or a list of these:"),
)
_RESAMPLING = """
    groups: a label for each sample, such as its speaker or document; the interval is then by
        bootstrap over the groups.
    confidence_level: such as 0.95: adds an interval of the score, by bootstrap over the samples.
    n_resamples: the number of bootstrap resamples (default: 1000).
    seed: the random seed of the bootstrap (default: 0).
    signature: whether the result records the settings and versions behind it (default: False).
"""


class TextModule(evaluate.Metric, ABC):
    """The base class of evaluate modules over texts; a script derives from it and sets the metric.

    Attributes:
        metric: the module's name, as :func:`levmetrics.core.names.configs_of_module` takes it.
        reports_groups: whether ``groups`` have results of their own, not only an interval.
        replaces_wer: whether it takes the option of evaluate's own ``wer`` and ``cer``.
        moved: options of evaluate's own module of this kind, each with what to give instead.

    """

    metric: str
    reports_groups: ClassVar[bool] = False
    replaces_wer: ClassVar[bool] = False
    moved: ClassVar[Mapping[str, str]] = {}
    # Attributes of evaluate's untyped base class that are used here.
    config_name: str
    keep_in_memory: bool
    data_dir: str
    process_id: int
    seed: int

    def __init__(
        self, config_name: str | None = None, *, num_process: int = 1, **kwargs: Any
    ) -> None:
        self._name = metric_name(self.metric, config_name)
        # The description needs it before evaluate's own class is initialized.
        self._takes = config_of(self._name).kind.takes
        super().__init__(config_name=qualified(self._name)[1], num_process=num_process, **kwargs)
        self._lock = RLock()  # held while samples change
        self._samples = self._no_samples()  # samples added since the last score
        self._evaluation = DistributedEvaluation(self) if num_process > 1 else None

    def __len__(self) -> int:
        """Return the number of added samples."""
        return self._samples.count

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, which gets its own lock and cache."""
        samples = self._samples.table(self._to_cache(self._columns([], [])))
        return {**self.__dict__, "_samples": samples, "_lock": None, "_evaluation": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state in a copy."""
        self.__dict__.update(state)
        for name in ("add", "add_batch", "compute"):  # evaluate binds them to the original
            setattr(self, name, MethodType(state[name].__func__, self))
        self._lock, self._samples = RLock(), self._no_samples()
        self._evaluation = DistributedEvaluation(self) if self.num_process > 1 else None
        for batch in state["_samples"].to_batches():
            self._samples = self._samples.plus(batch)

    @abstractmethod
    def _info(self) -> evaluate.MetricInfo:
        """Describe the module, by :meth:`_text_info`."""

    def _text_info(
        self, *, inputs: str = _INPUTS, returns: str = "", **description: Any
    ) -> evaluate.MetricInfo:
        """Return the description of the module, with the features and options of its config.

        Args:
            inputs: the lines on predictions and references in the description of the arguments.
            returns: what follows the arguments: the results, and examples.
            **description: further parts of the description.

        """
        features = [_STRINGS, *([_LISTS] if self._takes.lists_are_references else [])]
        options = config_of(self._name).options
        arguments = [inputs.strip("\n"), *map(_usage, options), _RESAMPLING.strip("\n")]
        usage = "\n".join(["\nArgs:", *arguments, returns])
        return evaluate.MetricInfo(
            features=features, license="Apache-2.0", inputs_description=usage, **description
        )

    def add(
        self,
        *,
        prediction: object = _MISSING,
        reference: object = _MISSING,
        predictions: object = _MISSING,
        references: object = _MISSING,
    ) -> None:
        """Add one prediction and its reference.

        Args:
            prediction: a string (or another type that the config takes).
            reference: a string, or a list of references (or another type that the config takes).
            predictions: the same as ``prediction``; ``evaluate.combine`` uses this name.
            references: the same as ``reference``.

        Raises:
            InputError: for anything else.

        """
        prediction = _single_argument("prediction", prediction, predictions)
        reference = _single_argument("reference", reference, references)
        self._add(self._columns([prediction], [reference], ("prediction", "reference")))

    def add_batch(
        self, *, predictions: ColumnLike | None = None, references: ColumnLike | None = None
    ) -> None:
        """Add predictions and their references.

        Args:
            predictions: a list or column of strings, one per sample.
            references: one per sample, or a list of references for each.

        Raises:
            InputError: for anything else; then nothing is added.

        """
        self._add(self._columns(predictions, references))

    def compute(
        self,
        *,
        predictions: ColumnLike | None = None,
        references: ColumnLike | None = None,
        confidence_level: float | None = None,
        n_resamples: int = 1000,
        seed: int = 0,
        groups: ColumnLike | None = None,
        signature: bool = False,
        **options: Any,
    ) -> Result | None:
        """Score the added samples, and the predictions and references given here.

        Args:
            predictions: a list or column of strings, one per sample.
            references: one per sample, or a list of references for each.
            confidence_level: the confidence level of the score's interval; ``None``: no interval.
            n_resamples: the number of resamples of the interval.
            seed: the random seed of the interval.
            groups: a label for each sample; groups are the units of the interval and, for error
                rates, have results of their own.
            signature: whether to report the signature.
            **options: the module's options, listed in its ``inputs_description``.

        Returns:
            The result; ``None`` on all but the first process of a distributed evaluation.

        Raises:
            InputError: for invalid input or options; the samples added before are kept.

        """
        # The default of evaluate's modules pools the rates as this one does.
        if self.replaces_wer and options.pop("concatenate_texts", False) is not False:
            raise InputError("evaluate.concatenate_texts")
        for option in options:
            if option in self.moved:
                raise InputError("evaluate.moved", option=option, instead=self.moved[option])
        metric = get_metric(
            self._name,
            caller=f"{self.metric}.compute",
            others=_REPORT_OPTIONS,
            options=options,
        )
        level = 0.95 if confidence_level is None else confidence_level
        resampling: dict[str, Any] = {**resampling_of(level, n_resamples, seed)}
        if confidence_level is not None:
            Run.of(metric, [], []).statistics()  # raises if the reduction has no interval
        elif groups is not None and not self.reports_groups:
            raise InputError("evaluate.groups_without_level")
        score = partial(
            self._compute,
            metric=metric,
            resampling={} if confidence_level is None else resampling,
            groups=groups,
            signature=signature,
        )
        if predictions is None and references is None:
            predictions, references = [], []
        columns = self._columns(predictions, references)
        if self._evaluation is not None:
            return self._compute_distributed(self._evaluation, self._to_cache(columns), score)

        def score_all(samples: AddedSamples) -> tuple[AddedSamples, Result]:
            if not samples.count:  # without added samples, no cache is needed
                return samples, score(*columns)
            table = samples.table(self._to_cache(columns))
            return self._no_samples(), score(*self._from_cache(table))

        return self._change(score_all)

    def _compute(
        self,
        predictions: CheckedColumn,
        references: CheckedColumn,
        *,
        metric: Metric[Any],
        resampling: dict[str, Any],
        groups: ColumnLike | None,
        signature: bool,
    ) -> Result:
        """Score checked columns by the metric's torchmetrics class; return the requested results.

        evaluate requires a method of this name.
        """
        if not len(predictions):
            raise InputError("samples.none_added", place="predictions")
        (predictions,), references, _ = self._takes.matched([predictions], references, _COLUMNS)
        # All samples are here, so the metric must not wait for other processes.
        state = AnyMetric(metric, sync_on_compute=False)
        with temp_seed(self.seed):  # evaluate's documented variable for tokenizers
            state.update(predictions, references)
            result = metric.named(state.compute())
            run = state.last
            assert run is not None
            metric.check_references(run.request.reader)
            if resampling:
                result[f"{metric.key}_interval"] = [*run.interval(groups=groups, **resampling)]
            if groups is not None and self.reports_groups:
                result["groups"] = run.by_group(groups)
            if signature:
                result["signature"] = run.signature(**resampling)
        return result

    def _columns(
        self, predictions: Any, references: Any, names: tuple[str, str] = _COLUMNS
    ) -> Columns:
        """Check predictions and references, and return them as columns.

        Raises:
            InputError: for anything that cannot be scored.

        """
        for name, values in zip(names, (predictions, references), strict=True):
            if isinstance(values, str):
                raise InputError("evaluate.bare_string", name=name, text=values[:20])
        return self._takes.parsed(predictions, references, names)

    def _to_cache(self, columns: Columns) -> pa.RecordBatch:
        """Return columns as they are cached: texts unchanged, nested values as JSON.

        With several processes, whose caches are joined in one schema, the references of every
        sample are a list.
        """
        arrays = self._takes.to_arrow(*columns, as_lists=self.num_process > 1)
        return pa.RecordBatch.from_arrays(arrays, _COLUMNS)

    def _from_cache(self, samples: pa.Table) -> Columns:
        preds, target = (samples[name] for name in _COLUMNS)
        return self._takes.from_arrow(preds, target, _COLUMNS)

    def _no_samples(self) -> AddedSamples:
        return AddedSamples.none(None if self.keep_in_memory else self.data_dir)

    def _add(self, columns: Columns) -> None:
        batch = self._to_cache(columns)

        def added(samples: AddedSamples) -> tuple[AddedSamples, None]:
            if self._evaluation is not None:
                self._evaluation.synchronize()
            return samples.plus(batch), None

        self._change(added)

    def _change(self, step: Callable[[AddedSamples], tuple[AddedSamples, T]]) -> T:
        """Replace the samples by a step's result; if the step raises, they are kept.

        Args:
            step: returns the new samples, and the caller's result.

        """
        before = self._samples
        after = None
        try:
            with self._lock:
                before = self._samples
                after, result = step(before)
                self._check_unchanged(before)
                self._samples = after
            return result
        except BaseException:  # also after an interrupt, even while the lock is released
            with self._lock:
                if self._samples is after:
                    self._samples = before
            raise

    def _check_unchanged(self, samples: AddedSamples) -> None:
        """Raise if the same thread made a change in the middle of another.

        Args:
            samples: the samples at the start of the change.

        Raises:
            InputError: if they have changed.

        """
        if self._samples is not samples:
            raise InputError("evaluate.used_within")

    def _compute_distributed(
        self, evaluation: DistributedEvaluation, batch: pa.RecordBatch, score: Callable[..., Result]
    ) -> Result | None:
        """Send the samples to the first process, which gathers and scores all samples."""
        with self._lock:
            evaluation.synchronize()
            samples, result = self._samples, None
            table = samples.table(batch)
            if self.process_id > 0:
                evaluation.send(table)
            else:
                whole = pa.concat_tables([table, *evaluation.gather()])
                result = score(*self._from_cache(whole))
            self._check_unchanged(samples)
            empty = self._no_samples()
            try:
                self._samples = empty
                evaluation.end()
            except BaseException:
                if self._samples is empty:  # scored; the other processes wait for the end
                    evaluation.end()
                raise
        return result


class AnyModule(TextModule):
    """The evaluate module of a metric that has no folder of its own, as those of other packages.

    Args:
        metric: the metric's name.
        config_name: the config's name.
        **kwargs: as for every evaluate module.

    """

    def __init__(self, metric: str, config_name: str | None = None, **kwargs: Any) -> None:
        self.metric = metric
        experiment = kwargs.pop("experiment_id", None) or "default_experiment"
        # evaluate names its files by this and by the class, which all such metrics share.
        super().__init__(config_name, experiment_id=f"{metric}-{experiment}", **kwargs)

    def _info(self) -> evaluate.MetricInfo:
        config = config_of(self._name)
        return self._text_info(description=config.description or config.title, citation="")


def _usage(option: Option) -> str:
    """Return the lines on an option in the description of a module's arguments."""
    said = [option.help[:1].lower() + option.help[1:].replace("in Python, ", "")]
    if any(name not in option.help for name in option.values):
        said.append(f"One of: {', '.join(option.values)}.")
    if option.default not in (None, "") and "default" not in option.help:
        said.append(f"Default: {option.default}.")
    names = None
    for registry, form in _FORMS:
        if option.registry is registry:
            said.append(form)
            names = registry.described(_INDENT * 2)
    about = f"{option.name}: {' '.join(said)}"
    lines = fill(about, 100, initial_indent=_INDENT, subsequent_indent=_INDENT * 2)
    return lines if names is None else f"{lines}\n{names}"


def _single_argument(name: str, *values: object) -> Any:
    """Return an argument that may be given under either of two names.

    Args:
        name: the name in the singular.
        *values: the values given under each name, or ``_MISSING``.

    Raises:
        InputError: if it was given under neither name, or under both.

    """
    given = [value for value in values if value is not _MISSING]
    if not given:
        raise InputError("evaluate.missing", name=name)
    if len(given) > 1:
        raise InputError("evaluate.both_given", name=name)
    return given[0]
