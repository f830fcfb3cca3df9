"""What ``conftest.py`` leaves out: nothing where everything is installed, else what it must."""

import re
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from conftest import APART, NEEDED_BY, ROOT, missing_for, pytest_ignore_collect
from levmetrics.tokenizers import TOKENIZERS, is_installed


def required(file):
    """Yield the distributions that a file of requirements names, or one that it refers to."""
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            yield from required(line.removeprefix("-r "))
        elif name := re.match(r"[\w-]+", line):
            yield name.group()


@pytest.fixture
def everything():
    """Go on only where all that the development takes is installed."""
    for name in required("requirements-all.txt"):
        try:
            distribution(name)
        except PackageNotFoundError:
            pytest.skip(f"needs {name}")


@pytest.mark.usefixtures("everything")
@pytest.mark.parametrize(
    "place", [place for place, needed in NEEDED_BY.items() if not {*APART} & {*needed}]
)
def test_nothing_is_left_out_where_everything_is_installed(place):
    assert missing_for(ROOT / place) == []
    assert not pytest_ignore_collect(ROOT / place)


@pytest.mark.usefixtures("everything")
def test_every_tokenizer_is_tested_where_everything_is_installed():
    assert all(map(is_installed, TOKENIZERS.values()))


@pytest.mark.parametrize("place", NEEDED_BY)
def test_what_may_be_left_out_is_there(place):
    assert (ROOT / place).exists()


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        ("tests/metrics", ["torch"]),
        ("tests/metrics/test_collections.py", ["torch"]),
        ("levmetrics/metrics/text_metric.py", ["torch"]),
        ("README.md", ["torch"]),
        ("tests", []),
        ("tests/scores/test_error_counts.py", []),
        ("tests/test_run.py", []),
        ("levmetrics/run.py", []),
        ("docs/installation.md", []),
    ],
)
def test_without_a_package_only_what_needs_it_is_left_out(path, missing):
    assert missing_for(ROOT / path, installed=lambda package: package != "torch") == missing
