"""The sums of scoring runs as the state of a torchmetrics metric.

In torch they move between devices, are saved and loaded, merged, and synchronized between processes
as the state of any metric; and they stay exact, whatever type a module around them is converted to.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeAlias, TypeVar

import torch
import torchmetrics
from torch import Tensor
from torchmetrics.utilities import dim_zero_cat

from levmetrics.errors import InputError, warn
from levmetrics.scores.base import Metric, Sums

_BYTES = 8  # of each half


def fingerprint(settings: Mapping[str, object]) -> Tensor:
    """Return a hash of settings: equal ones have the same, others have another.

    The first half hashes names and types, and is the same in every process. The second hashes the
    identity of objects: a custom tokenizer equals only itself, whatever its name.

    Returns:
        uint8, shape ``(16,)``.

    >>> same_settings(fingerprint({"cost": 1}), fingerprint({"cost": 1}))
    True

    """
    names = [(key, type(value).__qualname__, repr(value)) for key, value in settings.items()]
    objects = [getattr(value, "identity", int)() for value in settings.values()]
    halves = [
        hashlib.blake2b(repr(half).encode(), digest_size=_BYTES).digest()
        for half in (names, objects)
    ]
    return torch.frombuffer(bytearray(b"".join(halves)), dtype=torch.uint8)


def same_settings(a: Tensor, b: Tensor) -> bool:
    """Return whether two fingerprints, which may be of two processes, agree in the first half."""
    return a.shape == b.shape and torch.equal(a[:_BYTES].cpu(), b[:_BYTES].cpu())


def agreed(gathered: Tensor) -> Tensor:
    """Reduce the fingerprints of metrics whose states are added.

    Args:
        gathered: uint8, shape ``(metrics, 16)``; the metric's own is the last one where another's
            state is merged into it.

    Raises:
        InputError: if the settings differ.

    """
    *others, ours = gathered[:, :_BYTES].tolist()
    if any(other != ours for other in others):
        raise InputError("state.other_processes")
    return gathered[-1]


class RollbackMetric(torchmetrics.Metric):
    """A torchmetrics metric whose state no refused input and no interrupt can change."""

    def _wrap_update(self, update: Callable[..., None]) -> Callable[..., None]:
        wrapped = super()._wrap_update(update)

        @eagerly
        @functools.wraps(update)
        def with_rollback(*args: Any, **kwargs: Any) -> None:
            with self._rollback_on_error():
                wrapped(*args, **kwargs)

        return with_rollback

    @contextmanager
    def _rollback_on_error(self) -> Iterator[None]:
        """Restore every attribute if the work fails; to lists of states it may only append."""
        before = {**self.__dict__}
        lengths = {name: len(s) for name, s in self.metric_state.items() if isinstance(s, list)}
        try:
            yield
        except BaseException:
            vars(self).update(before)
            for name, length in lengths.items():
                del self.__dict__[name][length:]
            raise


Params = ParamSpec("Params")
Result = TypeVar("Result")


def eagerly(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Make a function run as it is inside of what ``torch.compile`` compiles.

    Text is not torch's to trace: it would trace NumPy and ctypes, and fail where it does not know
    them. Decorated by ``torch.compiler.disable``, every metric would import the whole compiler.
    """

    @functools.wraps(function)
    def eager(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        if torch.compiler.is_compiling():
            apart: Callable[Params, Result] = torch.compiler.disable(function)  # type: ignore[no-untyped-call]
            return apart(*args, **kwargs)
        return function(*args, **kwargs)

    return eager


State: TypeAlias = "Tensor | list[Tensor]"
"""A sum, or where the sums are of every sample by itself, a list of batches of them."""


class SumState(RollbackMetric):
    """A metric with a state for each sum of a scorer, and one that identifies its settings.

    Args:
        scorer: the options, checked.
        kwargs: of ``torchmetrics.Metric`` (or of the torchmetrics class next in line).

    """

    settings: Tensor

    def __init__(self, metric: Metric[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._metric = metric if metric.name else metric.called(type(self).__name__)
        self._empty: dict[str, Tensor] = {}  # the list states, with a tensor of no samples for each
        no_sums = metric.no_sums()
        self._sum_names = tuple(no_sums)
        for name, nothing in no_sums.items():
            if metric.keeps_samples:
                self.add_state(name, default=[], dist_reduce_fx="cat")
                self._empty[name] = torch.tensor(nothing)
            else:
                self.add_state(name, default=torch.tensor(nothing), dist_reduce_fx="sum")
        # A MetricCollection lets metrics share one state when their states are equal after the
        # first batch. Two thresholds or tokenizers often agree on that batch and differ later;
        # with this among the states they never look alike. A checkpoint and another process show
        # by it whose state they hold.
        self.add_state("settings", default=self._fingerprint(), dist_reduce_fx=agreed)

    def _fingerprint(self) -> Tensor:
        return fingerprint({"counted": self._metric.counted, **self._metric.settings})

    @eagerly
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Score this batch, and add it to the state; a refused batch leaves the state as it was.

        It is torchmetrics' own without its copies of the state, which with ``reduction="none"``
        are of all samples so far.
        """
        if self._is_synced:
            return super().forward(*args, **kwargs)  # torchmetrics refuses it
        with self._rollback_on_error():
            so_far = {name: getattr(self, name) for name in self._sum_names}
            for name, state in so_far.items():
                setattr(self, name, [] if name in self._empty else torch.zeros_like(state))
            self.update(*args, **kwargs)
            with self.sync_context(
                dist_sync_fn=self.dist_sync_fn, should_sync=self.dist_sync_on_step
            ):
                self._forward_cache = type(self).compute(self)
            for name, state in so_far.items():
                setattr(self, name, state + getattr(self, name))
            return self._forward_cache  # within: an interrupt of this line, too, adds nothing

    def _add_sums(self, sums: Sums) -> None:
        for name, value in sums.items():
            if name in self._empty:
                getattr(self, name).append(torch.tensor(value, device=self.device))
            else:  # what is added is not kept, and need not be copied
                added = torch.as_tensor(value, device=self.device)
                setattr(self, name, getattr(self, name) + added)

    def _sums(self) -> Sums:
        """Return the sums of all samples so far."""
        return {
            name: (self._rows(name) if name in self._empty else getattr(self, name)).cpu().numpy()
            for name in self._sum_names
        }

    def _rows(self, name: str) -> Tensor:
        """Return a list state as one tensor, which it is already after synchronization."""
        rows = getattr(self, name)
        if isinstance(rows, list) and not rows:
            return self._empty[name].to(self.device)
        joined: Tensor = dim_zero_cat(rows)
        return joined

    def _sync_dist(self, *args: Any, **kwargs: Any) -> None:
        # For a process without samples torchmetrics would send an empty float32 vector, whatever
        # the others send.
        for name in self._empty:
            setattr(self, name, [self._rows(name)])
        super()._sync_dist(*args, **kwargs)

    def set_dtype(self, dst_type: str | torch.dtype) -> torchmetrics.Metric:
        """Change nothing: counts stay whole numbers and sums double, or they would not be exact.

        Args:
            dst_type: not used.

        """
        return self

    def _apply(self, fn: Callable[[Tensor], Tensor], *_: Any, **__: Any) -> torch.nn.Module:
        """Move the state to another device, and never to another type.

        ``module.to(torch.bfloat16)`` converts every tensor of the module. A sum in half precision
        stops growing at 256 (bfloat16) or 2,048 (float16). A state that comes back from the meta
        device, which keeps no values, is reset.

        Args:
            fn: what the module does to each of its tensors.

        """
        lost = self.device.type == "meta"

        def moved(state: Tensor) -> Tensor:
            if state.is_meta:  # it has no values that could be moved
                return torch.zeros_like(state, device=fn(torch.zeros(0, device="cpu")).device)
            result = fn(state)
            return result if result.dtype == state.dtype else state.to(result.device)

        super()._apply(moved)
        if lost and self.device.type != "meta":
            self._defaults["settings"] = self._fingerprint().to(self.device)
            self.reset()
        return self

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Load the states of a metric of the same settings: all of them, or none."""
        saved: dict[str, State] = {
            name: state_dict.pop(prefix + name)
            for name in self._defaults
            if prefix + name in state_dict
        }
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )
        if not saved:
            return
        place = f"the state of {prefix.rstrip('.') or type(self).__name__}"
        fault = self._fault_of(saved)
        if fault:
            error_msgs.append(f"{place} {fault}")
            return
        for name, state in saved.items():
            if name != "settings":
                setattr(self, name, self._exact(state, name, place))
        self._computed = None

    def _fault_of(self, saved: dict[str, State]) -> str:
        """Return why saved states cannot be loaded here; an empty string if they can."""
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
        """Return a saved state in the type and on the device of this metric's; warn of another."""
        default = self._defaults[name]
        dtype = self._empty[name].dtype if isinstance(default, list) else default.dtype
        saved = state if isinstance(state, list) else [state]
        if any(part.dtype != dtype for part in saved):
            warn(
                f"{place} has {name} as {saved[0].dtype}, though it is saved as {dtype}; "
                "it may have been rounded"
            )
        # Copied, since every update changes a list in place: it must not be the dictionary's.
        parts = [part.to(self.device, dtype, copy=True) for part in saved]
        return parts if isinstance(default, list) else parts[0]

    def merge_state(self, incoming_state: dict[str, Any] | torchmetrics.Metric) -> None:
        """Add the state of another metric of the same settings, or a dictionary of states.

        Args:
            incoming_state: the other metric, or its ``metric_state``.

        Raises:
            InputError: if the metrics do not count the same.

        """
        ours = self._metric.settings
        if isinstance(incoming_state, SumState):
            theirs = incoming_state._metric.settings
            if not self._metric.adds_to(incoming_state._metric):
                raise InputError("state.other_settings", settings=ours, other_settings=theirs)
        elif isinstance(incoming_state, dict) and not same_settings(
            incoming_state.get("settings", self.settings), self.settings
        ):
            raise InputError("state.of_another", kind=type(self).__name__, settings=ours)
        with self._rollback_on_error():
            super().merge_state(incoming_state)
        self._computed = None
