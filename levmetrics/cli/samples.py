"""The samples of a command: its metric, the columns that it reads, the details that it writes."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import click
import pyarrow as pa

from levmetrics.alternatives.glm import GlobalMap, read_glm
from levmetrics.alternatives.parsing import SYNTAXES
from levmetrics.cli.arguments import FileOptions, MetricOptions, SystemOptions
from levmetrics.cli.wording import in_shell_words
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, few, unknown_name, without_controls
from levmetrics.formats.encodings import known_as
from levmetrics.formats.file_format import FileFormat, Values, listed
from levmetrics.formats.files import Table, detected_table, in_likely_encoding, table, whole_records
from levmetrics.formats.headings import GROUPS, IDS, PREDICTIONS, REFERENCES, Key, guessed
from levmetrics.formats.kinds.json_files import JsonLines, JsonTable, Records
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import RowFormat, Separated
from levmetrics.formats.kinds.transcripts import OF_PREDICTIONS, Ctm, Stm, holds_alternatives
from levmetrics.formats.list_cells import ListCells
from levmetrics.formats.matching import Column, matched_by_file_name
from levmetrics.formats.page_files import side_formats
from levmetrics.formats.pages.page import PageOptions
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.plain_text import PlainText
from levmetrics.formats.samples import Batch, MissingTexts, sample_batches, text_batches
from levmetrics.formats.session_files import SessionFiles, read_uem
from levmetrics.formats.shared_ids import shared_ids_note, with_shared_ids
from levmetrics.formats.source import OnRead, Source, distinct_names
from levmetrics.metric import Config, find_config, get_metric
from levmetrics.rendering.text import formula_safe
from levmetrics.run import Run
from levmetrics.scores.base import Metric
from levmetrics.written_files import replaced

_USUAL = {"reference": REFERENCES, "prediction": PREDICTIONS, "group": GROUPS}
_SAID = f"{__name__}.said"  # the key of the sentences that a command has said
_TEXT = "text"  # the column of a file with one side only
_REDUCTIONS = ("corpus", "mean")  # the reductions that give one score
_OF_MISSING = ("table.missing_ids", "table.missing_value", "table.empty")
_OF_LISTS = ("table.some_lists", "table.lists_of_both")
_LIST_SUFFIXES = (".txt", ".lst", ".csv", ".tsv")
# Rules of a GLM file rewrite both sides, whose alternatives are then in braces.
_NO_RULES = GlobalMap((), "ctm", ignores_case=False)


@dataclass(frozen=True)
class Samples:
    """The samples that a command scores.

    Attributes:
        metric: the metric with its options, including those for alternatives.
        predictions: the column of each system, by its name.
        references: the column of the references.
        groups: the column of the groups, if there are any.
        missing: the policy for missing texts.
        lists: what references that are the texts of lists are taken for.

    """

    metric: Metric[Any]
    predictions: Mapping[str, Column]
    references: Column
    groups: Column | None
    missing: MissingTexts
    lists: ListCells

    def batches(self) -> Iterator[Batch]:
        """Yield the samples in batches, then print their number and format.

        Missing texts and repeated ids are reported too.

        Raises:
            InputError: for files that cannot be read.

        """
        read: Any = partial(text_batches, lists=self.lists)
        if self.metric.nested:
            read = sample_batches
        if self.metric.of_sessions:
            read = partial(read, empty=[])
        columns = [*self.predictions.values()]
        samples = 0
        ids: Counter[Any] = Counter()
        try:
            for batch in read(columns, self.references, self.groups, self.missing):
                samples += len(batch)
                ids.update([] if batch.ids is None else map(str, listed(batch.ids)))
                yield batch
        except InputError as error:
            raise self._with_options(error) from None
        tables = [side.table for side in (self.references, *columns)]
        formats = " and ".join(
            dict.fromkeys([table.file_format.read_as(table.source) for table in tables])
        )
        say(f"read as {formats}, {samples:,} {'sample' if samples == 1 else 'samples'}")
        self._say_missing()
        if repeated := [one for one, count in ids.items() if count > 1]:
            say(f"{self.references.table.source.name} has id {few(repeated)} more than once")

    def _with_options(self, error: InputError) -> InputError:
        """Return an error of the files with the options that settle it, if there are any."""
        if error.code in _OF_LISTS:
            return InputError("command.lists", why=error)
        if error.code == "table.lists_of_predictions":
            return InputError("command.list_predictions", why=error)
        if error.code not in _OF_MISSING:
            return error
        kind = self.references.table.file_format
        by_file = isinstance(kind, PageFormat) and kind.holds_files
        code = "command.missing_page" if by_file else "command.missing"
        return InputError(code, why=error)

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
            InputError: for files that cannot be read or scored.

        """
        for batch in self.batches():
            yield batch, Run.of_systems(self.metric, SampleReader(*batch.scored()))


def samples_of(
    asked: SystemOptions,
    metric_options: MetricOptions,
    file_options: FileOptions,
    on_read: OnRead | None = None,
) -> Samples:
    """Return the metric of a command, and the columns of its samples.

    Args:
        asked: the metric, the files of references and predictions, and the source of the groups.
        metric_options: the options of the metric.
        file_options: how the files are read, and the names of the columns.
        on_read: called with the number of bytes of each read.

    Raises:
        InputError: for unknown names, unreadable files and missing columns, and for options that
            the config does not take, that it requires, or whose values are invalid.

    """
    metric, config_name, config = find_config(asked.metric, metric_options.config)
    name, given = f"{metric}:{config_name}", given_options(metric_options)
    known = config.option_names()
    _check_flags(name, config, known, given)
    chosen = get_metric(name, options=given)
    refusal = _refusal(name, config, known, given)
    systems = asked.named(file_options.prediction_column)
    paths = [path for path, _ in systems.values()]
    tables = _session_tables if chosen.of_sessions else _tables
    files = tables(asked.references, paths, file_options, refusal, on_read)
    keys = [key for _, key in systems.values()]
    columns = _columns(files, keys, asked.groups, file_options, are_records=config.kind.nested)
    _check_quoting(file_options.quoting, columns)
    policy = (
        "error" if file_options.level == "page" else "empty"
    )  # for regions and lines that only one side has
    missing = MissingTexts(file_options.missing or policy)
    groups = None if asked.groups is None else columns.pop()
    *predictions, references = columns
    options = {**given}
    if references.table.file_format.has_alternatives and "alternatives" in known:
        options.setdefault("alternatives", "braces")
    if any(_have_alternatives(column.table) for column in predictions):
        options.setdefault("equivalences", _NO_RULES)
    if options != given:
        chosen = get_metric(name, options=options)
    read: dict[str, object] = {} if missing.policy == "error" else {"missing": missing.policy}
    if any(map(_has_markup, [references.table, *(column.table for column in predictions)])):
        read["pages"] = _page_options(file_options)
    if read:
        chosen = copy(chosen)
        chosen.settings = {**chosen.settings, **read}
    named = dict(zip(systems, predictions, strict=True))
    lists = ListCells(file_options.list_texts)
    return Samples(chosen, named, references, groups, missing, lists)


def _check_quoting(quoting: str | None, columns: Sequence[Column]) -> None:
    """Refuse a rule of quotation marks if no file has such rules.

    Raises:
        InputError: naming a file and its format.

    """
    files = [column.table for column in columns]
    if quoting is None or any(isinstance(file.file_format, Separated) for file in files):
        return
    name = files[0].file_format.name
    raise InputError("command.quoting_format", file=files[0].source.name, format=name)


def given_options(asked: MetricOptions) -> dict[str, Any]:
    """Return the options of the metric that were given, by name.

    Raises:
        InputError: for a keyword or schema file that cannot be read, for a reduction that does not
            give one score, and for an unknown syntax of alternatives.

    """
    options = {name: value for name, value in vars(asked).items() if value is not None}
    options.pop("config", None)
    for name, known in (("reduction", _REDUCTIONS), ("alternatives", (*SYNTAXES, "none"))):
        if name in options and options[name] not in known:
            raise unknown_name(known, options[name], name)
    if asked.equivalences is not None:
        options["equivalences"] = read_glm(asked.equivalences)
    if asked.keywords is not None:
        options["keywords"] = keyword_list(asked.keywords)
    if asked.alternatives == "none":
        options["alternatives"] = None
    if asked.uem is not None:
        options["uem"] = read_uem(asked.uem)
    if asked.schema is not None:
        from levmetrics.records.schema import schema_of_file

        options["schema"] = schema_of_file(asked.schema)
    return options


def keyword_list(given: str) -> list[str]:
    """Return words and phrases: the lines of a file, or the parts between commas.

    Args:
        given: the file's path, or the words.

    Raises:
        InputError: if the file does not exist or is not text, or if there is no word.

    >>> keyword_list("aspirin, New York")
    ['aspirin', 'New York']

    """
    path, phrases = Path(given), given.split(",")
    if path.suffix.lower() in _LIST_SUFFIXES or path.is_file():
        phrases = joined(lines for (lines,) in table(path, file_format="lines").batches([""]))
    words = [stripped for phrase in phrases if (stripped := phrase.strip())]
    if not words:
        raise InputError("command.no_keyword", given=given)
    return words


def _check_flags(name: str, config: Config, known: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse options that a config does not take, and a config without its required options."""
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
    """Return the command-line flag of an option of the metric."""
    return "--glm" if option == "equivalences" else f"--{option.replace('_', '-')}"


def _refusal(
    name: str, config: Config, known: Sequence[str], given: Mapping[str, Any]
) -> str | None:
    """Return why alternatives in trn and stm files are refused; ``None`` if they are read."""
    if "alternatives" not in known:
        if config.kind.of_sessions and "tokenizer" not in known:  # it scores no words
            return None
        other = "wer_lev:cp" if config.kind.of_sessions else "wer_lev"
        return f"which {name} does not read; write one of them alone, or take {other}"
    alternatives = given.get("alternatives", "braces")
    if alternatives == "braces":
        return None
    return (
        f"which --alternatives {alternatives or 'none'} leaves unread; leave it out, or write one "
        "of them alone"
    )


def _tables(
    target: Path,
    paths: Sequence[Path],
    options: FileOptions,
    refusal: str | None,
    on_read: OnRead | None,
) -> Iterator[Table]:
    """Yield the references' file, then the predictions' files, which may be the same.

    Args:
        target: the references' file.
        paths: the predictions' files.
        options: how the files are read.
        refusal: why references must not have alternatives, and what to do instead; ``None`` allows
            them in formats that have them.
        on_read: called with the number of bytes of each read.

    """
    (source, asked), *others = _sides(target, paths, options)
    read = partial(detected_table, quoting=options.quoting)
    file = _opened(source, partial(read, file_format=asked), on_read)
    kind = _of_pages(file, options)
    references = replace(file, file_format=kind.refusing_alternatives(refusal))
    yield references
    is_stm = references.file_format.name == Stm.name
    opened = {(target, asked): references}
    for source, asked in others:
        key = source.path, asked
        if key not in opened:
            named = options.prediction_format if is_stm else asked
            file = _opened(source, partial(read, file_format=named), on_read)
            kind = _of_pages(file, options, references).refusing_alternatives(OF_PREDICTIONS)
            if is_stm and kind.name == Ctm.name:
                kind = Ctm(references.source, refusal)
            opened[key] = replace(file, file_format=kind)
        yield opened[key]


def _sides(
    target: Path, paths: Sequence[Path], options: FileOptions
) -> list[tuple[Source, str | None]]:
    """Return the references' file, then the predictions' files, each with its format if asked."""
    names = distinct_names([target, *paths])
    encodings = [options.reference_encoding, *[options.prediction_encoding] * len(paths)]
    formats = [options.reference_format, *[options.prediction_format] * len(paths)]
    sources = [
        Source(path, encoding or options.encoding, label=names[path])
        for path, encoding in zip([target, *paths], encodings, strict=True)
    ]
    return [*zip(sources, side_formats(sources, formats, options.format), strict=True)]


def _session_tables(
    target: Path,
    paths: Sequence[Path],
    options: FileOptions,
    refusal: str | None,
    on_read: OnRead | None,
) -> Iterator[Table]:
    """Yield the files of sessions, as :func:`_tables` does, with a row for each session."""
    refusals = [refusal, *[OF_PREDICTIONS] * len(paths)]
    for (source, asked), why in zip(_sides(target, paths, options), refusals, strict=True):
        file = _opened(source, partial(_sessions, file_format=asked), on_read)
        kind = _of_pages(file, options).refusing_alternatives(why)
        yield replace(file, file_format=kind)


def _sessions(source: Source, file_format: str | None) -> Table:
    """Return a file or folder of sessions as a table, in its likely encoding."""
    return in_likely_encoding(
        source, lambda source: Table(source, SessionFiles.of(source, file_format), told=True)
    )


def _page_options(options: FileOptions) -> PageOptions:
    return PageOptions(options.level, options.text_from, options.hyphens, options.pair)


def _of_pages(file: Table, options: FileOptions, references: Table | None = None) -> FileFormat:
    """Return a file's format, set to read pages as the options say.

    Raises:
        InputError: for page options if the file has no pages.

    """
    kind, asked = file.file_format, _page_options(options)
    if options.whole and isinstance(kind, Lines):
        kind = PlainText()
    if isinstance(kind, PageFormat):
        known = None if references is None else (references.file_format, references.source)
        return kind.reading_pages(asked, known)
    if options.whole:
        raise InputError("command.whole_format", file=file.source.name, format=kind.name)
    if asked != PageOptions():
        raise InputError("pages.no_pages", file=file.source.name, format=kind.name)
    return kind


def _has_markup(file: Table) -> bool:
    """Whether a file has pages whose texts depend on the page options."""
    kind = file.file_format
    return isinstance(kind, PageFormat) and kind.has_markup(file.source)


def _opened(
    source: Source, read: Callable[[Source], Table] = detected_table, on_read: OnRead | None = None
) -> Table:
    """Return a file as a table, and report an encoding that was guessed."""
    file = read(source)
    if file.source.encoding != source.encoding:
        looks = known_as(str(file.source.encoding))
        say(f"{source.name} is read as {looks}, which it looks like; --encoding NAME sets another")
    return file if on_read is None else replace(file, source=file.source.changed(on_read=on_read))


def _columns(
    files: Iterator[Table],
    keys: Sequence[str | None],
    groups: str | None,
    options: FileOptions,
    *,
    are_records: bool,
) -> list[Column]:
    """Return the columns of predictions, of references, and of groups if there are any.

    Guessed columns are reported.

    Args:
        files: the file of the references, then that of each system.
        keys: the column of each system, or ``None`` to guess it.
        groups: a column of the references' file, or another file with labels.
        options: how the files are read.
        are_records: whether JSON objects may be scored themselves.

    """
    file = next(files)
    target = _column(file, "reference", options.reference_column, options, are_records)
    columns = [
        _column(words, "prediction", key, options, are_records)
        for words, key in zip(files, keys, strict=True)
    ]
    if target in columns:
        raise InputError("command.same_column", column=str(target))
    columns.append(target)
    if groups is not None and groups in file.names:
        columns.append(Column(file, groups))
    elif groups is not None:
        read = partial(detected_table, quoting=options.quoting)
        labels = _opened(Source(Path(groups), options.encoding), read)
        columns.append(_column(labels, "group", None, replace(options, no_heading=False)))
    return columns if options.by_order else _with_ids(columns, options)


def _column(
    file: Table, side: str, given: str | None, options: FileOptions, are_records: bool = False
) -> Column:
    """Return the column of a side, or the JSON objects themselves if records have no column."""
    if given is not None:
        return Column(file, _key(file, given, options))
    if isinstance(file.file_format, SessionFiles):
        return Column(file, "segments")
    records = whole_records(file, always=True) if are_records else None
    if records is not None:
        say(f"{side}s: the objects of {file.source.name}")
        return Column(records, "")
    names = file.names
    if options.no_heading and isinstance(file.file_format, RowFormat):
        raise InputError("command.no_number", file=file.source.name, side=side, count=len(names))
    if names == [""]:
        return Column(file, "")
    name = guessed(names, _USUAL[side]) or guessed(names, [_TEXT])
    if name is None:
        fields = {"file": file.source.name, "known": few(names), "side": side}
        if side == "group":
            raise InputError("command.no_group_column", **fields)
        if isinstance(file.file_format, (JsonLines, JsonTable)) and are_records:
            say(f"{side}s: the objects of {file.source.name}")
            return Column(replace(file, file_format=Records()), "")
        if isinstance(file.file_format, (JsonLines, JsonTable)):
            raise InputError("command.no_json_column", **fields)
        raise InputError("command.no_column", **fields)
    say(f"{side}s: column {name} of {file.source.name}")
    return Column(file, name)


def _key(file: Table, given: str, options: FileOptions) -> Key:
    """Return a column's name, or its number in a table without a heading.

    Raises:
        InputError: for a number, if the first row may be a heading and would be scored.

    """
    if not given.isdecimal() or (given in file.names and not options.no_heading):
        return given
    if not options.no_heading and isinstance(file.file_format, RowFormat):
        from levmetrics.formats.first_row import ROWS_FOR_HEADING, has_heading  # rarely needed

        rows = [*islice(file.file_format.rows(file.source), ROWS_FOR_HEADING)]
        if has_heading(rows) is not False:
            named = few(file.names)
            raise InputError("command.first_row", file=file.source.name, known=named)
    return int(given)


def _with_ids(columns: list[Column], options: FileOptions) -> list[Column]:
    """Return the columns with their ids, which match the rows of several files.

    Raises:
        InputError: if only some files have ids.

    """
    keyed = []
    given = options.id_column
    for column in columns:
        file = column.table
        key = guessed(file.names, IDS) if given is None else _key(file, given, options)
        if given is None and isinstance(column.key, int):
            key = None  # of a table without a heading
        keyed.append(replace(column, ids=key))
    if len({column.table for column in columns}) == 1:
        return keyed
    shared = None
    if given is None and None in [column.ids for column in keyed]:
        shared = _with_shared_ids(columns)
        keyed = shared or keyed
    having = [column.table.source.name for column in keyed if column.ids is not None]
    lacking = [column.table.source.name for column in keyed if column.ids is None]
    if having and lacking and any(map(_is_folder, columns)):
        raise InputError("command.folder_and_file", file=having[0], other_file=lacking[0])
    if having and lacking:
        raise InputError("command.ids_of_some", file=having[0], other_file=lacking[0])
    if not having:
        return keyed
    if shared:
        say(
            f"{shared_ids_note(shared).sentence()}; --id-column and --by-order match them otherwise"
        )
        return shared
    by_file_name = matched_by_file_name(keyed)
    what = "ids" if by_file_name is None else "file names"
    say(f"rows are matched by the {what} of {few(dict.fromkeys(having))}")
    return by_file_name or keyed


def _with_shared_ids(columns: Sequence[Column]) -> list[Column] | None:
    """Return columns with ids found by their values.

    Raises:
        InputError: if several columns hold ids that match different rows.

    """
    try:
        return with_shared_ids(columns)
    except InputError as error:
        if error.code == "table.several_ids":
            raise InputError("command.several_ids", why=error) from None
        if error.code == "table.other_order":
            column = error.fields["column"]
            raise InputError("command.other_order", why=error, column=column) from None
        raise


def _is_folder(column: Column) -> bool:
    kind = column.table.file_format
    return isinstance(kind, PageFormat) and kind.holds_files


def _have_alternatives(predictions: Table) -> bool:
    kind = predictions.file_format
    return isinstance(kind, Ctm) and kind.refusal is None and holds_alternatives(predictions.source)


def say(sentence: str) -> None:
    """Write a sentence to standard error, with options in the words of the shell.

    A command says a sentence once, though it may read its files for several metrics.
    """
    context = click.get_current_context(silent=True)
    said: set[str] = set() if context is None else context.meta.setdefault(_SAID, set())
    if sentence not in said:
        said.add(sentence)
        print(without_controls(in_shell_words(sentence)), file=sys.stderr, flush=True)


def joined(parts: Iterable[Values | None]) -> list[Any]:
    """Return the values of all parts as one list; a part may be ``None``."""
    return [value for part in parts if part is not None for value in listed(part)]


AddRows: TypeAlias = Callable[[dict[str, list[Any]]], None]


@contextmanager
def details_file(path: Path | None, spreadsheet: bool) -> Iterator[AddRows | None]:
    """Open a file for the scores of samples; it appears once all are written.

    Args:
        path: the file; ``None`` writes none.
        spreadsheet: whether to make the CSV file safe for spreadsheets, with a byte order mark and
            without formulas.

    Returns:
        A function that adds rows, given as columns by name; ``None`` without a file.

    Raises:
        InputError: for a suffix other than ``.csv`` and ``.parquet``, and for a file that cannot
            be written.

    """
    suffix = "" if path is None else path.suffix.lower()
    if spreadsheet and suffix != ".csv":
        raise InputError("command.spreadsheet")
    if path is None:
        yield None
        return
    if suffix not in (".csv", ".parquet"):
        raise InputError("command.details_suffix", file=path.name)
    with replaced(path) as new:
        opened = _csv_file(new, spreadsheet=spreadsheet) if suffix == ".csv" else _parquet_file(new)
        with opened as add_rows:
            yield add_rows


@contextmanager
def _csv_file(path: Path, *, spreadsheet: bool) -> Iterator[AddRows]:
    """Open a CSV file."""
    with path.open("w", encoding="utf-8-sig" if spreadsheet else "utf-8", newline="") as file:
        writer = csv.writer(file)

        def add_rows(columns: dict[str, list[Any]]) -> None:
            if not file.tell():
                writer.writerow(columns)
            rows = zip(*columns.values(), strict=True)
            writer.writerows([*map(formula_safe, row)] if spreadsheet else row for row in rows)

        yield add_rows


@contextmanager
def _parquet_file(path: Path) -> Iterator[AddRows]:
    """Open a parquet file, which gets a row group for each batch."""
    from pyarrow.parquet import ParquetWriter  # slow to load, and rarely asked for

    with ExitStack() as stack:
        writers: list[ParquetWriter] = []

        def add_rows(columns: dict[str, list[Any]]) -> None:
            rows = pa.table(columns)
            if not writers:
                writers.append(stack.enter_context(ParquetWriter(path, rows.schema)))
            writers[0].write_table(rows)

        yield add_rows


def sample_names(batch: Batch) -> list[Any]:
    """Return the ids of a batch's samples, or their row numbers if there are no ids."""
    return [*batch.rows] if batch.ids is None else listed(batch.ids)


def sample_columns(batch: Batch, run: Run) -> dict[str, list[Any]]:
    """Return the columns of a batch's samples: id or row, score, counts and texts.

    Args:
        batch: the samples.
        run: their run.

    """
    texts = ["prediction", "reference", *([] if batch.groups is None else ["group"])]
    return {
        "row" if batch.ids is None else "id": sample_names(batch),
        run.metric.key: run.sample_scores().tolist(),
        **{name: counts.tolist() for name, counts in run.counts().items()},
        **run.samples().select(texts).to_pydict(),
    }
