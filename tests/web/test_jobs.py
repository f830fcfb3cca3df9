"""Jobs that people come with take six clicks at most, counted in a real browser.

Files of other kinds take the clicks of lines: see test_uploads, where nothing is asked about them.
"""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

MOST_CLICKS = 6
RIGHT, HEARD = ["a b", "c d"], ["a b", "c e"]  # 1 of 4 words is wrong


class Visitor:
    """Somebody who clicks, pastes and chooses files, and whose clicks are counted."""

    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        page.evaluate(
            "addEventListener('pointerdown', () => window.clicks = (window.clicks ?? 0) + 1)"
        )

    @property
    def clicks(self):
        """How many there were since the last look."""
        return self.page.evaluate("[window.clicks, (window.clicks = 0)][0]")

    def click(self, *names):
        for name in names:
            self.page.locator(f"{name} >> visible=true").first.click()

    def paste(self, box, lines):
        text = "\n".join(lines)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.click(f"#{box} textarea")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Control+V")
        expect(self.page.locator(f"#{box} textarea")).to_have_value(text)

    def upload(self, **files):
        self.click("[role=tab]:text('Upload files')")
        paths = [self.folder / ".".join(name.rsplit("_", 1)) for name in files]
        for path, content in zip(paths, files.values(), strict=True):
            path.write_text(content)
        with self.page.expect_file_chooser() as chooser:
            self.click("button:has(input[type=file])")
        chooser.value.set_files(paths)

    def press(self, button, shown):
        """Press the button once it can be, and wait for what the result says."""
        self.page.evaluate("document.querySelectorAll('.lev-view').forEach(each => each.remove())")
        expect(self.page.locator(button)).to_be_enabled()
        self.click(button)
        self.page.locator(f"{button}_results .lev-view", has_text=shown).wait_for()

    def score(self, shown="25.00 %"):
        self.press("#score", shown)


def paste(visitor):
    visitor.paste("score_references", RIGHT)
    visitor.paste("score_A", HEARD)
    visitor.score()


def files(visitor):
    visitor.upload(ref_txt="\n".join(RIGHT), hyp_txt="\n".join(HEARD))
    visitor.score()


def two_systems(visitor):
    visitor.click("[role=tab]:text('Compare')")
    visitor.paste("compare_references", RIGHT)
    visitor.paste("compare_A", HEARD)
    visitor.paste("compare_B", RIGHT)
    visitor.press("#compare", "B has the better score here")


def japanese(visitor):
    visitor.paste("score_references", ["今日は良い天気です"])
    visitor.paste("score_A", ["今日はいい天気です"])
    visitor.score("20.00 %")


def report_to_mail(visitor):
    with visitor.page.expect_download() as download:
        visitor.click("#score_results button:text('Report')")
    assert "25.00" in download.value.path().read_text("utf-8")


def link_to_settings(visitor):
    visitor.click(".gr-accordion button", "#score_plain label")
    expect(visitor.page).to_have_url(re.compile("score.normalizer=lower"))
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_selector("#score")
    other.locator(".gr-accordion button:visible").first.click()
    expect(other.locator("#score_plain input")).to_be_checked()
    other.close()


def test_jobs_take_few_clicks(open_page, tmp_path):
    visitor, taken = Visitor(open_page(), tmp_path), {}
    for job in (paste, report_to_mail, japanese, link_to_settings, files, two_systems):
        job(visitor)
        taken[job.__name__] = visitor.clicks
    taken["report_to_mail"] += taken["paste"]  # which it begins with
    assert max(taken.values()) <= MOST_CLICKS, taken
    assert min(taken.values()) >= 2, taken
