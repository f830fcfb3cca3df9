"""Ten jobs that people come with take six clicks at most, counted in a real browser."""

import json
import re

import openpyxl
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

MOST_CLICKS = 6
SRT = "1\n00:00:01,000 --> 00:00:02,000\na b\n\n2\n00:00:03,000 --> 00:00:04,000\nc {}\n"
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
        return self.page.evaluate("window.clicks")

    def click(self, *names):
        for name in names:
            self.page.locator(f"{name} >> visible=true").first.click()

    def paste(self, box, lines):
        text = "\n".join(lines)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.click(f"#{box} textarea")
        self.page.keyboard.press("Control+V")
        expect(self.page.locator(f"#{box} textarea")).to_have_value(text)

    def upload(self, **files):
        self.click("[role=tab]:text('Upload files')")
        paths = [self.folder / ".".join(name.rsplit("_", 1)) for name in files]
        for path, content in zip(paths, files.values(), strict=True):
            if content is not None:
                path.write_text(content)
        with self.page.expect_file_chooser() as chooser:
            self.click("button:has(input[type=file])")
        chooser.value.set_files(paths)

    def press(self, button, shown):
        """Press the button once it can be, and wait for what the result says."""
        expect(self.page.locator(button)).to_be_enabled()
        self.click(button)
        self.page.locator(f"{button}_results .lev-top", has_text=shown).wait_for()
        expect(self.page.locator(f"{button}_results")).not_to_have_class("lev-example")

    def score(self, shown="25.00 %"):
        self.press("#score", shown)


def paste(visitor):
    visitor.paste("score_references", RIGHT)
    visitor.paste("score_A", HEARD)
    visitor.score()


def files(visitor):
    visitor.upload(ref_txt="\n".join(RIGHT), hyp_txt="\n".join(HEARD))
    visitor.score()


def excel(visitor):
    book = openpyxl.Workbook()
    for row in [("reference", "prediction"), *zip(RIGHT, HEARD, strict=True)]:
        book.active.append(row)
    book.save(visitor.folder / "both.xlsx")
    visitor.upload(both_xlsx=None)
    visitor.score()


def ids(visitor):
    visitor.upload(ref_csv="id,text\n1,a b\n2,c d\n", hyp_csv="id,text\n2,c e\n1,a b\n")
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


def subtitles(visitor):
    visitor.upload(ref_srt=SRT.format("d"), hyp_srt=SRT.format("e"))
    visitor.score()


def manifests(visitor):
    rows = zip(RIGHT, HEARD, strict=True)
    lines = [json.dumps({"text": right, "pred_text": heard}) for right, heard in rows]
    visitor.upload(manifest_jsonl="\n".join(lines))
    visitor.score()


def report_to_mail(visitor):
    paste(visitor)
    with visitor.page.expect_download() as download:
        visitor.click("#score_explorer button:text('Report')")
    assert "25.00" in download.value.path().read_text("utf-8")


def link_to_settings(visitor):
    visitor.click(".gr-accordion button", "#score_plain label")
    expect(visitor.page).to_have_url(re.compile("score.normalizer=lower"))
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_selector("#score")
    other.locator(".gr-accordion button:visible").first.click()
    expect(other.locator("#score_plain input")).to_be_checked()


JOBS = (
    paste, files, excel, ids, two_systems, japanese, subtitles, manifests, report_to_mail,
    link_to_settings,
)  # fmt: skip


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.__name__)
def test_a_job_takes_few_clicks(open_as_another, tmp_path, job):
    visitor = Visitor(open_as_another(), tmp_path)
    job(visitor)
    print(f"{job.__name__}: {visitor.clicks} clicks")
    assert visitor.clicks <= MOST_CLICKS
