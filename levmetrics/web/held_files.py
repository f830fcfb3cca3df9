"""Uploaded files: limits of their size, and their deletion."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from starlette.datastructures import Headers
from starlette.formparsers import MultiPartException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from levmetrics.errors import InputError
from levmetrics.web import limits
from levmetrics.web.internals import save_bytes_to_cache
from levmetrics.web.middleware import address_of_client, language_of_request

_UPLOAD = "/gradio_api/upload"
_BLOCK = 4096  # bytes; the minimum that a file counts
_FOLDER = "levmetrics-page-"


class HeldFiles:
    """The uploaded files, by uploading address and by session.

    A file is deleted when no session shows it, and some time after its last upload by Gradio.

    Args:
        of_visitor: the maximum number of bytes of one address.
        of_all: the maximum number of bytes of all addresses.

    """

    def __init__(self, of_visitor: int, of_all: int) -> None:
        self._of_visitor = of_visitor
        self._of_all = of_all
        self._bytes: Counter[str] = Counter()  # by address, with ongoing uploads
        # The size of each file, and the number of its uploads by each address: Gradio stores equal
        # files once. The oldest upload is first.
        self._files: dict[Path, tuple[int, Counter[str]]] = {}
        self._shown: dict[tuple[str, str], tuple[str, frozenset[Path]]] = {}
        self._lock = threading.Lock()

    def receive(self, address: str, size: int) -> None:
        """Count bytes that an address sends.

        Raises:
            InputError: if there are too many.

        """
        with self._lock:
            for path in [*takewhile(lambda path: not path.exists(), self._files)]:
                size_of_file, uploads = self._files.pop(path)
                for uploader, times in uploads.items():
                    self._bytes[uploader] -= times * size_of_file
            if self._bytes[address] + size > self._of_visitor:
                megabytes = self._of_visitor // 1_000_000
                raise InputError("page.uploads_of_visitor", megabytes=megabytes)
            if self._bytes.total() + size > self._of_all:
                raise InputError("page.uploads_of_all")
            self._bytes[address] += size

    def received(self, address: str, size: int, paths: Iterable[Path]) -> None:
        """Count files in place of their received bytes.

        Args:
            address: the address that sent them.
            size: the bytes that :meth:`receive` counted.
            paths: the paths of the files; empty if the upload was refused.

        """
        with self._lock:
            self._bytes[address] -= size
            for path in paths:
                size = -(-path.stat().st_size // _BLOCK) * _BLOCK
                size, uploads = self._files.pop(path, (size, Counter[str]()))
                self._files[path] = size, uploads + Counter([address])
                self._bytes[address] += size
            self._bytes = +self._bytes  # without addresses that have none

    def keep(self, address: str, name: str, content: bytes) -> str:
        """Keep what a visitor pasted as an uploaded file, and return its path.

        Args:
            address: the visitor's address.
            name: the name of the file, which Gradio keeps as it is.
            content: its bytes.

        Raises:
            InputError: if the visitor's files are too many.

        """
        self.receive(address, len(content))
        paths: list[Path] = []
        try:
            paths.append(Path(save_bytes_to_cache(content, name, os.environ["GRADIO_TEMP_DIR"])))
        finally:
            self.received(address, len(content), paths)
        return str(paths[0])

    def show(self, session: str, place: str, address: str, paths: Iterable[Path]) -> None:
        """Record the files that a session shows at a place, and delete those shown before."""
        with self._lock:
            _, before = self._shown.pop((session, place), (address, frozenset[Path]()))
            now = frozenset(paths)
            if now:
                self._shown[session, place] = address, now
            self._release(address, before - now)

    def leave(self, session: str) -> None:
        """Delete the files of a session, except those that others have uploaded too."""
        with self._lock:
            for key in [key for key in self._shown if key[0] == session]:
                self._release(*self._shown.pop(key))

    def _release(self, address: str, paths: Iterable[Path]) -> None:
        for path in paths:
            size, uploads = self._files.get(path, (0, Counter[str]()))
            if not uploads[address]:
                continue
            uploads[address] -= 1
            self._bytes[address] -= size
            if not uploads.total():
                del self._files[path]
                path.unlink(missing_ok=True)
                with suppress(OSError):  # the content also exists under another name
                    path.parent.rmdir()


HELD = HeldFiles(limits.UPLOAD_MEGABYTES * 1_000_000, limits.HELD_MEGABYTES * 1_000_000)
"""The held files of this process."""


class Uploads:
    """Middleware that counts uploads, rejects large requests, and ends slow uploads.

    Args:
        app: the wrapped application.
        held: the counts of files.
        seconds: the maximum time of an upload.

    """

    def __init__(
        self, app: ASGIApp, held: HeldFiles = HELD, seconds: float = limits.UPLOAD_SECONDS
    ) -> None:
        self._app = app
        self._others = RequestBodyLimitMiddleware(app, limits.BODY_MEGABYTES * 1_000_000)
        self._held = held
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, and count it if it is an upload."""
        kind = Headers(scope=scope).get("content-type", "") if scope["type"] == "http" else ""
        if not kind.strip().lower().startswith("multipart/"):
            await self._others(scope, receive, send)
            return
        address = address_of_client(scope)
        end = time.monotonic() + self._seconds
        received = 0
        answer: list[Message] = []
        paths: list[Path] = []

        async def receiving() -> Message:
            nonlocal received
            try:
                message = await asyncio.wait_for(receive(), end - time.monotonic())
                size = len(message.get("body", b""))
                self._held.receive(address, size)
            except (TimeoutError, InputError) as error:
                late = InputError("page.upload_too_slow", seconds=self._seconds)
                refusal = error if isinstance(error, InputError) else late
                # After it, Gradio deletes a partial upload, and answers by its message.
                raise MultiPartException(refusal.sentence(language_of_request(scope))) from None
            received += size
            if message["type"] != "http.request":
                raise MultiPartException("the upload was broken off")
            return message

        async def sending(message: Message) -> None:
            answer.append(message)

        try:
            await self._app(scope, receiving, sending)
            if scope["path"].startswith(_UPLOAD) and answer[0]["status"] == 200:
                stored = json.loads(b"".join(part.get("body", b"") for part in answer))
                paths = [*map(Path, stored)]
        finally:
            self._held.received(address, received, paths)
        for message in answer:
            await send(message)


def delete_empty_files() -> None:
    """Delete the empty files that Gradio leaves for each file that it passes to a handler."""
    for path in Path(os.environ["GRADIO_TEMP_DIR"]).glob("tmp*"):
        with suppress(OSError):
            status = path.stat()  # a recent file may belong to an upload that is starting
            if status.st_size == 0 and time.time() - status.st_mtime > limits.UPLOAD_SECONDS:
                path.unlink()


def make_cache_folder() -> None:
    """Set Gradio's cache of uploads and results to a new temporary folder, unless it is set.

    Gradio names the files of its cache by their content, and deletes a server's files when the
    server ends. In the default folder, which all servers share, another server may still need them.
    The folder is deleted with the process, also if a signal ends the command. Folders of killed
    processes are deleted now.
    """
    if "GRADIO_TEMP_DIR" in os.environ:
        return
    for left in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        if _lock(left):
            shutil.rmtree(left, ignore_errors=True)
    folder = tempfile.mkdtemp(prefix=_FOLDER)
    _lock(folder)
    os.environ["GRADIO_TEMP_DIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _lock(folder: str | Path) -> bool:
    """Lock a folder of this user until the process ends, and return whether that succeeded."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(os.open(folder, os.O_RDONLY | os.O_NOFOLLOW), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
