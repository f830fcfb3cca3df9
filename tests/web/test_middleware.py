"""Requests from elsewhere are refused before Gradio sees them, and programs' are not."""

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse

from levmetrics.web.address import allowed_hosts, named_proxies
from levmetrics.web.limits import BODY_MEGABYTES
from levmetrics.web.middleware import FairQueue, NamedProxies, SameOrigin
from tests.web.loops import run

JOIN, MCP, UPLOAD, COMPONENT = (
    f"/gradio_api/{path}" for path in ("queue/join", "mcp/", "upload", "component_server")
)


async def echo(scope, receive, send):
    """Answer with what comes through."""
    request = Request(scope, receive)
    said = {
        "client": request.client.host,
        "forwarded": request.headers.get("x-forwarded-for"),
        "host": request.headers.get("x-forwarded-host"),
        "server": request.headers.get("x-gradio-server"),
        "scheme": request.url.scheme,
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
    ("names", "headers", "status"),
    [
        ([], {}, 200),  # a program
        ([], {"origin": "http://page.example"}, 200),
        ([], {"origin": "https://page.example:8443"}, 200),
        ([], {"origin": "https://evil.example"}, 403),
        ([], {"origin": "null"}, 403),
        ([], {"origin": "http://localhost:3000"}, 403),
        (["localhost"], {"origin": "http://localhost:3000", "host": "127.0.0.1:7860"}, 200),
        ([], {"origin": "http://[::1", "host": "page.example"}, 403),
        ([], {"origin": "https://evil.example", "host": "127.0.0.1:7860"}, 403),
        (["page.example"], {"origin": "https://page.example", "host": "127.0.0.1:7860"}, 200),
        (["*"], {"origin": "https://evil.example"}, 403),
        ([], {"origin": "https://a.hf.space", "x-forwarded-host": "a.hf.space"}, 200),
        ([], {"origin": "https://evil.example", "x-forwarded-host": "a.hf.space"}, 403),
    ],
)
@pytest.mark.parametrize("path", [JOIN, MCP, UPLOAD, "/gradio_api/call/wer"])
def test_what_other_sites_make_a_browser_send_is_refused(names, headers, status, path):
    answer = asked(SameOrigin(echo, names), path=path, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["detail"].startswith("this page takes no requests from other sites")


def test_tools_are_read_by_no_other_site_but_the_page_may_be_linked_to():
    headers = {"origin": "https://evil.example", "accept-language": "ja,en;q=0.8"}
    refused = asked(SameOrigin(echo), "GET", MCP, headers=headers)
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith("ほかのサイトからの操作")
    assert asked(SameOrigin(echo), "GET", "/", headers=headers).status_code == 200


PROXY, VISITOR = "192.0.2.50", "192.0.2.9"
SAID = {
    "x-forwarded-for": "9.9.9.9",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-gradio-server": "https://evil.example",
}


@pytest.mark.parametrize(
    ("proxies", "client", "address", "is_believed"),
    [
        ([], VISITOR, VISITOR, False),
        ([], "127.0.0.1", "9.9.9.9", False),  # Gradio's own client, of a tool
        ([PROXY], VISITOR, VISITOR, False),
        ([PROXY], PROXY, "9.9.9.9", True),
        (["192.0.2.0/28"], PROXY, PROXY, False),
        (["192.0.2.0/24"], PROXY, "9.9.9.9", True),
        (["127.0.0.1"], "127.0.0.1", "9.9.9.9", True),
    ],
)
def test_what_is_said_of_a_request_is_believed_of_named_proxies_alone(
    proxies, client, address, is_believed
):
    said = asked(NamedProxies(echo, proxies), client=client, headers=SAID).json()
    assert said["client"] == address
    assert said["host"] == ("evil.example" if is_believed else None)
    assert said["server"] == ("https://evil.example" if is_believed else None)
    assert said["scheme"] == ("https" if is_believed else "http")


def test_the_address_of_a_visitor_of_a_space_is_the_last_of_the_internet():
    proxies = named_proxies({"SPACE_HOST": "a.hf.space"})
    # The first is what the visitor wrote.
    for forwarded, client in (("1.1.1.1, 9.9.9.9, 10.1.1.1", "9.9.9.9"), ("", "10.0.0.1")):
        headers = {"x-forwarded-for": forwarded}
        answer = asked(NamedProxies(echo, proxies), client="10.0.0.1", headers=headers)
        assert answer.json()["client"] == client


def test_tools_hand_on_the_address_of_their_caller():
    headers = {"x-forwarded-for": "1.1.1.1"}
    answer = asked(NamedProxies(echo, []), path=MCP, client="9.9.9.9", headers=headers)
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
    waiting += ["127.0.0.1"] * 50  # this machine itself
    assert asked(app, client="127.0.0.1").status_code == 200


def test_what_components_are_asked_past_the_queue_is_counted_while_it_is_answered():
    answers = []

    async def asks_again(scope, receive, send):
        if len(answers) < 3:
            answers.append(None)
            transport = httpx.ASGITransport(app, client=("192.0.2.9", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://page") as http:
                answers.append((await http.post(COMPONENT)).status_code)
        await echo(scope, receive, send)

    app = FairQueue(asks_again, lambda: ["192.0.2.9"], most=3)
    assert asked(app, path=COMPONENT).status_code == 200
    assert [answer for answer in answers if answer] == [429, 200]
    assert asked(app, path=COMPONENT).status_code == 200


@pytest.mark.parametrize(
    ("host", "variables", "names"),
    [
        (None, {}, set()),
        ("localhost", {}, set()),
        ("::1", {}, set()),
        ("0.0.0.0", {}, {"*"}),
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


@pytest.mark.parametrize("path", ["upload", "queue/join", "mcp/", "call/wer"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"host": "evil.example"}, 400),
        ({"host": "localhost.evil.example"}, 400),
        ({"host": "127.0.0.1.evil.example"}, 400),
        ({"host": "[::1"}, 400),
        ({"host": ""}, 400),
    ],
)
def test_the_served_page_refuses_other_hosts_and_sites(http, headers, status, path):
    assert http.post(f"/gradio_api/{path}", json={}, headers=headers).status_code == status


def test_the_served_page_answers_to_the_names_of_this_machine_and_believes_no_other(http):
    for host in ("localhost:1", "127.0.0.1:1", "[::1]:1"):
        assert http.get("/config", headers={"host": host}).status_code == 200
    for header in ("x-forwarded-host", "x-gradio-server"):
        headers = {header: "http://evil.example", "x-forwarded-for": "9.9.9.9"}
        for path in ("/", "/config", "/gradio_api/mcp/"):
            assert "evil.example" not in http.get(path, headers=headers).text


def test_the_served_page_takes_uploads_of_its_own_and_of_programs(http):
    for headers in ({}, {"origin": str(http.base_url).rstrip("/")}):
        files = {"files": ("a.csv", b"hyp,ref")}
        assert http.post("/gradio_api/upload", files=files, headers=headers).status_code == 200


def test_the_served_page_refuses_large_bodies(http):
    size = BODY_MEGABYTES * 1_000_000 + 1
    for content in (b"x" * size, (b"x" * 1_000 for _ in range(size // 1_000 + 1))):
        assert http.post("/gradio_api/queue/join", content=content).status_code == 413


def test_nothing_goes_past_the_queue(http):
    answer = http.post("/gradio_api/run/wer", json={"data": ["a", "a"]})
    assert answer.status_code == 404


def test_a_script_is_inserted_once_at_the_start_of_the_pages_head(http):
    before, script = http.get("/").text.split("levmetricsChooseLanguage = ")
    assert before.partition("<head>")[2].lstrip().startswith("<script>")
    assert "window.gradio_config" in script
