"""Options that several commands share, and the decorator that makes a function a command."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cached_property, partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, ClassVar

import click

from levmetrics.cli import completions
from levmetrics.cli.streams import print_to_standard_error
from levmetrics.errors import InputError
from levmetrics.lazy import without_pandas
from levmetrics.system.written_files import (
    check_writable,
    is_standard_output,
    output_name,
    place_of,
)

RESAMPLES = 1000  # of every interval and test
_AMBIGUOUS = 0.1  # from here on, a margin without a percent sign is ambiguous
# What a command has collected: the given options of its metric, and those that may be files.
GIVEN, GIVEN_FILES = "levmetrics.given", "levmetrics.files"
_WORDS: Mapping[str, Mapping[str, Any]] = json.loads(
    Path(__file__).with_name("options.json").read_text("utf-8")
)
"""The help of arguments and options and what else click takes, by command or group, and by name.

Those of the group ``shared`` are of every command that has none of its own. ``type`` lists choices,
or names a type; ``complete`` names a function of :mod:`levmetrics.cli.completions`.
"""


def completed(names: Callable[[str], Iterable[str]]) -> dict[str, Any]:
    """Return the setting that lets a shell complete an option or argument.

    Args:
        names: returns the known values that begin with a text.

    """
    return {"shell_complete": lambda _context, _option, begun: [*names(begun)]}


def _kept(name: str) -> Callable[[], Any]:
    """Return the default of a field that a running command has collected under a name."""

    def kept() -> Any:
        context = click.get_current_context(silent=True)
        return {} if context is None else context.meta.get(name, {})

    return kept


# Nobody compares or prints these classes of options. Without the methods for it, Python makes each
# in a third less time, at every start.
@dataclass(frozen=True, eq=False, repr=False)
class MetricOptions:
    """How texts are scored: the config, and the options that its metric has."""

    heading: ClassVar = "How texts are scored"

    config: str | None = None
    given: Mapping[str, Any] = field(default_factory=_kept(GIVEN))
    files: Mapping[str, str] = field(default_factory=_kept(GIVEN_FILES))


@dataclass(frozen=True, eq=False, repr=False)
class FileOptions:
    """How files are read."""

    heading: ClassVar = "How files are read"

    format: str | None = None
    quoting: str | None = None
    reference_format: str | None = None
    prediction_format: str | None = None
    encoding: str | None = None
    reference_encoding: str | None = None
    prediction_encoding: str | None = None
    reference_column: str | None = None
    prediction_column: Sequence[str] = ()
    id_column: str | None = None
    no_heading: bool = False
    by_order: bool = False
    missing: str | None = None
    list_texts: str | None = None
    whole: bool = False
    level: str = "page"
    pair: str | None = None
    text_from: str | None = None
    hyphens: str = "join"


def score_limit(text: str) -> float:
    """Return a score limit as a fraction: ``20%`` and ``0.2`` are 0.2.

    Raises:
        BadParameter: for a number above 1 without ``%``, which is ambiguous, and for text that is
            not a number.

    >>> score_limit("120%")
    1.2

    """
    number, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        limit = float(number) / (100 if percent else 1)
    except ValueError:
        limit = math.nan
    if not (math.isfinite(limit) and limit >= 0):
        raise click.BadParameter(
            f"{text!r} is not a limit; give a percentage, 20%, or a fraction, 0.2"
        )
    if limit > 1 and not percent:
        raise click.BadParameter(
            f"{text} is above 1; give {number}% for a percentage, {100 * limit:g}% for a fraction"
        )
    return limit


def _margin(text: str) -> float:
    """Return a margin as a fraction: ``0.5%`` and ``0.005`` are 0.005.

    Raises:
        BadParameter: for text that is not a number, and for 0.1 or more without ``%``: 0.5 may mean
            half a point or fifty.

    """
    margin = score_limit(text)
    if margin >= _AMBIGUOUS and "%" not in text:
        raise click.BadParameter(f"{text} may be {text}% or {100 * margin:g}%; write it with %")
    return margin


@dataclass(frozen=True, eq=False, repr=False)
class ResultOptions:
    """Further results of a run, and how they are shown."""

    heading: ClassVar = "What is shown"

    groups: str | None = None
    confidence: float | None = None
    seed: int = 0
    json: bool = False
    worst: int | None = None
    details: Path | None = None
    spreadsheet: bool = False
    fail_above: float | None = None
    fail_below: float | None = None


@dataclass(frozen=True, eq=False, repr=False)
class SystemOptions:
    """Systems scored on the same references, and the settings of their intervals."""

    heading: ClassVar = "Options"

    metric: str
    references: Path
    predictions: Sequence[Path] = ()
    systems: Sequence[Path] = ()
    groups: str | None = None
    confidence: float = 0.95
    seed: int = 0
    metric_options: MetricOptions = field(default_factory=MetricOptions)
    file_options: FileOptions = field(default_factory=FileOptions)

    def paths(self) -> list[Path]:
        """Return the files of predictions."""
        return [*self.predictions, *self.systems] or [self.references]

    def files(self) -> list[Path]:
        """Return all files that are read."""
        beside = (*self.metric_options.files.values(), self.groups)
        named = [path for each in beside if each and (path := Path(each)).is_file()]
        return [self.references, *self.paths(), *named]

    def named(self) -> dict[str, tuple[Path, str | None]]:
        """Return the file and the column of each system, by its name.

        A name is the file's name, or where two are equal, its path, or else the column's name. The
        columns are none, one for all files, one for each file, or several of one file.

        Raises:
            InputError: if two systems have the same file and column, or if the numbers of columns
                and files differ.

        """
        paths = self.paths()
        keys: Sequence[str | None] = self.file_options.prediction_column or [None]
        if len(paths) == 1:
            paths = [*paths] * len(keys)
        elif len(keys) == 1:
            keys = [*keys] * len(paths)
        if len(paths) != len(keys):
            raise InputError("command.columns_of_files", count=len(keys), files=len(paths))
        systems = [*zip(paths, keys, strict=True)]
        if len({*systems}) < len(systems):
            raise InputError("command.same_file")
        choices: list[list[str]] = [
            [path.stem for path in paths],
            [str(path) for path in paths],
            [str(key) for key in keys],
            [f"{path}: {key}" for path, key in systems],
        ]
        names = next(names for names in choices if len({*names}) == len(names))
        return dict(zip(names, systems, strict=True))


def one_system(
    metric: str,
    references: Path,
    predictions: Path,
    metric_options: MetricOptions,
    file_options: FileOptions,
    groups: str | None = None,
) -> SystemOptions:
    """Return the options of a command that scores the predictions of one file.

    Raises:
        InputError: if several prediction columns are given.

    """
    if len(file_options.prediction_column) > 1:
        raise InputError("command.one_column")
    return SystemOptions(
        metric,
        references,
        [predictions],
        groups=groups,
        metric_options=metric_options,
        file_options=file_options,
    )


def metric_of_config(options: MetricOptions) -> tuple[str, MetricOptions]:
    """Return the metric that ``--config`` names, and the other options; without one it is ``wer``.

    >>> metric_of_config(MetricOptions(config="star"))[0], metric_of_config(MetricOptions())[0]
    ('anls:star', 'wer')
    """
    from levmetrics.core.names import metric_name

    if options.config is not None:
        with suppress(InputError):
            return metric_name(options.config), replace(options, config=None)
    return "wer", options


def check_outputs(read: Iterable[Path], written: Iterable[Path | None]) -> None:
    """Refuse to overwrite an input file, to write a file twice, and what cannot be written.

    If an output is standard output, all else that the command prints goes to standard error.

    Raises:
        InputError: naming the file.

    """
    taken: set[str | None] = {os.path.realpath(path) for path in read}
    for path in filter(None, written):
        check_writable(path)
        place = place_of(path)
        if place is not None and place in taken:
            raise InputError("command.output_is_input", file=output_name(path))
        taken.add(place)
        if is_standard_output(path):
            print_to_standard_error()


def command(
    kind: type[click.Command] | None = None, name: str | None = None, **settings: Any
) -> Callable[[Callable[..., None]], click.Command]:
    """Return a decorator that makes a function a command.

    The parameters of the function are arguments and options, as ``options.json`` has them. One of a
    group, as :class:`FileOptions`, stands for its fields, which the help lists below its heading.

    Args:
        kind: the class of the command; ``None``: :class:`Command`.
        name: the name of the command; ``None``: that of the function.
        **settings: other arguments of the class.

    """

    def made(function: Callable[..., None]) -> click.Command:
        scope = name or function.__name__

        def flat(**given: Any) -> None:
            groups = _groups_of(function)
            for of_group, group in groups.items():
                given[of_group] = group(**{each.name: given.pop(each.name) for each in _own(group)})
            with without_pandas() if groups else nullcontext():  # files hold none of its objects
                function(**given)

        about = {"help": function.__doc__, **settings}
        return click.command(
            scope, kind or Command, parameters=partial(_parameters, scope, function), **about
        )(flat)

    return made


def _groups_of(function: Callable[..., None]) -> dict[str, Any]:
    """Return the groups of options among the parameters of a function, by their names."""
    parameters = signature(function).parameters.items()
    return {name: _GROUPS[one.annotation] for name, one in parameters if one.annotation in _GROUPS}


def _parameters(scope: str, function: Callable[..., None]) -> list[click.Parameter]:
    """Return the parameters of a command from those of its function."""
    groups = _groups_of(function)
    found = []
    for one in signature(function).parameters.values():
        if group := groups.get(one.name):
            for each in _own(group):
                words = (group.__name__, group.heading, each.name)
                found.append(_parameter(*words, str(each.type), each.default))
        else:
            words = (scope, "Options", one.name)
            found.append(_parameter(*words, one.annotation, one.default))
    return found


_GROUPS: dict[object, Any] = {
    kind.__name__: kind for kind in (MetricOptions, FileOptions, ResultOptions, SystemOptions)
}


def _own(group: type[Any]) -> list[Field[Any]]:
    """Return the fields of a group that are parameters, not what a command has collected."""
    return [one for one in fields(group) if one.default_factory is MISSING]


def _parameter(
    scope: str, heading: str, name: str, annotation: str, default: Any
) -> click.Parameter:
    """Return a parameter of a command.

    Args:
        scope: the command or group whose words it has.
        heading: the heading in the help.
        name: its name.
        annotation: its type as it is written.
        default: its default value; none if it is required.

    """
    settings = dict(_WORDS.get(scope, {}).get(name) or _WORDS["shared"][name])
    flags = settings.pop("flags", [f"--{name.replace('_', '-')}"])
    is_argument = settings.pop("argument", False)
    is_required = default in (Parameter.empty, MISSING)
    is_several = annotation.startswith("Sequence")
    written = settings.pop("type", annotation)
    if isinstance(written, list):
        settings["type"] = click.Choice(written)
    elif written == "bool":
        settings["is_flag"] = True
    else:
        settings["type"] = next((_TYPES[kind] for kind in _TYPES if kind in written), None)
    if names := settings.pop("complete", None):
        settings |= completed(getattr(completions, names))
    if is_argument:
        count = -1 if is_several else 1
        return click.Argument([name], required=is_required, nargs=count, **settings)
    if not is_required:
        settings.setdefault("default", default)
    return GroupOption(
        [*flags, name], heading=heading, required=is_required, multiple=is_several, **settings
    )


# By a word of the annotation, as in ``Path | None``, or by the ``type`` of options.json.
_TYPES: Mapping[str, Any] = {
    "Path": click.Path(path_type=Path),
    "float": float,
    "int": int,
    "count": click.IntRange(min=1),
    "limit": score_limit,
    "margin": _margin,
}


class GroupOption(click.Option):
    """An option that the help lists below the heading of its group."""

    def __init__(self, *flags: Any, heading: str, **settings: Any) -> None:
        super().__init__(*flags, **settings)
        self.heading = heading


class Command(click.Command):
    """A command whose help lists options below the headings of their groups.

    Args:
        parameters: makes the parameters when they are first read, which the list of all commands
            does not.

    """

    def __init__(
        self, *arguments: Any, parameters: Callable[[], list[click.Parameter]], **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self._parameters = parameters
        del self.params  # which would hide those below

    @cached_property
    def params(self) -> list[click.Parameter]:  # type: ignore[override]  # a stored value, too
        """The arguments and options."""
        return self._parameters()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; another value for an option is refused, since one would be lost."""
        parsed = super().parse_args(ctx, [*args])
        if ctx.resilient_parsing:  # a shell completes a line
            return parsed
        _, _, given = self.make_parser(ctx).parse_args([*args])
        for option in given:
            is_single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if is_single and given.count(option) > 1:
                raise click.UsageError(f"{option.opts[-1]} is given more than once; give it once")
        return parsed

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the full help text; the list of commands wraps it."""
        return self.help or ""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then those of each group."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                heading = getattr(parameter, "heading", "Options")
                sections.setdefault(heading, []).append(row)
        for heading, rows in sections.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
