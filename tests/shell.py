"""The shell command, run in the tests' own process."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from levmetrics.cli import app


def shell(*words: object, columns: int = 100, **options: Any) -> Result:
    """Run ``levmetrics`` with words.

    Args:
        words: what follows the command's name, such as paths.
        columns: the width of the terminal.
        options: what click's runner takes: ``env``, ``input`` ...

    """
    env = {"COLUMNS": str(columns), **options.pop("env", {})}
    return CliRunner().invoke(app, [*map(str, words)], env=env, **options)


def run(*words: object, status: int = 0, **options: Any) -> Result:
    """Run ``levmetrics``, which must end with a status."""
    done = shell(*words, **options)
    assert done.exit_code == status, done.output + done.stderr
    return done


def scored(*words: object) -> Any:
    """Return what a command prints with ``--json``."""
    return json.loads(run(*words, "--json").stdout)
