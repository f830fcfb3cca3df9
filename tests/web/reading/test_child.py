"""The process that reads the files of strangers: whatever happens in it is said in a sentence."""

import json
import logging
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
from levmetrics.web.reading.read_as import ReadAs
from tests.web.reading import tasks

SIDES = ("references", "predictions", "groups")
CRASHED = (
    "{} cannot be read: it is damaged, or takes more memory than this page gives; give a part of it"
)
TOO_LARGE = "{} holds more than this page takes; give a part of it"
TOO_LATE = "{} took too long to read; give a part of it"


def said(answers):
    """Return the values of answers, and the sentences by which others were refused."""
    return [answer.value if answer.refusal is None else str(answer.refusal) for answer in answers]


def acted(*names, **options):
    return answers(tasks.act, [ChildRequest(name, {"name": name}) for name in names], **options)


@pytest.mark.parametrize("value", ["今\u2028\n\0", "\ud800", ["a", None, 1.5], {"a": [True]}, None])
def test_values_come_back_as_they_went(value):
    assert answers(tasks.echo, [ChildRequest("a", {"value": value})]) == [Answer(value)]


@pytest.mark.parametrize("name", ["crash", "end", "fail", "refuse"])
def test_the_others_are_answered_when_one_is_not(name):
    sentence = "refuse, line 2 has no samples; give at least one row"
    if name != "refuse":
        sentence = CRASHED.format(name)
    assert said(acted("a", name, "b")) == ["A", sentence, "B"]


def test_a_package_that_is_missing_is_named_with_the_line_that_installs_it():
    sentence = (
        "an Excel file needs nothing_of_this_name, which is not installed where this page runs: "
        "pip install 'levmetrics[excel]' brings it"
    )
    assert said(acted("a", "lack", "b")) == ["A", sentence, "B"]


def test_what_a_reader_leaves_out_comes_back_once_in_every_language():
    first, _ = answers(tasks.act, [ChildRequest(name, {"name": name}) for name in ("warn", "a")])
    assert first.value == "WARN"
    assert [note.fields["lines"] for note in first.notes] == [2, 3]
    assert first.notes[0].sentence("ja") == "p.xmlのFooにあるテキスト2行は読み込みません"


def test_a_refusal_comes_back_with_its_code_and_fields():
    (refusal,) = (answer.refusal for answer in acted("refuse"))
    assert refusal.code == "page.no_rows"
    assert refusal.fields["place"].parts == ("refuse", 2, "line")
    assert refusal.sentence("ja") == "refuseの2行目にデータがありません"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_no_more_memory_is_taken_than_allowed():
    assert said(acted("grow", "a")) == [TOO_LARGE.format("grow"), "A"]


def test_what_takes_too_long_is_refused_and_the_others_are_not():
    started = time.monotonic()
    assert said(acted("sleep", "a", seconds=6)) == [TOO_LATE.format("sleep"), "A"]
    assert time.monotonic() - started < 30  # it sleeps for a minute


@pytest.mark.skipif(sys.platform != "linux", reason="memory and processor are limited on Linux")
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
    requests = [ChildRequest(name, {"name": name}) for name in (ends, "a")]
    answered = answers(tasks.litter, requests, seconds=seconds)
    assert said(answered) == [refusal.format(ends), "A"]
    assert "File too large" in caplog.text  # it tried, and the system let it write nothing
    assert [*tmp_path.rglob("*")] == [tmp_path / "page", tmp_path / "others"]


def test_what_a_process_creates_lies_in_the_pages_folder_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    (answer,) = answers(tasks.environment, [ChildRequest("a", {"name": "TMPDIR"})])
    assert Path(answer.value).parent == tmp_path


def test_all_together_take_no_longer_than_allowed():
    started = time.monotonic()
    names = ["sleep"] * 8
    assert said(acted(*names, seconds=4)) == [TOO_LATE.format("sleep")] * 8
    assert time.monotonic() - started < 8  # two of them, one after the other


def test_a_fault_of_ours_is_logged_and_not_shown(caplog):
    with caplog.at_level(logging.WARNING):
        (answer,) = acted("fail")
    assert "/a/path" in caplog.text
    assert "/" not in str(answer.refusal)


def test_who_waits_too_long_for_a_turn_is_told_so(monkeypatch):
    monkeypatch.setattr(child, "_CHILDREN", BoundedSemaphore(1))
    monkeypatch.setattr(child, "_WAITING_SECONDS", 0.01)
    with child._turn(), pytest.raises(InputError, match="busy with other files; try again"):
        acted("a")
    assert acted("a") == [Answer("A")]


def test_reading_ends_with_the_run_that_it_is_of(monkeypatch):
    started = time.monotonic()
    with watched(timeout=4):
        assert said(acted("sleep")) == [TOO_LATE.format("sleep")]
    monkeypatch.setattr(child, "_CHILDREN", BoundedSemaphore(1))
    with child._turn(), watched(is_cancelled=lambda: True), pytest.raises(InterruptedError):
        acted("a")
    assert time.monotonic() - started < 30


def test_a_child_knows_no_secrets_of_the_server(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    assert answers(tasks.environment, [ChildRequest("a", {"name": "HF_TOKEN"})]) == [Answer(None)]


def test_a_child_finds_the_byte_code_where_the_server_keeps_it(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    asked = [ChildRequest("a", {"name": "PYTHONPYCACHEPREFIX"})]
    assert answers(tasks.environment, asked) == [Answer(str(tmp_path))]


def test_a_page_that_is_busy_says_so_and_keeps_how_files_are_to_be_read(monkeypatch, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a\n")
    told = uploads.written([str(path)], {"a.txt": ReadAs("cp932")})
    monkeypatch.setattr(child, "_CHILDREN", BoundedSemaphore(1))
    monkeypatch.setattr(child, "_WAITING_SECONDS", 0.1)
    with child._turn():
        show, _ = uploads._handlers("score", SIDES)
        shown = show("en", [str(path)], told, "texts", *[None] * 4)
    assert "busy with other files" in shown[2]
    assert json.loads(shown[0])["read_as"] == {"a.txt": ["cp932", None]}
