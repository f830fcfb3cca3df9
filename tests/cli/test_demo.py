"""``levmetrics demo --to DIR``: the files of the manual's examples."""

import csv

import pytest

from tests.corpora import SPEECH
from tests.shell import shell

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
LINES = {
    "ref.txt": SPEECH.references,
    "hyp.txt": WIDE,
    "wide.txt": WIDE,
    "narrow.txt": NARROW,
    "groups.txt": SPEECH.groups,
    "two.txt": SPEECH.references[1:3],
    "two_heard.txt": WIDE[1:3],
}


def demo(folder):
    return shell("demo", "--to", folder)


def test_the_files_are_the_english_example_and_are_named(tmp_path):
    folder = tmp_path / "new" / "folder"
    done = demo(folder)
    assert done.exit_code == 0
    for name, texts in LINES.items():
        assert (folder / name).read_text("utf-8") == "".join(f"{text}\n" for text in texts)
    with (folder / "speech.csv").open(newline="", encoding="utf-8") as file:
        heading, *rows = csv.reader(file)
    assert heading == ["reference", "prediction", "voice"]
    sides = zip(SPEECH.references, WIDE, SPEECH.groups, strict=True)
    assert rows == [[*row] for row in sides]
    with (folder / "beams.tsv").open(newline="", encoding="utf-8") as file:
        heading, *rows = csv.reader(file, delimiter="\t")
    assert heading == ["reference", "wide_beams", "narrow_beams"]
    assert rows == [[*row] for row in zip(SPEECH.references, WIDE, NARROW, strict=True)]
    written = sorted(str(path) for path in folder.iterdir())
    assert sorted(line.split(": ")[0] for line in done.stdout.splitlines()) == written
    assert len(written) == len(LINES) + 2


@pytest.mark.parametrize("name", [*LINES, "speech.csv", "beams.tsv"])
def test_no_file_is_overwritten_and_none_written_beside_one_that_is_there(tmp_path, name):
    (tmp_path / name).write_text("mine")
    done = demo(tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        f"Error: {tmp_path} has {name} already; give --to another folder, or remove them\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path):
    (tmp_path / "file").write_text("mine")
    done = demo(tmp_path / "file")
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: --to {tmp_path / 'file'}: there can be no such folder: ")
