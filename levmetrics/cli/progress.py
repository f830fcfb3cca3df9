"""Progress of long work, on standard error where that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from levmetrics.formats.samples import Batch


@dataclass
class Reading:
    """The files that are read: their bytes are the whole of the work.

    Attributes:
        progress: that is shown.
        task: of it.
        samples: how many were scored.

    """

    progress: Progress
    task: TaskID
    samples: int = 0

    def read(self, size: int) -> None:
        """Count bytes that were read."""
        self.progress.advance(self.task, size)

    def counted(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Return the batches, and count their samples once they are scored."""
        for batch in batches:
            yield batch
            self.samples += len(batch)
            self.progress.update(self.task, samples=self.samples)


class _Rate(ProgressColumn):
    """How many samples are scored a second."""

    def render(self, task: Task) -> Text:
        rate = task.fields["samples"] / task.elapsed if task.elapsed else 0
        return Text(f"{rate:,.0f} a second")


@contextmanager
def reading(paths: Iterable[Path]) -> Iterator[Reading]:
    """Show how far the files are read, how many samples there were, and the time left.

    Args:
        paths: of all files; what can be read only once, as standard input, has no known end.

    """
    console = Console(stderr=True)
    distinct = set(paths)
    sizes = [path.stat().st_size for path in distinct if path.is_file()]
    total = sum(sizes) if len(sizes) == len(distinct) else None
    with Progress(
        SpinnerColumn(),
        BarColumn(),
        TextColumn("{task.fields[samples]:,} samples,"),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        yield Reading(progress, progress.add_task("", total=total, samples=0))
