"""The web page under load: ``python -m benchmarks.page_load``.

Clients ask a server of the page for the scores of its own examples, each its next question as soon
as it has an answer to the last, through the queue that the page's buttons use too. Every answer is
compared with what the library returns for the same texts.

A failure is anything but an answer. The memory is that of the server's process; it is measured
after 1,000 requests and at the end, and may grow by 10 %.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import httpx
import numpy as np
import psutil
import typer

from levmetrics.demo import endpoints
from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, PAIRS, example, systems_example

_ROOT = Path(__file__).parents[1]
_WARM = 1_000  # requests, after which the memory is that of a server at work
_SECONDS_OF_REQUEST = 60
_SECONDS_OF_START = 120


@dataclass(frozen=True)
class Question:
    """A request, and the right answer.

    Attributes:
        endpoint: its name.
        arguments: all of them, in order.
        answer: what the library returns.

    """

    endpoint: str
    arguments: list[Any]
    answer: dict[str, Any]


@dataclass
class Load:
    """What clients met.

    Attributes:
        seconds: that each answer took.
        wrong: answers that are not the library's.
        failures: what was no answer.

    """

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many were asked."""
        return len(self.seconds) + len(self.failures)


def questions() -> list[Question]:
    """Return what the page's examples ask for, with the answers."""
    asked: list[tuple[Any, list[Any]]] = []
    for name in (ENGLISH, JAPANESE):
        shown = example(name)
        config = shown.metric.partition(":")[2]
        asked.append((endpoints.wer, [shown.predictions, shown.references, config, "", ""]))
        asked.append((endpoints.anls, [shown.predictions, shown.references, "default", "", ""]))
    asked += [(endpoints.align, [*pair, "char"]) for pair in PAIRS.values()]
    shown_systems = systems_example()
    systems = {"A": shown_systems.system_a, "B": shown_systems.system_b}
    asked.append((endpoints.compare, [shown_systems.references, systems, "wer_lev", "", ""]))
    return [
        Question(endpoint.__name__, arguments, endpoint(*arguments))
        for endpoint, arguments in asked
    ]


async def ask(http: httpx.AsyncClient, question: Question, session: str) -> Any:
    """Ask through the queue, and return the answer.

    Args:
        http: of the server.
        question: to ask.
        session: of the client.

    Raises:
        RuntimeError: if the server answers anything else.

    """
    path = f"gradio_api/call/{question.endpoint}"
    joined = await http.post(path, json={"data": question.arguments, "session_hash": session})
    if joined.status_code != 200:
        raise RuntimeError(f"{joined.status_code}: {joined.text[:200]}")
    event = ""
    async with http.stream("GET", f"{path}/{joined.json()['event_id']}") as stream:
        async for line in stream.aiter_lines():
            kind, _, value = line.partition(": ")
            if kind == "event":
                event = value
            elif kind == "data" and event == "complete":
                return json.loads(value)[0]
            elif kind == "data" and event == "error":
                raise RuntimeError(value)
    raise RuntimeError("the server ended without an answer")


async def under_load(
    url: str,
    clients: int,
    seconds: float,
    requests: int = 0,
    after_each: Callable[[Load], None] = lambda load: None,
) -> Load:
    """Let clients ask, each its next question after the last one's answer.

    Args:
        url: of the page.
        clients: how many.
        seconds: for which they ask at least.
        requests: that they ask at least.
        after_each: is called with what was met so far.

    """
    load, asked = Load(), questions()
    until = time.monotonic() + seconds

    async def client(number: int) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=_SECONDS_OF_REQUEST) as http:
            turn = number
            while time.monotonic() < until or load.requests < requests:
                await _ask_once(http, asked[turn % len(asked)], f"client{number}", load)
                turn += 1
                after_each(load)

    await asyncio.gather(*map(client, range(clients)))
    return load


async def _ask_once(http: httpx.AsyncClient, question: Question, session: str, load: Load) -> None:
    started = time.perf_counter()
    try:
        answer = await ask(http, question, session)
    except Exception as error:
        load.failures.append(f"{question.endpoint}: {error!r}")
        return
    load.seconds.append(time.perf_counter() - started)
    if answer != question.answer:
        load.wrong.append(f"{question.endpoint}: {str(answer)[:200]}")


@contextmanager
def server() -> Iterator[tuple[str, psutil.Process]]:
    """Start a server of the page, and yield its address and process; end it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = [sys.executable, "app.py", "--port", port]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.DEVNULL) as started:
        try:
            url = f"http://127.0.0.1:{port}/"
            _wait_for(url)
            yield url, psutil.Process(started.pid)
        finally:
            started.terminate()


def _wait_for(url: str) -> None:
    until = time.monotonic() + _SECONDS_OF_START
    while time.monotonic() < until:
        try:
            httpx.get(url, timeout=_SECONDS_OF_START).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"no page at {url}")


def _megabytes(process: psutil.Process) -> float:
    return float(process.memory_info().rss / 1e6)


def main(
    clients: Annotated[int, typer.Option(help="Clients at once.")] = 100,
    seconds: Annotated[float, typer.Option(help="For which they ask at least.")] = 60,
    requests: Annotated[int, typer.Option(help="That they ask at least.")] = 10_000,
) -> None:
    """Put a server of the page under load, and print what its clients met."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    with server() as (url, process):
        memory = {0: _megabytes(process)}

        def watch(load: Load) -> None:
            if load.requests in (_WARM, requests):
                memory[load.requests] = _megabytes(process)

        started = time.monotonic()
        load = asyncio.run(under_load(url, clients, seconds, requests, watch))
        took = time.monotonic() - started
    p50, p95, most = np.percentile(load.seconds, [50, 95, 100])
    print(f"{clients} clients, {load.requests} requests in {took:.0f} s")
    print(f"seconds of an answer: {p50:.2f} (median), {p95:.2f} (95 %), {most:.2f} (longest)")
    print(f"{len(load.failures)} failures", *load.failures[:3])
    print(f"{len(load.wrong)} wrong answers", *load.wrong[:3])
    print("memory:", *(f"{size:.0f} MB after {number};" for number, size in memory.items()))
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    typer.run(main)
