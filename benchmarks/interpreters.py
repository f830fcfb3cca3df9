"""Tools whose dependencies are others than ours: each runs in a Python that a variable names."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

_SERVER = """
import json, logging, sys, types
logging.disable(logging.CRITICAL)
# All that dinglehopper uses of a large package.
sys.modules["ocrd_utils"] = types.SimpleNamespace(getLogger=logging.getLogger)
{code}
data = json.loads(sys.stdin.readline())
for line in sys.stdin:
    print(json.dumps(answer(data, *json.loads(line))), flush=True)
"""


class Interpreter:
    """A process of another Python, which answers one call after the other.

    Args:
        python: its path.
        code: defines ``answer(data, *arguments)``, which returns what JSON can say.
        data: what is sent once.

    """

    def __init__(self, python: str, code: str, data: Any) -> None:
        command = [python, "-c", _SERVER.format(code=code)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._send(data)

    def __call__(self, *arguments: Any) -> Any:
        """Return what ``answer`` returns."""
        self._send(arguments)
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def __del__(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _send(self, value: Any) -> None:
        assert self._process.stdin is not None
        print(json.dumps(value), file=self._process.stdin, flush=True)


def other_python(tool: str) -> str:
    """Return the path that ``LEVMETRICS_<tool>`` names; empty without."""
    return os.environ.get(f"LEVMETRICS_{tool.upper()}", "")
