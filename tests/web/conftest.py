"""A server of the page, and a real browser before it."""

from contextlib import suppress

import pytest

from levmetrics.cli.serve import without_stubs
from tests.files import written as written_file
from tests.processes import free_port

with suppress(ModuleNotFoundError), without_stubs():  # before the tests' modules import it
    import gradio  # noqa: F401

    from tests.web.given import in_this_process as in_this_process

VISITOR = {
    "permissions": ["clipboard-read", "clipboard-write"],
    "reduced_motion": "reduce",  # a list in a page that still scrolls closes
}


@pytest.fixture
def written(tmp_path):
    """Writes files, named as ``a_csv``, and returns their paths by their names."""

    def write(**contents):
        names = [".".join(name.rsplit("_", 1)) for name in contents]
        files = zip(names, contents.values(), strict=True)
        return {name: written_file(tmp_path / name, content) for name, content in files}

    return write


@pytest.fixture(scope="session")
def served():
    """A running page."""
    from levmetrics.web import running
    from levmetrics.web.page import launch

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "SECONDS", 60.0)  # tests share a machine that is busy
        # Not at the usual port, for which other servers look too.
        page = launch(port=free_port(), block=False)
        yield page
        page.close()


@pytest.fixture(scope="session")
def url(served):
    """The address of a running page."""
    return served.local_url


@pytest.fixture(scope="session")
def client(url):
    """A program that asks the endpoints."""
    from gradio_client import Client

    # Over plain HTTP certificates are of no use, and each call of a client would load all of them.
    return Client(url, verbose=False, ssl_verify=False)


@pytest.fixture(scope="session")
def profiles(browser):
    """Visitors' profiles by their languages, which keep the page's scripts compiled."""
    opened = {}

    def profile(locale):
        if locale not in opened:
            opened[locale] = browser.new_context(**VISITOR, locale=locale)
            opened[locale].set_default_timeout(30_000)
        return opened[locale]

    yield profile
    for each in opened.values():
        each.close()


@pytest.fixture
def open_page(url, profiles):
    """Open the page as a visitor with a language, face and window; errors in it fail the test."""
    pages, errors = [], []

    def opened(locale="en-US", face="light", width=1200, height=900):
        page = profiles(locale).new_page()
        pages.append(page)
        page.emulate_media(color_scheme=face)
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(url)
        page.wait_for_selector("#score")
        return page

    yield opened
    for page in pages:
        if not page.is_closed():
            page.evaluate("localStorage.clear()")  # what this visitor chose is not the next one's
            page.close()
    assert errors == []
