"""Weights & Biases: a report as numbers, a table and an HTML page of a run."""

from __future__ import annotations

from typing import Any

from levmetrics.errors import InputError
from levmetrics.integrations.trackers.contents import confusions, numbers
from levmetrics.reports.report import Report
from levmetrics.system.extras import known_versions

with known_versions("levmetrics.integrations.trackers.wandb", "wandb", "0.31"):
    import wandb


def log(report: Report, *, run: Any = None, step: int | None = None, prefix: str = "") -> None:
    """Log a report to a run.

    Args:
        report: a report made by :meth:`levmetrics.core.run.Run.report`.
        run: the result of ``wandb.init``; ``None``: the active run.
        step: the training step, logged as ``train/global_step``, as a ``Trainer`` does.
        prefix: the prefix of all names.

    Raises:
        InputError: if there is no run.

    """
    to = run or wandb.run
    if to is None:
        raise InputError("tracker.no_wandb_run")
    confused = confusions(report)
    shown: dict[str, Any] = {
        **numbers(report, prefix),
        f"{prefix}confusions": wandb.Table(columns=confused["columns"], data=confused["data"]),
        f"{prefix}report": wandb.Html(report.html(), inject=False),
    }
    if step is not None:
        shown["train/global_step"] = step
    to.log(shown)
