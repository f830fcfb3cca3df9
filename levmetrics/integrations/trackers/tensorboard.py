"""TensorBoard: a report as scalars and texts."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from levmetrics.integrations.trackers.contents import confusions, numbers, worst_alignments
from levmetrics.rendering.text import token_text
from levmetrics.reports.report import Report

if TYPE_CHECKING:
    from torch.utils.tensorboard import SummaryWriter

_MARKUP = re.compile(r"[\\`*_\[\]|]")  # inline Markdown syntax


def log(
    report: Report, writer: SummaryWriter, *, step: int | None = None, prefix: str = ""
) -> None:
    """Log a report.

    Args:
        report: a report made by :meth:`levmetrics.core.run.Run.report`.
        writer: the ``SummaryWriter`` of the log folder.
        step: the training step.
        prefix: the prefix of all names.

    """
    for name, number in numbers(report, prefix).items():
        writer.add_scalar(name, number, step)
    table = confusions(report)
    rows = [table["columns"], ["---"] * len(table["columns"])]
    rows += ([*map(_cell, row)] for row in table["data"])
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    writer.add_text(f"{prefix}confusions", lines, step)
    worst = "\n\n".join(
        f"**{name}**\n\n```\n{alignment}\n```" for name, alignment in worst_alignments(report)
    )
    writer.add_text(f"{prefix}worst", worst, step)


def _cell(value: object) -> str:
    """Return a value as a cell of a Markdown table, with all markup escaped."""
    return _MARKUP.sub(r"\\\g<0>", escape(token_text(value), quote=False))
