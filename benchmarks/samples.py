"""Time the samples of a report in a browser: ``python -m benchmarks.samples``.

It needs Playwright and chromium, and prints milliseconds: of writing a report of 20,000 samples of
some 18 words, of opening it, and of sorting its table by each column.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import sync_playwright

from benchmarks.corpora import synthetic_speech
from levmetrics import score
from tests.browser import ARGUMENTS, CHROMIUM

_SAMPLES = 20_000
_SORT = """(column) => {
  const start = performance.now();
  document.querySelectorAll(".lev-explored thead button")[column].click();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""


def main() -> None:
    """Write a report, open it, and sort its samples."""
    predictions, references = synthetic_speech(_SAMPLES)
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        path, start = Path(temporary, "report.html"), perf_counter()
        score(predictions, references).report(path)
        print(f"written in {1000 * (perf_counter() - start):,.0f}, {path.stat().st_size:,} bytes")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.goto(path.as_uri())
        page.wait_for_selector(".lev-explored tbody tr")
        print(f"opened in {page.evaluate('performance.now()'):,.0f}")
        for column in range(page.locator(".lev-explored thead button").count()):
            print(f"sorted by column {column} in {page.evaluate(_SORT, column):,.0f}")


if __name__ == "__main__":
    main()
