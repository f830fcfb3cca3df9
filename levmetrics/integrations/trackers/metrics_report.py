"""Logs scores, confusions and worst alignments of each evaluation to a ``Trainer``'s trackers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from levmetrics.core.aliases import qualified
from levmetrics.core.scoring import score_systems
from levmetrics.errors import InputError, quoted, reason, unknown_name, warn
from levmetrics.inputs.arguments import checked_whole_number
from levmetrics.integrations.trainer import ComputeMetrics
from levmetrics.rendering.labels import better
from levmetrics.reports.report import Report, report_of_runs
from levmetrics.system.extras import needed_by

with needed_by("MetricsReport", "trainer"):
    from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments

_TRACKERS = ("mlflow", "wandb", "tensorboard")


class MetricsReport(TrainerCallback):
    """A callback that logs a report of each evaluation to the trackers of a ``Trainer``.

    After each evaluation, it logs by step, for each metric of ``compute_metrics``, the interval of
    the score, the most frequent confusions, and the worst samples with their alignments. Every
    process holds the predictions and references of one evaluation until they are logged. An
    evaluation whose scores are NaN is not logged. If a tracker fails, a warning names it, and the
    training goes on. When training begins, a warning is given if ``greater_is_better`` would select
    the worst model by a score of ``compute_metrics``.

    Args:
        compute_metrics: the ``Trainer``'s ``compute_metrics``, made by
            :func:`levmetrics.integrations.trainer.make_compute_metrics`.
        trackers: ``"mlflow"``, ``"wandb"`` and ``"tensorboard"``; ``None``: those in
            ``TrainingArguments(report_to=...)``.
        n_worst: the number of samples shown with their alignments.

    Raises:
        InputError: for unknown trackers, and for another kind of ``compute_metrics``.

    """

    def __init__(
        self,
        compute_metrics: ComputeMetrics,
        trackers: Sequence[str] | None = None,
        n_worst: int = 20,
    ) -> None:
        if not isinstance(compute_metrics, ComputeMetrics):
            raise InputError("tracker.compute_metrics", type=type(compute_metrics).__name__)
        if trackers is not None and not isinstance(trackers, (list, tuple)):
            raise InputError("tracker.no_list", given=quoted(trackers))
        for tracker in trackers or ():
            if tracker not in _TRACKERS:
                raise unknown_name(_TRACKERS, tracker, "tracker")
        self._trackers = trackers
        self._n_worst = checked_whole_number(n_worst, "n_worst", 0)
        self._texts: tuple[list[str], list[str]] = ([], [])
        self._compute_metrics = compute_metrics
        compute_metrics.observers.append(self._keep)

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Warn if the worst model would be selected as the best."""
        best = (args.metric_for_best_model or "").removeprefix("eval_")
        for key, (place, name) in self._compute_metrics.keys.items():
            metric = self._compute_metrics.metrics[place]
            # With several data sets, each one's name prefixes the key.
            if name == metric.key and (best == key or best.endswith(f"_{key}")):
                break
        else:
            return
        if state.is_world_process_zero and args.greater_is_better != metric.higher_is_better:
            warn(
                f"of {best}, {better(metric.higher_is_better)}, but greater_is_better is "
                f"{args.greater_is_better}, so the worst model is taken for the best; say "
                f"TrainingArguments(greater_is_better={metric.higher_is_better})"
            )

    def on_predict(self, *args: Any, **kwargs: Any) -> None:
        """Discard the texts: a prediction is not an evaluation during training."""
        self._keep([], [])

    def on_evaluate(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        metrics: Mapping[str, float] | None = None,
        **kwargs: Any,
    ) -> None:
        """Log the evaluation that has just ended, only in the first process."""
        preds, target = self._texts
        self._keep([], [])
        if not preds or not state.is_world_process_zero:
            return
        names = args.report_to if self._trackers is None else self._trackers
        trackers = [name for name in _TRACKERS if name in (names or ())]
        # The Trainer names the evaluation of each of several data sets.
        ends = (key.removesuffix("_runtime") for key in metrics or () if key.endswith("_runtime"))
        evaluation = next(ends, "eval")
        for metric in self._compute_metrics.metrics if trackers else ():
            what = f"{metric.name} at step {state.global_step}"
            try:
                runs = score_systems(metric, {"predictions": preds}, target)
                made = report_of_runs(runs, print_samples=self._n_worst)
            except Exception as error:
                warn(f"there is no report of {what}: {reason(error)}")
                continue
            module, config = qualified(metric.name)
            # No tracker has a colon in all of its names.
            short = (module if config in ("", "default") else config).replace(":", "_")
            prefix = f"{evaluation}_{short}/"
            for tracker in trackers:
                try:
                    _log(tracker, made, args, step=state.global_step, prefix=prefix)
                except Exception as error:
                    warn(f"{tracker} did not take the report of {what}: {reason(error)}")

    def _keep(self, preds: list[str], target: list[str]) -> None:
        """Keep the texts of an evaluation until they are logged."""
        self._texts = (preds, target)


def _log(tracker: str, made: Report, args: TrainingArguments, *, step: int, prefix: str) -> None:
    module = import_module(f"levmetrics.integrations.trackers.{tracker}")
    if tracker != "tensorboard":
        module.log(made, step=step, prefix=prefix)
        return
    from torch.utils.tensorboard import SummaryWriter

    folder = os.path.expanduser(os.getenv("TENSORBOARD_LOGGING_DIR", f"{args.output_dir}/runs"))
    with SummaryWriter(os.path.join(folder, "levmetrics")) as writer:
        module.log(made, writer, step=step, prefix=prefix)
