"""The days of seven kinds of user run as they stand, each number beside another tool's."""

import ast
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages import needs

ROOT = Path(__file__).parents[1]
DAYS = ROOT / "examples" / "days"
# What each of them imports besides levmetrics, and how many numbers it shows.
NEEDED = {
    "jiwer_leaver.py": (["jiwer"], 18),
    "vqa.py": ([], 14),
    "ocr.py": ([], 7),
    "trainer.py": (["jiwer", "torch", "transformers"], 5),
    "tables.py": (["jiwer", "pandas", "polars"], 14),
    "notebook.py": (["jiwer", "pandas", "tqdm"], 6),
    "evaluate_user.py": (["evaluate", "jiwer"], 18),
}
PAIR = re.compile(r"^.{27,} (\S+) +(?:jiwer|by the rule|by the programme) (\S+)$", re.MULTILINE)

every_day = pytest.mark.parametrize(
    "day", [pytest.param(day, marks=needs(*packages)) for day, (packages, _) in NEEDED.items()]
)


@every_day
def test_a_day_runs_anywhere_without_a_network_and_shows_equal_numbers(day, tmp_path):
    done = subprocess.run(
        [sys.executable, str(DAYS / day)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=tmp_path,
        env={
            **os.environ,
            "HF_HUB_OFFLINE": "1",
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": str(ROOT),
        },
    )
    shown = [tuple(map(float, pair)) for pair in PAIR.findall(done.stdout)]
    assert len(shown) == NEEDED[day][1]
    for ours, theirs in shown:
        assert ours == pytest.approx(theirs, rel=1e-12)
    assert [*tmp_path.iterdir()] == []


@every_day
def test_a_day_ends_where_a_number_is_another_one(day):
    beside = runpy.run_path(str(DAYS / day))["beside"]
    beside("the same", 0.25, 0.25)
    with pytest.raises(AssertionError, match="another"):
        beside("another", 0.25, 0.25 + 1e-9)


@pytest.mark.parametrize("day", NEEDED)
def test_a_day_names_the_packages_that_it_needs(day):
    text = (DAYS / day).read_text(encoding="utf-8")
    says = ast.get_docstring(ast.parse(text)) or ""
    assert all(package in says for package in NEEDED[day][0])


def test_the_documentation_has_a_line_for_every_day():
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = re.findall(r"^\| .+ \| \[(\S+)\]\(\.\./examples/days/\1\) \| .+ \|$", page, re.M)
    assert sorted(linked) == sorted(NEEDED) == sorted(path.name for path in DAYS.glob("*.py"))
