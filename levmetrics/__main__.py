"""``levmetrics``, and ``python -m levmetrics``: the command line."""

from __future__ import annotations

from levmetrics.system.descriptors import reserve_descriptors
from levmetrics.system.garbage import collect_rarely
from levmetrics.system.signals import run


def main(words: list[str] | None = None) -> None:
    """Run the command line until it ends or a signal ends it.

    Args:
        words: the command and its arguments; ``None``: those of this process.

    """

    def program() -> None:
        from levmetrics.cli import app  # slow to load

        app(words, prog_name="levmetrics")

    reserve_descriptors()
    collect_rarely()
    run(program)


if __name__ == "__main__":
    main()
