"""Starting the server, as a person and a Space do."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import httpx
import pytest

from levmetrics.integrations.hub import space_files, write_space
from levmetrics.web.requests import page_metrics
from tests.shell import shell

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
    hung_up.send_signal(signal.SIGHUP)
    assert hung_up.wait(20) == -signal.SIGHUP
    terminated.send_signal(signal.SIGTERM)
    assert terminated.wait(20) == -signal.SIGTERM
    assert [*tmp_path.glob("levmetrics-page-*")] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the port is abc; it must be a number from 1 to 65535"),
        (["--port", "99999999"], "the port is 99999999; it must be a number from 1 to 65535"),
        (["--port", "0"], "the port is 0; it must be a number from 1 to 65535"),
        (["--port", "BUSY"], "cannot listen on 127.0.0.1, port BUSY: Address already in use"),
        (["--host", "999.1.1.1"], "cannot listen on 999.1.1.1: "),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1: "),
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
        given = [own.replace("BUSY", taken) for own in arguments]
        ended = shell("app", *given)
    assert ended.exit_code == 2
    assert ended.output.startswith(f"Error: {message.replace('BUSY', taken)}")
    assert ended.output.count("\n") == 1


@pytest.mark.slow
def test_a_served_page_loads_what_the_first_results_need_only_when_it_warms_up():
    code = (
        "import sys, urllib.request\n"
        "from levmetrics.web.page import launch\n"
        "from levmetrics.web.warm_up import warm_up\n"
        "page = launch(port=int(sys.argv[1]), block=False)\n"
        "urllib.request.urlopen(page.local_url).read()\n"
        "print('before', *(name for name in sys.argv[2:] if name in sys.modules))\n"
        "warm_up()\n"
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
