"""Jobs that people come with take six clicks at most, counted in a real browser."""

import io
import json
import re
import zipfile

import openpyxl
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

MOST_CLICKS = 6
PAGE = (
    '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page>'
    '<TextRegion id="r"><TextLine id="l"><TextEquiv><Unicode>{}</Unicode></TextEquiv></TextLine>'
    "</TextRegion></Page></PcGts>"
)
RIGHT, HEARD = ["a b", "c d"], ["a b", "c e"]  # 1 of 4 words is wrong


class Visitor:
    """Somebody who clicks, pastes and chooses files, and whose clicks are counted."""

    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        page.evaluate(
            "addEventListener('pointerdown', () => window.clicks = (window.clicks ?? 0) + 1)"
        )

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
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with self.page.expect_file_chooser() as chooser:
            self.click("button:has(input[type=file])")
        chooser.value.set_files(paths)

    def press(self, button, shown):
        """Press the button once it can be, and wait for what the result says."""
        self.page.evaluate("document.querySelectorAll('.lev-view').forEach(each => each.remove())")
        expect(self.page.locator(button)).to_be_enabled()
        self.click(button)
        self.shows(shown, button)

    def shows(self, shown, button="#score"):
        self.page.locator(f"{button}_results .lev-view", has_text=shown).wait_for()

    def choose(self, side, column):
        """Choose a column, unless the page has found it."""
        box = self.page.locator(f"#score_{side}_column input")
        box.wait_for()
        if column not in box.input_value():
            self.click(f"#score_{side}_column input", f"[role=option]:has-text('{column}')")

    def score(self, shown="25.00 %"):
        self.press("#score", shown)


def paste(visitor):
    visitor.paste("score_references", RIGHT)
    visitor.paste("score_A", HEARD)
    visitor.score()


def files(visitor):
    visitor.upload(ref_txt="\n".join(RIGHT), hyp_txt="\n".join(HEARD))
    visitor.score()


def excel_with_odd_headings(visitor):
    book, written = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Nr.", "Was gesagt wurde", "What Whisper heard", "Sprecher", "Länge (s)"])
    for number, (said, heard) in enumerate(zip(RIGHT, HEARD, strict=True), 1):
        book.active.append([number, said, heard, "A", 1.5])
    book.save(written)
    visitor.upload(excel_xlsx=written.getvalue())
    visitor.choose("references", "Was gesagt wurde")
    visitor.choose("predictions", "What Whisper heard")
    expect(visitor.page.locator("#score")).to_be_enabled()
    visitor.page.keyboard.press("Control+Enter")
    visitor.shows("25.00 %")


def subtitles_cut_differently(visitor):
    srt = "{}\n00:00:0{},000 --> 00:00:0{},500\n{}\n"
    one = "\n".join(srt.format(n, n, n, line) for n, line in enumerate(RIGHT, 1))
    visitor.upload(ref_srt=one, hyp_srt=srt.format(1, 1, 3, " ".join(HEARD)))
    expect(visitor.page.locator("#score")).to_be_enabled()
    visitor.click("#score", "button:text('Whole documents')")
    visitor.shows("25.00 %")


def lines_of_json_in_another_order(visitor):
    lines = [json.dumps({"id": f"u{n}", "text": text}) for n, text in enumerate(RIGHT)]
    heard = [json.dumps({"id": f"u{n}", "text": text}) for n, text in enumerate(HEARD)]
    visitor.upload(ref_jsonl="\n".join(lines), hyp_jsonl="\n".join(reversed(heard)))
    visitor.score()


def records(visitor):
    visitor.paste("score_references", ['{"total": 12, "name": "Anna"}'])
    visitor.paste("score_A", ['{"total": 13, "name": "Anna"}'])
    visitor.click("#score", "button:text('Score as records')")
    visitor.shows("misread")


def a_folder_of_pages(visitor):
    def pages(lines):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for n, line in enumerate(lines):
                archive.writestr(f"pages/{n}.xml", PAGE.format(line))
        return made.getvalue()

    visitor.upload(ref_zip=pages(RIGHT), hyp_zip=pages(HEARD))
    visitor.score()


def a_meeting(visitor):
    said = [
        {"session_id": "S", "speaker": "A", "words": words, "start_time": n, "end_time": n + 1}
        for n, words in enumerate(RIGHT)
    ]
    heard = [{**turn, "words": words} for turn, words in zip(said, HEARD, strict=True)]
    visitor.paste("score_references", [json.dumps(said)])
    visitor.paste("score_A", [json.dumps(heard)])
    visitor.click("#score", "button:text('Score as a meeting')")
    visitor.shows("25.00 %")


def two_systems_and_their_report(visitor):
    visitor.click("[role=tab]:text('Compare')")
    visitor.paste("compare_references", RIGHT)
    visitor.paste("compare_A", HEARD)
    visitor.paste("compare_B", RIGHT)
    visitor.press("#compare", "B has the better score here")
    with visitor.page.expect_download() as download:
        visitor.click("#compare_results button:text('Report')")
    assert "B has the better score here" in download.value.path().read_text("utf-8")


def japanese(visitor):
    visitor.paste("score_references", ["今日は良い天気です"])
    visitor.paste("score_A", ["今日はいい天気です"])
    visitor.score("20.00 %")


def link_to_settings(visitor):
    visitor.click(".gr-accordion button", "#score_plain label")
    expect(visitor.page).to_have_url(re.compile("score.normalizer=lower"))
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_selector("#score")
    other.locator(".gr-accordion button:visible").first.click()
    expect(other.locator("#score_plain input")).to_be_checked()
    other.close()


@pytest.mark.parametrize(
    "job",
    [
        *(paste, files, excel_with_odd_headings, japanese, subtitles_cut_differently),
        *(lines_of_json_in_another_order, records, a_folder_of_pages, a_meeting),
        *(two_systems_and_their_report, link_to_settings),
    ],
)
def test_jobs_take_few_clicks(open_page, tmp_path, job):
    page = open_page()
    job(Visitor(page, tmp_path))
    assert 2 <= page.evaluate("window.clicks") <= MOST_CLICKS
