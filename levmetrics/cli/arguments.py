"""The options that several commands share, and how a command takes a group of them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias, get_type_hints

import typer

from levmetrics.cli import completions
from levmetrics.errors import InputError

RESAMPLES = 1000  # of every interval and test
_GROUPS = "A file with a label for each sample, or a column of the references'."

MetricName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="METRIC",
        help="wer, cer, docvqa ..., or in full, wer_lev:cer.",
        autocompletion=completions.metrics,
    ),
]


@dataclass(frozen=True)
class MetricOptions:
    """How texts are scored; the options but ``config`` are the metric's, by their names."""

    heading: ClassVar = "How texts are scored"

    config: Annotated[
        str | None,
        typer.Option(
            help="The metric's config: wer, cer, ja, mixed, openasr, openasr:de, "
            "formatted, reading, keywords; default, stvqa, docvqa, star."
        ),
    ] = None
    tokenizer: Annotated[
        str | None,
        typer.Option(
            help="What errors are counted in: whitespace, char, mecab, ...",
            metavar="NAME",
            autocompletion=completions.tokenizers,
        ),
    ] = None
    normalizer: Annotated[
        str | None,
        typer.Option(
            help="Applied to both sides first: nfkc,lower, ...",
            metavar="NAME,...",
            autocompletion=completions.normalizers,
        ),
    ] = None
    threshold: Annotated[
        float | None, typer.Option(help="The least similarity that counts (anls).")
    ] = None
    costs: Annotated[
        str | None, typer.Option(help="Of the alignment: unit, nist (sclite's), or kaldi.")
    ] = None
    compounds: Annotated[
        str | None,
        typer.Option(
            help="merge: words that one side joins are right (wer_lev); join: see the manual."
        ),
    ] = None
    alternatives: Annotated[
        str | None,
        typer.Option(
            help="How references write them: braces, { going to / gonna }, brackets, "
            r"\[going to|gonna], or none; if left out, braces in trn and stm files."
        ),
    ] = None
    reduction: Annotated[
        str | None,
        typer.Option(
            help="corpus: of all samples together (wer_lev's own); mean: the mean of the samples'.",
            metavar="corpus|mean",
        ),
    ] = None
    equivalences: Annotated[
        Path | None,
        typer.Option(
            "--glm",
            help="A file of rules that rewrite both sides, as csrfilt does: gonna => going to.",
            metavar="FILE",
        ),
    ] = None
    keywords: Annotated[
        str | None,
        typer.Option(
            help="A file with a word or phrase a line, or some of them (wer_lev:keywords).",
            metavar="FILE|WORD,...",
        ),
    ] = None


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    heading: ClassVar = "How files are read"

    format: Annotated[
        str | None,
        typer.Option(
            help="The files' format: lines, csv, jsonl, trn, kaldi ...; found if left out.",
            autocompletion=completions.formats,
        ),
    ] = None
    encoding: Annotated[
        str | None, typer.Option(help="The files' encoding, as cp932; found if left out.")
    ] = None
    reference_encoding: Annotated[
        str | None, typer.Option(help="The encoding of the references alone.")
    ] = None
    prediction_encoding: Annotated[
        str | None, typer.Option(help="The encoding of the predictions alone.")
    ] = None
    reference_column: Annotated[
        str | None, typer.Option(help="The column of the references.", metavar="NAME")
    ] = None
    prediction_column: Annotated[
        str | None, typer.Option(help="The column of the predictions.", metavar="NAME")
    ] = None
    id_column: Annotated[
        str | None,
        typer.Option(help="The column by which rows of two files are matched.", metavar="NAME"),
    ] = None
    by_order: Annotated[
        bool,
        typer.Option(
            "--by-order", help="Match rows of two files by their order, whatever ids they have."
        ),
    ] = False


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


@dataclass(frozen=True)
class ResultOptions:
    """What is asked of the scores, and how they are shown."""

    heading: ClassVar = "What is shown"

    groups: Annotated[str | None, typer.Option(help=_GROUPS)] = None
    confidence: Annotated[
        float | None, typer.Option(help="Add the interval of this level, as 0.95.")
    ] = None
    seed: Annotated[int, typer.Option(help="Of the interval's resampling.")] = 0
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False
    details: Annotated[
        Path | None,
        typer.Option(help="Write every sample's score to a .csv or .parquet file."),
    ] = None
    fail_above: Annotated[
        float | None,
        typer.Option(
            parser=score_limit,
            metavar="LIMIT",
            help="End with status 3 if the score is higher: 20% or 0.2.",
        ),
    ] = None
    fail_below: Annotated[
        float | None,
        typer.Option(
            parser=score_limit,
            metavar="LIMIT",
            help="End with status 3 if the score is lower: 80% or 0.8.",
        ),
    ] = None


@dataclass(frozen=True)
class SystemOptions:
    """The systems that are scored on the same references, and the intervals of their scores."""

    metric: MetricName
    references: Annotated[
        Path, typer.Option("--references", "-r", help="The file of the references.")
    ]
    predictions: Annotated[
        list[Path],
        typer.Option("--predictions", "-p", help="The file of a system; more may follow."),
    ]
    systems: Annotated[
        list[Path] | None, typer.Argument(help="More files of systems.", show_default=False)
    ] = None
    groups: Annotated[str | None, typer.Option(help=_GROUPS)] = None
    confidence: Annotated[float, typer.Option(help="The level of the intervals.")] = 0.95
    seed: Annotated[int, typer.Option(help="Of the resampling.")] = 0

    def files(self) -> dict[str, Path]:
        """Return the file of each system by its name: the file's, or where two are the same, paths.

        Raises:
            InputError: if two systems have the same file.

        """
        paths = [*self.predictions, *(self.systems or [])]
        names = [path.stem for path in paths]
        if len(set(names)) < len(names):
            names = [*map(str, paths)]
        if len(set(names)) < len(names):
            raise InputError("command.same_file")
        return dict(zip(names, paths, strict=True))


def takes_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options, whose fields become options of its own.

    A parameter whose type is a dataclass is one such group; the program sees its fields. In the
    help they stand below the ``heading`` of the dataclass, if it has one.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Any]] = {
        name: kind for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)
    }

    @wraps(command)
    def flat(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _parameters(groups[name])
        else:
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(annotation=hints[name], kind=kind))
    flat.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in parameters}
    return flat


def _parameters(group: type[Any]) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        (option,) = hints[field.name].__metadata__
        option.rich_help_panel = getattr(group, "heading", None)
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        yield inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=default,
            annotation=hints[field.name],
        )
