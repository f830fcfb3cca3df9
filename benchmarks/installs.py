"""What an installation takes beside jiwer's: seconds of pip, and MB on disk.

``python -m benchmarks.installs`` prints a table. pip first downloads all wheels into a folder, then
installs from it into a new environment, so that no network is timed. Byte code isn't counted.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.results import digits, seconds, table

_ROOT = str(Path(__file__).parents[1])
_ROUNDS = 3
_INSTALLED = {
    "jiwer": ["jiwer"],
    "levmetrics": [_ROOT],
    "levmetrics[stats]": [f"{_ROOT}[stats]"],
}


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def _row(name: str) -> list[str]:
    """Download and build the wheels, then install them, some times."""
    taken = []
    with TemporaryDirectory() as temporary:
        wheels, environment = Path(temporary, "wheels"), Path(temporary, "environment")
        _pip("wheel", f"--wheel-dir={wheels}", *_INSTALLED[name])
        for _ in range(_ROUNDS):
            venv.create(environment, clear=True)
            python = f"--python={environment / 'bin' / 'python'}"
            start = perf_counter()
            _pip(python, "install", "--no-index", "--no-deps", *map(str, wheels.iterdir()))
            taken.append(perf_counter() - start)
        names = {"base": str(environment), "platbase": str(environment)}
        packages = Path(sysconfig.get_path("purelib", "venv", names))
        files = [path for path in packages.rglob("*") if path.suffix != ".pyc" and path.is_file()]
        size = sum(path.stat().st_size for path in files) / 1e6
        count = len([*packages.glob("*.dist-info")])
    return [name, str(count), digits(size), seconds(median(taken))]


if __name__ == "__main__":
    print(table(["", "packages", "MB", "pip"], map(_row, _INSTALLED)))
