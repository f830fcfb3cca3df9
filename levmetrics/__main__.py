"""``levmetrics``, and ``python -m levmetrics``: the command line."""

from __future__ import annotations

import gc

from levmetrics.system.descriptors import reserve_descriptors
from levmetrics.system.signals import run

_OBJECTS = 200_000  # that are made before the garbage collector looks through them


def main(words: list[str] | None = None) -> None:
    """Run the command line until it ends or a signal ends it.

    Args:
        words: the command and its arguments; ``None``: those of this process.

    """

    def program() -> None:
        # The objects of modules stay, so looking through them as they load frees nothing.
        gc.set_threshold(_OBJECTS)
        from levmetrics.cli import app  # slow to load

        app(words, prog_name="levmetrics")

    reserve_descriptors()
    run(program)


if __name__ == "__main__":
    main()
