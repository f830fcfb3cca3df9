"""Progress of long work, on standard error where that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from levmetrics.formats.samples import Batch


def counted(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Return the batches, and show how many samples there were and how many a second."""
    console = Console(stderr=True)
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.completed:,.0f} samples"),
        TextColumn("{task.speed:,.0f} a second"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("", total=None)
        for batch in batches:
            yield batch
            progress.advance(task, len(batch))
