"""The page for programs: what it shows works as it stands, and wrong calls get a sentence."""

import json
import re
import subprocess
import sys
from html import unescape

import httpx
import pytest

from levmetrics import align, compare, score
from levmetrics.web.programs import PATH
from tests.documentation import PAGE, run_by
from tests.web.accessibility import findings
from tests.web.given import run
from tests.web.test_tools import of_session

HEARD, SAID = ["who is their", "is there"], ["who is there", "is there"]
SYSTEMS = {"old": ["who is their", "is their"], "new": ["who is there", "is their"]}
ANSWERS = {
    "anls": score(HEARD, SAID, "anls").result(),
    "wer": score(HEARD, SAID).result(),
    "align": align(HEARD[0], SAID[0]).to_dict(),
    "compare": compare(SYSTEMS, SAID),
}
NAMES = [*ANSWERS]


@pytest.fixture(scope="module")
def shown(url):
    """The page's blocks of code, in their order."""
    html = httpx.get(f"{url}{PATH[1:]}").raise_for_status().text
    return [unescape(code) for code in re.findall(r"<code>(.*?)</code>", html, re.DOTALL)]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_commands_and_programs_that_are_shown_answer_as_the_library_does(shown, name):
    command, program = shown[2 * NAMES.index(name) :][:2]
    event, answer = output("bash", "-c", command).strip().split("\n")
    printed = output(sys.executable, "-c", program).split("\n")[-2]
    expected = json.loads(json.dumps(ANSWERS[name]))
    assert (event, json.loads(answer.removeprefix("data: "))) == ("event: complete", [expected])
    assert printed == repr(expected)


@pytest.mark.slow
def test_a_program_asks_as_the_documentation_shows(url):
    (block,) = run_by(PAGE)
    call, asked = block.code.replace("http://127.0.0.1:7860", url).rstrip().rsplit("\n", 1)
    assert url in call
    given = {}
    exec(call, given)
    assert eval(asked, given) == pytest.approx(1 / 3)


def test_the_settings_that_are_shown_lead_to_the_tools_and_nothing_else_is_open(shown, client):
    server = json.loads(shown[-1])["mcpServers"]["levmetrics"]["url"]
    listed = run(of_session(server.removesuffix("gradio_api/mcp/"), lambda one: one.list_tools()))
    assert {tool.name for tool in listed.tools} == {*ANSWERS}
    open_to_all = client.view_api(return_format="dict")["named_endpoints"]
    assert {*open_to_all} == {f"/{name}" for name in ANSWERS}


@pytest.mark.parametrize(("language", "heading"), [("ja", "シェル"), ("x", "In a shell")])
def test_the_page_is_in_the_language_of_the_one_that_leads_to_it(url, language, heading):
    assert heading in httpx.get(f"{url}{PATH[1:]}", params={"language": language}).text


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("call/were", {"data": []}, 404, "unknown endpoint 'were'; did you mean 'wer'? Known: al"),
        ("call/_draw_pair", {"data": []}, 404, "unknown endpoint '_draw_pair'"),
        ("call/v2/wer", {"predictions": "a"}, 400, "No value provided for required argument: ref"),
        ("call/v2/wer", {"reference": "a"}, 400, "Parameter `reference` is not a valid key-word"),
    ],
)
def test_a_call_of_no_endpoint_and_of_other_arguments_gets_a_sentence(
    url, path, body, status, message
):
    answer = httpx.post(f"{url}gradio_api/{path}", json=body)
    assert answer.status_code == status
    assert answer.json()["error"].startswith(message)


@pytest.mark.parametrize("count", [1, 7])
def test_values_that_are_missing_or_too_many_are_said_in_a_sentence(url, count):
    given = {"data": ["a"] * count}
    event = httpx.post(f"{url}gradio_api/call/wer", json=given).json()["event_id"]
    said = httpx.get(f"{url}gradio_api/call/wer/{event}").text
    assert said.startswith("event: error\n")
    assert (
        "/wer takes 6 values, in this order: predictions, references, config, tokenizer, "
        f"normalizer, format, and data has {count}; or call /call/v2/wer" in said
    )


@pytest.mark.slow
def test_the_link_opens_the_page_in_a_new_tab_and_what_was_pasted_stays(open_page):
    page = open_page("ja-JP")
    page.locator("#score_references textarea").fill("a")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="API・MCP").click()
    own = opened.value
    own.get_by_role("heading", name="API・MCP").wait_for()
    assert page.locator("#score_references textarea").input_value() == "a"
    own.set_viewport_size({"width": 375, "height": 800})
    assert own.evaluate("document.documentElement.scrollWidth") <= 375
    for face in ("light", "dark"):
        own.emulate_media(color_scheme=face)
        assert findings(own) == [], face
    own.close()
