"""Rollback: an update, forward or merge that fails leaves a metric's state as it was."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from torch import Tensor
from torchmetrics import Metric


class RollbackMetric(Metric):
    """A torchmetrics metric whose state no refused input and no interrupt can change."""

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Score this batch, and add it to the state; a refused batch leaves the state as it was."""
        # Metric.forward empties the list states in place before it looks at the batch.
        lists = {name: list(s) for name, s in self.metric_state.items() if isinstance(s, list)}
        with self._rollback_on_error(lists):
            return super().forward(*args, **kwargs)

    def _wrap_update(self, update: Callable[..., None]) -> Callable[..., None]:
        wrapped = super()._wrap_update(update)

        @functools.wraps(update)
        def with_rollback(*args: Any, **kwargs: Any) -> None:
            with self._rollback_on_error():
                wrapped(*args, **kwargs)

        return with_rollback

    @contextmanager
    def _rollback_on_error(self, lists: Mapping[str, list[Tensor]] | None = None) -> Iterator[None]:
        """Restore every attribute if the work fails.

        Args:
            lists: copies of the list states, by name, if the work may remove what is in them;
                otherwise it only appends to them.

        """
        before = {**self.__dict__, **(lists or {})}
        lengths = {name: len(s) for name, s in self.metric_state.items() if isinstance(s, list)}
        try:
            yield
        except BaseException:
            vars(self).update(before)
            for name, length in lengths.items():
                del self.__dict__[name][length:]
            raise
