"""What every test runs with, and what is skipped where packages are missing.

``pip install levmetrics`` brings no torch, and the tests of what needs none run without it too. A
test module needs what it imports at its top, an example of the documentation what it imports or
calls, a test or a fixture what levmetrics says is missing; what it needs besides it says by
``pytest.importorskip`` or ``tests.packages.needs``.
"""

import gc
import os
import tempfile
from collections.abc import Generator
from doctest import UnexpectedException
from pathlib import Path

import pyarrow  # noqa: F401  # before a command loads it, without pandas
import pytest
from hypothesis import settings

from levmetrics.system.extras import MissingPackageError
from tests.packages import missing_package, needed_packages

# Before evaluate is imported, which reads these once.
os.environ["HF_HOME"] = tempfile.mkdtemp(prefix="levmetrics-tests-")
os.environ["HF_HUB_OFFLINE"] = "1"
# Before torch is, here and in processes that tests start: its threads wait asleep. Awake they take
# the processors from the tests beside, and training a tiny model takes up to five times as long.
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"

# A machine that others use as well is no fault of the code; a failure there must be one here too.
settings.register_profile("levmetrics", deadline=None, print_blob=True)
# The same examples each time, so that half as many show what has changed.
settings.register_profile(
    "ci", settings.get_profile("levmetrics"), derandomize=True, max_examples=50
)
settings.load_profile("ci" if os.environ.get("CI") else "levmetrics")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without garbage collections, and keep what stays to the end out of later ones."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


collect_ignore = ["tests/plugin"]  # a package of its own, which a test installs


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module that imports a package which not everyone has."""
    report = yield
    call = getattr(report, "call", None)
    if call and call.excinfo and (package := missing_package(call.excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"needs {package}")
        del report.call  # it would be reported as an exception
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Skip a test whose fixtures need a package which not everyone has."""
    try:
        yield
    except MissingPackageError as error:
        _skip_for_want_of_a_package(error)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Skip a test, or an example of the documentation, that needs a package which not all have."""
    try:
        yield
    except MissingPackageError as error:
        _skip_for_want_of_a_package(error)
        raise
    except UnexpectedException as error:  # doctest's, with what the example has raised
        _skip_for_want_of_a_package(error.exc_info[1])
        raise


def _skip_for_want_of_a_package(error: BaseException | None) -> None:
    """Skip the test that has raised this error for want of a package which not everyone has."""
    if package := missing_package(error):
        pytest.skip(f"needs {package}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has passed before."""
    names = config.getoption("passed")
    if names and Path(names).exists():
        passed = {*Path(names).read_text(encoding="utf-8").splitlines()}
        items[:] = [item for item in items if item.nodeid not in passed]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which files and folders have tests that each missing package left out."""
    left_out: dict[str, set[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        place = "/".join(Path(report.nodeid.partition("::")[0]).parts[:2])
        for package in needed_packages(report.longrepr[2]):
            left_out.setdefault(package, set()).add(place)
    if left_out:
        terminalreporter.section("left out for want of packages, which requirements-all.txt has")
        for package, places in sorted(left_out.items()):
            terminalreporter.write_line(f"{package}: {', '.join(sorted(places))}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--passed FILE``, by which two runs in different environments share the tests."""
    parser.addoption(
        "--passed",
        metavar="FILE",
        help="leave out the tests that FILE names, and add those that pass",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Note the tests that pass, in the process that hears of them all."""
    if config.getoption("passed") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Passed(Path(config.getoption("passed"))))


class Passed:
    """A list of the tests that have passed, in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test that has passed."""
        if report.when == "call" and report.passed:
            with self.file.open("a", encoding="utf-8") as names:
                names.write(f"{report.nodeid}\n")
