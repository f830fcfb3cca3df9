"""ASGI middleware that checks every HTTP request before Gradio.

:func:`levmetrics.web.page.launch` puts it in order, among Starlette's and uvicorn's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from levmetrics.errors import InputError, Language
from levmetrics.web.address import is_local

_MCP = "/gradio_api/mcp"
_OF_COMPONENTS = "/gradio_api/component_server"
# The paths on which a request joins the queue.
_JOINS = ("/gradio_api/queue/join", "/gradio_api/call/", "/gradio_api/run/", "/gradio_api/api/")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_OF_PROXIES = ("x-forwarded-host", "x-forwarded-proto", "x-gradio-server")  # read by Gradio


def language_of_request(scope: Scope) -> Language:
    """Return the language that the browser prefers."""
    wanted = Headers(scope=scope).get("accept-language", "").strip().lower()
    return "ja" if wanted.startswith("ja") else "en"


def answer(scope: Scope, status: int, error: InputError) -> JSONResponse:
    """Return an answer in the browser's language, for Gradio's page and for programs.

    Args:
        scope: the scope of the request.
        status: the HTTP status.
        error: the reason of the refusal.

    """
    sentence = error.sentence(language_of_request(scope))
    return JSONResponse({"detail": sentence, "error": sentence}, status)  # they read either


class NamedProxies:
    """Middleware that trusts the forwarded headers of named proxies only.

    uvicorn reads the visitor's address and the scheme. Gradio itself reads the page's host name
    from any request that has it, and writes it into the page. Its own client, on this machine,
    calls the tools with the headers of their caller, whose address is added.

    Args:
        app: what is behind.
        proxies: the addresses and networks of proxies.

    """

    def __init__(self, app: ASGIApp, proxies: list[str]) -> None:
        self._app = app
        behind: Any = self._with_caller  # uvicorn and Starlette each name the same types
        self._with_address: Any = ProxyHeadersMiddleware(behind, [*proxies, "127.0.0.1", "::1"])
        self._named = ProxyHeadersMiddleware(behind, proxies).trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request with the trusted headers."""
        if scope["type"] == "http" and address_of_client(scope) not in self._named:
            headers = MutableHeaders(scope=scope)
            for name in _OF_PROXIES:
                del headers[name]
        await self._with_address(scope, receive, send)

    async def _with_caller(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of_client(scope)
        if address and scope["type"] == "http" and scope["path"].startswith(_MCP):
            MutableHeaders(scope=scope)["x-forwarded-for"] = address
        await self._app(scope, receive, send)


class SameOrigin:
    """Middleware that rejects requests that another site makes a visitor's browser send.

    Browsers name the site in ``Origin`` in all requests that may change state; programs do not.

    Args:
        app: what is behind.
        names: the names of the page, besides the requested host.

    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, except requests from other sites to tools, uploads and the queue."""
        app: ASGIApp = self.app
        if scope["type"] == "http" and (
            scope["method"] not in _SAFE_METHODS or scope["path"].startswith(_MCP)
        ):
            headers = Headers(scope=scope)
            asked = (_name(f"//{headers.get(name, '')}") for name in ("host", "x-forwarded-host"))
            origin = headers.get("origin")
            if origin is not None and _name(origin) not in {*asked, *self._names} - {""}:
                app = answer(scope, 403, InputError("page.other_site"))
        await app(scope, receive, send)


def _name(url: str) -> str:
    """Return the host of an address without its port; empty if there is none.

    >>> _name("http://localhost:7860"), _name("//[::1]:7860"), _name("null"), _name("//[::1")
    ('localhost', '::1', '', '')
    """
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class FairQueue:
    """Middleware that limits the waiting and running requests of a visitor.

    Requests from this machine are not limited: one address stands for many programs.

    Args:
        app: what is behind.
        addresses: returns the addresses of all waiting and running requests.
        most: the maximum number of requests of one address.

    """

    def __init__(
        self, app: ASGIApp, addresses: Callable[[], Iterable[str | None]], most: int
    ) -> None:
        self.app = app
        self._addresses = addresses
        self._most = most
        self._of_components: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request; calls of a component are counted here, as they bypass the queue."""
        address = address_of_client(scope)
        path = scope["path"] if scope["type"] == "http" and scope["method"] == "POST" else ""
        of_component = path.startswith(_OF_COMPONENTS)
        if not address or is_local(address) or not (of_component or path.startswith(_JOINS)):
            await self.app(scope, receive, send)
            return
        queued = sum(other == address for other in self._addresses())
        held = queued + self._of_components[address]
        if held >= self._most:
            refusal = answer(scope, 429, InputError("page.too_many_requests", held=held))
            await refusal(scope, receive, send)
            return
        counted = Counter({address: int(of_component)})
        self._of_components += counted
        try:
            await self.app(scope, receive, send)
        finally:
            self._of_components -= counted


def address_of_client(scope: Scope) -> str:
    """Return the address of a request's client; empty if the server does not know it."""
    client = scope.get("client")
    return client[0] if client else ""
