"""Files that are written appear when they are complete, or not at all."""

import os
import stat

import pytest

from levmetrics.errors import InputError
from levmetrics.written_files import replaced


def test_a_file_has_its_name_once_it_is_complete(tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("old")
    with replaced(path) as new:
        new.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [*tmp_path.iterdir()] == [path]


def test_an_interrupt_leaves_what_was_there(tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("old")

    def interrupted():
        with replaced(path) as new:
            new.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_file_has_the_rights_of_an_ordinary_one(tmp_path):
    with replaced(tmp_path / "a") as new:
        new.write_text("a")
    (tmp_path / "b").write_text("b")
    rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in "ab"]
    assert rights[0] == rights[1]


def test_a_folder_and_a_missing_folder_are_said(tmp_path):
    with (
        pytest.raises(InputError, match="is a folder; give the name of a file in it"),
        replaced(tmp_path),
    ):
        pass
    with (
        pytest.raises(InputError, match=r"b\.csv cannot be written: No such file"),
        replaced(tmp_path / "a" / "b.csv"),
    ):
        pass


def test_a_link_stays_one_and_leads_to_the_new_file(tmp_path):
    (tmp_path / "store").mkdir()
    file, link = tmp_path / "store/a.txt", tmp_path / "a.txt"
    file.write_text("old")
    link.symlink_to(file)
    with replaced(link) as new:
        new.write_text("new")
    assert link.is_symlink()
    assert file.read_text() == "new"
