"""Visitors' files: so many bytes of a visitor and of all, and none for longer than needed."""

import asyncio
import json
import os
import time
from glob import glob
from pathlib import Path

import httpx
import pytest
from gradio.route_utils import delete_files_created_by_app
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import JSONResponse

from levmetrics import InputError
from levmetrics.web.held_files import HeldFiles, Uploads, delete_empty_files
from tests.files import written
from tests.web.given import run
from tests.web.test_middleware import asked
from tests.web.visitor import upload

UPLOAD = "/gradio_api/upload"
KB = 1_000
ANN, BOB = "192.0.2.1", "192.0.2.2"
KIND = {"content-type": "multipart/form-data; boundary=x", "accept-language": "ja"}
HEAD = b'--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'


@pytest.fixture
def held():
    return HeldFiles(of_visitor=60 * KB, of_all=100 * KB)


@pytest.fixture
def stored(held, tmp_path):
    """Upload a file of some content, as Gradio stores it: in a folder of its content."""

    def store(address, content, kilobytes=20, name="a.txt"):
        size = kilobytes * 1024
        held.receive(address, size)
        path = tmp_path / content / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * size)
        held.received(address, size, [path])
        return path

    return store


def test_a_visitor_and_all_visitors_have_so_many_bytes(held, stored):
    stored(ANN, "a")
    for number in range(5):  # a small file counts as what it takes on the disk
        stored(ANN, str(number), kilobytes=1)
    with pytest.raises(InputError, match="your files are more than the 0 MB that this page holds"):
        stored(ANN, "c")
    stored(BOB, "d")
    stored(BOB, "e")
    with pytest.raises(InputError, match="this page holds as many files as it can; try again in"):
        stored("192.0.2.3", "f")


def test_what_is_no_longer_shown_or_there_is_deleted_and_counts_no_more(held, stored):
    first, second, again = stored(ANN, "a"), stored(ANN, "b"), stored(ANN, "b", 1, name="b.txt")
    held.show("session", "score", ANN, [first, second, again])
    held.show("session", "compare", ANN, [])
    held.show("session", "score", ANN, [second])
    assert not first.parent.exists()
    assert not again.exists()  # which has the same content by another name
    assert second.exists()
    stored(ANN, "c")
    second.unlink()  # as Gradio does after a time
    stored(ANN, "d")
    with pytest.raises(InputError):
        stored(ANN, "e")


def test_a_visitor_who_leaves_takes_the_files_along_and_those_of_others_stay(held, stored):
    paths = {session: stored(session, session) for session in (ANN, BOB)}
    both, _ = (stored(session, "same") for session in (ANN, BOB))
    for session, path in paths.items():
        held.show(session, "score", session, [path, both])
    held.leave(ANN)
    assert [path.exists() for path in (paths[ANN], paths[BOB], both)] == [False, True, True]
    held.show("another", "score", ANN, [both])  # that address has no part in it any more
    held.leave("another")
    assert both.exists()
    held.leave(BOB)
    assert not both.exists()


def test_files_go_after_an_hour(served):
    answer = httpx.post(served.local_url + UPLOAD[1:], files={"files": ("a.txt", b"a")})
    (path,) = map(Path, answer.json())
    every, age = served.delete_cache
    delete_files_created_by_app(served, age)
    assert path.exists()
    delete_files_created_by_app(served, -1)
    assert not path.exists()
    assert (every, age) == (60, 3600)


def test_empty_files_that_gradio_leaves_are_deleted_and_others_are_not(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    for name, text in (("tmp_old", ""), ("tmp_new", ""), ("tmp_full", "a"), ("other", "")):
        (tmp_path / name).write_text(text)
        if name != "tmp_new":
            os.utime(tmp_path / name, (0, 0))
    delete_empty_files()
    assert {path.name for path in tmp_path.iterdir()} == {"tmp_new", "tmp_full", "other"}


async def gradio(scope, receive, send):
    """Answer as Gradio does, with no files."""
    try:
        answer = JSONResponse([], headers={"size": str(len(await Request(scope, receive).body()))})
    except MultiPartException as error:
        answer = JSONResponse(error.message, 400)
    await answer(scope, receive, send)


def test_an_upload_comes_through_whole(held):
    whole = HEAD + b"y" * 20 * KB + b"\r\n--x--\r\n"
    answer = asked(Uploads(gradio, held), path=UPLOAD, client=ANN, content=whole, headers=KIND)
    assert answer.headers["size"] == str(len(whole))


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ({"type": "http.disconnect"}, "the upload was broken off"),
        (None, "アップロードが0.3秒で終わりませんでした"),  # nothing more comes
    ],
)
def test_an_upload_that_stops_or_is_broken_off_ends_and_counts_no_more(held, then, said):
    headers = [(name.encode(), value.encode()) for name, value in KIND.items()]
    scope = {"type": "http", "path": UPLOAD, "client": (ANN, 1), "headers": headers}
    body = {"type": "http.request", "body": b"x" * 50 * KB, "more_body": True}
    messages, sent = iter([body, then]), []

    async def receive():
        return next(messages) or await asyncio.sleep(30)

    async def send(message):
        sent.append(message)

    run(Uploads(gradio, held, seconds=0.3)(scope, receive, send))
    assert sent[0]["status"] == 400
    assert json.loads(sent[1]["body"]).startswith(said)
    held.receive(ANN, 60 * KB)


def test_what_is_received_counts_only_until_it_is_refused(url):
    """As the page answers: Gradio deletes what it has of an upload that ends before its end."""
    folder = Path(os.environ["GRADIO_TEMP_DIR"])
    before = {*glob(f"{folder}/tmp*")}

    def body():
        for number in range(7):  # files below the limit of a file
            yield (b"\r\n" if number else b"") + HEAD
            yield from [b"y" * 1_000_000] * 9
        yield b"\r\n--x--\r\n"

    answer = httpx.post(url + UPLOAD[1:], content=body(), headers=KIND, timeout=60)
    assert answer.status_code == 400
    assert "60 MB" in answer.text
    assert {*glob(f"{folder}/tmp*")} <= before  # the page may delete others' files meanwhile
    again = httpx.post(url + UPLOAD[1:], files={"files": ("a.txt", b"a")})
    assert again.status_code == 200


@pytest.mark.slow
def test_files_go_when_their_visitor_removes_them_and_when_the_visitor_leaves(open_page, tmp_path):
    folder = Path(os.environ["GRADIO_TEMP_DIR"])
    paths = [written(tmp_path / f"{name}.csv", f"ref,hyp\n{name},a\n") for name in ("one", "two")]

    def wait_for(*expected):
        for _ in range(100):
            # pathlib's glob would fail where the page deletes a folder meanwhile.
            held = {Path(path).name for path in glob(f"{folder}/*/*.csv")} & {"one.csv", "two.csv"}
            if held == {*expected}:
                return
            time.sleep(0.1)
        raise AssertionError(held)

    page = open_page()
    for path in paths:
        upload(page, path)
        wait_for(path.name)
    page.close()
    wait_for()
