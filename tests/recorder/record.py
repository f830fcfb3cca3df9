"""A record: what each door gives, by config and input; and the differences of two records."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

from tests.recorder.answers import answer
from tests.recorder.doors import DOORS, Door
from tests.recorder.inputs import inputs_of

Record: TypeAlias = "dict[str, dict[str, dict[str, Any]]]"
"""By door, config and input: what the door gives."""

_SHOWN = 100  # characters of a value


def record(
    doors: Iterable[str], configs: Iterable[str] | None = None, *, progress: bool = False
) -> Record:
    """Score the inputs at doors.

    Args:
        doors: the names of the doors.
        configs: the configs to score by; ``None``: all of each door.
        progress: whether to print the processor time of each door to standard error.

    """
    made: Record = {}
    for name in doors:
        start, door = process_time(), DOORS[name]
        chosen = door.configs() if configs is None else configs
        made[name] = {config: _of_config(door, config) for config in chosen}
        if progress:
            sys.stderr.write(f"{name}: {process_time() - start:.0f} s\n")
    return made


def _of_config(door: Door, config: str) -> dict[str, Any]:
    """Return what a door gives for each input by a config."""
    return {
        given.name: answer(partial(door.call, config, given))
        for given in inputs_of(door.kind_of(config), only_broad=door.is_slow)
    }


def counts(made: Record) -> dict[str, int]:
    """Return the number of entries of each door."""
    return {door: sum(map(len, of_door.values())) for door, of_door in made.items()}


def write(made: Record, path: Path) -> None:
    """Write a record as JSON."""
    path.write_text(json.dumps(made, indent=0, sort_keys=True) + "\n", "ascii")


def read(path: Path) -> Record:
    """Return a record that was written."""
    found: Record = json.loads(path.read_text("ascii"))
    return found


def differences(before: Record, after: Record) -> list[str]:
    """Return what differs at the doors that both records have, a line for each kind of change.

    A line names the door, the config and the place in the answer; then the number of inputs whose
    answers differ there, the first of them, and its values before and after.
    """
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for door in sorted(before.keys() & after.keys()):
        for config, given, old, new in _entries(before[door], after[door]):
            for place, one, other in _changes(old, new):
                change = f"{given}: {_shown(one, other)} -> {_shown(other, one)}"
                groups[door, config, place].append(change)
    return [
        f"{door} {config} {place or 'the whole'}: {len(changes)} changed; {changes[0]}"
        for (door, config, place), changes in groups.items()
    ]


_MISSING = "(nothing)"


def _entries(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield config, input, and the answers of both records."""
    for config in sorted(before.keys() | after.keys()):
        old, new = before.get(config, {}), after.get(config, {})
        for given in sorted(old.keys() | new.keys()):
            yield config, given, old.get(given, _MISSING), new.get(given, _MISSING)


def _changes(old: Any, new: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the place of each value that differs, and both values; items of lists share a place."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            inside = f"{place}.{key}" if place else key
            yield from _changes(old.get(key, _MISSING), new.get(key, _MISSING), inside)
    elif isinstance(old, list) and isinstance(new, list):
        for one, other in zip_longest(old, new, fillvalue=_MISSING):
            yield from _changes(one, other, f"{place}[]")
    elif repr(old) != repr(new):  # which tells 1 from 1.0, and takes NaN for itself
        yield place, old, new


def _shown(value: Any, other: Any) -> str:
    """Return a value, or the part of a text in which it differs from another."""
    if not isinstance(value, str) or not isinstance(other, str):
        return _shortened(json.dumps(value, ensure_ascii=False))
    pairs = zip_longest(value.splitlines(), other.splitlines(), fillvalue="")
    return _shortened(next((repr(one) for one, another in pairs if one != another), repr(value)))


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
