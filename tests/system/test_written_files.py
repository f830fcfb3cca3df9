"""Outputs: files appear when they are complete, or not at all; all else is written into."""

import errno
import json
import os
import stat
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

import levmetrics as lm
from levmetrics import InputError, write_sessions
from levmetrics.system.written_files import write_text, written
from tests.shell import shell

NEEDS_PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
NEEDS_RIGHTS = pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
SESSIONS = {"S1": [{"speaker": "anna", "words": "yes", "start_time": 0, "end_time": 1.5}]}


@dataclass(frozen=True)
class Output:
    """A command line whose last word is an output, or a Python function of an output's path."""

    name: str
    write: object

    def __call__(self, path):
        """Write the output; refusals are raised, whichever door says them."""
        if callable(self.write):
            self.write(path)
            return
        done = shell(*self.write, path)
        if done.exit_code:
            assert done.exit_code == 2, done.output
            raise InputError(done.stderr.removeprefix("Error: "))


def run():
    return lm.score(["a b"], ["a c"], ids=["1"])


OUTPUTS = {
    "report": Output("a.html", ["report", "wer", "-r", "ref.txt", "-p", "hyp.txt", "-o"]),
    "details": Output("a.csv", ["wer", "ref.txt", "hyp.txt", "--details"]),
    "table": Output("a.parquet", ["wer", "ref.txt", "hyp.txt", "--details"]),
    "competition": Output("a.csv", ["competition", "truth.json", "answers.json", "--details"]),
    "baseline": Output("b.parquet", ["baseline", "ref.txt", "hyp.txt", "-o"]),
    "rescored": Output("b.parquet", ["baseline", "ref.txt", "--rescore", "texts.parquet",
                                    "--by-order", "-o"]),
    "markdown": Output("a.md", ["gate", "--baseline", "texts.parquet", "ref.txt", "hyp.txt",
                                "--by-order", "--margin", "1%", "--markdown"]),
    "junit": Output("a.xml", ["gate", "--baseline", "texts.parquet", "ref.txt", "hyp.txt",
                              "--by-order", "--margin", "1%", "--junit"]),
    "convert": Output("a.rttm", ["convert", "sessions.stm"]),
    "Run.report": Output("a.html", lambda path: run().report(path)),
    "Run.to_baseline": Output("b.parquet", lambda path: run().to_baseline(path)),
    "write_sessions": Output("a.stm", lambda path: write_sessions(SESSIONS, path)),
}  # fmt: skip
EACH = pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with inputs, and an empty one for outputs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    Path("ref.txt").write_text("a b\nc d\n")
    Path("hyp.txt").write_text("a b\nc x\n")
    question = {"questionId": "q", "answers": ["a"], "question_types": ["figure"]}
    Path("truth.json").write_text(json.dumps({"data": [question]}))
    Path("answers.json").write_text(json.dumps([{"questionId": "q", "answer": "a"}]))
    write_sessions(SESSIONS, "sessions.stm")
    lm.score(["a b", "c x"], ["a b", "c d"]).to_baseline("texts.parquet", with_texts=True)
    return tmp_path / "out"


def make_device(path, name):
    """Make a device of its own; or a link to the machine's, if it cannot be replaced."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, {"null": 3, "full": 7}[name]))
        os.close(os.open(path, os.O_WRONLY))
    except (AttributeError, PermissionError):
        if not Path("/dev/full").exists() or os.access("/dev", os.W_OK):
            pytest.skip("needs a device")
        path.unlink(missing_ok=True)
        path.symlink_to(f"/dev/{name}")


@EACH
def test_a_device_is_written_into_and_stays(folder, output):
    path = folder / output.name
    make_device(path, "null")
    output(path)
    assert path.is_char_device()
    assert [*folder.iterdir()] == [path]


@NEEDS_PIPES
@EACH
def test_the_reader_of_a_pipe_gets_what_a_file_holds(folder, output):
    path = folder / output.name
    output(path)
    expected = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    found = []
    # The second writer ends the reader of a pipe that is no longer where it was.
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    reader.start()
    output(path)
    reader.join(10)
    assert found == [expected]
    assert path.is_fifo()


@EACH
def test_a_link_stays_one_and_leads_to_the_new_file(folder, output):
    (folder / "store").mkdir()
    file, link = folder / "store" / output.name, folder / output.name
    file.write_text("old")
    link.symlink_to(Path("store", output.name))
    output(link)
    assert link.is_symlink()
    assert file.read_bytes() != b"old"
    assert [*file.parent.iterdir()] == [file]


@NEEDS_RIGHTS
@EACH
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_permissions_stay_as_they_are(folder, output, mode):
    path = folder / output.name
    path.write_text("old")
    path.chmod(mode)
    output(path)
    assert path.read_bytes() != b"old"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@EACH
def test_a_folder_and_a_missing_folder_are_refused_before_the_work(folder, output):
    path = folder / output.name
    path.mkdir()
    with pytest.raises(InputError, match=r"^\S+ is a folder; give the name of a file in it"):
        output(path)
    with pytest.raises(InputError, match=r"^\S+ cannot be written: No such file or directory"):
        output(folder / "missing" / output.name)
    assert [*folder.iterdir()] == [path]


def refused(*_, **__):
    raise PermissionError


SYSTEMS = {  # that have files without a name, that have none, and that never name them
    "nameless": lambda patch: None,
    "named": lambda patch: patch.setattr(os, "O_TMPFILE", 0, raising=False),
    "copied": lambda patch: patch.setattr(os, "link", refused),
}


@pytest.fixture(params=SYSTEMS.values(), ids=SYSTEMS)
def _each_system(request, monkeypatch):
    request.param(monkeypatch)


each_system = pytest.mark.usefixtures("_each_system")


@each_system
def test_a_file_has_its_name_once_it_is_complete(folder):
    path = folder / "out.csv"
    path.write_text("old")
    with written(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [*folder.iterdir()] == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="needs files without a name")
def test_a_file_that_is_not_complete_has_no_name(folder):
    try:
        os.close(os.open(folder, os.O_WRONLY | os.O_TMPFILE))
    except OSError:
        pytest.skip("the file system has no files without a name")
    with written(folder / "a") as file:
        file.write(b"a")
        assert [*folder.iterdir()] == []


@each_system
def test_an_interrupt_leaves_what_was_there(folder):
    path = folder / "out.csv"
    path.write_text("old")

    def interrupted():
        with written(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert [*folder.iterdir()] == [path]


@NEEDS_RIGHTS
@each_system
def test_a_new_file_has_the_rights_of_an_ordinary_one_and_a_private_one_its_owners(folder):
    def rights(name):
        return stat.S_IMODE((folder / name).stat().st_mode)

    (folder / "ordinary").write_text("a")
    write_text(folder / "a", "a")
    with written(folder / "private", private=True) as file:
        file.write(b"a")
    assert (rights("a"), rights("private")) == (rights("ordinary"), 0o600)


@NEEDS_RIGHTS
def test_only_the_owner_reads_the_texts_of_a_new_baseline(folder):
    for name, with_texts in (("scores", False), ("texts", True)):
        run().to_baseline(folder / name, with_texts=with_texts)
    rights = [stat.S_IMODE((folder / name).stat().st_mode) for name in ("scores", "texts")]
    assert rights[0] != 0o600
    assert rights[1] == 0o600


@pytest.mark.skipif(not hasattr(os, "chown") or os.getuid() != 0, reason="needs root")
@each_system
def test_the_owner_stays(folder):
    path = folder / "a"
    path.write_text("old")
    os.chown(path, 12345, 23456)
    write_text(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


@NEEDS_RIGHTS
def test_a_file_that_may_not_be_written_is_refused(folder):
    path = folder / "a"
    path.write_text("old")
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everything")
    with pytest.raises(InputError, match="cannot be written: Permission denied"):
        write_text(path, "new")
    assert path.read_text() == "old"


@each_system
def test_a_name_may_be_as_long_as_the_system_allows(folder):
    path = folder / ("a" * 255)
    write_text(path, "a")
    assert path.read_text() == "a"


def test_a_file_that_is_a_mount_point_is_written_into(folder, monkeypatch):
    def busy(*_):
        raise OSError(errno.EBUSY, "Device or resource busy")

    path = folder / "a"
    path.write_text("longer than the new text")
    number = path.stat().st_ino
    monkeypatch.setattr(Path, "replace", busy)
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_ino) == ("new", number)
    assert [*folder.iterdir()] == [path]


def test_a_link_to_itself_is_refused(folder):
    path = folder / "a"
    path.symlink_to(path)
    with pytest.raises(InputError, match="cannot be written: Too many levels"):
        write_text(path, "a")
    assert path.is_symlink()


@EACH
def test_a_full_disk_is_said_with_the_name_of_the_output(folder, output):
    path = folder / output.name
    make_device(path, "full")
    with pytest.raises(InputError, match=rf"{output.name} cannot be written: No space left"):
        output(path)
