"""What every test runs with, and which tests run where packages are missing.

``pip install levmetrics`` brings no torch, and the tests of what needs none run without it too.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow  # noqa: F401  # before a command loads it, without pandas
import pytest
from hypothesis import settings

from tests.packages import is_installed

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

ROOT = Path(__file__).parent
METRICS = ("torch", "torchmetrics")
MECAB = ("fugashi", "unidic_lite")
MODULES = (*METRICS, "evaluate", "datasets", *MECAB)
PEERS = ("anls", "anls_star", "editdistance", "jiwer", "kaldialign", "matplotlib")
MEASURED = ("fastwer", "psutil", "texterrors", "universal_edit_distance", "werpy", "werx", "polars")
EXCEL = ("openpyxl", "python_calamine")
FRAMES = ("datasets", "duckdb", "pandas", "polars")
BROWSER = ("playwright", "axe_playwright_python")
APART = ("lighteval",)  # in an environment of its own, which .ci/run makes
HARNESSES = (*APART, "lm_eval")
TRACKERS = ("mlflow", "tensorboard", "wandb")
OPEN_ASR = ("whisper_normalizer", "num2words")
RECORDS = ("babel", "json_repair")
SITE = ("material", "mkdocs", "mkdocstrings")
JAPANESE = (*MECAB, "sudachipy", "sudachidict_core")
# What is collected only where all of these are installed; everything else runs everywhere.
NEEDED_BY = {
    "README.md": MODULES,
    "anls": MODULES,
    "app.py": (*MODULES, "gradio", "pandas"),
    "benchmarks": (*MODULES, *PEERS, *MEASURED),
    "docs/coming_from.md": MODULES,
    "docs/error_rates.md": MODULES,
    "docs/frames.md": FRAMES,
    "docs/harnesses.md": (*MODULES, *HARNESSES, "transformers"),
    "docs/images": (*MODULES, "gradio", "pandas", *BROWSER),
    "docs/plots.md": ("matplotlib",),
    "docs/index.md": (*MODULES, "polars"),
    "docs/ja.md": (*MODULES, "pandas"),
    "docs/ja_tutorial.md": MECAB,
    "docs/leaderboards.md": (*MODULES, *OPEN_ASR),
    "docs/normalizers.md": (*OPEN_ASR, *MECAB, "transformers"),
    "docs/publishing.md": MODULES,
    "docs/python.md": (*MODULES, "rouge_score"),
    "docs/records.md": (*RECORDS, "pydantic"),
    "docs/significance.md": MODULES,
    "docs/site": SITE,
    "docs/tokenizers.md": (*MODULES, "rouge_score", "icu4py"),
    "docs/training.md": MODULES,
    "levmetrics/duckdb.py": ("duckdb",),
    "levmetrics/formats/pages/overlap.py": ("shapely",),
    "levmetrics/worker.py": ("cloudpickle",),
    "levmetrics/web": (*MODULES, "gradio", "pandas"),
    "levmetrics/integrations": (*MODULES, "transformers", "accelerate"),
    "levmetrics/integrations/lighteval.py": APART,
    "levmetrics/integrations/trackers": TRACKERS,
    "levmetrics/metrics": METRICS,
    "levmetrics/normalizers/openasr.py": OPEN_ASR,
    "levmetrics/plotting": ("matplotlib",),
    "levmetrics/polars.py": ("polars",),
    "levmetrics/processes.py": ("cloudpickle",),
    "levmetrics/records/comparators/date.py": RECORDS,
    "levmetrics/records/comparators/locales.py": RECORDS,
    "levmetrics/records/comparators/number.py": RECORDS,
    "levmetrics/records/comparators/time.py": RECORDS,
    "levmetrics/records/reading.py": RECORDS,
    "levmetrics/error_rates/readings.py": MECAB,
    "levmetrics/tokenizers/chinese.py": ("jieba",),
    "levmetrics/tokenizers/icu.py": ("icu4py",),
    "levmetrics/tokenizers/japanese.py": JAPANESE,
    "levmetrics/tokenizers/korean.py": ("kiwipiepy",),
    "tests/benchmarks": (*MODULES, *PEERS, *MEASURED, "rouge_score"),
    "tests/cli/test_files.py": EXCEL,
    "tests/cli/test_wording.py": RECORDS,
    "tests/engines/test_documentation.py": ("pyspark", "ray"),
    "tests/engines/test_examples.py": ("pyspark", "ray"),
    "tests/engines/test_ray.py": ("ray",),
    "tests/engines/test_spark.py": ("pyspark",),
    "tests/web": (*MODULES, "gradio", "pandas", *BROWSER),
    "tests/frames": FRAMES,
    "tests/fuzzing": (*EXCEL, *JAPANESE, *OPEN_ASR, "icu4py", "jieba", "kiwipiepy", "transformers"),
    "tests/fuzzing/process.py": ("atheris",),
    "tests/formats/kinds/test_excel.py": EXCEL,
    "tests/formats/tables.py": EXCEL,
    "tests/formats/test_broken_files.py": EXCEL,
    "tests/formats/test_tables.py": EXCEL,
    "tests/held.py": ("psutil",),
    "tests/integrations": (*MODULES, *PEERS, "transformers", "accelerate", "pandas"),
    "tests/integrations/test_harness_rules.py": HARNESSES,
    "tests/integrations/test_lighteval.py": HARNESSES,
    "tests/integrations/test_lightning.py": ("lightning",),
    "tests/integrations/test_lm_eval.py": ("lm_eval",),
    "tests/integrations/test_trackers.py": TRACKERS,
    "tests/leaderboards": (*OPEN_ASR, "kaldialign"),
    "tests/leaderboards/test_documented_commands.py": ("anls", "jiwer", "transformers"),
    "tests/metrics": (*MODULES, *PEERS, "pandas"),
    "tests/normalizers/test_openasr.py": (*OPEN_ASR, "kaldialign"),
    "tests/peers": (*METRICS, *PEERS, *MEASURED, "nltk"),
    "tests/properties/test_forms.py": (*MODULES, *EXCEL, "gradio", "pandas", "lxml"),
    "tests/properties/test_metrics.py": METRICS,
    "tests/reports/test_page.py": BROWSER,
    "tests/test_coming_from.py": ("jiwer",),
    "tests/test_docstring_names.py": (
        *(*MODULES, *TRACKERS, *HARNESSES[1:]),
        *("accelerate", "duckdb", "gradio", "pandas", "polars", "pyspark", "ray", "transformers"),
    ),
    "tests/test_duckdb.py": ("duckdb",),
    "tests/test_jiwer.py": ("jiwer",),
    "tests/test_plotting.py": ("matplotlib",),
    "tests/test_polars.py": ("polars",),
    "tests/test_site.py": (*SITE, *BROWSER),
    "wer_lev": MODULES,
}


def missing_for(path: Path, installed: Callable[[str], bool] = is_installed) -> list[str]:
    """Return the packages that a file, or a folder that it is in, needs and that are missing."""
    within = f"{path.relative_to(ROOT).as_posix()}/" if path.is_relative_to(ROOT) else ""
    needed = {
        package
        for place, packages in NEEDED_BY.items()
        if within.startswith(place + "/")
        for package in packages
    }
    return sorted(package for package in needed if not installed(package))


collect_ignore = ["tests/plugin"]  # a package of its own, which a test installs


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the folders and modules that cannot be imported here."""
    return True if collection_path.suffix != ".md" and missing_for(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the documents whose examples cannot run here, and leave out what has passed before."""
    for item in items:
        if missing := missing_for(item.path):
            item.add_marker(pytest.mark.skip(reason=f"needs {' and '.join(missing)}"))
    names = config.getoption("passed")
    if names and Path(names).exists():
        passed = {*Path(names).read_text(encoding="utf-8").splitlines()}
        items[:] = [item for item in items if item.nodeid not in passed]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which files and folders each missing package left out."""
    left_out: dict[str, list[str]] = {}
    for place in NEEDED_BY:
        for package in {*missing_for(ROOT / place)} - {*APART}:
            left_out.setdefault(package, []).append(place)
    if left_out:
        terminalreporter.section("left out for want of packages, which requirements-all.txt has")
        for package, places in sorted(left_out.items()):
            terminalreporter.write_line(f"{package}: {', '.join(places)}")


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
