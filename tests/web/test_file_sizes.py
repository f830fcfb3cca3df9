"""A file that is too large is refused in our words, in the page's language, and is not uploaded."""

import pytest

from levmetrics.web.limits import FILE_MEGABYTES, UPLOAD_MEGABYTES
from tests.web.visitor import wait_for_reason

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


@pytest.mark.parametrize(
    ("locale", "upload", "close", "said"),
    [
        (
            "en-US",
            "Upload files",
            "Close",
            "<b>large.txt is larger than the 10 MB that a file may be on this page; give a part of "
            "it, or run it yourself",
        ),
        (
            "ja-JP",
            "ファイルをアップロード",
            "閉じる",
            "<b>large.txtは10 MBを超えています。一部だけにするか、お手元で実行してください",
        ),
    ],
)
def test_a_large_file_is_refused_beside_where_it_was_chosen_dropped_or_added(
    open_page, tmp_path, locale, upload, close, said
):
    large, small = tmp_path / "<b>large.txt", tmp_path / "small.txt"
    large.write_bytes(b"a\n" * (TOO_LARGE // 2 + 1))
    small.write_text("a\n")
    page, asked = open_page(locale), []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("tab", name=upload).first.click()
    chosen = page.locator("#score_files input[type=file]").first
    chosen.set_input_files(large)
    assert refusal(page) == said
    if locale == "en-US":
        wait_for_reason(page, "Upload one file or two.")
        page.evaluate(DROP, ["score_files", {"a.txt": 10, "b.txt": TOO_LARGE}])
        page.get_by_text("b.txt is larger than the 10 MB").wait_for()
        many = {f"{number}.txt": 9_000_000 for number in range(UPLOAD_MEGABYTES // 9 + 1)}
        page.evaluate(DROP, ["score_files", many])
        page.get_by_text("these files are more than the 60 MB").wait_for()
    assert not any("/upload?" in url for url in asked)
    chosen.set_input_files(small)
    page.locator("#score_cards .lev-file-card").wait_for()
    assert page.locator("#score_files_refusal .lev-refusal").count() == 0
    with page.expect_file_chooser() as chooser:
        page.locator("#score_more").click()
    chooser.value.set_files(large)
    assert refusal(page) == said
    page.locator("#score_files_refusal").get_by_label(close).click()
    page.locator("#score_files_refusal .lev-refusal").wait_for(state="hidden")
