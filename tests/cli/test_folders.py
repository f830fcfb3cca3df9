"""Folders in the shell: each text file is a sample, and two folders are matched by their paths."""

import csv
import json
from shutil import copytree

import pytest

import levmetrics as lm
from tests.shell import shell

PAGES = {
    "p1": ("Die alte Seite\nzwei\n", "Die alte Seita\nzwei\n\f"),
    "b/p1": ("eins", "eins\r\n"),
    "b/縦書き": ("吾輩は猫である。\n名前はまだ無い。", "吾輩は猫てある。\n名前はまだ無い。"),
}
TEXTS = [[text.rstrip("\r\n\f") for text in PAGES[page]] for page in sorted(PAGES)]


@pytest.fixture
def folders(tmp_path):
    """Two folders with the pages, and files of other kinds beside."""
    for side, suffix, number in (("gt", ".gt.txt", 0), ("ocr", ".TXT", 1)):
        for page, texts in PAGES.items():
            path = tmp_path / side / f"{page}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(texts[number].encode())
        (tmp_path / side / "p1.png").write_bytes(b"\x89PNG")
        (tmp_path / side / ".hidden.txt").write_text("x")
        (tmp_path / side / ".git").mkdir()
        (tmp_path / side / ".git" / "a.txt").write_text("x")
    return tmp_path / "gt", tmp_path / "ocr"


@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_the_numbers_are_those_of_the_texts(folders, metric):
    result = json.loads(shell(metric, *folders, "--json").stdout)
    expected = lm.score([pred for _, pred in TEXTS], [target for target, _ in TEXTS], metric)
    assert result == {**expected.result(), "samples": 3, "signature": expected.signature()}


def test_every_page_has_a_row_by_its_path(folders, tmp_path):
    shell("cer", *folders, "--details", tmp_path / "pages.csv")
    with (tmp_path / "pages.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [(row["id"], row["substitutions"]) for row in rows] == [
        ("b/p1", "0"),
        ("b/縦書き", "1"),
        ("p1", "1"),
    ]


def test_a_page_that_one_side_lacks_is_named(folders):
    (folders[1] / "b" / "p1.TXT").unlink()
    refused = shell("cer", *folders)
    assert (refused.exit_code, "ocr has no id b/p1, which gt has" in refused.stderr) == (2, True)
    assert json.loads(shell("cer", *folders, "--missing", "drop", "--json").stdout)["samples"] == 2


def test_two_files_of_one_page_are_refused(folders):
    (folders[0] / "p1.txt").write_text("x")
    refused = shell("cer", *folders)
    assert "gt has several files for p1: p1.gt.txt, p1.txt" in refused.stderr


def test_a_folder_without_texts_is_refused(folders, tmp_path):
    (tmp_path / "empty").mkdir()
    refused = shell("cer", folders[0], tmp_path / "empty")
    assert "empty has no pages" in refused.stderr


def test_each_file_is_read_in_the_encoding_that_it_looks_like(folders):
    text = "今日は良い天気ですね。明日も晴れるでしょう。"
    (folders[0] / "sjis.gt.txt").write_bytes((text * 20).encode("cp932"))
    (folders[1] / "sjis.txt").write_bytes((text * 20).encode())
    result = json.loads(shell("cer", *folders, "--json").stdout)
    assert (result["samples"], result["substitutions"]) == (4, 2)


def test_a_folder_stands_for_its_files_in_every_command(folders, tmp_path):
    copytree(folders[1], tmp_path / "other")
    for command in (
        ["confusions", *folders, "--config", "cer"],
        ["align", *folders, "--config", "cer"],
        ["score", "cer", "-r", folders[0], "-p", folders[1]],
        ["compare", "cer", "-r", folders[0], "-p", folders[1], tmp_path / "other"],
        ["report", "cer", "-r", folders[0], "-p", folders[1], "-o", tmp_path / "r.html"],
    ):
        done = shell(*command)
        assert done.exit_code == 0, done.output
        assert "read as folder of text, 3 samples" in done.stderr
