"""The web page under load: ``python -m benchmarks.page_load``.

Programs ask a server of the page for the scores of its own examples by its endpoints; visitors load
the examples, press Score and Compare, and look at a sample. Each does the next thing as soon as it
has an answer to the last, through the queue of the page. Every answer is compared with what the
library returns for the same texts.

A failure is anything but an answer. The memory is that of the server's process, after 1,000 and
10,000 requests, and at the end; before the first one, dictionaries are still being loaded.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import httpx
import numpy as np
import psutil
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.page_visits import Page, visit, visits
from levmetrics.demo import endpoints
from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, PAIRS, example, systems_example

T = TypeVar("T")
_Work: TypeAlias = Callable[[httpx.AsyncClient, int], Awaitable[None]]
_ROOT = Path(__file__).parents[1]
_MARKS = (1_000, 10_000)  # requests, after which the memory is measured
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
        seconds: that each answer took, by what was asked.
        wrong: answers that are not the library's.
        failures: what was no answer.

    """

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many were asked."""
        return sum(map(len, self.seconds.values())) + len(self.failures)


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
    programs: int,
    visitors: int,
    seconds: float,
    requests: int = 0,
    after_each: Callable[[Load], None] = lambda load: None,
) -> Load:
    """Let programs ask and visitors press, each the next thing after the last one's answer.

    Args:
        url: of the page.
        programs: how many ask endpoints.
        visitors: how many press buttons.
        seconds: for which they do at least.
        requests: that they make at least.
        after_each: is called with what was met so far.

    """
    load, asked, planned = Load(), questions(), visits()
    until = time.monotonic() + seconds

    def goes_on() -> bool:
        return time.monotonic() < until or load.requests < requests

    async def program(http: httpx.AsyncClient, number: int) -> None:
        for question in _in_turn(asked, number, goes_on):
            await _timed(load, question.endpoint, _asked(http, question, f"client{number}"))
            after_each(load)

    async def visitor(http: httpx.AsyncClient, number: int) -> None:
        page = await Page.of(http)
        for presses in _in_turn(planned, number, goes_on):
            async with visit(http, page) as visiting:
                for press in presses:
                    await _timed(load, f"{press.name} (button)", visiting.do(press))
                    after_each(load)

    async def client(
        work: Callable[[httpx.AsyncClient, int], Awaitable[None]], number: int
    ) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=_SECONDS_OF_REQUEST) as http:
            await work(http, number)

    await asyncio.gather(
        *(client(program, number) for number in range(programs)),
        *(client(visitor, number) for number in range(visitors)),
    )
    return load


def _in_turn(things: Sequence[T], first: int, goes_on: Callable[[], bool]) -> Iterator[T]:
    """Yield things again and again, from one of them on."""
    for turn in count(first):
        if not goes_on():
            return
        yield things[turn % len(things)]


async def _timed(load: Load, name: str, answer: Awaitable[str]) -> None:
    """Wait for an answer, and note how long it took and what is wrong with it."""
    started = time.perf_counter()
    try:
        wrong = await answer
    except Exception as error:
        load.failures.append(f"{name}: {error!r}")
        return
    load.seconds.setdefault(name, []).append(time.perf_counter() - started)
    if wrong:
        load.wrong.append(f"{name}: {wrong}")


async def _asked(http: httpx.AsyncClient, question: Question, session: str) -> str:
    """Ask an endpoint, and return what it answers in place of the right answer."""
    answer = await ask(http, question, session)
    return "" if answer == question.answer else str(answer)[:200]


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
    visitors: Annotated[int, typer.Option(help="Visitors at once, who press buttons.")] = 50,
    programs: Annotated[int, typer.Option(help="Programs at once, which ask endpoints.")] = 50,
    seconds: Annotated[float, typer.Option(help="For which they do at least.")] = 60,
    requests: Annotated[int, typer.Option(help="That they make at least.")] = 10_000,
) -> None:
    """Put a server of the page under load, and print what its clients met."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    with server() as (url, process):
        memory = {0: _megabytes(process)}

        def watch(load: Load) -> None:
            if load.requests in _MARKS:
                memory[load.requests] = _megabytes(process)

        started = time.monotonic()
        load = asyncio.run(under_load(url, programs, visitors, seconds, requests, watch))
        took = time.monotonic() - started
        memory[load.requests] = _megabytes(process)
    print(f"{visitors} visitors, {programs} programs, {load.requests} requests in {took:.0f} s")
    Console().print(times(load))
    print(f"{len(load.failures)} failures", *load.failures[:3])
    print(f"{len(load.wrong)} wrong answers", *load.wrong[:3])
    print("memory:", *(f"{size:.0f} MB after {number};" for number, size in memory.items()))
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


def times(load: Load) -> Table:
    """Return a table of the seconds that answers took."""
    table = Table("asked", "answers", "median", "95 %", "longest", title="seconds of an answer")
    together = [seconds for each in load.seconds.values() for seconds in each]
    for name, seconds in {**load.seconds, "all": together}.items():
        cells = np.percentile(seconds, [50, 95, 100])
        table.add_row(name, f"{len(seconds):,}", *(f"{cell:.2f}" for cell in cells))
    return table


if __name__ == "__main__":
    typer.run(main)
