"""Uploads in a real browser: the visitor's own score, or why there is none; never an example's."""

import pytest

from levmetrics.web.limits import FILE_MEGABYTES, UPLOAD_MEGABYTES
from tests.files import written
from tests.web.accessibility import faults, findings
from tests.web.visitor import (
    add,
    choose_column,
    load,
    open_compare,
    score,
    upload,
    wait_for_columns,
    wait_for_reason,
)

pytestmark = pytest.mark.slow

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
CHOOSE_REFERENCES = "Choose the column of the references."
CHOOSE_PREDICTIONS = "Choose the column of the predictions."
NOT_READ = "Nothing could be read: see why above."
ONE_SIDE = "This is one side only: add the file of the other one."

JAPANESE = "予測,正解\nいい天気 です,良い天気 です\n明日 も 晴れ,明日 も 晴れ\n"
TABLE = "hyp,ref\na b,a b\nc e,c d\n"


@pytest.fixture
def write(tmp_path):
    """Write a file of the visitor's."""
    return lambda name, content: written(tmp_path / name, content)


# Files of every kind are read without a page in properties/test_forms.py, and with one in
# test_jobs.py; what is wrong with others is said in reading/test_files.py.


def test_what_cannot_be_scored_has_a_reason_and_a_bad_file_is_named_beside_good_ones(
    open_page, write, tmp_path
):
    (tmp_path / "other").mkdir()
    page = open_page()
    cards = page.locator("#score_cards")
    load(page, "english")
    ref = write("ref.txt", "a b\nc d\n")
    upload(page, ref)
    wait_for_reason(page, ONE_SIDE)
    page.get_by_role("tab", name="Paste").click()  # pasted texts and uploads never mix
    wait_for_reason(page, "Paste references and predictions, or load an example.")
    page.get_by_role("tab", name="Upload").click()
    add(page, write("other/ref.txt", "b\n"))
    cards.get_by_text("two files are named ref.txt").wait_for()
    wait_for_reason(page, NOT_READ)
    upload(page, ref)
    add(page, write("hyp.txt", "a b\nc e\n"), write("a.txt", PNG))
    cards.locator(".lev-file-card").nth(2).wait_for()
    assert "a.txt" in cards.inner_text()
    assert score(page) == "25.00 %"
    assert findings(page) == []
    page.locator("#score_files").get_by_label("Clear").click()
    cards.locator(".lev-file-card").first.wait_for(state="detached")
    wait_for_reason(page, "Upload one file or two.")


def test_how_a_file_is_read_is_shown_asked_and_can_be_changed(open_page, write):
    page = open_page()
    cards = page.locator("#score_cards")
    upload(page, write("a.csv", JAPANESE.encode("cp932")))
    encoding = cards.get_by_label("Encoding")
    assert encoding.locator("option:checked").inner_text() == "looks like Shift_JIS"
    assert "良い天気" in cards.inner_text()
    encoding.select_option(label="EUC-JP")
    cards.get_by_text("良い天気").first.wait_for(state="hidden")
    wait_for_reason(page, NOT_READ)
    upload(page, write("odd.csv", "foo,bar\na b,a b\nc d e,c d x\n"))
    wait_for_reason(page, "Say above what the first row is")
    assert page.locator("#score_cards .lev-asked tbody tr").count() == 3
    assert faults(page) == {}
    cards.get_by_label("Names of columns").check()
    choose_column(page, "references", "foo")
    wait_for_reason(page, CHOOSE_PREDICTIONS)
    choose_column(page, "predictions", "foo")
    wait_for_reason(page, "are the same column")
    choose_column(page, "predictions", "bar")
    assert score(page) == "20.00 %"
    cards.get_by_label("A sample").check()
    page.wait_for_function("document.activeElement.value === 'is_sample'")  # though drawn anew
    wait_for_reason(page, CHOOSE_REFERENCES)
    choose_column(page, "references", "column 1")
    choose_column(page, "predictions", "column 2")
    assert score(page) == "33.33 %"


def test_rows_are_scored_in_order_once_that_is_said_where_one_file_has_ids(open_page, write):
    page = open_page()
    upload(page, write("ref.csv", "id,ref\n1,a b\n2,c d\n"), write("hyp.txt", "a b\nc e\n"))
    wait_for_reason(page, "Say above whether the rows of the files are in the same order.")
    page.locator("#score_by_order").get_by_label("No").check()
    wait_for_reason(page, "Rows in another order need ids in all files")
    assert findings(page) == []
    page.locator("#score_by_order").get_by_label("Yes").check()
    assert score(page) == "25.00 %"
    upload(page, write("a.csv", TABLE))
    page.locator("#score_by_order").wait_for(state="hidden")
    assert score(page) == "25.00 %"


def test_two_visitors_score_their_own_and_one_whom_the_server_has_forgotten_goes_on(
    open_page, write, served
):
    pages = [open_page(), open_page()]
    for page, second in zip(pages, ("d", "c"), strict=True):
        upload(page, write("same.csv", f"hyp,ref\na b,a b\nc,{second}\n"))
    assert [score(page) for page in pages] == ["33.33 %", "0.00 %"]
    served.state_holder.session_data.clear()
    page = pages[0]
    page.bring_to_front()
    page.locator("#score_results .lev-opener").first.click()
    page.locator("#score_results .lev-detail .columns").wait_for()
    stale = page.locator("#score_results.lev-stale")
    assert stale.count() == 0
    choose_column(page, "predictions", "same.csv: ref")
    stale.wait_for()  # until the change is taken back, or scored
    choose_column(page, "predictions", "same.csv: hyp")
    stale.wait_for(state="detached")
    choose_column(page, "predictions", "same.csv: ref")
    choose_column(page, "references", "same.csv: hyp")
    wait_for_columns(page, "same.csv: hyp", "same.csv: ref")
    assert score(page) == "33.33 %"


def test_ignoring_case_and_punctuation_leaves_other_normalizers_as_they_were(open_page, url):
    page = open_page()
    page.goto("about:blank")
    page.goto(f"{url}#score.normalizer=nfkc+lower")

    def press(tab, *expected):
        page.click(f"#{tab}_plain input")
        page.wait_for_function(
            "expected => [...document.querySelectorAll('.token')].filter(e => e.offsetParent)"
            ".map(e => e.innerText.trim().split(':')[0]).join() === expected.join()",
            arg=[*expected],
        )

    page.click(".lev-settings .label-wrap >> visible=true")
    press("score", "nfkc", "lower", "remove_punctuation", "squeeze_whitespace")
    open_compare(page)
    page.click(".lev-settings .label-wrap >> visible=true")
    press("compare", "lower", "remove_punctuation", "squeeze_whitespace")
    page.get_by_role("tab", name="Score", exact=True).click()
    page.locator("#score_plain").wait_for()
    press("score", "nfkc", "lower")  # of the other tab's box nothing is taken for a choice here


DROP = """([part, sizes]) => {
  const files = new DataTransfer();
  for (const [name, size] of Object.entries(sizes)) {
    files.items.add(new File([new Uint8Array(size)], name));
  }
  const options = { bubbles: true, cancelable: true, dataTransfer: files };
  const area = document.querySelector(`#${part} button`);
  for (const kind of ["dragenter", "drop"]) area.dispatchEvent(new DragEvent(kind, options));
}"""
TOO_LARGE = FILE_MEGABYTES * 1_000_000 + 1


def refusal(page):
    said = page.locator("#score_files_refusal .lev-refusal")
    said.wait_for()
    assert page.locator(".toast-body").count() == 0
    return said.inner_text()


def test_a_large_file_is_refused_beside_where_it_was_chosen_dropped_or_added(open_page, tmp_path):
    large = written(tmp_path / "<b>large.txt", b"a\n" * (TOO_LARGE // 2 + 1))
    page, asked = open_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("tab", name="Upload files").first.click()
    add(page, large, button="#score_files button:has(input[type=file])")
    assert refusal(page).startswith("<b>large.txt is larger than the 10 MB that a file may be on")
    wait_for_reason(page, "Upload one file or two.")
    page.evaluate(DROP, ["score_files", {"a.txt": 10, "b.txt": TOO_LARGE}])
    page.get_by_text("b.txt is larger than the 10 MB").wait_for()
    many = {f"{number}.txt": 9_000_000 for number in range(UPLOAD_MEGABYTES // 9 + 1)}
    page.evaluate(DROP, ["score_files", many])
    page.get_by_text("these files are more than the 60 MB").wait_for()
    assert not any("/upload?" in url for url in asked)
    upload(page, written(tmp_path / "small.txt", "a\n"))
    assert page.locator("#score_files_refusal .lev-refusal").count() == 0
    page.click("#language")
    page.get_by_role("tab", name="ファイルをアップロード").first.wait_for()
    add(page, large)
    assert refusal(page).startswith("<b>large.txtは10 MBを超えています。一部だけにするか、")
    page.locator("#score_files_refusal").get_by_label("閉じる").click()
    page.locator("#score_files_refusal .lev-refusal").wait_for(state="hidden")
