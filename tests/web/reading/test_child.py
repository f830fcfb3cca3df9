"""The process that reads the files of strangers: whatever happens in it is said in a sentence."""

import json
import sys
import time
from pathlib import Path
from threading import BoundedSemaphore

import pytest

from levmetrics import InputError
from levmetrics.system.work import watched
from levmetrics.web import uploads
from levmetrics.web.reading import child
from levmetrics.web.reading.child import Answer, ChildRequest, answers
from tests.web.reading import tasks

CRASHED = (
    "{} cannot be read: it is damaged, or takes more memory than this page gives; give a part of it"
)
TOO_LARGE = "{} holds more than this page takes; give a part of it"
TOO_LATE = "{} took too long to read; give a part of it"
LACKING = (
    "an Excel file needs nothing_of_this_name, which is not installed where this page runs: "
    "pip install 'levmetrics[excel]' brings it"
)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")


def asked(*names, task=tasks.act):
    """Return what a child answers: values, or the sentences by which requests were refused."""
    found = answers(task, [ChildRequest(name, {"name": name}) for name in names])
    return [each.value if each.refusal is None else str(each.refusal) for each in found]


@pytest.mark.parametrize("value", ["今\u2028\n\0", "\ud800", ["a", None, 1.5], {"a": [True]}, None])
def test_values_come_back_as_they_went(value):
    assert answers(tasks.echo, [ChildRequest("a", {"value": value})]) == [Answer(value, [])]


@pytest.mark.parametrize(
    ("name", "sentence"), [("end", CRASHED), ("fail", CRASHED), ("lack", LACKING)]
)
def test_the_others_are_answered_when_one_is_not(name, sentence, caplog):
    assert asked("a", name, "b") == ["A", sentence.format(name), "B"]
    assert ("/a/path" in caplog.text) == (name == "fail")  # a fault of ours is logged, not shown


def test_notes_and_refusals_come_back_once_in_every_language():
    requests = [ChildRequest(name, {"name": name}) for name in ("warn", "refuse")]
    warned, refused = answers(tasks.act, requests)
    assert warned.value == "WARN"
    assert [note.fields["lines"] for note in warned.notes] == [2, 3]
    assert warned.notes[0].sentence("ja") == "p.xmlのFooにあるテキスト2行は読み込みません"
    assert refused.refusal.code == "page.no_rows"
    assert refused.refusal.sentence("ja") == "refuseの2行目にデータがありません"


@on_linux
@pytest.mark.parametrize(
    ("ends", "seconds", "refusal"),
    [
        pytest.param("sleep", 8, TOO_LATE, id="time"),
        # Ten seconds of the processor are not so many on a busy machine.
        pytest.param("work", 600, TOO_LATE, id="processor", marks=pytest.mark.slow),
        pytest.param("grow", 30, TOO_LARGE, id="memory"),
        pytest.param("crash", 30, CRASHED, id="kill"),
    ],
)
def test_a_process_that_is_ended_leaves_nothing_on_the_disk_and_the_others_are_answered(
    ends, seconds, refusal, tmp_path, monkeypatch, caplog
):
    """Whichever limit ends it, and whether or not it could clear up."""
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path / "page"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "others"))
    for name in ("page", "others"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(child, "SECONDS", seconds)
    said = asked(ends, "a", task=tasks.litter)
    assert said == [refusal.format(ends), "A"]
    assert "File too large" in caplog.text  # it tried, and the system let it write nothing
    assert [*tmp_path.rglob("*")] == [tmp_path / "page", tmp_path / "others"]


def test_all_together_take_no_longer_than_allowed(monkeypatch):
    monkeypatch.setattr(child, "SECONDS", 4)
    started = time.monotonic()
    assert asked("a", *["sleep"] * 8) == ["A", *[TOO_LATE.format("sleep")] * 8]
    assert time.monotonic() - started < 8  # two of them, one after the other


@pytest.fixture
def busy(monkeypatch):
    """A page of which all processes read other files."""
    monkeypatch.setattr(child, "_CHILDREN", BoundedSemaphore(1))
    monkeypatch.setattr(child, "_WAITING_SECONDS", 0.1)
    with child._turn():
        yield


@pytest.mark.usefixtures("busy")
def test_a_page_that_is_busy_says_so_and_keeps_how_files_are_to_be_read(tmp_path):
    with pytest.raises(InputError, match="busy with other files; try again"):
        asked("a")
    path = str(tmp_path / "a.txt")
    told = uploads.written([path], read_as={"a.txt": ["cp932", None]})
    show, _ = uploads._handlers("score", ("references", "predictions", "groups"))
    reading, _, cards, *_ = show("en", [path], told, "texts", *[None] * 4)
    assert "busy with other files" in cards
    assert json.loads(reading)["read_as"] == {"a.txt": ["cp932", None]}


@pytest.mark.usefixtures("busy")
def test_waiting_ends_with_the_run_that_it_is_of(monkeypatch):
    monkeypatch.setattr(child, "_WAITING_SECONDS", 30)
    started = time.monotonic()
    with watched(is_cancelled=lambda: True), pytest.raises(InterruptedError):
        asked("a")
    assert time.monotonic() - started < 20


def test_reading_ends_with_the_run_that_it_is_of():
    started = time.monotonic()
    with watched(timeout=4):
        assert asked("sleep") == [TOO_LATE.format("sleep")]
    assert time.monotonic() - started < 30  # it sleeps for a minute


def test_a_child_knows_no_secrets_of_the_server_but_where_byte_code_and_its_own_files_lie(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    names = "HF_TOKEN", "PYTHONPYCACHEPREFIX", "TMPDIR"
    secret, cache, folder = asked(*names, task=tasks.environment)
    assert (secret, cache, Path(folder).parent) == (None, str(tmp_path / "cache"), tmp_path)
