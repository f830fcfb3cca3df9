"""The base class of the torchmetrics classes, whose state is the sums of runs; and a generic class.

torch moves the sums between devices, saves, loads, merges and synchronizes them like any metric's
state. They stay exact, whatever type an enclosing module is converted to.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np
import torch
import torchmetrics
from torch import Tensor
from torchmetrics.utilities import dim_zero_cat

from levmetrics.core.metric import Measure, Metric
from levmetrics.core.run import Run
from levmetrics.core.token_metric import TokenMetric
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, warn
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer

PlotValue: TypeAlias = "Tensor | Sequence[Tensor] | dict[str, Tensor] | Sequence[dict[str, Tensor]]"
"""A result of ``compute`` or ``forward``, or a sequence of results."""

State: TypeAlias = "Tensor | list[Tensor]"
"""A sum, or a list of batches of per-sample values."""

T = TypeVar("T")

_BYTES = 8  # of each half of a fingerprint


def fingerprint(metric: Metric[Any]) -> Tensor:
    """Return a hash of a metric's settings; metrics whose sums can be added have equal hashes.

    The first half hashes names and types, and is the same in every process. The second half hashes
    object identities: a custom tokenizer equals only itself, whatever its name.

    Returns:
        uint8, shape ``(16,)``.

    >>> from levmetrics.similarity.similarity_metric import DistanceMetric
    >>> same_settings(fingerprint(DistanceMetric()), fingerprint(DistanceMetric()))
    True

    """
    settings = {"counted": metric.counted, **metric.settings}
    names = [(key, type(value).__qualname__, repr(value)) for key, value in settings.items()]
    objects = [getattr(value, "identity", int)() for value in settings.values()]
    halves = [repr(names).encode(), repr(objects).encode()]
    digest = b"".join([hashlib.blake2b(half, digest_size=_BYTES).digest() for half in halves])
    return torch.frombuffer(bytearray(digest), dtype=torch.uint8)


_STATES: WeakKeyDictionary[Metric[Any], tuple[dict[str, Tensor], Tensor]] = WeakKeyDictionary()


def _state_of(metric: Metric[Any]) -> tuple[dict[str, Tensor], Tensor]:
    """Return the sums of no samples and the fingerprint, cached for each metric."""
    if metric not in _STATES:
        nothing = {name: torch.tensor(each) for name, each in metric.no_sums().items()}
        _STATES[metric] = nothing, fingerprint(metric)
    return _STATES[metric]


def same_settings(a: Tensor, b: Tensor) -> bool:
    """Return whether two fingerprints, possibly of two processes, agree in the first half."""
    return a.shape == b.shape and torch.equal(a[:_BYTES].cpu(), b[:_BYTES].cpu())


def agreed(gathered: Tensor) -> Tensor:
    """Reduce the fingerprints of metrics whose states are being added.

    Args:
        gathered: uint8, shape ``(metrics, 16)``; the metric's own is last when another state is
            merged into it.

    Raises:
        InputError: if the settings differ.

    """
    *others, ours = gathered[:, :_BYTES].tolist()
    if any(other != ours for other in others):
        raise InputError("state.other_processes")
    return gathered[-1]


def held_type(dtype: torch.dtype, device: torch.device) -> torch.dtype:
    """Return the type in which a device holds numbers; Apple's mps has no float64.

    >>> held_type(torch.float64, torch.device("mps")), held_type(torch.int64, torch.device("mps"))
    (torch.float32, torch.int64)
    """
    return torch.float32 if device.type == "mps" and dtype == torch.float64 else dtype


def eagerly(function: Callable[..., T]) -> Callable[..., T]:
    """Exclude a function from ``torch.compile``.

    torch would trace NumPy and ctypes, and fail where it does not support them. With
    ``torch.compiler.disable`` as decorator, every metric would import the whole compiler.
    """

    @functools.wraps(function)
    def eager(*args: Any, **kwargs: Any) -> T:
        if torch.compiler.is_compiling():
            apart: Callable[..., T] = torch.compiler.disable(function)  # type: ignore[no-untyped-call]
            return apart(*args, **kwargs)
        return function(*args, **kwargs)

    return eager


class TextMetric(torchmetrics.Metric):
    """A metric of texts: its state is the sums of runs, which do all the arithmetic.

    It has a state for each sum, and one that identifies its settings. Invalid input and interrupts
    leave the states unchanged.

    Args:
        metric: the checked options.
        kwargs: arguments of ``torchmetrics.Metric`` (or of the next torchmetrics class in the MRO).

    """

    is_differentiable: bool = False
    full_state_update: bool = False
    plot_lower_bound: float = 0.0
    __jit_unused_properties__: ClassVar[list[str]] = [
        *torchmetrics.Metric.__jit_unused_properties__,
        *("tokenizer", "normalizer", "ignore_index"),
    ]
    if TYPE_CHECKING:  # torch.jit does not read annotations that are strings
        settings: Tensor

    def __init__(self, metric: Metric[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._metric = metric if metric.name else metric.called(type(self).__name__)
        self._no_sums, settings = _state_of(metric)
        for name, nothing in self._no_sums.items():
            if metric.keeps_samples:
                self.add_state(name, default=[], dist_reduce_fx="cat")
            else:
                self.add_state(name, default=nothing.clone(), dist_reduce_fx="sum")
        # A MetricCollection lets metrics share one state if their states are equal after the first
        # batch. Two thresholds or tokenizers often agree on that batch and differ later; the
        # fingerprint keeps their states different. It also identifies the state of a checkpoint or
        # of another process.
        self.add_state("settings", default=settings.clone(), dist_reduce_fx=agreed)

    @property
    def tokenizer(self) -> Tokenizer:
        """The unit of an edit."""
        return cast("TokenMetric[Any]", self._metric).tokenizer

    @property
    def normalizer(self) -> Chain:
        """The normalizer, applied first to both sides."""
        return self._metric.normalizer

    @property
    def ignore_index(self) -> int | None:
        """The padding id of token id arrays."""
        return cast("TokenMetric[Any]", self._metric).ignore_index

    def __repr__(self) -> str:
        settings = (f"{name}={value}" for name, value in self._metric.settings.items())
        return f"{type(self).__name__}({', '.join(settings)})"

    def signature(self) -> str:
        """Return the signature of the score: the same signature gives the same number.

        Returns:
            ``key:value`` pairs joined by ``|``; see :func:`levmetrics.signature.signature`.

        """
        return self._metric.signature(packages=("torchmetrics",))

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples to the state."""
        self._add(_run(self._metric, preds, target))

    def _add(self, run: Run) -> None:
        states = vars(self)  # setattr() of a module takes longer than the sum
        for name, value in run.sums.items():
            if self._metric.keeps_samples:
                states[name].append(self._moved(torch.tensor(value)))
            else:  # the added value is not kept, so it need not be copied
                states[name] = states[name] + self._moved(torch.from_numpy(value))

    def results(self) -> dict[str, Measure]:
        """Return all results by name: first the score, then its counts or details.

        Returns:
            NumPy arrays: scalars, or with ``reduction="none"`` one value per sample (details in
            lists).

        """
        with self.sync_context(dist_sync_fn=self.dist_sync_fn, should_sync=self.sync_on_compute):
            return self._measures()

    def _measures(self) -> dict[str, Measure]:
        """Return the results without synchronization between processes."""
        sums = {
            name: self._joined(name).cpu().to(nothing.dtype).numpy()
            for name, nothing in self._no_sums.items()
        }
        self._metric.warn_of_no_samples(sums)
        return self._metric.measures(sums)

    def _tensor(self, measure: Measure) -> Tensor:
        return self._moved(torch.from_numpy(np.array(measure)))

    def _moved(self, numbers: Tensor) -> Tensor:
        """Return numbers on this metric's device."""
        return numbers.to(self.device, held_type(numbers.dtype, self.device))

    def plot(self, val: PlotValue | None = None, ax: Any = None) -> Any:
        """Plot one result of ``compute`` or ``forward``, or a sequence of results.

        Args:
            val: the result or results; ``compute`` is called if it is ``None``.
            ax: a matplotlib axis to draw on.

        Returns:
            Figure and axis.

        Raises:
            ModuleNotFoundError: if matplotlib is not installed.

        """
        return self._plot(val, ax)

    @torch.jit.unused
    @eagerly
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Score this batch and add it to the state; an invalid batch leaves the state unchanged.

        Unlike torchmetrics' own it does not copy the state, which with ``reduction="none"`` holds
        all samples so far.
        """
        if self._is_synced:
            return super().forward(*args, **kwargs)  # torchmetrics raises
        with self._rollback_on_error():
            so_far = {name: getattr(self, name) for name in self._no_sums}
            for name, state in so_far.items():
                setattr(self, name, [] if isinstance(state, list) else torch.zeros_like(state))
            self.update(*args, **kwargs)
            with self.sync_context(
                dist_sync_fn=self.dist_sync_fn, should_sync=self.dist_sync_on_step
            ):
                self._forward_cache = type(self).compute(self)
            for name, state in so_far.items():
                setattr(self, name, state + getattr(self, name))
            return self._forward_cache  # inside: an interrupt here also adds nothing

    def _joined(self, name: str) -> Tensor:
        """Return a state as one tensor; a list state is one already after synchronization."""
        state = getattr(self, name)
        if isinstance(state, list) and not state:
            return self._moved(torch.zeros_like(self._no_sums[name]))
        joined: Tensor = dim_zero_cat(state)
        return joined

    def _wrap_update(self, update: Callable[..., None]) -> Callable[..., None]:
        return eagerly(self._rollback_on_error()(super()._wrap_update(update)))

    @contextmanager
    def _rollback_on_error(self) -> Iterator[None]:
        """Restore every attribute if the block fails; the block may only append to list states."""
        before = {**vars(self)}
        lengths = {
            name: len(before[name]) for name in self._no_sums if isinstance(before[name], list)
        }
        try:
            yield
        except BaseException:
            vars(self).update(before)
            for name, length in lengths.items():
                del self.__dict__[name][length:]
            raise

    def _wrap_compute(self, compute: Callable[..., Any]) -> Callable[..., Any]:
        wrapped = super()._wrap_compute(compute)

        @eagerly
        @functools.wraps(compute)
        def with_samples_as_rows(*args: Any, **kwargs: Any) -> Any:
            value = wrapped(*args, **kwargs)
            if not self._metric.keeps_samples:
                return value
            # torchmetrics turns one sample's value into a scalar; a list of one stays a list.
            if isinstance(value, dict):
                return {
                    name: scores.reshape(-1) if isinstance(scores, Tensor) else scores
                    for name, scores in value.items()
                }
            return value.reshape(-1)

        return with_samples_as_rows

    def _sync_dist(self, *args: Any, **kwargs: Any) -> None:
        # A process without samples would send an empty float32 vector, whatever type the others
        # send.
        if self._metric.keeps_samples:
            for name in self._no_sums:
                setattr(self, name, [self._joined(name)])
        super()._sync_dist(*args, **kwargs)

    def _apply(self, fn: Callable[[Tensor], Tensor], *_: Any, **__: Any) -> torch.nn.Module:
        """Move the state to another device, but never convert its type.

        ``module.to(torch.bfloat16)`` converts every tensor of the module. A sum in half precision
        stops growing at 256 (bfloat16) or 2,048 (float16). A state that comes back from the meta
        device, which keeps no values, is reset.

        Args:
            fn: the function that the module applies to each of its tensors.

        """
        lost = self.device.type == "meta"

        def moved(state: Tensor) -> Tensor:
            if state.is_meta:  # the meta device has no values to move
                return torch.zeros_like(state, device=fn(torch.zeros(0, device="cpu")).device)
            if state.dtype == torch.float64:
                device = fn(torch.zeros(0, device=state.device)).device
                state = state.to(held_type(state.dtype, device))
            result = fn(state)
            return result if result.dtype == state.dtype else state.to(result.device)

        super()._apply(moved)
        if lost and self.device.type != "meta":
            self._defaults["settings"] = fingerprint(self._metric).to(self.device)
            self.reset()
        return self

    def _load_from_state_dict(self, state_dict: dict[str, Any], prefix: str, *args: Any) -> None:
        """Load all states of a metric with the same settings, or none."""
        saved: dict[str, State] = {
            name: state_dict.pop(prefix + name)
            for name in self._defaults
            if prefix + name in state_dict
        }
        super()._load_from_state_dict(state_dict, prefix, *args)
        if not saved:
            return
        place = f"the state of {prefix.rstrip('.') or type(self).__name__}"
        if fault := self._fault_of(saved):
            error_messages: list[str] = args[-1]
            error_messages.append(f"{place} {fault}")
            return
        for name, state in saved.items():
            if name != "settings":
                setattr(self, name, self._exact(state, name, place))
        self._computed = None

    def _fault_of(self, saved: dict[str, State]) -> str:
        """Return the reason why saved states cannot be loaded; empty if they can."""
        missing = [name for name in self._defaults if name not in saved]
        if missing:
            return f"is without {', '.join(missing)}; load it whole"
        settings = saved["settings"]
        if not isinstance(settings, Tensor) or not same_settings(settings, self.settings):
            return (
                "is of a metric of another kind or with other settings; load it into one of the "
                f"same class and settings (here {type(self).__name__} with "
                f"{self._metric.settings})"
            )
        for name, default in self._defaults.items():
            state = saved[name]
            if not isinstance(default, Tensor) or not isinstance(state, Tensor):
                continue
            if state.shape != default.shape:
                return (
                    f"has {name} in the shape {tuple(state.shape)}, not {tuple(default.shape)}: it "
                    "was saved by another version of levmetrics; load it with that one"
                )
            if not torch.isfinite(state).all():
                return (
                    f"has {name} as {state.dtype}, which is too narrow for it; save the state "
                    "without a conversion"
                )
        return ""

    def _exact(self, state: State, name: str, place: str) -> State:
        """Return a saved state in this metric's type and on its device; warn of another type."""
        default = self._defaults[name]
        dtype = self._no_sums[name].dtype
        saved = state if isinstance(state, list) else [state]
        if any(part.dtype != dtype for part in saved):
            warn(
                f"{place} has {name} as {saved[0].dtype}, though it is saved as {dtype}; "
                "it may have been rounded"
            )
        # A copy, since updates change a list in place, which must not be the dictionary's.
        held = held_type(dtype, self.device)
        parts = [part.to(self.device, held, copy=True) for part in saved]
        return parts if isinstance(default, list) else parts[0]

    def merge_state(self, incoming_state: dict[str, Any] | torchmetrics.Metric) -> None:
        """Add the state of another metric with the same settings, or a dictionary of states.

        Args:
            incoming_state: the other metric, or its ``metric_state``.

        Raises:
            InputError: if the settings differ.

        """
        ours = self._metric
        if isinstance(incoming_state, dict):
            if not same_settings(incoming_state.get("settings", self.settings), self.settings):
                kind = type(self).__name__
                raise InputError("state.of_another", kind=kind, settings=ours.settings)
        elif not ours.adds_to(theirs := getattr(incoming_state, "_metric", ours)):
            fields = {"settings": ours.settings, "other_settings": theirs.settings}
            raise InputError("state.other_settings", **fields)
        with self._rollback_on_error():
            super().merge_state(incoming_state)
        self._computed = None


class AnyMetric(TextMetric):
    """A torchmetrics class for any metric, with all of its results by name.

    Args:
        metric: the metric and its options.
        kwargs: see ``torchmetrics.Metric``.

    Attributes:
        last: the run of the last update, for intervals and groups.

    >>> from levmetrics.error_rates.formatting import FormattingMetric
    >>> metric = AnyMetric(FormattingMetric())
    >>> metric.update(["yes"], ["Yes."])
    >>> metric.compute()["case_error_rate"]
    array(1.)

    """

    last: Run | None = None

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples to the state."""
        self.last = _run(self._metric, preds, target)
        self._add(self.last)

    def compute(self) -> dict[str, Measure]:
        """Return the results of all samples so far, by name."""
        return self._measures()


def _run(metric: Metric[Any], preds: Any, target: Any) -> Run:
    """Score samples, which messages name as the arguments of torchmetrics."""
    return Run.of_systems(metric, SampleReader([preds], target, ("preds", "target")))[0]
