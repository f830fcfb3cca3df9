"""MeetEval, which runs beside in an environment of its own, and random sessions."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MEETEVAL = os.environ.get("LEVMETRICS_MEETEVAL", "")  # the path of its Python
SERVER = Path(__file__).with_name("meeteval_server.py")


class MeetEval:
    """A process that answers one request after the other."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, metric: str, reference: Any, hypothesis: Any, **options: Any) -> Any:
        """Return MeetEval's numbers of a session; or its ``error``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([metric, reference, hypothesis, options]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@pytest.fixture(scope="session")
def meeteval() -> Iterator[MeetEval]:
    if not MEETEVAL:
        pytest.skip("LEVMETRICS_MEETEVAL does not name a Python that has MeetEval")
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([MEETEVAL, SERVER], encoding="utf-8", **pipes) as process:
        yield MeetEval(process)
        assert process.stdin is not None
        process.stdin.close()
