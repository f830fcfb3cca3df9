"""A file that is too large is refused in our words, in the page's language, and is not uploaded."""

import pytest

from levmetrics.web.limits import FILE_MEGABYTES, UPLOAD_MEGABYTES
from tests.web.visitor import open_upload, wait_for_reason

pytestmark = pytest.mark.slow

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


@pytest.fixture
def large(tmp_path):
    path = tmp_path / "<b>large.txt"
    path.write_bytes(b"a\n" * (TOO_LARGE // 2 + 1))
    return path


def refusal(page, place="score"):
    said = page.locator(f"#{place}_files_refusal .lev-refusal")
    said.wait_for()
    assert page.locator(".toast-body").count() == 0
    return said.inner_text()


def test_a_large_file_is_refused_beside_where_it_was_chosen_or_dropped(open_page, large):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_upload(page)
    page.locator("#score_files input[type=file]").first.set_input_files(large)
    assert refusal(page) == (
        "<b>large.txt is larger than the 10 MB that a file may be on this page; give a part of it, "
        "or run it yourself"
    )
    wait_for_reason(page, "Upload one file or two.")
    page.evaluate(DROP, ["score_files", {"a.txt": 10, "b.txt": TOO_LARGE}])
    page.get_by_text("b.txt is larger than the 10 MB").wait_for()
    many = {f"{number}.txt": 9_000_000 for number in range(UPLOAD_MEGABYTES // 9 + 1)}
    page.evaluate(DROP, ["score_files", many])
    page.get_by_text("these files are more than the 60 MB").wait_for()
    assert not any("/upload?" in url for url in asked)
    small = large.with_name("small.txt")
    small.write_text("a\n")
    page.locator("#score_files input[type=file]").first.set_input_files(small)
    page.locator("#score_cards .lev-file-card").wait_for()
    assert page.locator("#score_files_refusal .lev-refusal").count() == 0
    page.get_by_role("tab", name="Compare", exact=True).click()
    page.locator("[role=tab]:visible", has_text="Upload files").click()
    page.locator("#compare_files input[type=file]").first.set_input_files(large)
    assert refusal(page, "compare").startswith("<b>large.txt is larger")
    assert page.locator("#score_files_refusal .lev-refusal").count() == 0


def test_a_file_that_is_added_is_refused_in_the_pages_language(open_page, large):
    page = open_page("ja-JP")
    page.get_by_role("tab", name="ファイルをアップロード").first.click()
    small = large.with_name("small.txt")
    small.write_text("a\n")
    page.locator("#score_files input[type=file]").first.set_input_files(small)
    page.locator("#score_cards .lev-file-card").wait_for()
    with page.expect_file_chooser() as chooser:
        page.locator("#score_more").click()
    chooser.value.set_files(large)
    assert refusal(page) == (
        "<b>large.txtは10 MBを超えています。一部だけにするか、お手元で実行してください"
    )
    page.locator("#score_files_refusal").get_by_label("閉じる").click()
    page.locator("#score_files_refusal .lev-refusal").wait_for(state="hidden")
