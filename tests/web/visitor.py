"""What a visitor does on the page."""

from contextlib import suppress

from playwright.sync_api import TimeoutError, expect

expect.set_options(timeout=30_000)  # as all other waits; machines may be busy


def fill(page, field, text):
    """Paste a text, as a visitor does: typing thousands of lines takes a browser minutes."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    for _ in range(3):  # a page that Gradio still draws may lose what is pasted
        page.click(f"#{field} textarea")
        page.keyboard.press("Control+A")
        page.keyboard.press("Control+V" if text else "Delete")
        with suppress(TimeoutError):
            page.wait_for_function(
                "([field, size]) => document.querySelector(`#${field} textarea`).value.length"
                " === size",
                arg=[field, len(text.encode("utf-16-le")) // 2],
                timeout=5_000,
            )
            return
    raise AssertionError(f"{field} does not keep what is pasted")


def paste(page, references, *systems, tab="score"):
    """Paste references, and the predictions of each system."""
    for box, text in zip(("references", *"ABCDEF"), (references, *systems), strict=False):
        fill(page, f"{tab}_{box}", text)


def open_compare(page):
    """Open the tab that compares systems."""
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("#compare").wait_for()


def score(page, tab="score"):
    """Press the button, and return the score, or the verdict, once the result has the focus."""
    page.evaluate("document.activeElement.blur()")
    page.click(f"#{tab}:not([aria-busy])")
    page.wait_for_function(f"document.activeElement.closest('#{tab}_results .lev-view')")
    return page.locator(f"#{tab}_results").locator(".lev-score, .lev-verdict").first.inner_text()


def load(page, example, box="#score_references textarea"):
    """Load an example, and wait until it is in the boxes."""
    page.click(f"#example_score_{example}")
    page.wait_for_function("box => document.querySelector(box).value", arg=box)


def choose(page, label, option):
    """Choose an option of the list with this label."""
    pick(page, page.get_by_label(label, exact=True).first, option, exact=True)


def pick(page, box, option, *, exact=False):
    """Choose an option of a list by its name, or a part of it."""
    for _ in range(6):
        # What a page that still scrolls takes out of the window is closed, and so is a list that is
        # renewed while it opens.
        box.evaluate("box => box.scrollIntoView({block: 'center', behavior: 'instant'})")
        box.click()
        with suppress(TimeoutError):
            page.get_by_role("option", name=option, exact=exact).first.click(timeout=3_000)
            return
        page.keyboard.press("Escape")
    raise AssertionError(f"{option} cannot be chosen")


def upload(page, *paths, tab="score"):
    """Upload files in place of any before, and wait until the page has read them."""
    page.locator("[role=tab]:visible", has_text="Upload files").click()
    cards, files = page.locator(f"#{tab}_cards .lev-file-card"), page.locator(f"#{tab}_files")
    files.wait_for()
    if files.get_by_label("Clear").count():
        files.get_by_label("Clear").click()
        cards.first.wait_for(state="detached")
    add(page, *paths, button=f"#{tab}_files button:has(input[type=file])")
    cards.nth(len(paths) - 1).wait_for()


def add(page, *paths, button="#score_more"):
    """Choose files, by the button for further ones."""
    with page.expect_file_chooser() as chooser:
        page.click(button)
    chooser.value.set_files(paths)


def choose_column(page, side, option):
    """Choose the column of a side by a part of its name."""
    for _ in range(6):  # a list that is renewed after the choice forgets it
        pick(page, page.locator(f"#score_{side}_column input"), option)
        with suppress(TimeoutError):
            page.get_by_role("option").first.wait_for(state="hidden", timeout=3_000)
            page.wait_for_function(
                "([id, option]) => document.querySelector(`#${id} input`).value.includes(option)",
                arg=[f"score_{side}_column", option],
                timeout=3_000,
            )
            return
    raise AssertionError(f"{option} is not kept as the column of {side}")


def wait_for_columns(page, *shown):
    """Wait until the columns of references and predictions are these."""
    page.wait_for_function(
        "shown => ['references', 'predictions'].every((side, i) => "
        "document.querySelector(`#score_${side}_column input`)?.value === shown[i])",
        arg=list(shown),
    )


def wait_for_reason(page, said, case="", tab="score"):
    """Wait until the button is disabled with this reason beside it."""
    expect(page.locator(f"#{tab}_reason"), case).to_contain_text(said)
    expect(page.locator(f"#{tab}"), case).to_be_disabled()


def refusal(page, tab="score"):
    """Press the button, and return why nothing is scored."""
    page.evaluate("document.querySelectorAll('.lev-refusal').forEach(e => e.remove())")
    page.click(f"#{tab}")
    said = page.wait_for_selector(f"#{tab}_results .lev-refusal", timeout=60_000).inner_text()
    assert not page.locator(f"#{tab}_results .lev-view").count()
    return said
