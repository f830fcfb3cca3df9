"""What whole commands take: processor and wall time, and memory, of sessions and of other samples.

``python -m benchmarks.commands`` prints a table. ``LEVMETRICS_BEFORE`` may name a folder with the
sources of another version, which is then run in turns, for ratios of the same minutes. Names after
the command choose rows by what they contain.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.meetings import Session, meeting
from benchmarks.results import digits, seconds, table
from levmetrics import write_sessions

_ROOT = Path(__file__).parents[1]
_ROUNDS = 3
_LINES = 100_000


class Taken(NamedTuple):
    """What a process took: seconds of the processors, seconds, and MiB at most."""

    processor: float
    wall: float
    memory: float


def taken(words: list[str], sources: Path) -> Taken:
    """Run a command with the sources of a folder."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    command = [sys.executable, "-m", "levmetrics", *words]
    start = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, cwd=sources, stdout=nothing, stderr=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    os.close(nothing)
    if process.returncode:
        raise RuntimeError(f"{command} ends with {process.returncode}")
    wall = time.perf_counter() - start
    return Taken(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def _meetings(folder: Path, name: str, sessions: Mapping[str, tuple[Session, Session]]) -> str:
    for number, side in enumerate(("ref", "hyp")):
        rows = {
            session: [{**one, "speaker": one["speaker"][-1]} for one in both[number]]
            for session, both in sessions.items()
        }
        write_sessions(rows, folder / f"{name}.{side}.stm")
    return name


def _lines(folder: Path, name: str, count: int) -> str:
    rng = random.Random(0)
    words = ["".join(rng.choices("aeiklmnoprstu", k=rng.randint(2, 9))) for _ in range(2_000)]
    said = [["the", *rng.choices(words, k=17)] for _ in range(count)]
    found = [[word if rng.random() > 0.1 else rng.choice(words) for word in line] for line in said]
    for side, lines in (("ref", said), ("hyp", found)):
        text = "".join(f"{' '.join(line)}\n" for line in lines)
        (folder / f"{name}.{side}.txt").write_text(text)
    return name


def _records(folder: Path, name: str, count: int) -> str:
    rng = random.Random(0)
    for side in ("ref", "hyp"):
        rows = (
            {"name": rng.choice("abc"), "total": rng.randrange(9), "items": rng.choices("xyz", k=3)}
            for _ in range(count)
        )
        text = "\n".join(map(json.dumps, rows)) + "\n"
        (folder / f"{name}.{side}.jsonl").write_text(text)
    return name


def commands(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the words of each command; its files are written first."""
    different = [meeting(50, speakers=2 + seed % 3, seed=seed) for seed in range(400)]
    small = {f"S{number}": different[number % 400] for number in range(4_000)}
    large = dict.fromkeys((f"S{number}" for number in range(20)), meeting(7_450))
    few = dict([*small.items()][:200])
    of = {
        "4,000 sessions": _meetings(folder, "small", small),
        "20,000 segments": _meetings(folder, "large", large),
        "two texts of 40,000 words": _meetings(folder, "text", {"S": _one_text(40_000)}),
        "200 sessions": _meetings(folder, "few", few),
    }
    configs = ["cp", "tcp", "der", "jer"]
    for size in ("4,000 sessions", "20,000 segments"):
        for config in configs:
            yield f"meeting {config}, {size}", ["meeting", config, *_sides(folder, of[size])]
    for config in ("cp", "tcp"):
        name = f"meeting {config}, two texts of 40,000 words"
        yield name, ["meeting", config, *_sides(folder, "text")]
    for config in ("orc", "tcorc", "greedy_orc", "greedy_dicp", "mimo"):
        yield f"meeting {config}, 200 sessions", ["meeting", config, *_sides(folder, "few")]
    sides = _sides(folder, "small")
    page, kept = str(folder / "report.html"), str(folder / "baseline.parquet")
    yield "report cp, 4,000 sessions", ["report", "meeting:cp", *sides, "-o", page]
    files = [str(folder / f"small.{side}.stm") for side in ("ref", "hyp")]
    yield (
        "align cp, the worst of 4,000",
        ["align", *files, "--config", "meeting:cp", "--worst", "1"],
    )
    yield "baseline cp, 4,000 sessions", ["baseline", *files, "-m", "meeting:cp", "-o", kept]
    yield from _of_lines(folder)


def _of_lines(folder: Path) -> Iterator[tuple[str, list[str]]]:
    for count in (1, _LINES):
        name = _lines(folder, f"lines{count}", count)
        files = [str(folder / f"{name}.{side}.txt") for side in ("ref", "hyp")]
        for metric in ("wer", "cer", "anls"):
            yield f"{metric}, {count:,} lines", [metric, *files]
        if count > 1:
            details = str(folder / "details.csv")
            yield f"wer --worst 10, {count:,} lines", ["wer", *files, "--worst", "10"]
            yield f"wer --details, {count:,} lines", ["wer", *files, "--details", details]
    name = _records(folder, "records", _LINES // 10)
    files = [str(folder / f"{name}.{side}.jsonl") for side in ("ref", "hyp")]
    yield f"record, {_LINES // 10:,}", ["record", *files]


def _one_text(words: int) -> tuple[Session, Session]:
    """Make a session of one segment on each side."""
    sides = meeting(words, speakers=1)
    said, found = (
        [{**side[0], "words": " ".join(one["words"] for one in side), "end_time": 20_000.0}]
        for side in sides
    )
    return said, found


def _sides(folder: Path, name: str) -> list[str]:
    return ["-r", str(folder / f"{name}.ref.stm"), "-p", str(folder / f"{name}.hyp.stm")]


def row(name: str, words: list[str], before: Path | None) -> list[str]:
    """Run a command in turns with both versions; return the least of each figure, and ratios."""
    versions = [_ROOT, *([] if before is None else [before])]
    rounds = [[taken(words, sources) for sources in versions] for _ in range(_ROUNDS)]
    ours, *others = (
        Taken(*map(min, zip(*of_version, strict=True))) for of_version in zip(*rounds, strict=True)
    )
    cells = [name, seconds(ours.processor), seconds(ours.wall), f"{ours.memory:,.0f}"]
    for other in others:
        cells += [digits(theirs / mine) for theirs, mine in zip(other, ours, strict=True)]
    return cells


if __name__ == "__main__":
    given = os.environ.get("LEVMETRICS_BEFORE")
    heads = ["levmetrics", "processor", "wall", "MiB"]
    if given:
        heads += ["times before: processor", "wall", "MiB"]
    with TemporaryDirectory() as made:
        chosen = [
            (name, words)
            for name, words in commands(Path(made))
            if not sys.argv[1:] or any(part in name for part in sys.argv[1:])
        ]
        other = Path(given) if given else None
        print(table(heads, (row(name, words, other) for name, words in chosen)))
