"""The options that several commands share, and how a command takes a group of them."""

# ruff: noqa: RUF009  # the calls in dataclasses return fields

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar

import click

from levmetrics.cli import completions
from levmetrics.errors import InputError

FILE = click.Path(path_type=Path)
RESAMPLES = 1000  # of every interval and test
SPREADSHEET = (
    "Write the .csv file of --details for spreadsheets: with a byte order mark, and a quote before "
    "what they would read as a formula."
)
_GROUPS = "A file with a label for each sample, or a column of the references'."


def completed(names: Callable[[str], Iterable[str]]) -> dict[str, Any]:
    """Return the setting of an option or argument whose values a shell completes.

    Args:
        names: returns those that begin with a text.

    """
    return {"shell_complete": lambda _context, _option, begun: [*names(begun)]}


_METRIC: dict[str, Any] = {
    "metavar": "METRIC",
    "help": "wer, cer, docvqa ..., or in full, wer_lev:cer.",
    **completed(completions.metrics),
}
metric_name = click.argument("metric", **_METRIC)
as_json = click.option("--json", is_flag=True, help="Print the result as JSON.")
reference_file = click.argument(
    "references", metavar="REF", type=FILE, help="The file of the references."
)
prediction_file = click.argument(
    "predictions", metavar="HYP", type=FILE, help="The file of the predictions."
)


def option(help: str, *flags: str, **settings: Any) -> Any:
    """Return a field of a group of options.

    Args:
        help: what it does.
        *flags: that set it; without any, its name.
        **settings: others of ``click.Option``.

    """
    settings = {"help": help, **({} if settings.get("required") else {"default": None}), **settings}
    return field(
        default=settings.get("default", MISSING), metadata={"flags": flags, "option": settings}
    )


def argument(**settings: Any) -> Any:
    """Return a field of a group of options that is an argument.

    Args:
        **settings: of ``click.Argument``.

    """
    return field(
        default=MISSING if settings.get("required", True) else (), metadata={"argument": settings}
    )


@dataclass(frozen=True)
class MetricOptions:
    """How texts are scored; the options but ``config`` are the metric's, by their names."""

    heading: ClassVar = "How texts are scored"

    config: str | None = option(
        "The metric's config: wer, cer, ja, mixed, openasr, openasr:de, formatted, reading, "
        "keywords, order, bag, flexible, cp, orc, tcp ...; default, stvqa, docvqa, star, record, "
        "donut, docubench; der, jer."
    )
    tokenizer: str | None = option(
        "What errors are counted in: whitespace, char, mecab, ...",
        metavar="NAME",
        **completed(completions.tokenizers),
    )
    normalizer: str | None = option(
        "Applied to both sides first: nfkc,lower, ...",
        metavar="NAME,...",
        **completed(completions.normalizers),
    )
    threshold: float | None = option("The least similarity that counts (anls).", type=float)
    costs: str | None = option("Of the alignment: unit, nist (sclite's), or kaldi.")
    compounds: str | None = option(
        "merge: words that one side joins are right (wer_lev); join: see the manual."
    )
    alternatives: str | None = option(
        "How references write them: braces, { going to / gonna }, brackets, "
        "[going to|gonna], or none; if left out, braces in trn and stm files."
    )
    reduction: str | None = option(
        "corpus: of all samples together (wer_lev's own); mean: the mean of the samples'.",
        metavar="corpus|mean",
    )
    equivalences: Path | None = option(
        "A file of rules that rewrite both sides, as csrfilt does: gonna => going to.",
        "--glm",
        metavar="FILE",
        type=FILE,
    )
    keywords: str | None = option(
        "A file with a word or phrase a line, or some of them (wer_lev:keywords).",
        metavar="FILE|WORD,...",
    )
    schema: Path | None = option(
        "A JSON Schema of the records, in a file (anls:record, anls:docubench).",
        metavar="FILE",
        type=FILE,
    )
    locale: str | None = option(
        "In which numbers and dates are written, as de_DE (anls:record).", metavar="NAME"
    )
    lists: str | None = option(
        "How items of lists are paired: optimal, ordered, greedy, keyed (anls:record).",
        metavar="RULE",
    )
    missing_fields: str | None = option(
        "Fields that a prediction lacks (anls:record).", metavar="wrong|skip"
    )
    extra_fields: str | None = option(
        "Fields that a reference lacks (anls:record).", metavar="wrong|skip"
    )
    null_fields: str | None = option(
        "Fields whose value is null (anls:record).", metavar="keep|drop"
    )
    empty_fields: str | None = option(
        "Fields of an empty text, list or object (anls:record).", metavar="keep|drop"
    )
    collar: float | None = option(
        "Of sessions with times: so much earlier or later a word may be (5 if left out), or so "
        "much around each boundary is not scored (der; 0).",
        metavar="SECONDS",
        type=float,
    )
    reference_timing: str | None = option(
        "How the words of a segment share its time (tcp, tcorc ...): character_based, "
        "equidistant_intervals, full_segment, ...",
        metavar="NAME",
    )
    prediction_timing: str | None = option(
        "The same of the predictions; character_based_points if left out.", metavar="NAME"
    )
    definition: str | None = option(
        "Of the collar and the speakers' mapping (der).", metavar="md-eval|pyannote"
    )
    overlap: bool | None = option(
        "Score or skip where speakers of the reference overlap (der).",
        "--overlap/--no-overlap",
    )
    uem: Path | None = option(
        "A file of the times that are evaluated (der, jer): session channel start end.",
        metavar="FILE",
        type=FILE,
    )
    repair: bool | None = option(
        "Look for JSON in predictions that are none (records).", is_flag=True
    )


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    heading: ClassVar = "How files are read"

    format: str | None = option(
        "The files' format: lines, csv, jsonl, trn, kaldi ...; found if left out.",
        **completed(completions.formats),
    )
    encoding: str | None = option("The files' encoding, as cp932; found if left out.")
    reference_encoding: str | None = option("The encoding of the references alone.")
    prediction_encoding: str | None = option("The encoding of the predictions alone.")
    reference_column: str | None = option("The column of the references.", metavar="NAME")
    prediction_column: Sequence[str] = option(
        "The column of the predictions; of several systems in one file, each.",
        default=(),
        metavar="NAME",
        multiple=True,
    )
    id_column: str | None = option(
        "The column by which rows of two files are matched, and samples named.", metavar="NAME"
    )
    no_heading: bool = option(
        "The first row of a table is a sample: its columns are given by their numbers.",
        default=False,
        is_flag=True,
    )
    by_order: bool = option(
        "Match rows of two files by their order, whatever ids they have.",
        default=False,
        is_flag=True,
    )
    missing: str | None = option(
        "For ids that one side lacks, and nulls: error, the default; empty, the text is empty (the "
        "default of regions and lines); drop, the sample is left out; all, present: as Kaldi.",
        metavar="error|empty|drop|all|present",
    )
    whole: bool = option("A text file is one sample, not its lines.", default=False, is_flag=True)
    level: str = option(
        "What is a sample of pages (PAGE, ALTO, hOCR, TEI, folders).",
        default="page",
        metavar="page|region|line",
    )
    pair: str | None = option(
        "Two files of folders are one page if this finds the same in their paths: 'page_([0-9]+)'.",
        metavar="REGEX",
    )
    text_from: str | None = option(
        "Which texts of PAGE XML are read; the highest that it has if left out.",
        metavar="region|line|word",
    )
    hyphens: str = option(
        "Words that a page marks as broken at a line end: join them, or keep both parts.",
        default="join",
        metavar="join|keep",
    )


def score_limit(text: str) -> float:
    """Return a limit of a score as a fraction: ``20%`` and ``0.2`` are 0.2.

    Raises:
        BadParameter: for a number above 1 without ``%``, which could mean either, and for what is
            no number.

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
            f"{text!r} is no limit; give a percentage, 20%, or a fraction, 0.2"
        )
    if limit > 1 and not percent:
        raise click.BadParameter(
            f"{text} is above 1; give {number}% for a percentage, {100 * limit:g}% for a fraction"
        )
    return limit


def _limit(side: str, example: str) -> Any:
    help = f"End with status 3 if the score is {side}: {example}."
    return option(help, type=score_limit, metavar="LIMIT")


@dataclass(frozen=True)
class ResultOptions:
    """What is asked of the scores, and how they are shown."""

    heading: ClassVar = "What is shown"

    groups: str | None = option(_GROUPS)
    confidence: float | None = option("Add the interval of this level, as 0.95.", type=float)
    seed: int = option("Of the interval's resampling.", default=0)
    json: bool = option("Print the result as JSON.", default=False, is_flag=True)
    details: Path | None = option(
        "Write every sample's score to a .csv or .parquet file.", type=FILE
    )
    spreadsheet: bool = option(SPREADSHEET, default=False, is_flag=True)
    fail_above: float | None = _limit("higher", "20% or 0.2")
    fail_below: float | None = _limit("lower", "80% or 0.8")


@dataclass(frozen=True)
class SystemOptions:
    """The systems that are scored on the same references, and the intervals of their scores."""

    heading: ClassVar = "Options"

    metric: str = argument(**_METRIC)
    references: Path = option(
        "The file of the references.", "--references", "-r", required=True, type=FILE
    )
    predictions: Sequence[Path] = option(
        "The file of a system; more may follow. The references' file unless given.",
        "--predictions",
        "-p",
        default=(),
        multiple=True,
        type=FILE,
    )
    systems: Sequence[Path] = argument(
        nargs=-1, required=False, type=FILE, help="More files of systems."
    )
    groups: str | None = option(_GROUPS)
    confidence: float = option("The level of the intervals.", default=0.95)
    seed: int = option("Of the resampling.", default=0)

    def paths(self) -> list[Path]:
        """Return the files of predictions."""
        return [*self.predictions, *self.systems] or [self.references]

    def named(self, columns: Sequence[str]) -> dict[str, tuple[Path, str | None]]:
        """Return the file and the column of each system, by its name.

        The names are those of the files, or where two are the same, their paths; or the columns'.

        Args:
            columns: one for all files; or one for each; or several of one file; or none.

        Raises:
            InputError: if two systems have the same file and column, and for another number of
                columns than files.

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
    """Return what is asked of the predictions of one file.

    Raises:
        InputError: if several columns of it are.

    """
    if len(options.prediction_column) > 1:
        raise InputError("command.one_column")
    return SystemOptions(metric, references, [predictions], groups=groups)


def metric_with_parts(options: MetricOptions) -> str:
    """Return the metric whose config shows tokens that were aligned, or fields of records."""
    return "anls" if options.config in ("record", "donut", "docubench") else "wer_lev"


def check_outputs(read: Iterable[Path], written: Iterable[Path | None]) -> None:
    """Refuse to write a file that is read, or to write one twice.

    Raises:
        InputError: naming the file.

    """
    taken = {path.resolve() for path in read}
    for path in written:
        if path is not None and path.resolve() in taken:
            raise InputError("command.output_is_input", file=path.name)
        if path is not None:
            taken.add(path.resolve())


def takes(**groups: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take dataclasses of options, whose fields become options of its own.

    In the help they stand below the ``heading`` of the dataclass.

    Args:
        **groups: the dataclass of each parameter of the command, by the parameter's name.

    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def flat(**given: Any) -> None:
            for name, kind in groups.items():
                given[name] = kind(*map(given.pop, kind.__match_args__))
            command(**given)

        for kind in reversed(groups.values()):  # as decorators, the last first
            for one in reversed(fields(kind)):
                _parameter(one, kind.heading)(flat)
        return flat

    return decorated


def _parameter(one: Field[Any], heading: str) -> Callable[[Callable[..., None]], object]:
    """Return what makes a field of a group a parameter of a command."""
    if "argument" in one.metadata:
        return click.argument(one.name, **one.metadata["argument"])
    flags = one.metadata["flags"] or [f"--{one.name.replace('_', '-')}"]
    return click.option(
        *flags, one.name, cls=GroupOption, heading=heading, **one.metadata["option"]
    )


class GroupOption(click.Option):
    """An option of a group, with the heading of the group in the help."""

    def __init__(self, *flags: Any, heading: str, **settings: Any) -> None:
        super().__init__(*flags, **settings)
        self.heading = heading


class Command(click.Command):
    """A command whose help has the options below the headings of their groups."""

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return what it does, in the list of commands, which wraps it."""
        return self.help or ""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, and those of groups."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                heading = getattr(parameter, "heading", "Options")
                sections.setdefault(heading, []).append(row)
        for heading, rows in sections.items():
            with formatter.section(heading):
                formatter.write_dl(rows)
