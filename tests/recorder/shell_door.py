"""The shell's door: commands run in this process, on files that an input is written to."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from levmetrics.cli.program import app
from levmetrics.core.aliases import qualified
from tests.recorder.answers import masked, of_html
from tests.recorder.inputs import Input, other_system

_SURROUNDINGS = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


def shell(config: str, given: Input, options: Mapping[str, Any]) -> Any:
    """Return what the commands say of an input, and their exit statuses."""
    with _new_folder():
        try:
            sides = _written(given)
            flags = _flags(options)
        except TypeError as error:  # no file holds it
            return {"no file": str(error)}
        score = ["score", config, "-r", sides[0], "-p", sides[1], *flags]
        found = {"score --json": _ran(*score, "--json"), "score": _ran(*score)}
        if given.is_broad:
            found |= _more(config, given, sides, flags)
        return found


@contextmanager
def _new_folder() -> Iterator[None]:
    """Work in a new folder, so that no path has the name of another."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _more(config: str, given: Input, sides: tuple[str, str], flags: list[str]) -> dict[str, Any]:
    """Return what the other commands say."""
    reference, prediction = sides
    other = prediction.replace("prediction", "other")
    part = qualified(config)[1]
    both = (reference, prediction, *flags)
    systems = ("-r", reference, "-p", prediction, "-p", other, *flags)
    groups = ("--groups", "group") if given.groups is not None and given.kind != "sessions" else ()
    asked = {
        "score --worst --confidence": (
            *("score", config, "-r", reference, "-p", prediction, *flags, *groups),
            *("--worst", "2", "--confidence", "0.9"),
        ),
        "score --details": (
            *("score", config, "-r", reference, "-p", prediction, *flags),
            *("--details", "details.csv"),
        ),
        "align": ("align", *both, "--config", part),
        "align --json": ("align", *both, "--config", part, "--json", "--worst", "2"),
        "confusions": ("confusions", *both, "--config", part),
        "confusions --json": ("confusions", *both, "--config", part, "--json"),
        "compare": ("compare", config, *systems),
        "compare --json": ("compare", config, *systems, "--json"),
        "report": ("report", config, *systems, "-o", "report.html"),
        "baseline": ("baseline", *both, "-m", config, "-o", "baseline.parquet"),
        "gate": ("gate", *both, "--baseline", "baseline.parquet", "--margin", "1%"),
        "gate --json": (
            "gate",
            reference,
            other,
            *flags,
            "--baseline",
            "baseline.parquet",
            "--margin",
            "1%",
            "--json",
        ),
    }
    if given.kind == "sessions":
        of_sessions = ("meeting", part, "-r", reference, "-p", prediction, *flags)
        asked["meeting"] = (*of_sessions, "--explain")
        asked["meeting --json"] = (*of_sessions, "--explain", "--json")
    if part in app.commands:
        asked[part] = (part, *both)
    found = {name: _ran(*arguments) for name, arguments in asked.items()}
    for name in ("report.html", "details.csv"):
        if Path(name).exists():
            text = Path(name).read_text("utf-8")
            found[name] = of_html(text) if name.endswith("html") else text
    return found


def _ran(*arguments: str) -> dict[str, Any]:
    ran = CliRunner().invoke(app, [*arguments], env=_SURROUNDINGS)
    said = {"stdout": masked(ran.stdout), "stderr": masked(ran.stderr)}
    return {"status": ran.exit_code, **said}


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Return options as flags; a schema is written to a file."""
    flags = []
    for name, value in options.items():
        flag, given = f"--{name.replace('_', '-')}", value
        if name == "schema":
            given = "schema.json"
            Path(given).write_text(json.dumps(value))
        elif isinstance(value, bool):
            flags.append(flag if value else flag.replace("--", "--no-", 1))
            continue
        elif isinstance(value, list):
            given = ",".join(value)
        elif callable(value):
            raise TypeError("a function has no flag")
        flags += [flag, str(given)]
    return flags


def _written(given: Input) -> tuple[str, str]:
    """Write the files of both sides, and of another system, and return the names of the sides.

    Raises:
        TypeError: for an input that files do not hold.

    """
    sides = {"reference": given.references, "prediction": given.predictions}
    if given.kind == "sessions":
        for side, sessions in sides.items():
            Path(f"{side}.json").write_text(json.dumps(_segments(sessions)))
        Path("other.json").write_text(json.dumps(_segments(other_system(given.predictions))))
        return "reference.json", "prediction.json"
    for side, values in sides.items():
        if not isinstance(values, list):
            raise TypeError("no list")
        rows = [{side: value} for value in values]
        for name, labels in (("id", given.ids), ("group", given.groups)):
            for row, label in zip_longest(rows, labels or ()) if side == "reference" else ():
                if row is not None and label is not None:
                    row[name] = label
        if given.ids is not None and side == "prediction":
            rows = [{**row, "id": name} for row, name in zip(rows, given.ids, strict=True)]
        _write_rows(f"{side}.jsonl", rows)
        if side == "prediction":
            texts = [row[side] for row in rows]
            others = [
                {**row, side: text} for row, text in zip(rows, other_system(texts), strict=True)
            ]
            _write_rows("other.jsonl", others)
    return "reference.jsonl", "prediction.jsonl"


def _write_rows(name: str, rows: list[dict[str, Any]]) -> None:
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def _segments(sessions: Any) -> list[Any]:
    """Return the segments of all sessions, each with the name of its session."""
    if not isinstance(sessions, dict):
        sessions = {f"s{number}": session for number, session in enumerate(sessions)}
    return [
        {"session_id": name, **segment} for name, session in sessions.items() for segment in session
    ]
