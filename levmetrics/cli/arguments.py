"""The options that several commands share, and how a command takes a group of them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from levmetrics.alternatives.syntax import SYNTAXES
from levmetrics.cli import completions
from levmetrics.cli.keywords import keyword_list
from levmetrics.errors import unknown_name

if TYPE_CHECKING:
    from levmetrics.alternatives.glm import GlobalMap

# The headings of the options in the help of a command.
_METRIC, _FILE, _RESULT = "How texts are scored", "How files are read", "What is shown"

RESAMPLES = 1000  # of every interval and test
_REDUCTIONS = ("corpus", "mean")  # those that give one score, on the scale of its limits
_NO_ALTERNATIVES = "none"

# The options of metrics by their names, as the shell has them.
FLAGS = {
    "tokenizer": "--tokenizer",
    "normalizer": "--normalizer",
    "threshold": "--threshold",
    "costs": "--costs",
    "compounds": "--compounds",
    "alternatives": "--alternatives",
    "reduction": "--reduction",
    "equivalences": "--glm",
    "keywords": "--keywords",
}


@dataclass(frozen=True)
class MetricOptions:
    """How texts are scored."""

    config: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="The metric's config: wer, cer, ja, mixed, openasr, openasr:de, "
            "formatted, reading, keywords; default, stvqa, "
            "docvqa, star.",
        ),
    ] = None
    tokenizer: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="What errors are counted in: whitespace, char, mecab, ...",
            metavar="NAME",
            autocompletion=completions.tokenizers,
        ),
    ] = None
    normalizer: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="Applied to both sides first: nfkc,lower, ...",
            metavar="NAME,...",
            autocompletion=completions.normalizers,
        ),
    ] = None
    threshold: Annotated[
        float | None,
        typer.Option(rich_help_panel=_METRIC, help="The least similarity that counts (anls)."),
    ] = None
    costs: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC, help="Of the alignment: unit, nist (sclite's), or kaldi."
        ),
    ] = None
    compounds: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="merge: words that one side joins are right (wer_lev); join: see the manual.",
        ),
    ] = None
    alternatives: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="How references write them: braces, { going to / gonna }, brackets, "
            r"\[going to|gonna], or none; if left out, braces in trn and stm files.",
        ),
    ] = None
    reduction: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="corpus: of all samples together (wer_lev's own); mean: the mean of the samples'.",
            metavar="corpus|mean",
        ),
    ] = None
    glm: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="A file of rules that rewrite both sides, as csrfilt does: gonna => going to.",
            metavar="FILE",
        ),
    ] = None

    keywords: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_METRIC,
            help="A file with a word or phrase a line, or some of them (wer_lev:keywords).",
            metavar="FILE|WORD,...",
        ),
    ] = None

    def options(self) -> dict[str, Any]:
        """Return the options of the metric that were given.

        Raises:
            InputError: for a file of keywords or phrases that cannot be read, for a reduction that
                gives no one score, and for alternatives that are written otherwise.

        """
        _check_choice("reduction", self.reduction, _REDUCTIONS)
        _check_choice("alternatives", self.alternatives, (*SYNTAXES, _NO_ALTERNATIVES))
        given = {
            "tokenizer": self.tokenizer,
            "normalizer": self.normalizer,
            "threshold": self.threshold,
            "costs": self.costs,
            "compounds": self.compounds,
            "alternatives": self.alternatives,
            "reduction": self.reduction,
            "equivalences": self.glm and _equivalences(self.glm),
            "keywords": None if self.keywords is None else keyword_list(self.keywords),
        }
        options: dict[str, Any] = {n: value for n, value in given.items() if value is not None}
        if self.alternatives == _NO_ALTERNATIVES:
            options["alternatives"] = None
        return options


@dataclass(frozen=True)
class FileOptions:
    """How files are read."""

    format: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_FILE,
            help="The files' format: lines, csv, jsonl, trn, kaldi ...; found if left out.",
            autocompletion=completions.formats,
        ),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_FILE, help="The files' encoding, as cp932; found if left out."
        ),
    ] = None
    reference_encoding: Annotated[
        str | None,
        typer.Option(rich_help_panel=_FILE, help="The encoding of the references alone."),
    ] = None
    prediction_encoding: Annotated[
        str | None,
        typer.Option(rich_help_panel=_FILE, help="The encoding of the predictions alone."),
    ] = None
    reference_column: Annotated[
        str | None,
        typer.Option(rich_help_panel=_FILE, help="The column of the references.", metavar="NAME"),
    ] = None
    prediction_column: Annotated[
        str | None,
        typer.Option(rich_help_panel=_FILE, help="The column of the predictions.", metavar="NAME"),
    ] = None
    id_column: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_FILE,
            help="The column by which rows of two files are matched.",
            metavar="NAME",
        ),
    ] = None
    by_order: Annotated[
        bool,
        typer.Option(
            "--by-order",
            rich_help_panel=_FILE,
            help="Match rows of two files by their order, whatever ids they have.",
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

    groups: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=_RESULT,
            help="A file with a label for each sample, or a column of the references'.",
        ),
    ] = None
    confidence: Annotated[
        float | None,
        typer.Option(rich_help_panel=_RESULT, help="Add the interval of this level, as 0.95."),
    ] = None
    seed: Annotated[
        int, typer.Option(rich_help_panel=_RESULT, help="Of the interval's resampling.")
    ] = 0
    json: Annotated[
        bool, typer.Option("--json", rich_help_panel=_RESULT, help="Print the result as JSON.")
    ] = False
    details: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=_RESULT, help="Write every sample's score to a .csv or .parquet file."
        ),
    ] = None
    fail_above: Annotated[
        float | None,
        typer.Option(
            parser=score_limit,
            metavar="LIMIT",
            rich_help_panel=_RESULT,
            help="End with status 3 if the score is higher: 20% or 0.2.",
        ),
    ] = None
    fail_below: Annotated[
        float | None,
        typer.Option(
            parser=score_limit,
            metavar="LIMIT",
            rich_help_panel=_RESULT,
            help="End with status 3 if the score is lower: 80% or 0.8.",
        ),
    ] = None


@dataclass(frozen=True)
class SystemOptions:
    """The systems that are scored on the same references, and the intervals of their scores."""

    metric: Annotated[
        str,
        typer.Argument(
            metavar="METRIC",
            help="wer, cer, docvqa ..., or in full, wer_lev:cer.",
            autocompletion=completions.metrics,
        ),
    ]
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
    groups: Annotated[
        str | None,
        typer.Option(help="A file with a label for each sample, or a column of the references'."),
    ] = None
    confidence: Annotated[float, typer.Option(help="The level of the intervals.")] = 0.95
    seed: Annotated[int, typer.Option(help="Of the resampling.")] = 0

    def files(self) -> list[Path]:
        """Return the file of every system."""
        return [*self.predictions, *(self.systems or [])]


def _check_choice(what: str, given: str | None, known: Iterable[str]) -> None:
    if given is not None and given not in known:
        raise unknown_name(known, given, what)


def _equivalences(path: Path) -> GlobalMap:
    from levmetrics.alternatives.glm import read_glm  # when asked for: help must be there at once

    return read_glm(path)


def takes_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options, whose fields become options of its own.

    A parameter whose type is a dataclass is one such group; the program sees its fields.
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

    parameters = []
    for parameter in inspect.signature(command).parameters.values():
        kind = groups.get(parameter.name)
        parameters += (
            [parameter.replace(annotation=hints[parameter.name])]
            if kind is None
            else _parameters(kind)
        )
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    flat.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in parameters}
    return flat


def _parameters(kind: type[Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(kind)
    ]
