"""The samples of a command: its metric, with options in the shell's terms, and the columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levmetrics.alternatives.glm import GlobalMap, read_glm
from levmetrics.alternatives.syntax import SYNTAXES
from levmetrics.cli.arguments import FileOptions, MetricOptions, SystemOptions
from levmetrics.cli.columns import Columns, chosen_columns, say
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import Table, table
from levmetrics.formats.kinds.timed_words import Ctm, holds_alternatives
from levmetrics.formats.samples import Batch, sample_batches, text_batches
from levmetrics.formats.source import OnRead
from levmetrics.metric import Config, find_config, get_metric
from levmetrics.scores.base import Metric

_REDUCTIONS = ("corpus", "mean")  # those that give one score, on the scale of its limits
_LIST_SUFFIXES = (".txt", ".lst", ".csv", ".tsv")
# Rules of a GLM file rewrite both sides, whose alternatives are then in braces.
_NO_RULES = GlobalMap((), "ctm", ignores_case=False)


@dataclass(frozen=True)
class Samples:
    """The samples that a command scores.

    Attributes:
        metric: with its options, those for the alternatives of both sides included.
        columns: of the samples.

    """

    metric: Metric[Any]
    columns: Columns

    def batches(self) -> Iterator[Batch]:
        """Read the samples, and then say how many there were, of which format.

        Raises:
            InputError: for files that cannot be read.

        """
        read = sample_batches if self.metric.nested else text_batches
        samples = 0
        for batch in read(*self.columns):
            samples += len(batch)
            yield batch
        of_sides = [self.columns.references, *self.columns.predictions]
        formats = " and ".join(dict.fromkeys(one.table.file_format.name for one in of_sides))
        say(f"read as {formats}, {samples:,} {'sample' if samples == 1 else 'samples'}")


def samples_of(
    asked: SystemOptions,
    metric_options: MetricOptions,
    file_options: FileOptions,
    on_read: OnRead | None = None,
) -> Samples:
    """Find a metric with its options, and then the columns of its samples.

    Args:
        asked: the metric, and the files of references and predictions.
        metric_options: of the metric.
        file_options: how the files are read.
        on_read: is told of every read of references and predictions.

    Raises:
        InputError: for unknown names, for files that cannot be read, for options that the config
            does not have or lacks, and for values that they cannot have.

    """
    metric, config_name, config = find_config(asked.metric, metric_options.config)
    name, given = f"{metric}:{config_name}", given_options(metric_options)
    _check_flags(name, config, given)
    as_given = get_metric(name, options=given)
    refusal = _refusal(name, config, given)
    columns = chosen_columns(asked, file_options, refusal, on_read)
    options = {**given}
    if columns.references.table.file_format.has_alternatives:
        options.setdefault("alternatives", "braces")
    if any(_have_alternatives(column.table) for column in columns.predictions):
        options.setdefault("equivalences", _NO_RULES)
    return Samples(as_given if options == given else get_metric(name, options=options), columns)


def given_options(asked: MetricOptions) -> dict[str, Any]:
    """Return the options of the metric that were given, by name.

    Raises:
        InputError: for a file of keywords or phrases that cannot be read, for a reduction that
            gives no one score, and for alternatives that are written otherwise.

    """
    for name, known in (("reduction", _REDUCTIONS), ("alternatives", (*SYNTAXES, "none"))):
        value = getattr(asked, name)
        if value is not None and value not in known:
            raise unknown_name(known, value, name)
    options = {name: value for name, value in vars(asked).items() if value is not None}
    options.pop("config", None)
    if asked.equivalences is not None:
        options["equivalences"] = read_glm(asked.equivalences)
    if asked.keywords is not None:
        options["keywords"] = keyword_list(asked.keywords)
    if asked.alternatives == "none":
        options["alternatives"] = None
    return options


def keyword_list(given: str) -> list[str]:
    """Return words and phrases: the lines of a file, or what stands between commas.

    Args:
        given: the file's path, or the words.

    Raises:
        InputError: if there is no such file, if it is no text, and if there is no word.

    >>> keyword_list("aspirin, New York")
    ['aspirin', 'New York']

    """
    path = Path(given)
    is_file = path.suffix.lower() in _LIST_SUFFIXES or path.is_file()
    phrases = _lines(path) if is_file else given.split(",")
    words = [stripped for phrase in phrases if (stripped := phrase.strip())]
    if not words:
        raise InputError("command.no_keyword", given=given)
    return words


def _lines(path: Path) -> Iterator[str]:
    for (lines,) in table(path, file_format="lines").batches([""]):
        yield from listed(lines)


def _refusal(name: str, config: Config, given: Mapping[str, Any]) -> str | None:
    """Return why alternatives in trn and stm files are refused; ``None``: they are read."""
    if "alternatives" not in config.option_names():
        return f"which {name} does not read; write one of them alone, or take wer_lev"
    alternatives = given.get("alternatives", "braces")
    if alternatives == "braces":
        return None
    return (
        f"which --alternatives {alternatives or 'none'} leaves unread; leave it out, or write one "
        "of them alone"
    )


def _have_alternatives(predictions: Table) -> bool:
    kind = predictions.file_format
    return isinstance(kind, Ctm) and kind.refusal is None and holds_alternatives(predictions.source)


def _check_flags(name: str, config: Config, given: Mapping[str, Any]) -> None:
    """Refuse options that a config does not take, and a config without those that it needs."""
    known = config.option_names()
    for option in given:
        if option not in known and option not in config.fixed:
            flags = ", ".join(_flag(other) for other in vars(MetricOptions()) if other in known)
            raise InputError(
                "command.foreign_option", option=_flag(option), metric=name, known=flags
            )
    for option in config.required:
        if option not in given:
            raise InputError("command.missing_option", metric=name, option=_flag(option))


def _flag(option: str) -> str:
    """Return an option of the metric as the shell has it."""
    return "--glm" if option == "equivalences" else f"--{option}"
