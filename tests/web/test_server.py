"""Starting the server, as a person and a Space do."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from levmetrics.integrations.hub import space_files, write_space
from levmetrics.web.requests import AUTOMATIC, page_metrics
from tests.processes import free_port
from tests.shell import shell

ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(tmp_path):
    """Of a process that keeps visitors' files in the test's folder."""
    own = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    own.pop("GRADIO_TEMP_DIR", None)  # of a page in this process
    return own


@pytest.fixture
def start(environment):
    """Start a server that answers on a port; those that run at the end are killed."""
    running = []

    def start(port, *command, **variables):
        # Processes of one that nohup started inherit that it ignores this signal.
        before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        server = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env={**environment, **variables}
        )
        signal.signal(signal.SIGHUP, before)
        running.append(server)
        for _ in range(600):
            try:
                assert "levmetrics" in httpx.get(f"http://127.0.0.1:{port}/").text
                return server
            except httpx.TransportError:
                assert server.poll() is None
                time.sleep(0.1)
        raise AssertionError("the page is not there after a minute")

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


def chosen_metrics(port):
    """Return what is chosen of the metrics, in whatever tabs they are."""
    page = httpx.get(f"http://127.0.0.1:{port}/config", timeout=60).json()
    choices = [each["props"] for each in page["components"] if each["type"] == "dropdown"]
    values = [one.get("value") for one in choices]
    return {value for value in values if value in [AUTOMATIC, *page_metrics()]}


@pytest.mark.slow
def test_servers_are_where_they_are_asked_to_be_and_leave_no_files_of_their_visitors(
    start, environment, tmp_path
):
    own, of_space = str(free_port()), str(free_port())
    subprocess.run([sys.executable, "-c", KILLED], env=environment)
    (left,) = tmp_path.glob("levmetrics-page-*")
    hung_up = start(own, "app.py", "--port", own)  # which clears up after the one that could not
    assert not left.exists()
    first = uploaded(own)
    assert chosen_metrics(own) == {AUTOMATIC}
    write_space(space_files("anls"), tmp_path / "anls")
    terminated = start(of_space, tmp_path / "anls" / "app.py", GRADIO_SERVER_PORT=of_space)
    assert chosen_metrics(of_space) == {"anls"}
    assert {first, uploaded(of_space)} == {*tmp_path.glob("levmetrics-page-*")}
    for server, end in ((hung_up, signal.SIGHUP), (terminated, signal.SIGTERM)):
        server.send_signal(end)
        assert server.wait(20) == -end
    assert [*tmp_path.glob("levmetrics-page-*")] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the port is abc; it must be a number from 1 to 65535"),
        (["--port", "0"], "the port is 0; it must be a number from 1 to 65535"),
        (["--port", "BUSY"], "cannot listen on 127.0.0.1, port BUSY: Address already in use"),
        (["--host", "999.1.1.1"], "cannot listen on 999.1.1.1: "),
        (["--host", ""], "the host is empty; give an address of this machine"),
    ],
)
def test_an_address_that_cannot_be_served_is_said_in_a_sentence(arguments, message, monkeypatch):
    if not arguments:
        monkeypatch.setenv("GRADIO_SERVER_PORT", "abc")
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        taken = str(busy.getsockname()[1])
        ended = shell("app", *(own.replace("BUSY", taken) for own in arguments))
    assert ended.exit_code == 2
    assert ended.output.startswith(f"Error: {message.replace('BUSY', taken)}")
    assert ended.output.count("\n") == 1


LOADED = """
import sys
from levmetrics.web.page import launch
from levmetrics.web.warm_up import warm_up
page = launch(port=int(sys.argv[1]), block=False)
page.close()
print({*sys.argv[2:]} & {*sys.modules})
warm_up()
print({*sys.argv[2:]} & {*sys.modules})
"""


@pytest.mark.slow
def test_a_served_page_loads_what_the_first_results_need_only_when_it_warms_up():
    heavy = ["torch", "evaluate", "datasets", "transformers", "matplotlib", "scipy.stats"]
    command = [sys.executable, "-c", LOADED, str(free_port()), *heavy]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-2:] == ["set()", "{'scipy.stats'}"]
