"""Requests from elsewhere are refused before Gradio sees them, and programs' are not."""

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from levmetrics.web.address import AllowedHosts, allowed_hosts
from levmetrics.web.limits import BODY_MEGABYTES
from levmetrics.web.middleware import (
    BodyLimit,
    ClientAddress,
    FairQueue,
    KnownHosts,
    SameOrigin,
    StartOfHead,
)
from tests.web.loops import run

OWN = AllowedHosts(frozenset(["page.example"]))
ANY = AllowedHosts(None)
SPACE = AllowedHosts(None, behind_proxy=True)
JOIN, MCP, UPLOAD = (f"/gradio_api/{path}" for path in ("queue/join", "mcp/", "upload"))


async def echo(scope, receive, send):
    """Answer with what comes through."""
    request = Request(scope, receive)
    said = {
        "client": request.client.host,
        "forwarded": request.headers.get("x-forwarded-for"),
        "size": len(await request.body()),
    }
    await JSONResponse(said)(scope, receive, send)


def asked(app, method="POST", path=JOIN, client="192.0.2.9", **request):
    """Ask an app without a network, and return its answer."""

    async def ask():
        transport = httpx.ASGITransport(app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://page.example") as http:
            return await http.request(method, path, **request)

    return run(ask())


@pytest.mark.parametrize(
    ("hosts", "host", "status"),
    [
        (OWN, "page.example", 200),
        (OWN, "page.example:7860", 200),
        (OWN, "localhost:7860", 200),
        (OWN, "127.0.0.1:7860", 200),
        (OWN, "[::1]:7860", 200),
        (OWN, "evil.example", 403),
        (OWN, "page.example.evil.example", 403),
        (OWN, "localhost.evil.example", 403),
        (OWN, "127.0.0.1.evil.example", 403),
        (OWN, "[::1", 403),
        (OWN, "", 403),
        (ANY, "evil.example", 200),
    ],
)
@pytest.mark.parametrize("path", ["/", JOIN, MCP, UPLOAD])
def test_only_the_names_of_the_page_are_answered(hosts, host, status, path):
    answer = asked(KnownHosts(echo, hosts), "GET", path, headers={"host": host})
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["detail"].endswith("allow that name by LEVMETRICS_ALLOWED_HOSTS")


@pytest.mark.parametrize(
    ("hosts", "headers", "status"),
    [
        (ANY, {}, 200),  # a program
        (ANY, {"origin": "http://page.example"}, 200),
        (ANY, {"origin": "https://page.example:8443"}, 200),
        (ANY, {"origin": "https://evil.example"}, 403),
        (ANY, {"origin": "null"}, 403),
        (ANY, {"origin": "http://localhost:3000"}, 403),
        (ANY, {"origin": "http://localhost:3000", "host": "127.0.0.1:7860"}, 200),
        (ANY, {"origin": "https://evil.example", "host": "127.0.0.1:7860"}, 403),
        (OWN, {"origin": "https://page.example", "host": "127.0.0.1:7860"}, 200),
        (ANY, {"origin": "https://evil.example", "x-forwarded-host": "evil.example"}, 403),
        (SPACE, {"origin": "https://a.hf.space", "x-forwarded-host": "a.hf.space"}, 200),
        (SPACE, {"origin": "https://evil.example", "x-forwarded-host": "a.hf.space"}, 403),
    ],
)
@pytest.mark.parametrize("path", [JOIN, MCP, UPLOAD, "/gradio_api/call/wer"])
def test_what_other_sites_make_a_browser_send_is_refused(hosts, headers, status, path):
    answer = asked(SameOrigin(echo, hosts), path=path, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["detail"].startswith("this page takes no requests from other sites")


def test_tools_are_read_by_no_other_site_but_the_page_may_be_linked_to():
    headers = {"origin": "https://evil.example"}
    assert asked(SameOrigin(echo, ANY), "GET", MCP, headers=headers).status_code == 403
    assert asked(SameOrigin(echo, ANY), "GET", "/", headers=headers).status_code == 200


async def in_parts(parts, size=1_000_000):
    for _ in range(parts):
        yield b"x" * size


@pytest.mark.parametrize("content", [b"x" * 2_000_001, "streamed"])
def test_a_body_that_is_too_large_is_refused_however_it_comes(content):
    body = in_parts(4) if content == "streamed" else content
    answer = asked(BodyLimit(echo, megabytes=2, uploads=3), content=body)
    assert answer.status_code == 413
    assert answer.json()["detail"] == "this is more than the 2 MB that a request may be"


def test_a_body_of_the_allowed_size_comes_through_whole():
    assert (
        asked(BodyLimit(echo, megabytes=2, uploads=3), content=in_parts(2)).json()["size"]
        == 2_000_000
    )


def test_uploads_may_be_larger_than_what_is_held_in_memory():
    app = BodyLimit(echo, megabytes=2, uploads=3)
    assert asked(app, path=UPLOAD, content=in_parts(3)).json()["size"] == 3_000_000
    assert asked(app, path=UPLOAD, content=in_parts(4)).status_code == 413


def test_refusals_are_in_the_browsers_language():
    headers = {"accept-language": "ja,en;q=0.8", "origin": "https://evil.example"}
    said = asked(SameOrigin(echo, ANY), headers=headers).json()["detail"]
    assert said.startswith("ほかのサイトからの操作")


def test_a_length_that_is_none_is_refused():
    answer = asked(
        BodyLimit(echo, megabytes=2, uploads=3), headers={"content-length": "-1"}, content=b""
    )
    assert answer.status_code == 413


def test_an_error_that_is_not_about_size_is_not_taken_for_one():
    async def failing(scope, receive, send):
        raise KeyError("x")

    with pytest.raises(KeyError):
        asked(BodyLimit(failing, megabytes=2, uploads=3))


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "client"),
    [
        (False, "9.9.9.9", "10.0.0.1"),
        (True, "9.9.9.9", "9.9.9.9"),
        (True, "1.1.1.1, 9.9.9.9, 10.1.1.1", "9.9.9.9"),  # the first is what the visitor wrote
        (True, "nonsense", "10.0.0.1"),
        (True, None, "10.0.0.1"),
    ],
)
def test_the_address_of_a_visitor_is_a_proxys_word_only_where_there_is_one(
    behind_proxy, forwarded, client
):
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    answer = asked(ClientAddress(echo, behind_proxy), client="10.0.0.1", headers=headers)
    assert answer.json()["client"] == client


def test_tools_hand_on_the_address_of_their_caller():
    headers = {"x-forwarded-for": "1.1.1.1"}
    answer = asked(ClientAddress(echo, False), path=MCP, client="9.9.9.9", headers=headers)
    assert answer.json()["forwarded"] == "9.9.9.9"


def test_an_address_has_so_many_requests_in_the_queue_and_others_theirs():
    waiting = ["192.0.2.9", "192.0.2.9", "192.0.2.1", None]
    app = FairQueue(echo, lambda: waiting, most=2)
    refused = asked(app)
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("you have 2 requests waiting or running; wait")
    assert asked(app, client="192.0.2.1").status_code == 200
    assert asked(app, "GET").status_code == 200
    assert asked(app, path=UPLOAD).status_code == 200


def test_this_machine_itself_may_have_many_requests_in_the_queue():
    assert asked(FairQueue(echo, lambda: ["127.0.0.1"] * 50, 2), client="127.0.0.1").is_success


def test_html_is_inserted_at_the_start_of_the_pages_head_and_nowhere_else():
    page = HTMLResponse("<html><head><meta></head><body><head></body>")
    app = StartOfHead(page, "<script>ü</script>")
    answer = asked(app, "GET", "/")
    assert answer.text == "<html><head><script>ü</script><meta></head><body><head></body>"
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "script" not in asked(app, "GET", "/other").text


@pytest.mark.parametrize(
    ("host", "variables", "names"),
    [
        (None, {}, frozenset()),
        ("localhost", {}, frozenset()),
        ("0.0.0.0", {}, None),
        (None, {"GRADIO_SERVER_NAME": "0.0.0.0"}, None),
        (None, {"LEVMETRICS_ALLOWED_HOSTS": "a.example, B.example"}, {"a.example", "b.example"}),
        (None, {"LEVMETRICS_ALLOWED_HOSTS": "*"}, None),
        (None, {"SPACE_HOST": "a.hf.space"}, {"a.hf.space"}),
        ("192.0.2.1", {"LEVMETRICS_ALLOWED_HOSTS": "a.example"}, {"a.example", "192.0.2.1"}),
    ],
)
def test_a_page_for_this_machine_alone_has_its_own_names_and_a_public_one_any(
    host, variables, names
):
    assert allowed_hosts(host, variables).names == names


@pytest.fixture(scope="module")
def http(url):
    with httpx.Client(base_url=url) as client:
        yield client


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {"origin": "http://evil.example"}])
@pytest.mark.parametrize("path", ["upload", "queue/join", "mcp/", "call/wer"])
def test_the_served_page_refuses_other_hosts_and_sites(http, headers, path):
    answer = http.post(f"/gradio_api/{path}", json={}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["detail"]


def test_the_served_page_takes_uploads_of_its_own_and_of_programs(http):
    for headers in ({}, {"origin": str(http.base_url).rstrip("/")}):
        files = {"files": ("a.csv", b"hyp,ref")}
        assert http.post("/gradio_api/upload", files=files, headers=headers).status_code == 200


def test_the_served_page_refuses_large_bodies(http):
    answer = http.post("/gradio_api/queue/join", content=b"x" * (BODY_MEGABYTES * 1_000_000 + 1))
    assert answer.status_code == 413


def test_nothing_goes_past_the_queue(http):
    answer = http.post("/gradio_api/run/wer", json={"data": ["a", "a"]})
    assert answer.status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "label"), [("en-US", "Score"), ("ja-JP", "採点する")])
@pytest.mark.parametrize("chosen", ["en", "ja", None])
def test_the_language_that_a_visitor_chose_goes_before_the_browsers(
    open_as_another, locale, label, chosen
):
    page = open_as_another(locale=locale)
    if chosen:
        with page.expect_navigation():
            page.evaluate(f"levmetricsChooseLanguage('{chosen}')")
        page.wait_for_selector("#score")
        label = {"en": "Score", "ja": "採点する"}[chosen]
    page.get_by_role("button", name=label, exact=True).wait_for()
    expected = chosen or locale[:2]
    assert page.evaluate("document.documentElement.lang") == expected
    assert page.evaluate("navigator.language")[:2] == expected
