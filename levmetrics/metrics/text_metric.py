"""The base class of all metrics, and the class of any metric by its name."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from levmetrics.metrics.sum_state import SumState, eagerly
from levmetrics.normalizers import Chain
from levmetrics.run import Run
from levmetrics.scores.base import Measure
from levmetrics.tokenizers import Tokenizer

PlotValue: TypeAlias = "Tensor | Sequence[Tensor] | dict[str, Tensor] | Sequence[dict[str, Tensor]]"
"""What ``compute`` or ``forward`` returned, or a sequence of it."""


class TextMetric(SumState):
    """A metric of texts: its state is the sums of scoring runs, which do all arithmetic.

    Args:
        metric: the options, checked.
        kwargs: of ``torchmetrics.Metric`` (or of the torchmetrics class next in line).

    """

    is_differentiable: bool = False
    full_state_update: bool = False
    plot_lower_bound: float = 0.0

    @property
    def tokenizer(self) -> Tokenizer:
        """What an edit is counted in."""
        return self._metric.tokenizer

    @property
    def normalizer(self) -> Chain:
        """What is applied to both sides first."""
        return self._metric.normalizer

    @property
    def ignore_index(self) -> int | None:
        """The id that pads arrays of token ids."""
        return self._metric.ignore_index

    def __repr__(self) -> str:
        settings = (f"{name}={value}" for name, value in self._metric.settings.items())
        return f"{type(self).__name__}({', '.join(settings)})"

    def signature(self) -> str:
        """Say how the score comes about: the same signature gives the same number.

        Returns:
            ``key:value`` pairs joined by ``|``; see :func:`levmetrics.signature.signature`.

        """
        return self._metric.signature(packages=("torchmetrics",))

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples."""
        self._add_sums(Run.of(self._metric, preds, target).sums)

    def results(self) -> dict[str, Measure]:
        """Return all that was computed by name: the score first, its counts or details after it.

        Returns:
            NumPy arrays, scalars or with ``reduction="none"`` one value a sample (details of
            samples in lists).

        """
        with self.sync_context(dist_sync_fn=self.dist_sync_fn, should_sync=self.sync_on_compute):
            return self._measures()

    def _measures(self) -> dict[str, Measure]:
        """Return the results without synchronization between processes."""
        return Run(self._metric, self._sums()).measures()

    def _tensor(self, measure: Measure) -> Tensor:
        return torch.from_numpy(np.array(measure)).to(self.device)

    def plot(self, val: PlotValue | None = None, ax: Any = None) -> Any:
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

    def _wrap_compute(self, compute: Callable[..., Any]) -> Callable[..., Any]:
        wrapped = super()._wrap_compute(compute)

        @eagerly
        @functools.wraps(compute)
        def with_samples_as_rows(*args: Any, **kwargs: Any) -> Any:
            value = wrapped(*args, **kwargs)
            if not self._metric.keeps_samples:
                return value
            # torchmetrics makes a scalar of one sample's value; a list of one is still a list.
            if isinstance(value, dict):
                return {
                    name: scores.reshape(-1) if isinstance(scores, Tensor) else scores
                    for name, scores in value.items()
                }
            return value.reshape(-1)

        return with_samples_as_rows


class AnyMetric(TextMetric):
    """A torchmetrics class whose results are all of a metric's, by name.

    Args:
        metric: with its options.
        kwargs: see ``torchmetrics.Metric``.

    Attributes:
        last: the run of the last update, which is asked for intervals and groups.

    >>> from levmetrics.scores.formatting import FormattingMetric
    >>> metric = AnyMetric(FormattingMetric())
    >>> metric.update(["yes"], ["Yes."])
    >>> metric.compute()["case_error_rate"]
    array(1.)

    """

    last: Run | None = None

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples."""
        self.last = Run.of(self._metric, preds, target)
        self._add_sums(self.last.sums)

    def compute(self) -> dict[str, Measure]:
        """Return the results of all samples so far, by name."""
        return self._measures()
