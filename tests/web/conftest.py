"""A server of the page, and a real browser before it."""

import os
import socket
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser import ARGUMENTS, CHROMIUM

VISITOR = {
    "viewport": {"width": 1200, "height": 900},
    "permissions": ["clipboard-read", "clipboard-write"],
    "reduced_motion": "reduce",  # a list in a page that still scrolls closes
}


@contextmanager
def served_page():
    from levmetrics.web.page import launch

    with socket.socket() as probe:  # not the usual one, for which other servers look too
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = launch(port=port, block=False)
    yield page
    page.close()


@pytest.fixture(scope="session")
def url():
    """The address of a running page."""
    with served_page() as page:
        yield page.local_url


@pytest.fixture
def forgetful_url():
    """The address of a page that remembers the last 20 visitors, not 200."""
    with served_page() as page:
        page.state_holder.capacity = 20
        yield page.local_url


@pytest.fixture(scope="session")
def profile(chromium, tmp_path_factory):
    """A visitor's profile on the disk, which keeps the page's scripts compiled."""
    folder = tmp_path_factory.mktemp("profile")
    profile = chromium.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=ARGUMENTS, **VISITOR
    )
    yield profile
    profile.close()


@pytest.fixture
def visit(url):
    """Open the page in a profile; errors in it fail the test."""
    pages, errors = [], []

    def opened(profile):
        profile.set_default_timeout(15_000)
        page = profile.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(url)
        page.wait_for_selector("#score")
        return page

    yield opened
    for page in pages:
        page.close()
    assert errors == []


@pytest.fixture
def open_page(visit, profile):
    """Open the page as a visitor who has been here before."""
    return lambda: visit(profile)


@pytest.fixture
def open_as_another(browser, visit):
    """Open the page as a visitor who comes for the first time, with a window of any kind."""
    profiles = []

    def opened(**options):
        profiles.append(browser.new_context(**{**VISITOR, **options}))
        return visit(profiles[-1])

    yield opened
    for profile in profiles:
        profile.close()


@pytest.fixture
def screenshots():
    """The folder for pictures of the page, if anybody wants to look at them."""
    folder = os.environ.get("LEVMETRICS_SCREENSHOTS")
    return Path(folder) if folder else None
