"""The pages of the documentation, and the blocks of code in them."""

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = [
    "README.md",
    "anls/README.md",
    "wer_lev/README.md",
    "rouge_lev/README.md",
    *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md")),
]
_FENCED = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of code."""

    page: str
    language: str
    code: str

    @property
    def name(self) -> str:
        """The page and the first line, which says what the block is about."""
        return f"{self.page}: {self.code.partition(chr(10))[0]}"


def blocks(*languages: str) -> list[Block]:
    """All blocks of these languages, on every page."""
    return [
        Block(page, language, textwrap.dedent(code))
        for page in PAGES
        for _, language, code in _FENCED.findall((ROOT / page).read_text(encoding="utf-8"))
        if language in languages
    ]


def is_doctest(block: Block) -> bool:
    """Whether pytest runs a block of Python as a doctest."""
    return block.code.startswith(">>> ")


# Blocks of Python that are no doctests, since they need what only a test can give them, by the
# test that runs them. The tests take them from here.
TRAINERS = "tests/integrations/test_documented_trainers.py"
TRACKERS = "tests/integrations/test_trackers.py"
ENGINES = "tests/engines/test_documentation.py"
SPACES = "tests/integrations/test_hub.py"
PAGE = "tests/web/test_programs.py"
RUN_BY = {
    "README.md: from levmetrics import make_compute_metrics": TRAINERS,
    "docs/index.md: from levmetrics import make_compute_metrics": TRAINERS,
    "docs/ja.md: from levmetrics import make_compute_metrics": TRAINERS,
    "docs/python.md: from levmetrics import make_compute_metrics": TRAINERS,
    "docs/training.md: from levmetrics import make_compute_metrics": TRAINERS,
    "docs/training.md: from levmetrics.integrations.trackers.metrics_report import MetricsReport": (
        TRACKERS
    ),
    "docs/training.md: import levmetrics": TRACKERS,
    "docs/engines.md: import levmetrics.spark": ENGINES,
    "docs/engines.md: import os": ENGINES,
    "docs/engines.md: import levmetrics.ray": ENGINES,
    "docs/publishing.md: import evaluate": SPACES,
    "docs/web_page.md: from gradio_client import Client": PAGE,
}


def run_by(test: str) -> list[Block]:
    """The blocks that a test runs."""
    return [block for block in blocks("python") if RUN_BY.get(block.name) == test]
