"""What all metrics share: reading the texts, and a state that no bad input can spoil."""

from __future__ import annotations

import functools
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Integral
from typing import Any, ClassVar

import numpy.typing as npt
import torch
from torch import Tensor
from torchmetrics import Metric
from torchmetrics.utilities import dim_zero_cat

from levmetrics.edits.pairs import TokenPairs, token_pairs
from levmetrics.errors import InputError, unknown_name
from levmetrics.metrics.fingerprints import agreed, fingerprint, same_settings
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.signature import signature
from levmetrics.tokenizers import TokenizerLike, get_tokenizer


class TextMetric(Metric):
    """What all metrics here share: reading the texts, and a state that no bad input can spoil.

    Args:
        tokenizer: what an edit is counted in; ``None``: the metric's own unit.
        normalizer: applied to both sides first.
        ignore_index: the id that pads arrays of token ids.
        settings: what else decides the state and the score, for the signature.
        kwargs: of ``torchmetrics.Metric`` (or of the torchmetrics class next in line).

    """

    is_differentiable: bool = False
    full_state_update: bool = False
    plot_lower_bound: float = 0.0
    settings: Tensor
    _default_tokenizer: ClassVar[str] = "char"
    _counted: ClassVar[str] = ""  # what the state counts, where its settings do not say

    def __init__(
        self,
        *,
        tokenizer: TokenizerLike | None,
        normalizer: NormalizerLike,
        ignore_index: int | None,
        settings: dict[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.tokenizer = get_tokenizer(self._default_tokenizer if tokenizer is None else tokenizer)
        # Tokens as input take none: the default one is left out, and a given one refused.
        self._given_tokenizer = None if tokenizer is None else self.tokenizer
        self.normalizer = get_normalizer(normalizer)
        self.ignore_index = _checked_ignore_index(ignore_index)
        self._empty: dict[str, Tensor] = {}
        self._settings = {
            "tokenizer": self.tokenizer,
            "normalizer": self.normalizer,
            **settings,
            "ignore_index": self.ignore_index,
        }
        # A MetricCollection lets metrics share one state when their states are equal after the
        # first batch. Two thresholds or tokenizers often agree on that batch and differ later;
        # with this among the states they never look alike. A checkpoint and another process show
        # by it whose state they hold.
        self.add_state("settings", default=self._fingerprint(), dist_reduce_fx=agreed)

    def signature(self, name: str | None = None, **settings: Any) -> str:
        """Say how the score comes about: the same signature gives the same number.

        Args:
            name: the metric's name; that of the class by default.
            **settings: what else to name, as a module names its config.

        Returns:
            ``key:value`` pairs joined by ``|``; see :func:`levmetrics.signature.signature`.

        """
        return signature(name or type(self).__name__, {**settings, **self._settings})

    @abstractmethod
    def measure(self, preds: Any, target: Any) -> Any:
        """Measure these samples one by one, without adding them."""

    @abstractmethod
    def _add(self, samples: Any) -> None:
        """Add what was measured to the state."""

    def add(self, samples: Any) -> None:
        """Add what :meth:`measure` returned: ``update`` in two steps, for who needs both."""
        self._computed = None
        self._update_count += 1
        self._add(samples)

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples."""
        self._add(self.measure(preds, target))

    def set_dtype(self, dst_type: str | torch.dtype) -> Any:
        """Change nothing: counts stay whole numbers and sums double, or they would not be exact.

        Args:
            dst_type: not used.

        """
        return self

    def _fingerprint(self) -> Tensor:
        return fingerprint({"counted": self._counted, **self._settings})

    def _apply(self, fn: Callable[[Tensor], Tensor], *_: Any, **__: Any) -> Any:
        """Move the state to another device, and never to another type.

        ``module.to(torch.bfloat16)`` converts whatever it finds in the module. A sum in half
        precision stops growing at 256 (bfloat16) or 2,048 (float16). What comes back from the meta
        device, where nothing is kept, begins anew.

        Args:
            fn: what the module does to each of its tensors.

        """
        lost = self.device.type == "meta"

        def moved(state: Tensor) -> Tensor:
            if state.is_meta:  # there is nothing in it to be moved
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
        given = {
            name: state_dict.pop(prefix + name)
            for name in self._defaults
            if prefix + name in state_dict
        }
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )
        if not given:
            return
        place = f"the state of {prefix.rstrip('.') or type(self).__name__}"
        missing = [name for name in self._defaults if name not in given]
        if missing:
            error_msgs.append(f"{place} is without {', '.join(missing)}; load it whole")
        elif not same_settings(given["settings"], self.settings):
            error_msgs.append(
                f"{place} is of a metric of another kind or with other settings; load it into one "
                f"of the same class and settings (here {type(self).__name__} with "
                f"{self._settings})"
            )
        else:
            for name, state in given.items():
                if name != "settings":
                    setattr(self, name, self._exact(state, name, place))
            self._computed = None

    def _exact(self, state: Any, name: str, place: str) -> Any:
        """Return a state that was saved, in the type and on the device of this metric's own."""
        default = self._defaults[name]
        wanted = self._empty[name].dtype if isinstance(default, list) else default.dtype
        saved = state if isinstance(state, list) else [state]
        if any(part.dtype != wanted for part in saved):
            warnings.warn(
                f"{place} has {name} as {saved[0].dtype}, though it is saved as {wanted}; "
                "it may have been rounded",
                stacklevel=2,
            )
        # A list is not shared with the dictionary: every update adds to it in place.
        parts = [part.to(self.device, wanted, copy=True) for part in saved]
        return parts if isinstance(default, list) else parts[0]

    def results(self) -> dict[str, Any]:
        """Return what was computed by name, as the doors show it; a single score as ``score``."""
        value = self.compute()
        return value if isinstance(value, dict) else {"score": value}

    def merge_state(self, incoming_state: dict[str, Any] | Metric) -> None:
        """Add the state of another metric of the same settings, or a dictionary of states.

        Args:
            incoming_state: the other metric, or its ``metric_state``.

        Raises:
            InputError: if the metrics do not count the same.

        """
        if isinstance(incoming_state, TextMetric):
            ours, theirs = self._settings, incoming_state._settings
            if ours != theirs:
                raise InputError(
                    f"the metrics to merge have other settings ({ours} and {theirs}); their "
                    "counts cannot be added (if a custom tokenizer is the same all the same, "
                    "merge the other's metric_state)"
                )
        elif isinstance(incoming_state, dict) and not same_settings(
            incoming_state.get("settings", self.settings), self.settings
        ):
            raise InputError(
                f"the state to merge is not of a {type(self).__name__} with the settings "
                f"{self._settings}; its counts cannot be added"
            )
        with self._undone_on_error({}):
            super().merge_state(incoming_state)
        self._computed = None

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Score this batch, and add it to the state; a refused batch leaves the state as it was."""
        # Metric.forward empties the list states in place before it looks at the batch.
        lists = {name: list(s) for name, s in self.metric_state.items() if isinstance(s, list)}
        with self._undone_on_error(lists):
            return super().forward(*args, **kwargs)

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot one result of ``compute`` or ``forward``, or a sequence of them.

        Args:
            val: the result or results; ``compute`` is called if there are none.
            ax: a matplotlib axis to draw on.

        Returns:
            Figure and axis.

        Raises:
            ModuleNotFoundError: if matplotlib is not installed.

        """
        return self._plot(val, ax)

    def _wrap_update(self, update: Callable[..., None]) -> Callable[..., None]:
        counted = super()._wrap_update(update)

        @functools.wraps(update)
        def guarded(*args: Any, **kwargs: Any) -> None:
            with self._undone_on_error({}):
                counted(*args, **kwargs)

        return guarded

    def _wrap_compute(self, compute: Callable[..., Any]) -> Callable[..., Any]:
        squeezed = super()._wrap_compute(compute)

        @functools.wraps(compute)
        def shaped(*args: Any, **kwargs: Any) -> Any:
            value = squeezed(*args, **kwargs)
            if self._settings["reduction"] != "none":
                return value
            # torchmetrics makes a scalar of one sample's value; a list of one is still a list.
            if isinstance(value, dict):
                return {name: scores.reshape(-1) for name, scores in value.items()}
            return value.reshape(-1)

        return shaped

    @contextmanager
    def _undone_on_error(self, copies: dict[str, list[Any]]) -> Iterator[None]:
        """Put every attribute back if the work fails; ``copies`` are of lists that it empties."""
        before = {**self.__dict__, **copies}
        lengths = {name: len(s) for name, s in self.metric_state.items() if isinstance(s, list)}
        try:
            yield
        except BaseException:
            self.__dict__.update(before)
            for name, length in lengths.items():
                del self.__dict__[name][length:]  # an update adds to it in place
            raise

    def read(self, preds: Any, target: Any) -> TokenPairs:
        """Check, normalize and split the texts of these samples, without adding them.

        Raises:
            InputError: for anything that cannot be scored.

        """
        return token_pairs(
            preds,
            target,
            self._given_tokenizer,
            self.normalizer,
            self.ignore_index,
            default_tokenizer=self._default_tokenizer,
        )

    def _tensor(self, values: npt.NDArray[Any], dtype: torch.dtype) -> Tensor:
        return torch.as_tensor(values, dtype=dtype, device=self.device)

    def _add_sample_state(self, name: str, *shape: int, dtype: torch.dtype) -> None:
        """Add a state that keeps a row of this shape and type for every sample."""
        self.add_state(name, default=[], dist_reduce_fx="cat")
        self._empty[name] = torch.zeros((0, *shape), dtype=dtype)

    def _joined(self, name: str) -> Tensor:
        """Join a state of rows, which is one tensor after synchronization, and may hold none."""
        rows = getattr(self, name)
        if isinstance(rows, list) and not rows:
            return self._empty[name].to(self.device)
        joined: Tensor = dim_zero_cat(rows)
        return joined

    def _sync_dist(self, *args: Any, **kwargs: Any) -> None:
        # For a process without samples torchmetrics would send an empty float32 vector, whatever
        # the others send.
        for name in self._empty:
            setattr(self, name, [self._joined(name)])
        super()._sync_dist(*args, **kwargs)


def known_reduction(reduction: Any, known: Sequence[str]) -> Any:
    """Return the reduction by its name (``None`` is ``"none"``), or say the nearest."""
    name = "none" if reduction is None else reduction
    if not isinstance(name, str) or name not in known:
        raise unknown_name(known, reduction, "reduction")
    return name


def _checked_ignore_index(index: Any) -> int | None:
    if index is not None and (not isinstance(index, Integral) or isinstance(index, bool)):
        raise InputError(f"ignore_index is {index!r}; it must be a whole number or None")
    return None if index is None else int(index)
