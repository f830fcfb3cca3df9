"""Reports in a browser."""

import pytest


@pytest.fixture
def show(browser, tmp_path):
    """Open a report in a window of any kind; errors in it and its dialogs fail the test."""
    pages, errors = [], []

    def shown(report, **window):
        path = tmp_path / "report.html"
        report.write(path)
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **window})
        pages.append(page)
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(path.as_uri())
        page.wait_for_selector("#table tbody tr")
        return page

    yield shown
    for page in pages:
        page.close()
    assert errors == []
