"""The pages of the benchmark are read as their names say."""

import pytest

from benchmarks.pages import PAGES, Pages, row
from levmetrics import score


@pytest.mark.parametrize("name", PAGES)
def test_pages_have_the_errors_that_their_name_says(name):
    pages = PAGES[name]
    preds, target = Pages(3, 10, pages.read, pages.metrics).texts()
    result = score(preds, target, "page:order").result()
    assert result["best_order_cer"] < 0.03
    is_in_order = name == "CER, WER and `page:order` of 500 pages of 40 lines"
    assert (result["order"] < 0.01) == is_in_order


def test_a_row_has_the_time_and_the_memory(monkeypatch):
    name = next(iter(PAGES))
    monkeypatch.setitem(PAGES, name, Pages(2, 3, PAGES[name].read, ("cer",)))
    time, memory = row(name)
    assert time.split()[1] in ("ms", "s", "us", "µs")
    assert int(memory.replace(",", "")) >= 0
