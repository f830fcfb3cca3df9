"""A browser, both kernels; a tokenizer, normalizer, rate, rule and format that are registered."""

import os

import pytest

from levmetrics.edits import library
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.normalizers import NORMALIZERS
from levmetrics.similarity.anls_rules import RULES
from levmetrics.sums.error_counts import RATES
from levmetrics.tokenizers import TOKENIZERS
from tests.browser import ARGUMENTS, CHROMIUM
from tests.registered import EXACT, HIT_RATE, HYPHEN, NO_HYPHENS, VERTICAL_LINES, registered


@pytest.fixture(params=["compiled", "portable"])
def kernel(request, monkeypatch):
    """Choose the kernel that computes; returns its name."""
    if request.param == "portable":
        monkeypatch.setattr(library, "compiled_kernel", lambda: None)
    elif library.compiled_kernel() is None:
        pytest.skip("the compiled kernel is not installed")
    return request.param


@pytest.fixture
def hyphen():
    with registered(TOKENIZERS, HYPHEN) as entry:
        yield entry


@pytest.fixture
def no_hyphens():
    with registered(NORMALIZERS, NO_HYPHENS) as entry:
        yield entry


@pytest.fixture
def hit_rate():
    with registered(RATES, HIT_RATE) as entry:
        yield entry


@pytest.fixture
def exact():
    with registered(RULES, EXACT) as entry:
        yield entry


@pytest.fixture
def vertical_lines():
    with registered(FILE_FORMATS, VERTICAL_LINES) as entry:
        yield entry


# One browser for all folders: Playwright runs once in a process.
@pytest.fixture(scope="session")
def chromium():
    if os.environ.get("LEVMETRICS_BROWSER") != "required":
        if CHROMIUM is None:
            pytest.skip("chromium is not installed")
        pytest.importorskip("playwright")
    assert CHROMIUM, "chromium is not installed, and LEVMETRICS_BROWSER says it must be"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def browser(chromium):
    started = chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield started
    started.close()
