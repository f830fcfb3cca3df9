"""Requests from elsewhere are refused before Gradio sees them, and programs' are not."""

import httpx
import pytest
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.testclient import TestClient

from levmetrics.web.address import allowed_hosts, named_proxies
from levmetrics.web.limits import BODY_MEGABYTES
from levmetrics.web.middleware import FairQueue, NamedProxies, SameOrigin

JOIN, MCP, UPLOAD, COMPONENT = (
    f"/gradio_api/{path}" for path in ("queue/join", "mcp/", "upload", "component_server")
)
PROXY, VISITOR = "192.0.2.50", "192.0.2.9"
EVIL, OWN = {"origin": "https://evil.example"}, {"host": "127.0.0.1:7860"}


async def echo(scope, receive, send):
    """Answer with what comes through."""
    request = Request(scope, receive)
    said = {
        "client": request.client.host,
        "forwarded": request.headers.get("x-forwarded-for"),
        "host": request.headers.get("x-forwarded-host"),
        "server": request.headers.get("x-gradio-server"),
        "scheme": request.url.scheme,
    }
    await JSONResponse(said)(scope, receive, send)


def asked(app, method="POST", path=JOIN, client=VISITOR, **request):
    """Ask an app without a network, and return its answer."""
    http = TestClient(app, "http://page.example", client=(client, 1))
    return http.request(method, path, **request)


@pytest.mark.parametrize(
    ("names", "headers", "status"),
    [
        ([], {}, 200),  # a program
        ([], {"origin": "http://page.example"}, 200),
        ([], {"origin": "https://page.example:8443"}, 200),
        ([], EVIL, 403),
        ([], {"origin": "null"}, 403),
        (["localhost"], {"origin": "http://localhost:3000", **OWN}, 200),
        ([], {"origin": "http://[::1", "host": "page.example"}, 403),
        ([], {**EVIL, **OWN}, 403),
        (["page.example"], {"origin": "https://page.example", **OWN}, 200),
        (["*"], EVIL, 403),
        ([], {"origin": "https://a.hf.space", "x-forwarded-host": "a.hf.space"}, 200),
        ([], {**EVIL, "x-forwarded-host": "a.hf.space"}, 403),
    ],
)
def test_what_other_sites_make_a_browser_send_is_refused(names, headers, status):
    app = SameOrigin(echo, names)
    headers = {**headers, "accept-language": "ja,en;q=0.8"}
    asks = [("POST", path) for path in (JOIN, UPLOAD, "/gradio_api/call/wer")] + [("GET", MCP)]
    for method, path in asks:
        answer = asked(app, method, path, headers=headers)
        assert answer.status_code == status
        assert status == 200 or answer.json()["detail"].startswith("ほかのサイトからの操作")
    assert asked(app, "GET", "/", headers=headers).status_code == 200  # it may be linked to


SAID = {
    "x-forwarded-for": "9.9.9.9",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-gradio-server": "https://evil.example",
}
SPACE = named_proxies({"SPACE_HOST": "a.hf.space"})


@pytest.mark.parametrize(
    ("proxies", "client", "forwarded", "address", "is_believed"),
    [
        ([], VISITOR, "9.9.9.9", VISITOR, False),
        ([], "127.0.0.1", "9.9.9.9", "9.9.9.9", False),  # Gradio's own client, of a tool
        ([PROXY], VISITOR, "9.9.9.9", VISITOR, False),
        ([PROXY], PROXY, "9.9.9.9", "9.9.9.9", True),
        (["192.0.2.0/24"], PROXY, "9.9.9.9", "9.9.9.9", True),
        (["127.0.0.1"], "127.0.0.1", "9.9.9.9", "9.9.9.9", True),
        (SPACE, "10.0.0.1", "1.1.1.1, 9.9.9.9, 10.1.1.1", "9.9.9.9", True),  # 1 is the visitor's
        (SPACE, "10.0.0.1", "", "10.0.0.1", True),
    ],
)
def test_what_is_said_of_a_request_is_believed_of_named_proxies_alone(
    proxies, client, forwarded, address, is_believed
):
    headers = SAID | {"x-forwarded-for": forwarded}
    said = asked(NamedProxies(echo, proxies), client=client, headers=headers).json()
    assert said["client"] == address
    assert said["host"] == ("evil.example" if is_believed else None)
    assert said["server"] == ("https://evil.example" if is_believed else None)
    assert said["scheme"] == ("https" if is_believed else "http")


def test_tools_hand_on_the_address_of_their_caller():
    headers = {"x-forwarded-for": "1.1.1.1"}
    answer = asked(NamedProxies(echo, []), path=MCP, client="9.9.9.9", headers=headers)
    assert answer.json()["forwarded"] == "9.9.9.9"


def test_an_address_has_so_many_requests_in_the_queue_and_others_theirs():
    waiting = [VISITOR, VISITOR, "192.0.2.1", None, *["127.0.0.1"] * 50]
    app = FairQueue(echo, lambda: waiting, most=2)
    assert asked(app).status_code == 429
    others = {"client": "192.0.2.1"}, {"method": "GET"}, {"path": UPLOAD}, {"client": "127.0.0.1"}
    assert {asked(app, **each).status_code for each in others} == {200}


def test_what_components_are_asked_past_the_queue_is_counted_while_it_is_answered():
    answers = []

    async def asks_again(scope, receive, send):
        if len(answers) < 2:
            answers.append(None)
            answers.append(await to_thread.run_sync(lambda: asked(app, path=COMPONENT).status_code))
        await echo(scope, receive, send)

    app = FairQueue(asks_again, lambda: [VISITOR], most=3)
    assert asked(app, path=COMPONENT).status_code == 200
    assert [answer for answer in answers if answer] == [429, 200]
    assert asked(app, path=COMPONENT).status_code == 200


@pytest.mark.parametrize(
    ("host", "variables", "names"),
    [
        ("::1", {}, set()),
        (None, {"GRADIO_SERVER_NAME": "0.0.0.0"}, {"*"}),
        (None, {"LEVMETRICS_ALLOWED_HOSTS": "a.example, B.example"}, {"a.example", "b.example"}),
        (None, {"LEVMETRICS_ALLOWED_HOSTS": "*"}, {"*"}),
        (None, {"SPACE_HOST": "a.hf.space"}, {"a.hf.space"}),
        ("192.0.2.1", {"LEVMETRICS_ALLOWED_HOSTS": "a.example"}, {"a.example", "192.0.2.1"}),
    ],
)
def test_a_page_for_this_machine_alone_has_its_own_names_and_a_public_one_any(
    host, variables, names
):
    own = {"127.0.0.1", "[::1]", "localhost"} if names != {"*"} else set()
    assert {*allowed_hosts(host, variables)} == names | own


@pytest.fixture(scope="module")
def http(url):
    with httpx.Client(base_url=url) as client:
        yield client


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (EVIL, 403),
        *(({"host": host}, 400) for host in ("evil.example", "localhost.evil.example", "[::1", "")),
    ],
)
def test_the_served_page_refuses_other_hosts_and_sites(http, headers, status):
    for path in ("upload", "queue/join", "mcp/", "call/wer"):
        answer = http.post(f"/gradio_api/{path}", json={}, headers=headers)
        assert answer.status_code == status


def test_the_served_page_answers_to_its_own_names_and_takes_its_own_uploads(http):
    for host in ("localhost:1", "127.0.0.1:1", "[::1]:1"):
        assert http.get("/config", headers={"host": host}).status_code == 200
    for header in ("x-forwarded-host", "x-gradio-server"):
        headers = {header: "http://evil.example", "x-forwarded-for": "9.9.9.9"}
        for path in ("/", "/config", "/gradio_api/mcp/"):
            assert "evil.example" not in http.get(path, headers=headers).text
    for headers in ({}, {"origin": str(http.base_url).rstrip("/")}):
        files = {"files": ("a.csv", b"hyp,ref")}
        assert http.post(UPLOAD, files=files, headers=headers).status_code == 200


def test_the_served_page_refuses_large_bodies(http):
    size = BODY_MEGABYTES * 1_000_000 + 1
    for content in (b"x" * size, (b"x" * 1_000 for _ in range(size // 1_000 + 1))):
        assert http.post(JOIN, content=content).status_code == 413


def test_nothing_goes_past_the_queue(http):
    assert http.post("/gradio_api/run/wer", json={"data": ["a", "a"]}).status_code == 404


def test_a_script_is_inserted_once_at_the_start_of_the_pages_head(http):
    before, script = http.get("/").text.split("levmetricsChooseLanguage = ")
    assert before.partition("<head>")[2].lstrip().startswith("<script>")
    assert "window.gradio_config" in script
