"""The options that several commands share, and how a command takes a group of them."""

# ruff: noqa: RUF009  # the calls in dataclasses return fields

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

import typer

from levmetrics.cli import completions
from levmetrics.errors import InputError

RESAMPLES = 1000  # of every interval and test
SPREADSHEET = (
    "Write the .csv file of --details for spreadsheets: with a byte order mark, and a quote before "
    "what they would read as a formula."
)
_GROUPS = "A file with a label for each sample, or a column of the references'."

MetricName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="METRIC",
        help="wer, cer, docvqa ..., or in full, wer_lev:cer.",
        autocompletion=completions.metrics,
    ),
]


def option(help: str, *flags: str, default: Any = None, **settings: Any) -> Any:
    """Return a field of a group of options.

    Args:
        help: what it does.
        *flags: that set it; without any, its name.
        default: its value where it is not given.
        **settings: others of ``typer.Option``.

    """
    return field(default=default, metadata={"typer": typer.Option(*flags, help=help, **settings)})


@dataclass(frozen=True)
class MetricOptions:
    """How texts are scored; the options but ``config`` are the metric's, by their names."""

    heading: ClassVar = "How texts are scored"

    config: str | None = option(
        "The metric's config: wer, cer, ja, mixed, openasr, openasr:de, "
        "formatted, reading, keywords; default, stvqa, docvqa, star."
    )
    tokenizer: str | None = option(
        "What errors are counted in: whitespace, char, mecab, ...",
        metavar="NAME",
        autocompletion=completions.tokenizers,
    )
    normalizer: str | None = option(
        "Applied to both sides first: nfkc,lower, ...",
        metavar="NAME,...",
        autocompletion=completions.normalizers,
    )
    threshold: float | None = option("The least similarity that counts (anls).")
    costs: str | None = option("Of the alignment: unit, nist (sclite's), or kaldi.")
    compounds: str | None = option(
        "merge: words that one side joins are right (wer_lev); join: see the manual."
    )
    alternatives: str | None = option(
        "How references write them: braces, { going to / gonna }, brackets, "
        r"\[going to|gonna], or none; if left out, braces in trn and stm files."
    )
    reduction: str | None = option(
        "corpus: of all samples together (wer_lev's own); mean: the mean of the samples'.",
        metavar="corpus|mean",
    )
    equivalences: Path | None = option(
        "A file of rules that rewrite both sides, as csrfilt does: gonna => going to.",
        "--glm",
        metavar="FILE",
    )
    keywords: str | None = option(
        "A file with a word or phrase a line, or some of them (wer_lev:keywords).",
        metavar="FILE|WORD,...",
    )


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    heading: ClassVar = "How files are read"

    format: str | None = option(
        "The files' format: lines, csv, jsonl, trn, kaldi ...; found if left out.",
        autocompletion=completions.formats,
    )
    encoding: str | None = option("The files' encoding, as cp932; found if left out.")
    reference_encoding: str | None = option("The encoding of the references alone.")
    prediction_encoding: str | None = option("The encoding of the predictions alone.")
    reference_column: str | None = option("The column of the references.", metavar="NAME")
    prediction_column: list[str] | None = option(
        "The column of the predictions; of several systems in one file, each.", metavar="NAME"
    )
    id_column: str | None = option(
        "The column by which rows of two files are matched, and samples named.", metavar="NAME"
    )
    by_order: bool = option(
        "Match rows of two files by their order, whatever ids they have.",
        "--by-order",
        default=False,
    )
    missing: str = option(
        "For ids that one side lacks, and nulls: error; empty, the text is empty; drop, the sample "
        "is left out; all, present: as Kaldi.",
        default="error",
        metavar="error|empty|drop|all|present",
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
        raise typer.BadParameter(
            f"{text!r} is no limit; give a percentage, 20%, or a fraction, 0.2"
        )
    if limit > 1 and not percent:
        raise typer.BadParameter(
            f"{text} is above 1; give {number}% for a percentage, {100 * limit:g}% for a fraction"
        )
    return limit


def _limit(side: str, example: str) -> Any:
    help = f"End with status 3 if the score is {side}: {example}."
    return option(help, parser=score_limit, metavar="LIMIT")


@dataclass(frozen=True)
class ResultOptions:
    """What is asked of the scores, and how they are shown."""

    heading: ClassVar = "What is shown"

    groups: str | None = option(_GROUPS)
    confidence: float | None = option("Add the interval of this level, as 0.95.")
    seed: int = option("Of the interval's resampling.", default=0)
    json: bool = option("Print the result as JSON.", "--json", default=False)
    details: Path | None = option("Write every sample's score to a .csv or .parquet file.")
    spreadsheet: bool = option(SPREADSHEET, "--spreadsheet", default=False)
    fail_above: float | None = _limit("higher", "20% or 0.2")
    fail_below: float | None = _limit("lower", "80% or 0.8")


@dataclass(frozen=True)
class SystemOptions:
    """The systems that are scored on the same references, and the intervals of their scores."""

    metric: MetricName
    references: Path = option("The file of the references.", "--references", "-r", default=MISSING)
    predictions: list[Path] | None = option(
        "The file of a system; more may follow. The references' file unless given.",
        "--predictions",
        "-p",
    )
    systems: Annotated[
        list[Path] | None, typer.Argument(help="More files of systems.", show_default=False)
    ] = None
    groups: str | None = option(_GROUPS)
    confidence: float = option("The level of the intervals.", default=0.95)
    seed: int = option("Of the resampling.", default=0)

    def paths(self) -> list[Path]:
        """Return the files of predictions."""
        return [*(self.predictions or []), *(self.systems or [])] or [self.references]

    def named(self, columns: Sequence[str] | None) -> dict[str, tuple[Path, str | None]]:
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
    if len(options.prediction_column or []) > 1:
        raise InputError("command.one_column")
    return SystemOptions(metric, references, [predictions], groups=groups)


def takes_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options, whose fields become options of its own.

    A parameter whose type is a dataclass is one such group; the program sees its fields. In the
    help they stand below the ``heading`` of the dataclass, if it has one.
    """
    taken = inspect.signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in taken if is_dataclass(each.annotation)
    }

    @wraps(command)
    def flat(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(*map(given.pop, kind.__match_args__))
        command(**given)

    parameters: list[inspect.Parameter] = []
    for each in taken:
        parameters += _options_of(each.annotation) if each.name in groups else [each]
    by_name = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    flat.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    return flat


def _options_of(group: type[Any]) -> Iterator[inspect.Parameter]:
    """Yield the fields of a dataclass as a command takes them."""
    parameters = inspect.signature(group, eval_str=True).parameters
    for one in fields(group):
        kind: Any = parameters[one.name].annotation
        if one.metadata:
            kind = Annotated[kind, one.metadata["typer"]]
        (info,) = kind.__metadata__
        info.rich_help_panel = getattr(group, "heading", None)
        yield parameters[one.name].replace(annotation=kind)
