"""``levmetrics``, and ``python -m levmetrics``: the command line."""

from levmetrics.descriptors import reserve_descriptors
from levmetrics.signals import run


def main() -> None:
    """Run the command line until it ends or a signal ends it."""
    reserve_descriptors()
    run(_program)


def _program() -> None:
    from levmetrics.cli import app  # slow to load

    app(prog_name="levmetrics")


if __name__ == "__main__":
    main()
