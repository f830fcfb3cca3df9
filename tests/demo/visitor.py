"""What a visitor does on the page."""

from contextlib import suppress

from playwright.sync_api import TimeoutError


def fill(page, field, text):
    """Paste a text, as a visitor does: typing thousands of lines takes a browser minutes."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator(f"#{field} textarea").focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V" if text else "Delete")
    page.wait_for_function(
        "([field, size]) => document.querySelector(`#${field} textarea`).value.length === size",
        arg=[field, len(text.encode("utf-16-le")) // 2],
    )


def score(page):
    """Press the button, and return the score in large type once it is another's."""
    page.evaluate("document.querySelectorAll('.lev-score').forEach(e => e.remove())")
    for _ in range(12):
        page.click("#score")  # it does nothing while results of the press before are still to come
        page.wait_for_timeout(500)
        with suppress(TimeoutError):
            return page.wait_for_selector(".lev-score", timeout=5_000).inner_text()
    raise AssertionError("the page shows no score")


def load(page, example, box="#references textarea"):
    """Load an example, and wait until it is in the boxes."""
    page.click(f"#example_{example}")
    page.wait_for_function("box => document.querySelector(box).value", arg=box)


def choose(page, label, option):
    page.get_by_label(label, exact=True).first.click()
    page.get_by_role("option", name=option, exact=True).first.click()


def open_upload(page):
    """Open the place of uploads."""
    page.get_by_role("tab", name="Upload files").first.click()
    page.locator("#score_files").wait_for()


def upload(page, *paths):
    """Upload files in place of any before, and wait until the page has read them."""
    open_upload(page)
    cards = page.locator("#score_cards .lev-file-card")
    if page.locator("#score_files").get_by_label("Clear").count():
        page.locator("#score_files").get_by_label("Clear").click()
        cards.first.wait_for(state="detached")
    page.locator("#score_files input[type=file]").first.set_input_files(paths)
    cards.nth(len(paths) - 1).wait_for()


def choose_column(page, side, option):
    """Choose the column of a side by a part of its name."""
    box = page.locator(f"#score_{side}_column input")
    for _ in range(6):
        # A page that still scrolls to its result takes the box, and the list with it, out of the
        # window; and a list that is renewed while it opens closes again, or forgets the choice.
        box.evaluate("box => box.scrollIntoView({block: 'center', behavior: 'instant'})")
        box.click()
        with suppress(TimeoutError):
            page.get_by_role("option", name=option).first.click(timeout=3_000)
            page.get_by_role("option").first.wait_for(state="hidden", timeout=3_000)
            page.wait_for_function(
                "([id, option]) => document.querySelector(`#${id} input`).value.includes(option)",
                arg=[f"score_{side}_column", option],
                timeout=3_000,
            )
            return
        page.keyboard.press("Escape")
    raise AssertionError(f"{option} cannot be chosen for {side}")


def wait_for_columns(page, *shown):
    """Wait until the columns of references and predictions are these."""
    page.wait_for_function(
        "shown => ['references', 'predictions'].every((side, i) => "
        "document.querySelector(`#score_${side}_column input`)?.value === shown[i])",
        arg=list(shown),
    )


def reason(page):
    """Wait until the button is disabled, and return the reason beside it."""
    page.wait_for_function(
        """() => {
          const said = document.querySelector("#reason").innerText.trim();
          const reads = said === "The files are being read.";
          return document.querySelector("#score").disabled && said && !reads;
        }"""
    )
    return page.locator("#reason").inner_text().strip()


def refusal(page):
    """Press the button, and return why nothing is scored."""
    page.evaluate("document.querySelectorAll('.lev-refusal').forEach(e => e.remove())")
    page.click("#score")
    said = page.wait_for_selector("#refusal .lev-refusal", timeout=60_000).inner_text()
    page.locator("#headline").wait_for(state="hidden")
    return said
