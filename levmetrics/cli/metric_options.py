"""The options of a metric as a command has them: read, checked and named by their flags."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from levmetrics.alternatives.parsing import SYNTAXES
from levmetrics.cli.arguments import MetricOptions, flag_of_option
from levmetrics.core.config import Config
from levmetrics.errors import InputError, few, unknown_name

_REDUCTIONS = ("corpus", "mean")  # the reductions that give one score


def given_options(asked: MetricOptions) -> dict[str, Any]:
    """Return the options of the metric that were given, by name; files are not read yet.

    Raises:
        InputError: for a reduction that does not give one score, and for an unknown syntax of
            alternatives.

    """
    others = ("config", "own")
    given = vars(asked).items()
    options = {name: value for name, value in given if value is not None and name not in others}
    for name, known in (("reduction", _REDUCTIONS), ("alternatives", (*SYNTAXES, "none"))):
        if name in options and options[name] not in known:
            raise unknown_name(known, options[name], name)
    if asked.alternatives == "none":
        options["alternatives"] = None
    return options


def checked_options(name: str, config: Config, asked: MetricOptions) -> dict[str, Any]:
    """Return the options of a metric that were given, with their files read.

    Args:
        name: the metric's full name, for messages.
        config: its config.
        asked: the options as the command has them.

    Raises:
        InputError: as :func:`given_options`; for the first option that the config does not take or
            lacks, and for a file that cannot be read.

    """
    given = _with_values(name, config, given_options(asked), asked.own)
    known = config.option_names()
    for option in given:
        if option not in known and option not in config.fixed:
            order = [*vars(MetricOptions()), *known]
            flags = [flag_of_option(each, config) for each in sorted(known, key=order.index)]
            option = flag_of_option(option, config)
            raise InputError(
                "command.foreign_option", option=option, metric=name, known=", ".join(flags)
            )
    for option in config.required:
        if option not in given:
            flag = flag_of_option(option, config)
            raise InputError("command.missing_option", metric=name, option=flag)
    return config.read_options(given)


def _with_values(
    name: str, config: Config, given: Mapping[str, Any], values: Sequence[str]
) -> dict[str, Any]:
    """Return options with those that ``--option`` gives as NAME=VALUE.

    Raises:
        InputError: for what the metric does not take so, or is given twice.

    """
    flags = vars(MetricOptions())
    options, known = dict(given), [one for one in config.option_names() if one not in flags]
    for written in values:
        option, is_given, value = written.partition("=")
        if option not in known or option in options or not is_given:
            taken = few(known) if known else "none"
            raise InputError("command.option", given=written, metric=name, known=taken)
        options[option] = value
        if option not in config.side_inputs:  # which are read from the file
            with suppress(ValueError):  # for a text
                options[option] = json.loads(value)
    return options


def refusal_of_alternatives(name: str, config: Config, given: Mapping[str, Any]) -> str | None:
    """Return why alternatives in trn and stm files are refused; ``None`` if they are read."""
    known = config.option_names()
    if "alternatives" not in known:
        other = config.kind.takes.alternatives_by
        if other is None:
            return None
        return f"which {name} does not read; write one of them alone, or take {other}"
    alternatives = given.get("alternatives", "braces")
    if alternatives == "braces":
        return None
    return (
        f"which --alternatives {alternatives or 'none'} leaves unread; leave it out, or write one "
        "of them alone"
    )
