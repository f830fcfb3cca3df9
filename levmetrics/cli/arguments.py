"""Options that several commands share, and the decorator that adds them to a command."""

# ruff: noqa: RUF009  # the calls in dataclasses return fields

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar

import click

from levmetrics.cli import completions
from levmetrics.cli.streams import print_to_standard_error
from levmetrics.errors import InputError
from levmetrics.lazy import without_pandas
from levmetrics.written_files import check_writable, is_standard_output, output_name, place_of

FILE = click.Path(path_type=Path)
RESAMPLES = 1000  # of every interval and test
COUNT: dict[str, Any] = {"type": click.IntRange(min=1), "metavar": "N"}
WORST = "Show the N samples with the most errors."
SPREADSHEET = (
    "Make the .csv file of --details safe for spreadsheets: add a byte order mark, and a quote "
    "before each text that would be read as a formula."
)
_GROUPS = "File with a label for each sample, or a column of the references' file."


def completed(names: Callable[[str], Iterable[str]]) -> dict[str, Any]:
    """Return the setting that lets a shell complete an option or argument.

    Args:
        names: returns the known values that begin with a text.

    """
    return {"shell_complete": lambda _context, _option, begun: [*names(begun)]}


# What a command has collected: the given options of its metric, and those that may be files.
GIVEN, GIVEN_FILES = "levmetrics.given", "levmetrics.files"
_METRIC: dict[str, Any] = {
    "metavar": "METRIC",
    "help": "Metric: wer, cer, docvqa ..., or a full name such as wer_lev:cer.",
    **completed(completions.metrics),
}
metric_name = click.argument("metric", **_METRIC)
as_json = click.option("--json", is_flag=True, help="Print the result as JSON.")
reference_file = click.argument("references", metavar="REF", type=FILE, help="References file.")
prediction_file = click.argument("predictions", metavar="HYP", type=FILE, help="Predictions file.")


def option(help: str, *flags: str, **settings: Any) -> Any:
    """Return a field of a group of options.

    Args:
        help: what the option does.
        *flags: the flags that set it; by default, its name.
        **settings: other arguments of ``click.Option``.

    """
    settings = {"help": help, **({} if settings.get("required") else {"default": None}), **settings}
    return field(
        default=settings.get("default", MISSING), metadata={"flags": flags, "option": settings}
    )


def argument(**settings: Any) -> Any:
    """Return a field of a group of options that is an argument.

    Args:
        **settings: arguments of ``click.Argument``.

    """
    return field(
        default=MISSING if settings.get("required", True) else (), metadata={"argument": settings}
    )


def _kept(name: str) -> Callable[[], Any]:
    """Return the default of a field that a running command has collected under a name."""

    def kept() -> Any:
        context = click.get_current_context(silent=True)
        return {} if context is None else context.meta.get(name, {})

    return kept


@dataclass(frozen=True)
class MetricOptions:
    """How texts are scored: the config, and the options that its metric has."""

    heading: ClassVar = "How texts are scored"

    config: str | None = option(
        "Config of the metric, if its name leaves it out; levmetrics score --help lists all."
    )
    given: Mapping[str, Any] = field(default_factory=_kept(GIVEN))
    files: Mapping[str, str] = field(default_factory=_kept(GIVEN_FILES))


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    heading: ClassVar = "How files are read"

    format: str | None = option(
        "Format of the files: lines, csv, jsonl, trn, kaldi, stm, rttm ...; default: detected.",
        **completed(completions.formats),
    )
    quoting: str | None = option(
        "Quotation marks in CSV and TSV files surround fields (standard, the default where only it "
        "gives a table), or are characters of the texts (none, as in Common Voice).",
        metavar="standard|none",
    )
    reference_format: str | None = option(
        "Format of the references only.", metavar="FORMAT", **completed(completions.formats)
    )
    prediction_format: str | None = option(
        "Format of the predictions only.", metavar="FORMAT", **completed(completions.formats)
    )
    encoding: str | None = option("Encoding of the files, such as cp932; default: detected.")
    reference_encoding: str | None = option("Encoding of the references only.")
    prediction_encoding: str | None = option("Encoding of the predictions only.")
    reference_column: str | None = option("Column of the references.", metavar="NAME")
    prediction_column: Sequence[str] = option(
        "Column of the predictions; repeat it for several systems in one file.",
        default=(),
        metavar="NAME",
        multiple=True,
    )
    id_column: str | None = option(
        "Column of the ids that match the rows of two files and name the samples.", metavar="NAME"
    )
    no_heading: bool = option(
        "Read the first row of a table as a sample; columns are then given by number.",
        default=False,
        is_flag=True,
    )
    by_order: bool = option(
        "Match the rows of two files by their order, even if they have ids.",
        default=False,
        is_flag=True,
    )
    missing: str | None = option(
        "Nulls, and ids that one side lacks: error (default) refuses them, empty (default for "
        "regions and lines) scores an empty text, drop leaves out the sample; all and present are "
        "Kaldi's modes.",
        metavar="error|empty|drop|all|present",
    )
    list_texts: str | None = option(
        "References of tables that are the texts of lists, as ['a', 'b']: read takes their strings "
        "as several references, keep scores the texts; default: read if all references are lists.",
        metavar="read|keep",
    )
    whole: bool = option(
        "Score a whole text file as one sample, not line by line.", default=False, is_flag=True
    )
    level: str = option(
        "Score pages, regions or lines as samples (PAGE, ALTO, hOCR, TEI, folders).",
        default="page",
        metavar="page|region|line",
    )
    pair: str | None = option(
        "Match the files of two folders by what this regex finds in their paths: 'page_([0-9]+)'.",
        metavar="REGEX",
    )
    text_from: str | None = option(
        "Level of PAGE XML whose texts are read; default: the highest in the file.",
        metavar="region|line|word",
    )
    hyphens: str = option(
        "Join words that a page marks as broken at a line end, or keep both parts.",
        default="join",
        metavar="join|keep",
    )


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


def _limit(side: str, example: str) -> Any:
    help = f"Exit with status 3 if the score is {side} LIMIT, such as {example}."
    return option(help, type=score_limit, metavar="LIMIT")


@dataclass(frozen=True)
class ResultOptions:
    """Further results of a run, and how they are shown."""

    heading: ClassVar = "What is shown"

    groups: str | None = option(_GROUPS)
    confidence: float | None = option(
        "Add the confidence interval of this level, such as 0.95.", type=float
    )
    seed: int = option("Random seed of the bootstrap.", default=0)
    json: bool = option("Print the result as JSON.", default=False, is_flag=True)
    worst: int | None = option(WORST, **COUNT)
    details: Path | None = option(
        "Write the score of every sample to a .csv or .parquet file.", type=FILE
    )
    spreadsheet: bool = option(SPREADSHEET, default=False, is_flag=True)
    fail_above: float | None = _limit("above", "20% or 0.2")
    fail_below: float | None = _limit("below", "80% or 0.8")


@dataclass(frozen=True)
class SystemOptions:
    """Systems scored on the same references, and the settings of their intervals."""

    heading: ClassVar = "Options"

    metric: str = argument(**_METRIC)
    references: Path = option("References file.", "--references", "-r", required=True, type=FILE)
    predictions: Sequence[Path] = option(
        "Predictions file of a system; more files may follow. Default: the references' file.",
        "--predictions",
        "-p",
        default=(),
        multiple=True,
        type=FILE,
    )
    systems: Sequence[Path] = argument(
        nargs=-1, required=False, type=FILE, help="Predictions files of further systems."
    )
    groups: str | None = option(_GROUPS)
    confidence: float = option("Level of the confidence intervals.", default=0.95)
    seed: int = option("Random seed of the bootstrap and of approximate randomization.", default=0)

    def paths(self) -> list[Path]:
        """Return the files of predictions."""
        return [*self.predictions, *self.systems] or [self.references]

    def named(self, columns: Sequence[str]) -> dict[str, tuple[Path, str | None]]:
        """Return the file and the column of each system, by its name.

        A name is the file's name, or where two are equal, its path, or else the column's name.

        Args:
            columns: none, one for all files, one for each file, or several of one file.

        Raises:
            InputError: if two systems have the same file and column, or if the numbers of columns
                and files differ.

        """
        paths = self.paths()
        keys: Sequence[str | None] = columns or [None]
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
    options: FileOptions,
    groups: str | None = None,
) -> SystemOptions:
    """Return the options of a command that scores the predictions of one file.

    Raises:
        InputError: if several prediction columns are given.

    """
    if len(options.prediction_column) > 1:
        raise InputError("command.one_column")
    return SystemOptions(metric, references, [predictions], groups=groups)


def metric_of_config(options: MetricOptions) -> tuple[str, MetricOptions]:
    """Return the metric that ``--config`` names, shortly or in full, and the other options.

    Without one it is ``"wer_lev"``, which has its own configs.

    >>> metric_of_config(MetricOptions(config="star"))[0], metric_of_config(MetricOptions())[0]
    ('star', 'wer_lev')
    """
    from levmetrics.metric import find_config

    if options.config is not None:
        with suppress(InputError):
            find_config(options.config)
            return options.config, replace(options, config=None)
    return "wer_lev", options


def files_beside(options: MetricOptions, groups: str | None) -> list[Path]:
    """Return the files that a command reads beside references and predictions."""
    named = (*options.files.values(), groups)
    return [path for each in named if each and (path := Path(each)).is_file()]


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


def takes(**groups: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the fields of dataclasses as options to a command.

    The help lists them below the ``heading`` of the dataclass.

    Args:
        **groups: the dataclass of each parameter of the command, by parameter name.

    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def flat(**given: Any) -> None:
            for name, kind in groups.items():
                given[name] = kind(**{one.name: given.pop(one.name) for one in _parameters(kind)})
            with without_pandas():  # files hold none of its objects
                command(**given)

        for kind in reversed(groups.values()):  # as decorators, the last first
            for one in reversed(_parameters(kind)):
                _parameter(one, kind.heading)(flat)
        return flat

    return decorated


def _parameters(kind: type[Any]) -> list[Field[Any]]:
    return [one for one in fields(kind) if one.metadata]


def _parameter(one: Field[Any], heading: str) -> Callable[[Callable[..., None]], object]:
    """Return the decorator that adds a field as a parameter of a command."""
    if "argument" in one.metadata:
        return click.argument(one.name, **one.metadata["argument"])
    flags = one.metadata["flags"] or [f"--{one.name.replace('_', '-')}"]
    return click.option(
        *flags, one.name, cls=GroupOption, heading=heading, **one.metadata["option"]
    )


class GroupOption(click.Option):
    """An option that the help lists below the heading of its group."""

    def __init__(self, *flags: Any, heading: str, **settings: Any) -> None:
        super().__init__(*flags, **settings)
        self.heading = heading


class Command(click.Command):
    """A command whose help lists options below the headings of their groups."""

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
