"""Rollback: work on a metric's state that fails leaves it as it was."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from torchmetrics import Metric

from levmetrics.metrics.eager import eagerly


class RollbackMetric(Metric):
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
