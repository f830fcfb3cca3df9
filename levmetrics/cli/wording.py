"""Messages in the words of the shell: options by their flags instead of Python's arguments."""

from __future__ import annotations

import re
import shlex
import sys
from ast import literal_eval
from collections.abc import Mapping
from functools import cache

import click

from levmetrics.errors import shortened

_SAID = f"{__name__}.said"  # the key of the sentences that a command has said

# What the shell has in another form, or not as an option.
_OTHERS = {
    "drops_missing=True": "--missing drop",
    "day_first=True": '"day_first": true in the schema',
    "day_first=False": '"day_first": false',
}
# The options of metrics that commands of this process have offered.
_OFFERED: dict[str, click.Option] = {}
_VALUE = r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|[\w.%-]+"


def in_shell_words(sentence: str, program: click.Command | None = None) -> str:
    """Return a message in which options are named as in the shell.

    An option is known by the value that follows it, by its name of several words, or because the
    sentence begins with it. All other words are kept.

    Args:
        sentence: the message.
        program: the program with the options; ``None``: the one that runs, if any.

    >>> from levmetrics.cli import app
    >>> in_shell_words("list_texts='keep' reads them; leave by_order=True out", app)
    '--list-texts keep reads them; leave --by-order out'
    >>> in_shell_words("unknown list_texts 'kep'", app), in_shell_words("confidence is 2", app)
    ("unknown --list-texts 'kep'", '--confidence is 2')
    >>> in_shell_words("give ids, or drops_missing=True", app)
    'give ids, or --missing drop'

    """
    context = click.get_current_context(silent=True)
    if program is None and context is not None:
        program = context.find_root().command
    if not isinstance(program, click.Group):
        return sentence
    for ours, theirs in _OTHERS.items():
        sentence = sentence.replace(ours, theirs)
    options = options_of(program)
    names = "|".join(sorted(options, key=len, reverse=True))
    by_value = rf"(?<![\w'\"])({names})=({_VALUE})"
    by_name = rf"(?<![\w'\"/.-])(?=\w+_)({names})(?![\w'\"/.=(])|^({names})(?= is )"
    sentence = re.sub(by_value, lambda found: _given(options[found[1]], found[2]), sentence)
    return re.sub(by_name, lambda found: options[found[0]].opts[0], sentence)


def _given(option: click.Option, value: str) -> str:
    """Return an option with its value."""
    flag = option.opts[0]
    if option.is_flag:
        return option.secondary_opts[0] if value == "False" and option.secondary_opts else flag
    if value == "[...]":
        return f"{flag} ..."
    try:
        read = literal_eval(value)
    except (SyntaxError, ValueError):  # a word
        read = value
    return f"{flag} {shlex.quote(','.join(read) if isinstance(read, list) else str(read))}"


def offer(options: Mapping[str, click.Option]) -> None:
    """Add the options of a metric, by their names, to those that messages name."""
    _OFFERED.update(options)


def options_of(program: click.Group) -> dict[str, click.Option]:
    """Return the options of the shell by the names of Python's arguments.

    They are those of the commands, and those of the metrics that a command has offered.
    """
    return _options_of(program) | _OFFERED


@cache
def _options_of(program: click.Group) -> dict[str, click.Option]:
    every = [option for command in program.commands.values() for option in command.params]
    arguments = {one.name for one in every if isinstance(one, click.Argument)}
    return {
        one.name: one
        for one in every
        if isinstance(one, click.Option) and one.name and one.name not in arguments
    }


def say(sentence: str) -> None:
    """Write a sentence of the shell to standard error.

    A command says a sentence once, though it may read its files for several metrics.
    """
    context = click.get_current_context(silent=True)
    said: set[str] = set() if context is None else context.meta.setdefault(_SAID, set())
    if sentence not in said:
        said.add(sentence)
        print(shortened(sentence), file=sys.stderr, flush=True)
