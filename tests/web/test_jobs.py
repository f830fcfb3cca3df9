"""Jobs that people come with take six clicks at most, counted in a real browser."""

import io
import json
import zipfile

import pytest
from playwright.sync_api import expect

from tests.files import written
from tests.formats.page_documents import page_xml
from tests.formats.tables import excel
from tests.web.test_forms import srt, stm
from tests.web.visitor import choose_column, paste, upload

pytestmark = pytest.mark.slow

MOST_CLICKS = 6
RIGHT, HEARD = ["a b", "c d"], ["a b", "c e"]  # 1 of 4 words is wrong
COUNT = "addEventListener('pointerdown', () => window.clicks = (window.clicks ?? 0) + 1)"


def texts(page, _):
    paste(page, "\n".join(RIGHT), "\n".join(HEARD))
    page.click("#score")


def japanese(page, _):
    paste(page, "今日は良い天気です", "今日はいい天気です")
    page.click("#score")
    return "20.00 %"


def files(page, write):
    upload(page, write("ref.txt", "\n".join(RIGHT)), write("hyp.txt", "\n".join(HEARD)))
    page.click("#score")


def excel_with_odd_headings(page, write):
    heading = ["Nr.", "Was gesagt wurde", "What Whisper heard", "Sprecher", "Länge (s)"]
    rows = [[n, *sides, "A", 1.5] for n, sides in enumerate(zip(RIGHT, HEARD, strict=True), 1)]
    upload(page, write("excel.xlsx", excel([heading, *rows])))
    choose_column(page, "references", heading[1])
    choose_column(page, "predictions", heading[2])
    expect(page.locator("#score")).to_be_enabled()
    page.keyboard.press("Control+Enter")


def subtitles_cut_differently(page, write):
    upload(page, write("ref.srt", srt(RIGHT)), write("hyp.srt", srt([" ".join(HEARD)])))
    page.click("#score")
    page.click("button:text('Whole documents')")


def lines_of_json_in_another_order(page, write):
    def lines(texts):
        return [json.dumps({"id": f"u{n}", "text": text}) for n, text in enumerate(texts)]

    heard = "\n".join(reversed(lines(HEARD)))
    upload(page, write("ref.jsonl", "\n".join(lines(RIGHT))), write("hyp.jsonl", heard))
    page.click("#score")


def records(page, _):
    paste(page, '{"total": 12, "name": "Anna"}', '{"total": 13, "name": "Anna"}')
    page.click("#score")
    page.click("button:text('Score as records')")
    return "misread"


def a_folder_of_pages(page, write):
    def pages(lines):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for n, line in enumerate(lines):
                archive.writestr(f"pages/{n}.xml", page_xml([[line]]))
        return made.getvalue()

    upload(page, write("ref.zip", pages(RIGHT)), write("hyp.zip", pages(HEARD)))
    page.click("#score")


def a_meeting(page, _):
    paste(page, stm(RIGHT), stm(HEARD))
    page.click("#score")
    page.click("button:text('Score as a meeting')")


def two_systems_and_their_report(page, _):
    page.click("[role=tab]:text('Compare')")
    paste(page, *map("\n".join, (RIGHT, HEARD, RIGHT)), tab="compare")
    page.click("#compare")
    with page.expect_download() as download:
        page.click("#compare_results button:text('Report')")
    verdict = "B has the better score here"
    assert verdict in download.value.path().read_text("utf-8")
    return verdict


@pytest.mark.parametrize(
    "job",
    [
        *(texts, files, excel_with_odd_headings, japanese, subtitles_cut_differently),
        *(lines_of_json_in_another_order, records, a_folder_of_pages, a_meeting),
        two_systems_and_their_report,
    ],
)
def test_jobs_take_few_clicks(open_page, tmp_path, job):
    page = open_page()
    page.evaluate(COUNT)
    shown = job(page, lambda name, content: written(tmp_path / name, content)) or "25.00 %"
    page.locator(".lev-results .lev-view", has_text=shown).wait_for()
    assert 2 <= page.evaluate("window.clicks") <= MOST_CLICKS
