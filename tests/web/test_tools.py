"""The endpoints as tools for models: described, answered in JSON, refused in a sentence."""

import json

import httpx
import pytest
from gradio.context import LocalContext
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from levmetrics.web import endpoints
from levmetrics.web.limits import PAGE, SECONDS
from levmetrics.web.requests import page_configs
from tests.web.given import run


async def of_session(url, ask, headers=None):
    """Return what a client of the Model Context Protocol gets."""
    async with (
        httpx.AsyncClient(headers=headers, timeout=60) as http,
        streamable_http_client(f"{url}gradio_api/mcp/", http_client=http) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        return await ask(session)


@pytest.fixture(scope="module")
def tools(url):
    listed = run(of_session(url, lambda session: session.list_tools()))
    return {tool.name: tool for tool in listed.tools}


def call(url, name, headers=None, **arguments):
    """Call a tool, and return whether it failed and what it says."""
    answer = run(of_session(url, lambda session: session.call_tool(name, arguments), headers))
    (content,) = answer.content
    return answer.isError, content.text


def test_models_find_the_endpoints_as_tools_with_their_arguments_explained(tools):
    assert set(tools) == {"anls", "wer", "align", "compare"}
    for tool in tools.values():
        properties = tool.inputSchema["properties"]
        assert "Returns: A JSON object with " in tool.description
        assert "$" not in json.dumps([tool.description, tool.inputSchema])
        for number in (PAGE.rows, PAGE.characters_per_text, PAGE.characters):
            assert f"{number:,} " in tool.description
        assert f"longer than {SECONDS:g} seconds" in tool.description
        for property in properties.values():
            assert property["description"].endswith(".")
            for name in filter(None, property.get("enum", [])):
                assert f'"{name}": ' in property["description"]
    assert '" ||| "' in tools["wer"].inputSchema["properties"]["references"]["description"]
    configs = tools["wer"].inputSchema["properties"]["config"]["enum"]
    assert {*page_configs("wer_lev")} <= {*configs}
    systems = tools["compare"].inputSchema
    assert systems["properties"]["systems"]["additionalProperties"] == {"type": "string"}
    assert systems["required"] == ["references", "systems"]


TEXTS = {"predictions": "a", "references": "a"}


def test_tools_answer_in_json(url):
    arguments = {"references": "a\n今日", "systems": {"x": "a\nb", "y": "a\nc"}, "metric": "anls"}
    arguments["threshold"] = 0.5
    failed, said = call(url, "compare", **arguments)
    assert (failed, json.loads(said)) == (False, endpoints.compare(**arguments))


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("wer", {**TEXTS, "predictions": 5}, "predictions is of type int; give one text, as a st"),
        ("wer", {"predictions": "a"}, "No value provided for required argument: references"),
        ("wer", {"predictions": "a", "reference": "a"}, "Parameter `reference` is not a valid"),
        ("wer", {**TEXTS, "config": "wr"}, "unknown config 'wr'; did you mean 'wer'? Known: bag"),
        ("were", {}, "Unknown tool for this Gradio app: were"),
    ],
)
def test_a_tool_refuses_in_a_sentence(url, name, arguments, message):
    failed, said = call(url, name, **arguments)
    assert failed
    assert message in said
    assert len(said) < 400


def test_a_tool_is_called_by_the_address_of_who_asked_for_it(url, monkeypatch):
    asked = []

    def result(*_):
        asked.append(LocalContext.request.get().client.host)
        return {}

    monkeypatch.setattr(endpoints, "module_result", result)
    call(url, "wer", {"x-forwarded-for": "9.9.9.9"}, **TEXTS)  # of a proxy on this machine
    call(url, "wer", **TEXTS)
    assert asked == ["9.9.9.9", "127.0.0.1"]
