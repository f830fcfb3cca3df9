"""Progress bars of long commands, on standard error if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from levmetrics.formats.source import OnRead

if TYPE_CHECKING:
    from rich.progress import Progress


class Reading:
    """Progress of a command: the bytes read and the samples scored.

    Attributes:
        samples: the number of samples scored.
        read: counts the bytes read; ``None`` if nothing is shown.

    """

    def __init__(self, progress: Progress | None = None, size: int | None = None) -> None:
        """Start the progress bar.

        Args:
            progress: where it is shown; ``None`` shows nothing.
            size: the bytes of all files; ``None`` if unknown.

        """
        self.samples = 0
        self.read: OnRead | None = None
        self._progress = progress
        if progress is not None:
            self._task = progress.add_task("", total=size, samples=0, rate=0)
            self.read = partial(progress.advance, self._task)

    def add(self, samples: int) -> None:
        """Add to the number of samples scored."""
        self.samples += samples
        if self._progress is not None:
            rate = self.samples / (self._progress.tasks[self._task].elapsed or 1)
            self._progress.update(self._task, samples=self.samples, rate=rate)


@contextmanager
def reading(paths: Iterable[Path]) -> Iterator[Reading]:
    """Show a progress bar with the samples scored and the time left.

    Args:
        paths: all input files; the size of standard input and of pipes is unknown.

    """
    if not sys.stderr.isatty():
        yield Reading()
        return
    from rich.console import Console  # which takes as long to load as a short score
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    distinct = set(paths)
    sizes = [path.stat().st_size for path in distinct if path.is_file()]
    with Progress(
        SpinnerColumn(),
        BarColumn(),
        TextColumn("{task.fields[samples]:,} samples, {task.fields[rate]:,.0f} a second"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        yield Reading(progress, sum(sizes) if len(sizes) == len(distinct) else None)
