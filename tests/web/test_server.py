"""Starting the server, as a person, a Space and an assistant do."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import httpx
import pytest
from gradio.context import LocalContext
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from levmetrics.integrations.hub import space_files, write_space
from levmetrics.web import endpoints
from levmetrics.web.limits import PAGE, SECONDS
from levmetrics.web.requests import page_configs, page_metrics
from tests.shell import shell
from tests.web.loops import run

ROOT = Path(__file__).parents[2]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def started(command, port, folder, **variables):
    """Return a server that answers on a port, keeps visitors' files in a folder, and logs to it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder), **variables}
    environment.pop("GRADIO_TEMP_DIR", None)
    # Processes of one that nohup started inherit that it ignores this signal.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        with Path(folder, f"{port}.log").open("wb") as log:
            server = subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
    finally:
        signal.signal(signal.SIGHUP, before)
    for _ in range(600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as response:
                assert b"levmetrics" in response.read()
            return server
        except OSError:
            assert server.poll() is None
            time.sleep(0.1)
    raise AssertionError("the page is not there after a minute")


def chosen_metrics(page):
    """Return what is chosen of the metrics, in whatever tabs they are."""
    choices = [each["props"] for each in page["components"] if each["type"] == "dropdown"]
    return {one["value"] for one in choices if one.get("value") in ("automatic", *page_metrics())}


@pytest.fixture
def start(tmp_path):
    """Start a server on a port of its own; those that run at the end are killed."""
    running = []

    def start(port, *command, **variables):
        running.append(started(command, port, tmp_path, **variables))
        return running[-1]

    yield start
    for server in running:
        server.kill()
        server.wait(20)


KILLED = """
import os, signal
from levmetrics.web.held_files import make_cache_folder
make_cache_folder()
os.kill(os.getpid(), signal.SIGKILL)
"""


def uploaded(port):
    """Upload a file, and return the folder in which this server keeps its visitors' files."""
    address = f"http://127.0.0.1:{port}/gradio_api/upload"
    (path,) = httpx.post(address, files={"files": ("a.csv", b"hyp,ref")}, timeout=60).json()
    assert Path(path).read_bytes() == b"hyp,ref"
    return Path(path).parents[1]


def first_choice(port):
    return chosen_metrics(httpx.get(f"http://127.0.0.1:{port}/config", timeout=60).json())


@pytest.mark.slow
def test_servers_are_where_they_are_asked_to_be_and_leave_no_files_of_their_visitors(
    start, tmp_path
):
    own, of_space = free_port(), free_port()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    environment.pop("GRADIO_TEMP_DIR", None)  # of a page in this process
    subprocess.run([sys.executable, "-c", KILLED], env=environment)
    (left,) = tmp_path.glob("levmetrics-page-*")
    hung_up = start(own, "app.py", "--port", own)  # which clears up after the one that could not
    assert not left.exists()
    first = uploaded(own)
    assert first_choice(own) == {"automatic"}
    write_space(space_files("anls"), tmp_path / "anls")
    terminated = start(of_space, tmp_path / "anls" / "app.py", GRADIO_SERVER_PORT=of_space)
    assert first_choice(of_space) == {"anls"}
    assert {first, uploaded(of_space)} == {*tmp_path.glob("levmetrics-page-*")}
    assert break_off(own, tmp_path / f"{own}.log") == "An upload was broken off"
    hung_up.send_signal(signal.SIGHUP)
    assert hung_up.wait(20) == -signal.SIGHUP
    terminated.send_signal(signal.SIGTERM)
    assert terminated.wait(20) == -signal.SIGTERM
    assert [*tmp_path.glob("levmetrics-page-*")] == []


def break_off(port, log):
    """Break off an upload, and return what the log has of it: one line, less its number."""
    before = log.read_text()
    with socket.create_connection(("127.0.0.1", int(port))) as connection:
        connection.sendall(
            b"POST /gradio_api/upload HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n"
            b"content-type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
            b'content-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
            + b"y"
            * 50_000
        )
        time.sleep(0.5)
    for _ in range(100):
        if "broken off" in log.read_text():
            break
        time.sleep(0.1)
    time.sleep(0.5)  # in which a traceback would follow
    return re.sub(r" after \d+ bytes\n\Z", "", log.read_text()[len(before) :])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "99999999"], "the port is 99999999; it must be a number from 1 to 65535"),
        (["--port", "0"], "the port is 0; it must be a number from 1 to 65535"),
        (["--port", "BUSY"], "cannot listen on 127.0.0.1, port BUSY: Address already in use"),
        (["--host", "999.1.1.1"], "cannot listen on 999.1.1.1: "),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1: "),
        (["--host", ""], "the host is empty; give an address of this machine"),
    ],
)
def test_an_address_that_cannot_be_served_is_said_in_a_sentence(arguments, message):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        taken = str(busy.getsockname()[1])
        given = [own.replace("BUSY", taken) for own in arguments]
        ended = shell("app", *given)
    assert ended.exit_code == 2
    assert ended.output.startswith(f"Error: {message.replace('BUSY', taken)}")
    assert ended.output.count("\n") == 1


def test_a_port_of_the_environment_that_is_none_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setenv("GRADIO_SERVER_PORT", "abc")
    ended = shell("app")
    assert ended.exit_code == 2
    assert ended.output == "Error: the port is abc; it must be a number from 1 to 65535\n"


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


def call(url, name, **arguments):
    """Call a tool, and return whether it failed and what it says."""
    answer = run(of_session(url, lambda session: session.call_tool(name, arguments)))
    (content,) = answer.content
    return answer.isError, content.text


def test_models_find_the_endpoints_as_tools_with_their_arguments_explained(tools):
    assert set(tools) == {"anls", "wer", "align", "compare"}
    for tool in tools.values():
        assert "Returns: A JSON object with " in tool.description
        assert all(p["description"][-1] == "." for p in tool.inputSchema["properties"].values())
        assert "$" not in json.dumps([tool.description, tool.inputSchema])


@pytest.mark.parametrize("name", ["anls", "wer", "compare"])
def test_a_tool_says_its_limits_and_how_several_references_are_written(tools, name):
    tool = tools[name]
    for number in (PAGE.rows, PAGE.characters_per_text, PAGE.characters):
        assert f"{number:,} " in tool.description
    assert f"longer than {SECONDS:g} seconds" in tool.description
    said = tool.inputSchema["properties"]["references"]["description"]
    assert '" ||| "' in said
    assert "cannot be escaped" in said


@pytest.mark.parametrize(
    ("name", "argument", "known"),
    [
        ("wer", "config", list(page_configs("wer_lev"))),
        ("anls", "config", list(page_configs("anls"))),
        ("compare", "metric", ["wer", "anls:star"]),
        ("wer", "tokenizer", ["", "mecab", "char"]),
        ("align", "tokenizer", ["whitespace", "char"]),
    ],
)
def test_a_tool_lists_the_names_that_an_argument_may_have_and_explains_each(
    tools, name, argument, known
):
    schema = tools[name].inputSchema["properties"][argument]
    assert set(known) <= set(schema["enum"])
    explained = [known_name for known_name in schema["enum"] if argument != "metric"]
    assert all(
        f'"{known_name}": ' in schema["description"] for known_name in filter(None, explained)
    )


def test_tools_take_systems_by_their_names(tools):
    schema = tools["compare"].inputSchema
    assert schema["properties"]["systems"]["additionalProperties"] == {"type": "string"}
    assert schema["required"] == ["references", "systems"]


def test_tools_answer_in_json(url):
    failed, said = call(url, "wer", predictions="is ther\n今日は", references="is there\n今日は")
    assert not failed
    assert json.loads(said) == endpoints.wer("is ther\n今日は", "is there\n今日は")
    failed, said = call(url, "anls", predictions="rain", references="shine", threshold=0.5)
    assert (failed, json.loads(said)) == (False, {"anls": 0.0})
    failed, said = call(url, "compare", references="a\nb", systems={"x": "a\nb", "y": "a\nc"})
    assert not failed
    assert json.loads(said) == endpoints.compare("a\nb", {"x": "a\nb", "y": "a\nc"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"predictions": 5, "references": "a"},
            "predictions is of type int; give one text, as a string",
        ),
        ({"predictions": "a"}, "references is missing; give one text, as a string"),
        (
            {"predictions": "a", "references": "a", "config": "wr"},
            "unknown config 'wr'; did you mean 'wer'? Known: bag, cer, cp, dicp, ditcp, "
            "flexible, formatted, greedy_dicp, ",
        ),
        (
            {"predictions": "a", "reference": "a"},
            "unknown argument 'reference'; did you mean 'references'? Known: config, format, "
            "normalizer, predictions, references, tokenizer",
        ),
        ({"predictions": "a", "references": "a", "normalizer": "lowr"}, "unknown normalizer"),
        ({"predictions": "a", "references": "a\nb"}, "predictions and references differ in"),
    ],
)
def test_a_tool_refuses_in_a_sentence(url, arguments, message):
    failed, said = call(url, "wer", **arguments)
    assert failed
    assert message in said
    assert len(said) < 400


def test_a_tool_says_which_system_is_no_text(url):
    failed, said = call(url, "compare", references="a\nb", systems={"x": "a\nb", "y": ["a", "b"]})
    assert failed
    assert said == "systems['y'] is of type list; give one text, as a string"


def test_a_tool_that_there_is_not_is_said_in_a_sentence(url):
    assert call(url, "were") == (
        True,
        "unknown tool 'were'; did you mean 'wer'? Known: align, anls, compare, wer",
    )


def test_a_tool_is_called_by_the_address_of_who_asked_for_it(url, monkeypatch):
    asked = []

    def result(*_):
        asked.append(LocalContext.request.get().client.host)
        return {}

    monkeypatch.setattr(endpoints, "module_result", result)
    texts = {"predictions": "a", "references": "a"}
    headers = {"x-forwarded-for": "9.9.9.9"}  # of a proxy on this machine
    run(of_session(url, lambda session: session.call_tool("wer", texts), headers))
    run(of_session(url, lambda session: session.call_tool("wer", texts)))
    assert asked == ["9.9.9.9", "127.0.0.1"]


@pytest.mark.slow
def test_a_served_page_loads_what_the_first_results_need_and_only_in_the_background():
    code = (
        "import sys, urllib.request\n"
        "from levmetrics.web.page import launch\n"
        "from levmetrics.web.warm_up import warm_up\n"
        "page = launch(port=int(sys.argv[1]), block=False)\n"
        "urllib.request.urlopen(page.local_url).read()\n"
        "print('before', *(name for name in sys.argv[2:] if name in sys.modules))\n"
        "warm_up().join()\n"
        "print('after', *(name for name in sys.argv[2:] if name in sys.modules))\n"
        "page.close()\n"
    )
    heavy = ["torch", "evaluate", "datasets", "transformers", "matplotlib", "nltk", "scipy.stats"]
    heavy += ["kiwipiepy", "jieba", "sudachipy", "fugashi"]
    command = [sys.executable, "-c", code, free_port(), *heavy]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    loaded = {words[0]: {*words[1:]} for words in lines if words[:1] in (["before"], ["after"])}
    assert loaded["before"] == set()
    assert {"scipy.stats", "jieba", "fugashi"} <= loaded["after"]
    assert not {*heavy[:5]} & loaded["after"]
