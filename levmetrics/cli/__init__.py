"""The command line: ``levmetrics``, and ``python -m levmetrics``.

Every command is a module that imports what it needs when it runs, so ``--help`` stays fast.
"""

from levmetrics.cli.program import app

__all__ = ["app"]
