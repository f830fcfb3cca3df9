"""Visitors' files: so many bytes of a visitor and of all, and none for longer than needed."""

import asyncio
import os
import time
from glob import glob
from pathlib import Path

import httpx
import pytest
from gradio.route_utils import delete_files_created_by_app
from starlette.requests import Request
from starlette.responses import JSONResponse

from levmetrics import InputError
from levmetrics.web.held_files import HeldFiles, Uploads, delete_empty_files
from tests.web.loops import run
from tests.web.visitor import upload

UPLOAD = "/gradio_api/upload"
KB = 1_000
ANN, BOB = "192.0.2.1", "192.0.2.2"


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
    stored(ANN, "b")
    with pytest.raises(InputError, match="your files are more than the 0 MB that this page holds"):
        stored(ANN, "c")
    stored(BOB, "d")
    stored(BOB, "e")
    with pytest.raises(InputError, match="this page holds as many files as it can; try again in"):
        stored("192.0.2.3", "f")


def test_a_small_file_counts_as_what_it_takes_on_the_disk(held, stored):
    for number in range(14):
        stored(ANN, str(number), kilobytes=1)
    with pytest.raises(InputError):
        stored(ANN, "one more", kilobytes=4)


def test_what_is_no_longer_shown_is_deleted_and_may_be_uploaded_again(held, stored):
    first, second = stored(ANN, "a"), stored(ANN, "b")
    held.show("session", "score", ANN, [first, second])
    held.show("session", "compare", ANN, [])
    held.show("session", "score", ANN, [second])
    assert not first.exists()
    assert not first.parent.exists()
    assert second.exists()
    stored(ANN, "c")


def test_a_visitor_who_leaves_takes_the_files_along_and_those_of_others_stay(held, stored):
    paths = {session: stored(session, session) for session in (ANN, BOB)}
    both = stored(ANN, "same"), stored(BOB, "same")
    for session, path in paths.items():
        held.show(session, "score", session, [path, both[0]])
    held.leave(ANN)
    assert not paths[ANN].exists()
    assert paths[BOB].exists()
    assert both[1].exists()
    held.show("another", "score", ANN, [both[1]])  # that address has no part in it any more
    held.leave("another")
    assert both[1].exists()
    held.leave(BOB)
    assert not both[1].exists()


def test_equal_content_by_two_names_is_deleted_name_by_name(held, stored):
    first, second = stored(ANN, "a", name="a.txt"), stored(ANN, "a", name="b.txt")
    held.show("session", "score", ANN, [first, second])
    held.show("session", "score", ANN, [second])
    assert not first.exists()
    assert second.exists()


def test_files_go_after_an_hour(served):
    answer = httpx.post(served.local_url + UPLOAD[1:], files={"files": ("a.txt", b"a")})
    (path,) = map(Path, answer.json())
    every, age = served.delete_cache
    delete_files_created_by_app(served, age)
    assert path.exists()
    delete_files_created_by_app(served, -1)
    assert not path.exists()
    assert (every, age) == (60, 3600)


def test_files_go_after_an_hour_though_gradio_deletes_none(tmp_path, monkeypatch):
    held = HeldFiles(of_visitor=10_000, of_all=10_000)
    path = tmp_path / "a.txt"
    path.write_bytes(b"a")
    held.receive(ANN, 1)
    held.received(ANN, 1, [path])
    with pytest.raises(InputError):
        held.receive(BOB, 9_000)
    later = time.time() + 3_601
    monkeypatch.setattr(time, "time", lambda: later)
    held.receive(BOB, 9_000)
    assert not path.exists()


def test_a_file_that_gradio_has_deleted_counts_no_more(held, stored):
    path, later = stored(ANN, "a", kilobytes=10), stored(ANN, "b")
    held.show("session", "score", ANN, [path])
    path.unlink()
    stored(ANN, "c")
    stored(ANN, "a", kilobytes=10)
    held.leave("session")  # which shows another upload of the same file no more
    assert path.exists()
    assert later.exists()


def test_empty_files_that_gradio_leaves_are_deleted_and_others_are_not(tmp_path, monkeypatch):
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path))
    for name, text in (("tmp_old", ""), ("tmp_new", ""), ("tmp_full", "a"), ("other", "")):
        (tmp_path / name).write_text(text)
        if name != "tmp_new":
            os.utime(tmp_path / name, (0, 0))
    delete_empty_files()
    assert {path.name for path in tmp_path.iterdir()} == {"tmp_new", "tmp_full", "other"}


async def storing(scope, receive, send):
    """Answer as Gradio does, with no files."""
    size = len(await Request(scope, receive).body())
    await JSONResponse([], headers={"size": str(size)})(scope, receive, send)


def asked(app, content, headers=None):
    async def ask():
        transport = httpx.ASGITransport(app, client=(ANN, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://page") as http:
            kind = {"content-type": "multipart/form-data; boundary=x", **(headers or {})}
            return await http.post(UPLOAD, content=content, headers=kind)

    return run(ask())


def form(size, boundary="x"):
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
    return head.encode() + b"y" * size + f"\r\n--{boundary}--\r\n".encode()


def test_what_is_received_counts_only_until_it_is_refused(url):
    """As the page answers: Gradio deletes what it has of an upload that ends before its end."""
    folder = Path(os.environ["GRADIO_TEMP_DIR"])
    before = {*glob(f"{folder}/tmp*")}

    async def ask():
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            kind = {"content-type": "multipart/form-data; boundary=x"}
            head = form(0).partition(b"\r\n--x--")[0]

            async def body():
                for number in range(7):  # files below the limit of a file
                    yield (b"\r\n" if number else b"") + head
                    for _ in range(9):
                        yield b"y" * 1_000_000
                yield b"\r\n--x--\r\n"

            return await http.post(UPLOAD, content=body(), headers=kind)

    answer = run(ask())
    assert answer.status_code == 413
    assert answer.text.startswith("your files are more than the 60 MB that this page holds for")
    assert {*glob(f"{folder}/tmp*")} <= before  # the page may delete others' files meanwhile
    again = httpx.post(url + UPLOAD[1:], files={"files": ("a.txt", b"a")})
    assert again.status_code == 200


def test_an_upload_that_stops_ends_after_a_time(held):
    async def slow():
        yield form(10)[:20]
        await asyncio.sleep(30)

    answer = asked(Uploads(Gradio(), held, seconds=0.3), slow(), {"accept-language": "ja"})
    assert answer.status_code == 413
    assert answer.text.startswith("アップロードが0.3秒で終わりませんでした")
    held.receive(ANN, 60 * KB)  # nothing of it is counted still


class Gradio:
    """What Gradio does with an upload: it answers by an error what is not complete."""

    async def __call__(self, scope, receive, send):
        from starlette.formparsers import MultiPartException

        try:
            await storing(scope, receive, send)
        except MultiPartException as error:
            await JSONResponse(error.message, 400)(scope, receive, send)


def test_an_upload_within_its_limits_comes_through_whole(held):
    assert asked(Uploads(storing, held), form(20 * KB)).headers["size"] == str(len(form(20 * KB)))


@pytest.mark.slow
def test_files_go_when_their_visitor_removes_them_and_when_the_visitor_leaves(open_page, tmp_path):
    folder = Path(os.environ["GRADIO_TEMP_DIR"])
    for name in ("first", "second"):
        (tmp_path / f"{name}.csv").write_text(f"ref,hyp\n{name},a\n")

    def names():
        # pathlib's would fail where the page deletes a folder meanwhile.
        return {Path(path).name for path in glob(f"{folder}/*/*.csv")} & {"first.csv", "second.csv"}

    def wait_for(expected):
        for _ in range(100):
            if names() == expected:
                return
            time.sleep(0.1)
        assert names() == expected

    page = open_page()
    upload(page, tmp_path / "first.csv")
    wait_for({"first.csv"})
    upload(page, tmp_path / "second.csv")
    wait_for({"second.csv"})
    page.close()
    wait_for(set())
