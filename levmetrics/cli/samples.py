"""The samples of a command: its metric, and the columns that it reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

from levmetrics.cli.arguments import FileOptions, SystemOptions
from levmetrics.cli.columns import columns_of
from levmetrics.cli.input_files import (
    check_quoting,
    page_options,
    tables,
)
from levmetrics.cli.metric_options import checked_options, refusal_of_alternatives
from levmetrics.cli.progress import Reading, reading
from levmetrics.cli.wording import say
from levmetrics.core.config import Config
from levmetrics.core.metric import Metric
from levmetrics.core.names import config_of, get_metric, metric_name
from levmetrics.core.run import Run
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.formats.file_format import Values, listed
from levmetrics.formats.list_cells import ListCells
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import Batch, MissingTexts

_OF_MISSING = ("table.missing_ids", "table.missing_value", "table.empty")
_OF_LISTS = ("table.some_lists", "table.lists_of_both")


@dataclass(frozen=True)
class CommandSamples:
    """The samples that a command scores.

    Attributes:
        metric: the metric with its options, including those for alternatives.
        predictions: the column of each system, by its name.
        references: the column of the references.
        groups: the column of the groups, if there are any.
        missing: the policy for missing texts.
        lists: the reading of references that may be the texts of lists.
        progress: where the number of scored samples is shown.

    """

    metric: Metric[Any]
    predictions: Mapping[str, Column]
    references: Column
    groups: Column | None
    missing: MissingTexts
    lists: ListCells
    progress: Reading

    def batches(self) -> Iterator[Batch]:
        """Yield the samples in batches, then print their number and format.

        Missing texts are reported too.

        Raises:
            InputError: for files that cannot be read.

        """
        read = self.metric.takes.batches
        columns = [*self.predictions.values()]
        samples = 0
        try:
            for batch in read(columns, self.references, self.groups, self.missing, self.lists):
                samples += len(batch)
                yield batch
        except InputError as error:
            raise self._with_options(error) from None
        tables = [side.table for side in (self.references, *columns)]
        formats = " and ".join(
            dict.fromkeys([table.file_format.read_as(table.source) for table in tables])
        )
        say(f"read as {formats}, {samples:,} {'sample' if samples == 1 else 'samples'}")
        self._say_missing()

    def _with_options(self, error: InputError) -> InputError:
        """Return an error of the files with the options that settle it, if there are any."""
        if error.code in _OF_LISTS:
            return InputError("command.lists", why=error)
        if error.code == "table.lists_of_predictions":
            return InputError("command.list_predictions", why=error)
        if error.code not in _OF_MISSING:
            return error
        by_file = self.references.table.file_format.holds_files
        code = "command.missing_page" if by_file else "command.missing"
        return InputError(code, why=error)

    @contextmanager
    def naming_their_file(self) -> Iterator[None]:
        """Name the file, and the option that settles it, in an error of the samples' ids."""
        try:
            yield
        except InputError as error:
            if error.code != "samples.id_twice":
                raise
            file, ids = self.references.table.source.name, error.fields["name"]
            why = InputError("table.repeated_ids", file=file, ids=ids)
            raise InputError("command.repeated_ids", why=why) from None

    def _say_missing(self) -> None:
        for place, count in self.missing.counts.items():
            of_references = place == str(self.references)
            policy = self.missing.of_references if of_references else self.missing.of_predictions
            texts = "text was" if count == 1 else "texts were"
            done = "left out" if policy == "drop" else "scored as empty"
            say(f"{count:,} missing {texts} {done}: {place}")

    def scored(self) -> Iterator[tuple[Batch, list[Run]]]:
        """Read and score the samples, a batch at a time; yield the run of each system.

        Raises:
            InputError: for files that cannot be read or scored, or have no samples.

        """
        for batch in self.batches():
            yield batch, Run.of_systems(self.metric, SampleReader(*batch.scored()))
            self.progress.add(len(batch))
        if not self.progress.samples:
            raise InputError("samples.none", place=self.references.table.source.name)


@contextmanager
def read_samples(asked: SystemOptions) -> Iterator[CommandSamples]:
    """Provide the samples of a command, with a progress bar while they are scored.

    The arguments and errors are those of :func:`samples_of`.
    """
    with reading([asked.references, *asked.paths()]) as progress:
        yield samples_of(asked, progress)


def samples_of(asked: SystemOptions, progress: Reading | None = None) -> CommandSamples:
    """Return the metric of a command, and the columns of its samples.

    Args:
        asked: the metric with its options, and the files with how they are read.
        progress: where the bytes read and the samples scored are shown; ``None``: nowhere.

    Raises:
        InputError: for unknown names, unreadable files and missing columns, and for options that
            the config does not take, that it requires, or whose values are invalid.

    """
    progress, file_options = progress or Reading(), asked.file_options
    name = metric_name(asked.metric, asked.metric_options.config)
    config = config_of(name)
    given = checked_options(name, config, asked.metric_options)
    chosen = get_metric(name, options=given)
    systems = asked.named()
    paths, keys = zip(*systems.values(), strict=True)
    refusal = refusal_of_alternatives(name, config, given)
    files = tables(chosen.takes, asked.references, paths, file_options, refusal, progress.read)
    columns = columns_of(chosen.takes, files, keys, asked.groups, file_options)
    check_quoting(file_options.quoting, columns)
    groups = None if asked.groups is None else columns.pop()
    *predictions, references = columns
    options = _options_of_alternatives(config, references, predictions) | given
    if options != given:
        chosen = get_metric(name, options=options)
    # A region or line that only one side has is scored against an empty text.
    policy = "error" if file_options.level == "page" else "empty"
    missing = MissingTexts(file_options.missing or policy)
    named = dict(zip(systems, predictions, strict=True))
    how = _reading(file_options, missing, [references, *predictions])
    if how:
        chosen = copy(chosen)
        chosen.settings = {**chosen.settings, **how}
    lists = ListCells(file_options.list_texts)
    return CommandSamples(chosen, named, references, groups, missing, lists, progress)


def _options_of_alternatives(
    config: Config, references: Column, predictions: Sequence[Column]
) -> dict[str, Any]:
    """Return the options of the metric that alternatives in the files need."""
    options: dict[str, Any] = {}
    if references.table.file_format.has_alternatives:
        options |= config.alternatives_in("references")
    tables = [column.table for column in predictions]
    if any(table.file_format.holds_alternatives(table.source) for table in tables):
        options |= config.alternatives_in("predictions")
    return options


def _reading(
    options: FileOptions, missing: MissingTexts, columns: Sequence[Column]
) -> dict[str, object]:
    """Return how the files are read, as settings that change the score."""
    settings: dict[str, object] = {} if missing.policy == "error" else {"missing": missing.policy}
    if any(column.table.file_format.has_markup(column.table.source) for column in columns):
        settings["pages"] = page_options(options)
    return settings


def joined(parts: Iterable[Values | None]) -> list[Any]:
    """Return the values of all parts as one list; a part may be ``None``."""
    return [value for part in parts if part is not None for value in listed(part)]
