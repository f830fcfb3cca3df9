"""What is checked of every HTTP request before Gradio sees it, and what is added to the page.

Each is a piece of ASGI middleware, which :func:`levmetrics.web.page.launch` puts in order.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from levmetrics.errors import InputError
from levmetrics.web.address import AllowedHosts, is_local

_MCP = "/gradio_api/mcp"
_UPLOAD = "/gradio_api/upload"
# Where a request joins the queue, to wait and be worked on.
_JOINS = ("/gradio_api/queue/join", "/gradio_api/call/", "/gradio_api/run/", "/gradio_api/api/")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_START_OF_HEAD = b"<head>"


class _Refusing:
    """Middleware that answers some requests itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.refusal(scope) if scope["type"] == "http" else None
        await (refusal or self.app)(scope, receive, send)

    def refusal(self, scope: Scope) -> JSONResponse | None:
        """Return the answer to a request that is refused."""
        raise NotImplementedError


def _answer(scope: Scope, status: int, error: InputError) -> JSONResponse:
    """Make an answer in the browser's language, for Gradio's page and for programs.

    Args:
        scope: of the request.
        status: of HTTP.
        error: why it is refused.

    """
    wanted = Headers(scope=scope).get("accept-language", "").strip().lower()
    sentence = error.sentence("ja" if wanted.startswith("ja") else "en")
    return JSONResponse({"detail": sentence, "error": sentence}, status)  # they read either


class ClientAddress:
    """Puts the address of the visitor where that of a proxy is.

    A proxy adds the address it was asked from to ``X-Forwarded-For``. A visitor may have written
    others before it, so the last one that is of the internet counts. Tools are called by Gradio's
    own client, on this machine, which hands on the headers: it is told the address by the same one.

    Args:
        app: what is behind.
        behind_proxy: whether the header is the proxy's word.

    """

    def __init__(self, app: ASGIApp, behind_proxy: bool) -> None:
        self.app = app
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on the request with the visitor's address."""
        if scope["type"] == "http":
            if self._behind_proxy:
                forwarded = _last_of_internet(Headers(scope=scope).get("x-forwarded-for", ""))
                scope["client"] = (forwarded, 0) if forwarded else scope.get("client")
            client = scope.get("client")
            if client and scope["path"].startswith(_MCP):
                MutableHeaders(scope=scope)["x-forwarded-for"] = client[0]
        await self.app(scope, receive, send)


def _last_of_internet(addresses: str) -> str | None:
    """Return the last address that is not of a local network.

    >>> _last_of_internet("1.2.3.4, 9.9.9.9, 10.0.0.1"), _last_of_internet("unknown")
    ('9.9.9.9', None)
    """
    for address in reversed(addresses.split(",")):
        try:
            if ipaddress.ip_address(address.strip()).is_global:
                return address.strip()
        except ValueError:
            continue
    return None


class KnownHosts(_Refusing):
    """Refuses requests for other hosts than the page's own.

    Another site may let its name lead to this machine, and so read a page that is served for the
    machine alone; but its requests name its own host.

    Args:
        app: what is behind.
        hosts: the names of the page.

    """

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        super().__init__(app)
        self._hosts = hosts

    def refusal(self, scope: Scope) -> JSONResponse | None:
        """Refuse a request whose host is none of the page's names."""
        host = _name(Headers(scope=scope).get("host", ""))
        if self._hosts.has(host):
            return None
        return _answer(scope, 403, InputError("page.other_host", host=host))


class SameOrigin(_Refusing):
    """Refuses what another site's page makes a visitor's browser send.

    Browsers name the site in ``Origin`` with everything that may change something; programs do not.

    Args:
        app: what is behind.
        hosts: the names of the page.

    """

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        super().__init__(app)
        self._hosts = hosts

    def refusal(self, scope: Scope) -> JSONResponse | None:
        """Refuse tools, uploads and requests to the queue from other sites."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        changes = scope["method"] not in _SAFE_METHODS or scope["path"].startswith(_MCP)
        if origin is None or not changes or self._is_own(urlsplit(origin).hostname, headers):
            return None
        return _answer(scope, 403, InputError("page.other_site"))

    def _is_own(self, site: str | None, headers: Headers) -> bool:
        own = [_name(headers.get("host", ""))]
        if self._hosts.behind_proxy:
            own.append(_name(headers.get("x-forwarded-host", "").rpartition(",")[2]))
        if site is None:
            return False
        if is_local(site):
            return any(map(is_local, own))
        return site in own or site in (self._hosts.names or ())


def _name(host: str) -> str:
    """Return a host without its port.

    >>> _name("localhost:7860"), _name("[::1]:7860"), _name(" Example.org")
    ('localhost', '::1', 'example.org')
    """
    try:
        return urlsplit(f"//{host.strip()}").hostname or ""
    except ValueError:
        return ""


class BodyLimit:
    """Refuses bodies of too many bytes, whether or not they say their length.

    Args:
        app: what is behind.
        megabytes: the most, of what is held in memory.
        uploads: the most megabytes of uploads, which go to the disk.

    """

    def __init__(self, app: ASGIApp, megabytes: int, uploads: int) -> None:
        self.app = app
        self._megabytes = megabytes
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on the request while its body is not too large."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        megabytes = self._uploads if scope["path"].startswith(_UPLOAD) else self._megabytes
        refusal = _answer(scope, 413, InputError("page.request_too_large", megabytes=megabytes))
        stated = Headers(scope=scope).get("content-length", "0")
        if not stated.isdecimal() or int(stated) > megabytes * 1_000_000:
            await refusal(scope, receive, send)
        else:
            await self._counted(scope, receive, send, megabytes * 1_000_000, refusal)

    async def _counted(
        self, scope: Scope, receive: Receive, send: Send, most: int, refusal: JSONResponse
    ) -> None:
        """Hand on the request, and refuse it once there are more bytes than it said."""
        received, answered = 0, False

        async def counting() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            # What is behind takes it for a visitor who went away.
            return {"type": "http.disconnect"} if received > most else message

        async def answering(message: Message) -> None:
            nonlocal answered
            if received <= most:
                await send(message)
            elif not answered:
                answered = True
                await refusal(scope, receive, send)

        try:
            await self.app(scope, counting, answering)
        except Exception:
            if received <= most:
                raise
            if not answered:
                await refusal(scope, receive, send)


class FairQueue(_Refusing):
    """Refuses requests of a visitor of whom enough wait or run already.

    Those from this machine itself are not counted: it is one address for many programs.

    Args:
        app: what is behind.
        addresses: returns the address of every request that waits or runs.
        most: of one address.

    """

    def __init__(
        self, app: ASGIApp, addresses: Callable[[], Iterable[str | None]], most: int
    ) -> None:
        super().__init__(app)
        self._addresses = addresses
        self._most = most

    def refusal(self, scope: Scope) -> JSONResponse | None:
        """Refuse a request to the queue."""
        client = scope.get("client")
        address = client[0] if client else ""
        joins = scope["method"] == "POST" and scope["path"].startswith(_JOINS)
        if not joins or not address or is_local(address):
            return None
        held = sum(other == address for other in self._addresses())
        if held < self._most:
            return None
        return _answer(scope, 429, InputError("page.too_many_requests", held=held))


class StartOfHead:
    """Puts HTML at the start of the page's head, before Gradio's own scripts.

    Args:
        app: what is behind.
        html: to put there.

    """

    def __init__(self, app: ASGIApp, html: str) -> None:
        self.app = app
        self._html = html.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on the request, and insert the HTML into the page."""
        if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] != "/":
            await self.app(scope, receive, send)
            return
        start: Message = {}
        body = b""

        async def inserting(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start = message
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            inserted = body.replace(_START_OF_HEAD, _START_OF_HEAD + self._html, 1)
            MutableHeaders(scope=start)["content-length"] = str(len(inserted))
            await send(start)
            await send({"type": "http.response.body", "body": inserted})

        await self.app(scope, receive, inserting)
