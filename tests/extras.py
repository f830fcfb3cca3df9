"""Environments of Python that have the packages of one extra alone, however many are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_ROOT = Path(__file__).parents[1]


@cache
def requirements() -> dict[str, list[Requirement]]:
    """Return the requirements of each extra of levmetrics; ``""`` has those of the core."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: [*map(Requirement, lines)] for extra, lines in lists.items()}


def distributions(extra: str = "") -> set[str]:
    """Return the names of all that ``pip install 'levmetrics[extra]'`` installs."""
    found: set[tuple[str, str]] = set()
    waiting = [("levmetrics", ""), ("levmetrics", extra)]
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            for needed in _needed(*package):
                name = canonicalize_name(needed.name)
                waiting += [(name, each) for each in ("", *needed.extras)]
    return {name for name, _ in found} - {"levmetrics"}


def _needed(name: str, extra: str) -> Iterable[Requirement]:
    """Return what an extra of a package requires on this machine; skip without the package."""
    if name == "levmetrics":
        return requirements()[extra]
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        pytest.skip(f"needs {name}")
    found = map(Requirement, lines)
    return [each for each in found if not each.marker or each.marker.evaluate({"extra": extra})]


@cache
def _files(name: str) -> list[Path]:
    """Return the files and folders that a distribution has among the packages."""
    found = distribution(name)
    parts = {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}
    return [Path(str(found.locate_file(part))) for part in sorted(parts)]


@cache
def environment(extra: str = "") -> TemporaryDirectory[str]:
    """Return a folder of links to all that ``pip install 'levmetrics[extra]'`` installs."""
    folder = TemporaryDirectory(prefix="levmetrics-extra-")
    for path in {path for name in distributions(extra) for path in _files(name)}:
        Path(folder.name, path.name).symlink_to(path)
    return folder


def run_with(extra: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with what an extra installs, and no other package; ``""``: the core alone."""
    return subprocess.run(
        [sys.executable, "-S", "-P", *arguments],  # without site, which would add all packages
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([environment(extra).name, str(_ROOT)]),
            "COLUMNS": "100",
            "PYTHONIOENCODING": "utf-8",
        },
    )
