"""``levmetrics convert`` writes what is read in another format, or says why not."""

import levmetrics as lm
from tests.shell import shell


def run(*arguments, **options):
    return shell("convert", *arguments, **options)


def test_files_of_several_speakers_become_one(tmp_path):
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.ctm").write_text("S1 1 0.5 0.25 yes 0.9\nS1 1 1 0.25 no 0.9\n")
    ran = run(tmp_path / "anna.ctm", tmp_path / "ben.ctm", tmp_path / "ref.json")
    assert ran.exit_code == 0, ran.stderr
    assert ran.stdout == f"{tmp_path / 'ref.json'}: segments 4, sessions 1\n"
    sessions = lm.read_sessions(tmp_path / "ref.json")
    assert [row["speaker"] for row in sessions["S1"]] == ["anna", "anna", "ben", "ben"]
    assert run(tmp_path / "ref.json", tmp_path / "ref.stm").exit_code == 0
    assert lm.read_sessions(tmp_path / "ref.stm") == sessions


def test_standard_input_is_read_by_its_content_or_by_the_format_that_is_named(tmp_path):
    stm = "S1 1 anna 0 1 yes\n"
    assert run("-", tmp_path / "a.rttm", input=stm).exit_code == 0
    assert (tmp_path / "a.rttm").read_text().startswith("SPEAKER S1 1 0.0 1.0 ")
    assert run("-", tmp_path / "b.json", "--format", "stm", input=stm).exit_code == 0
    assert lm.read_sessions(tmp_path / "b.json")["S1"][0]["words"] == "yes"


def test_a_file_is_not_written_over_itself(tmp_path):
    path = tmp_path / "a.stm"
    path.write_text("S1 1 anna 0 1 yes\n")
    ran = run(path, path)
    assert ran.exit_code == 2
    assert "a.stm is both read and written" in ran.stderr
    assert path.read_text() == "S1 1 anna 0 1 yes\n"


def test_a_file_of_a_folder_that_is_read_is_not_written(tmp_path):
    for name in ("S1", "S2"):
        (tmp_path / f"{name}.stm").write_text(f"{name} 1 anna 0 1 yes\n")
    assert run(tmp_path, tmp_path / "S1.stm").exit_code == 2
    assert (tmp_path / "S1.stm").read_text() == "S1 1 anna 0 1 yes\n"


def test_the_encoding_can_be_named(tmp_path):
    (tmp_path / "a.stm").write_text("S1 1 anna 0 1 はい\n", encoding="cp932")
    assert run(tmp_path / "a.stm", tmp_path / "a.json", "--encoding", "cp932").exit_code == 0
    assert lm.read_sessions(tmp_path / "a.json")["S1"][0]["words"] == "はい"


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path):
    (tmp_path / "a.stm").write_text("S1 1 anna 0 1 yes\n")
    ran = run(tmp_path / "a.stm", tmp_path / "a.ctm")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "its suffix names no known format" in ran.stderr
    assert run(tmp_path / "a.stm").exit_code == 2
