"""A server of the page, and a real browser before it."""

import os
import shutil
import socket
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def url():
    """The address of a running page."""
    from levmetrics.demo.page import launch

    with socket.socket() as probe:  # not the usual one, for which other servers look too
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = launch(port=port, block=False)
    yield page.local_url
    page.close()


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        if os.environ.get("LEVMETRICS_BROWSER") == "required":
            pytest.fail("chromium is not installed, and LEVMETRICS_BROWSER says it must be")
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser, url):
    """Open the page in a window of its own; errors in it fail the test."""
    contexts, errors = [], []

    def opened(**options):
        context = browser.new_context(
            **{
                "viewport": {"width": 1200, "height": 900},
                "permissions": ["clipboard-read", "clipboard-write"],
                **options,
            }
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(url)
        page.wait_for_selector("#score")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def screenshots():
    """The folder for pictures of the page, if anybody wants to look at them."""
    folder = os.environ.get("LEVMETRICS_SCREENSHOTS")
    return Path(folder) if folder else None
