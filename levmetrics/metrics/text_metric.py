"""What all metrics share: the sums of a scoring run as a state that no bad input can spoil."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor
from torchmetrics import Metric
from torchmetrics.utilities import dim_zero_cat

from levmetrics.errors import InputError
from levmetrics.metrics.fingerprints import agreed, fingerprint, same_settings
from levmetrics.normalizers import Chain
from levmetrics.scores.scorer import Scorer
from levmetrics.scoring import Scoring, ScoringRun
from levmetrics.tokenizers import Tokenizer


class TextMetric(Metric):
    """What all metrics here share: a state that holds the sums of a scoring run.

    The state is in torch, so that it moves, synchronizes and saves as that of any metric; all
    arithmetic is the run's.

    Args:
        scorer: the options, checked.
        kwargs: of ``torchmetrics.Metric`` (or of the torchmetrics class next in line).

    """

    is_differentiable: bool = False
    full_state_update: bool = False
    plot_lower_bound: float = 0.0
    settings: Tensor

    def __init__(self, scorer: Scorer[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scoring = Scoring(scorer, type(self).__name__)
        self._settings = scorer.settings
        self._empty: dict[str, Tensor] = {}
        no_sums = scorer.no_sums()
        self._sum_names = tuple(no_sums)
        for name, nothing in no_sums.items():
            if scorer.keeps_samples:
                self.add_state(name, default=[], dist_reduce_fx="cat")
                self._empty[name] = torch.tensor(nothing)
            else:
                self.add_state(name, default=torch.tensor(nothing), dist_reduce_fx="sum")
        # A MetricCollection lets metrics share one state when their states are equal after the
        # first batch. Two thresholds or tokenizers often agree on that batch and differ later;
        # with this among the states they never look alike. A checkpoint and another process show
        # by it whose state they hold.
        self.add_state("settings", default=self._fingerprint(), dist_reduce_fx=agreed)

    @property
    def tokenizer(self) -> Tokenizer:
        """What an edit is counted in."""
        return self.scoring.scorer.tokenizer

    @property
    def normalizer(self) -> Chain:
        """What is applied to both sides first."""
        return self.scoring.scorer.normalizer

    @property
    def ignore_index(self) -> int | None:
        """The id that pads arrays of token ids."""
        return self.scoring.scorer.ignore_index

    def signature(self) -> str:
        """Say how the score comes about: the same signature gives the same number.

        Returns:
            ``key:value`` pairs joined by ``|``; see :func:`levmetrics.signature.signature`.

        """
        return self.scoring.signature(packages=("torchmetrics",))

    def add(self, run: ScoringRun) -> None:
        """Add what was scored already, by a run of the same settings.

        Raises:
            InputError: for a run of other settings.

        """
        scorer = self.scoring.scorer
        if not scorer.adds_to(run.scoring.scorer):
            raise InputError(
                f"the run to add has other settings ({run.scoring.scorer.settings}); score it with "
                f"those of the metric ({scorer.settings})"
            )
        self._computed = None
        self._update_count += 1
        self._add(run)

    def update(self, preds: Any, target: Any) -> None:
        """Add these samples."""
        self._add(self.scoring.run(preds, target))

    def _add(self, run: ScoringRun) -> None:
        for name, value in run.sums.items():
            tensor = torch.tensor(value, device=self.device)
            if name in self._empty:
                getattr(self, name).append(tensor)
            else:
                setattr(self, name, getattr(self, name) + tensor)

    def results(self) -> dict[str, Any]:
        """Return all that was computed by name: the score first, its counts or details after it.

        Returns:
            NumPy arrays, scalars or with ``reduction="none"`` one value a sample (details of
            samples in lists).

        """
        with self.sync_context(dist_sync_fn=self.dist_sync_fn, should_sync=self.sync_on_compute):
            return self._measures()

    def _measures(self) -> dict[str, Any]:
        sums = {
            name: (self._joined(name) if name in self._empty else getattr(self, name)).cpu().numpy()
            for name in self._sum_names
        }
        return self.scoring.of_sums(sums).measures()

    def _tensor(self, measure: Any) -> Tensor:
        return torch.tensor(measure, device=self.device)

    def set_dtype(self, dst_type: str | torch.dtype) -> Any:
        """Change nothing: counts stay whole numbers and sums double, or they would not be exact.

        Args:
            dst_type: not used.

        """
        return self

    def _fingerprint(self) -> Tensor:
        return fingerprint({"counted": self.scoring.scorer.counted, **self._settings})

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
            if not self.scoring.scorer.keeps_samples:
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
            vars(self).update(before)
            for name, length in lengths.items():
                del self.__dict__[name][length:]  # an update adds to it in place
            raise

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
