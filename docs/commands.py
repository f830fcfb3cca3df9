"""The table of commands and options in ``docs/cli.md``, made from the commands themselves.

Run ``python -m docs.commands`` after a change of a command; it writes the table anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from levmetrics.cli import app
from levmetrics.cli.metric_options import options_of_metrics
from levmetrics.core.aliases import OLD_NAMES
from levmetrics.core.names import all_configs

PAGE = Path(__file__).with_name("cli.md")


def table() -> str:
    """Return the table: a row for each command, and one for each option with its commands."""
    rows = [(_usage(name, each), "", each.help) for name, each in app.commands.items()]
    taking: dict[tuple[str, str], list[str]] = {}
    for name, command in {**app.commands, "levmetrics": app}.items():
        for option in command.params:
            if option.param_type_name == "option":
                taking.setdefault((_option(option), _explained(option)), []).append(name)
    rows += [(option, _code(*names), what) for (option, what), names in taking.items()]
    return _table(("command or option", "of the commands", "what it does"), rows)


def table_of_metrics() -> str:
    """Return the table of the options of metrics: a row for each, with the metrics that have it."""
    taking: dict[tuple[str, str], list[str]] = {}
    for name in all_configs():
        if name.startswith("openasr:"):  # in another language
            continue
        for option in options_of_metrics([name], None, []):
            taking.setdefault((_option(option), option.help), []).append(name)
    rows = sorted((option, _code(*names), what) for (option, what), names in taking.items())
    return _table(("option", "of the metrics", "what it does"), rows)


def table_of_names() -> str:
    """Return the table of metrics: a row for each, with its older names."""
    rows = [
        (_code(name), one.title, _code(*OLD_NAMES.get(name, ())))
        for name, one in all_configs().items()
    ]
    return _table(("metric", "what it measures", "older names"), rows)


def renewed(page: str) -> str:
    """Return the page with the tables as they are now."""
    for heading, new in (
        ("command and option", table()),
        ("option of a metric", table_of_metrics()),
        ("metric", table_of_names()),
    ):
        of_heading = re.compile(rf"(?<=\n## Every {heading}\n\n)(\|.*\n)+")
        page, times = of_heading.subn(lambda _, new=new: new, page)
        assert times == 1
    return page


def _table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    cells = [heading, ("---",) * len(heading), *rows]
    return "".join(f"| {' | '.join(map(_escaped, row))} |\n" for row in cells)


def _usage(name: str, command: Any) -> str:
    """Write a command with its arguments."""
    words = ["levmetrics", name]
    for each in command.params:
        if each.param_type_name == "argument":
            word = (each.metavar or each.name.upper()) + ("..." if each.nargs == -1 else "")
            words.append(word if each.required else f"[{word}]")
    return _code(" ".join(words))


def _option(option: Any) -> str:
    """Write an option with its short form and its value."""
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return ", ".join(_code(f"{flag}{value}") for flag in option.opts)


def _explained(option: Any) -> str:
    """Return what an option does, and its value where it is not given."""
    value = option.get_help_extra(click.Context(app, show_default=True)).get("default")
    return f"{option.help} {_code(value)} unless given." if value else option.help


def _code(*words: str) -> str:
    return ", ".join(f"<code>{word}</code>" if "|" in word else f"`{word}`" for word in words)


def _escaped(cell: str) -> str:
    return cell.replace("|", "&#124;")


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
