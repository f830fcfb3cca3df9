"""Starting the server, as a person, a Space and an assistant do."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import httpx
import pytest
from typer.testing import CliRunner

from levmetrics.cli import app

ROOT = Path(__file__).parents[2]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@contextmanager
def served(command, variables, port):
    """Run a server, from when it answers to the end of the block."""
    server = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as response:
                    assert b"levmetrics" in response.read()
                break
            except URLError:
                assert server.poll() is None
                time.sleep(0.1)
        else:
            pytest.fail("the page is not there after a minute")
        yield
    finally:
        server.terminate()
        server.wait(20)


@pytest.mark.slow
def test_servers_are_where_they_are_asked_to_be_and_share_no_files_of_their_visitors(monkeypatch):
    monkeypatch.delenv("GRADIO_TEMP_DIR", raising=False)
    by_flag, by_variable, of_module = free_port(), free_port(), free_port()
    started = [
        served(["app.py", "--port", by_flag], {}, by_flag),
        served(["app.py"], {"GRADIO_SERVER_PORT": by_variable}, by_variable),
        served(["-m", "levmetrics", "app", "--port", of_module], {}, of_module),
    ]
    paths = []
    with ExitStack() as stack:
        for server, port in zip(started, (by_flag, by_variable, of_module), strict=True):
            stack.enter_context(server)
            answer = httpx.post(
                f"http://127.0.0.1:{port}/gradio_api/upload", files={"files": ("a.csv", b"hyp,ref")}
            )
            paths += answer.json()
    assert len(set(paths)) == 3


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
        ended = CliRunner().invoke(app, ["app", *given])
    assert ended.exit_code == 2
    assert ended.output.startswith(f"Error: {message.replace('BUSY', taken)}")
    assert ended.output.count("\n") == 1


def test_a_port_of_the_environment_that_is_none_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setenv("GRADIO_SERVER_PORT", "abc")
    ended = CliRunner().invoke(app, ["app"])
    assert ended.exit_code == 2
    assert ended.output == "Error: the port is abc; it must be a number from 1 to 65535\n"


def test_models_find_the_endpoints_as_tools_with_their_arguments_explained(url):
    with urlopen(f"{url}gradio_api/mcp/schema") as response:
        tools = {tool["name"]: tool for tool in json.load(response)}
    assert set(tools) == {"anls", "wer", "align", "compare"}
    for tool in tools.values():
        assert len(tool["description"]) > 60
        assert all(p.get("description") for p in tool["inputSchema"]["properties"].values())
