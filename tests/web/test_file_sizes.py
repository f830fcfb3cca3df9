"""A file that is too large is refused in our words, in the page's language, and is not uploaded."""

import pytest

from levmetrics.web.limits import FILE_MEGABYTES, UPLOAD_MEGABYTES
from tests.files import written
from tests.web.visitor import add, upload, wait_for_reason

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
