"""What all metrics share: reading the texts, and a state that no bad input can spoil."""

from __future__ import annotations

import functools
import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Integral
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor
from torchmetrics import Metric
from torchmetrics.utilities import dim_zero_cat

from levmetrics.columns import InputError
from levmetrics.names import unknown_name
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.pairs import TokenPairs, token_pairs
from levmetrics.signature import signature
from levmetrics.tokenizers import TokenizerLike, get_tokenizer


class TextMetric(Metric):
    """What all metrics here share: reading the texts, and a state that no bad input can spoil.

    Args:
        tokenizer: what an edit is counted in.
        normalizer: applied to both sides first.
        ignore_index: the id that pads arrays of token ids.
        settings: what else decides the state and the score, for the signature.
        kwargs: of ``torchmetrics.Metric`` (or of the torchmetrics class next in line).

    """

    is_differentiable: bool = False
    full_state_update: bool = False
    plot_lower_bound: float = 0.0

    def __init__(
        self,
        *,
        tokenizer: TokenizerLike,
        normalizer: NormalizerLike,
        ignore_index: int | None,
        settings: dict[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.tokenizer = get_tokenizer(tokenizer)
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
        # with this among the states they never look alike.
        self.add_state("settings", default=_fingerprint(self._settings), dist_reduce_fx="max")

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
        super().merge_state(incoming_state)

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
        """Put every attribute back if the work fails; ``copies`` are of those changed in place."""
        before = {**self.__dict__, **copies}
        try:
            yield
        except BaseException:
            self.__dict__.update(before)
            raise

    def read(self, preds: Any, target: Any) -> TokenPairs:
        """Check, normalize and split the texts of these samples, without adding them.

        Raises:
            InputError: for anything that cannot be scored.

        """
        return token_pairs(preds, target, self.tokenizer, self.normalizer, self.ignore_index)

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


def _fingerprint(settings: dict[str, Any]) -> Tensor:
    """Return eight bytes that equal settings share, and no others but by a rare chance."""
    named = [
        # A custom tokenizer or normalizer is like nothing but itself, whatever its name.
        (key, repr(value), value.identity() if "custom(" in repr(value) else 0)
        for key, value in settings.items()
    ]
    digest = hashlib.blake2b(repr(named).encode(), digest_size=8).digest()
    return torch.frombuffer(bytearray(digest), dtype=torch.uint8)


def _checked_ignore_index(index: Any) -> int | None:
    if index is not None and (not isinstance(index, Integral) or isinstance(index, bool)):
        raise InputError(f"ignore_index is {index!r}; it must be a whole number or None")
    return None if index is None else int(index)
