"""Processes that tests start: each is a copy of one that has loaded the packages once."""

from __future__ import annotations

import multiprocessing
import socket
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

WITHOUT_PIPELINES = "import sys; sys.modules['transformers.pipelines'] = None"
"""The first line of a process that loads evaluate, which takes a third less without them."""

PROCESSES = multiprocessing.get_context("forkserver")
# Those that are missing are left out.
PROCESSES.set_forkserver_preload(["levmetrics.integrations.evaluate_module", "pytest", "torch"])


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_a_process(work: Callable[..., Result], *given: object) -> Result:
    """Call a function in a process of its own."""
    with ProcessPoolExecutor(1, PROCESSES) as pool:
        return pool.submit(work, *given).result(500)


def in_two_processes(work: Callable[..., Result], *given: object) -> list[Result]:
    """Call a function with the number of the process, 0 and 1, in two that wait for each other."""
    with ProcessPoolExecutor(2, PROCESSES) as pool:
        calls = [pool.submit(work, number, *given) for number in range(2)]
        return [call.result(120) for call in calls]


def another_python(folder: Path) -> Path:
    """Return a folder for the front of the path, with a Python that has nothing installed."""
    for name in ("python", "python3"):
        other = folder / name
        other.write_text("#!/bin/sh\nexit 1\n")
        other.chmod(0o755)
    return folder
