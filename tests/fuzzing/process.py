"""A process that fuzzes: ``python -m tests.fuzzing.process TARGET CORPUS OPTIONS`` of libFuzzer.

The first byte of an input chooses its target, so that one process tries all of them; a name of a
target that is not empty tries that one alone.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["levmetrics"]):
    from tests.fuzzing.targets import TARGETS


def main() -> None:
    """Fuzz until an option or a finding ends it."""
    program, only, *arguments = sys.argv
    names = [*TARGETS]

    def test_one_input(data: bytes) -> None:
        if data:
            TARGETS[only or names[data[0] % len(names)]](data[1:])

    atheris.Setup([program, *arguments], test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
