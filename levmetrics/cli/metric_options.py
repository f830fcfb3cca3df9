"""The options of a metric as a command has them: read, checked and named by their flags."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import click

from levmetrics.cli import completions
from levmetrics.cli.arguments import GIVEN, GIVEN_FILES, GroupOption, MetricOptions, completed
from levmetrics.cli.wording import offer
from levmetrics.core.config import Config, Option
from levmetrics.core.names import all_configs, config_of, metric_name
from levmetrics.errors import InputError, unknown_name
from levmetrics.normalizers import NORMALIZERS
from levmetrics.tokenizers import TOKENIZERS

_WIDE = 40  # characters of names to choose from, which then stand in the help
_COMPLETED = ((TOKENIZERS, completions.tokenizers), (NORMALIZERS, completions.normalizers))


def options_of_metrics(
    metrics: Iterable[str], config: str | None, own: Sequence[click.Parameter]
) -> list[click.Parameter]:
    """Return the options of metrics as those of a command.

    Args:
        metrics: their names; unknown ones have no options.
        config: the name of their config, or of another metric in place of it.
        own: the command's own parameters, whose flags go first.

    """
    configs = []
    for metric in metrics:
        for each in ((metric, config), (config or metric, None)):
            with suppress(InputError):
                configs.append(config_of(metric_name(*each)))
                break
    return _options(configs, own)


def options_of_all(own: Sequence[click.Parameter]) -> list[click.Parameter]:
    """Return the options of all metrics; ``own`` as in :func:`options_of_metrics`."""
    return _options(all_configs().values(), own)


def _by_name(configs: Iterable[Config]) -> dict[str, Option]:
    return {one.name: one for config in configs for one in config.options if one.has_choice}


def _options(configs: Iterable[Config], own: Sequence[click.Parameter]) -> list[click.Parameter]:
    options = _by_name(configs)
    found = {name: _option(one, flag_of_option(one, own)) for name, one in options.items()}
    offer(found)
    return [*found.values()]


def _option(option: Option, flag: str) -> GroupOption:
    """Return an option of a metric as one of a command, which keeps its value if it is given."""
    described = option.short_help
    settings: dict[str, Any] = {"metavar": "NAME"}
    if option.is_file:
        settings = {"metavar": "FILE", "type": click.Path()}
    elif bool in option.types:
        flag, settings = (f"{flag}/--no-{flag[2:]}" if option.default else flag), {"is_flag": True}
    elif (float in option.types or int in option.types) and str not in option.types:
        settings = {"metavar": "NUMBER", "type": float if float in option.types else int}
    elif option.values:
        listed = "|".join(option.values)
        settings = {"metavar": listed if len(listed) < _WIDE else "NAME"}
        if len(listed) >= _WIDE:
            described += f" One of: {', '.join(option.values)}."
        settings |= completed(lambda begun: [one for one in option.values if one.startswith(begun)])
        if option.types != (str,):
            settings["type"] = _read
    elif option.types != (str,):
        settings = {"metavar": "VALUE", "type": _read}
    for registry, completion in _COMPLETED:
        if option.registry is registry:
            settings |= completed(completion)
    has_default = bool(option.default) or type(option.default) in (int, float)
    if has_default and "default" not in described:
        default = flag.partition("/")[0][2:] if option.default is True else option.default
        described += f"  [default: {default}]"
    return GroupOption(
        [flag],
        default=None,
        expose_value=False,
        callback=partial(_keep, option.name),
        heading=MetricOptions.heading,
        help=described,
        **settings,
    )


def _read(written: str) -> Any:
    """Return a value of JSON, or a text."""
    try:
        return json.loads(written)
    except ValueError:
        return written


def _keep(name: str, context: click.Context, option: click.Parameter, value: Any) -> None:
    """Collect the value of an option of a metric, if it is given."""
    if value is None:
        return
    if isinstance(option.type, click.Path):
        context.meta.setdefault(GIVEN_FILES, {})[name] = value
    context.meta.setdefault(GIVEN, {})[name] = value


def flag_of_option(option: Option, own: Sequence[click.Parameter]) -> str:
    """Return the flag of an option of a metric at a command.

    Args:
        option: the option.
        own: the command's own parameters, whose names and flags go first.

    """
    taken = {"help", *(one.name for one in own)}
    flag = f"--{option.flag}"
    is_taken = option.flag in taken or flag in {each for one in own for each in one.opts}
    return f"--metric-{option.flag}" if is_taken else flag


def checked_options(name: str, config: Config, asked: MetricOptions) -> dict[str, Any]:
    """Return the options of a metric that were given, with their files read.

    Args:
        name: the metric's full name, for messages.
        config: its config.
        asked: the options as the command has them.

    Raises:
        InputError: for the first option that the config does not take or lacks; for a name that is
            none of those to choose from; for a file that cannot be read.

    """
    given, known = asked.given, _by_name([config])
    context = click.get_current_context(silent=True)
    flag = partial(flag_of_option, own=context.command.params if context else [])
    for option, value in given.items():
        if option in known:
            names = known[option].values
            if names and isinstance(value, str) and value not in names:
                raise unknown_name(names, value, option)
        elif option not in config.fixed:
            taken = flag(_by_name(all_configs().values())[option])
            flags = ", ".join(map(flag, known.values()))
            raise InputError("command.foreign_option", option=taken, metric=name, known=flags)
    for option in config.required:
        if option not in given:
            raise InputError("command.missing_option", metric=name, option=flag(known[option]))
    return config.read_options(given)


def refusal_of_alternatives(name: str, config: Config, given: Mapping[str, Any]) -> str | None:
    """Return why alternatives in trn and stm files are refused; ``None`` if they are read."""
    reading = config.alternatives_in("references")
    if not reading:
        other = config.kind.takes.alternatives_by
        if other is None:
            return None
        return f"which {name} does not read; write one of them alone, or take {other}"
    flags = {one.name: one.flag for one in config.options}
    others = [option for option in reading if given.get(option, reading[option]) != reading[option]]
    if not others:
        return None
    left = " ".join(f"--{flags[option]} {given[option]}" for option in others)
    return f"which {left} leaves unread; leave it out, or write one of them alone"
