"""The command line: ``levmetrics``, and ``python -m levmetrics``.

Every command has a file, which loads what it needs when it runs: ``--help`` loads none of it.
"""

from levmetrics.cli.program import app

__all__ = ["app"]
