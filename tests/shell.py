"""The shell command, run in the tests' own process."""

from __future__ import annotations

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
