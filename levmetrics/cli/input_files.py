"""The files of a command as tables, each in its format and encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from levmetrics.cli.arguments import FileOptions
from levmetrics.cli.wording import say
from levmetrics.core.sample_kind import SampleKind
from levmetrics.errors import InputError
from levmetrics.formats.encodings import known_as
from levmetrics.formats.file_format import FileFormat
from levmetrics.formats.files import TableFile, detected_table, family_of
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import Separated
from levmetrics.formats.kinds.transcripts import OF_PREDICTIONS, StmTexts
from levmetrics.formats.matching import Column
from levmetrics.formats.page_files import side_formats
from levmetrics.formats.pages.page_format import PageFormat
from levmetrics.formats.pages.page_options import PageOptions
from levmetrics.formats.source import OnRead, Source, distinct_names


def tables(
    takes: SampleKind,
    target: Path,
    paths: Sequence[Path],
    options: FileOptions,
    refusal: str | None,
    on_read: OnRead | None,
) -> Iterator[TableFile]:
    """Yield the references' file, then the predictions' files, which may be the same.

    Args:
        takes: what the metric takes.
        target: the references' file.
        paths: the predictions' files.
        options: how the files are read.
        refusal: why references must not have alternatives, and what to do instead; ``None`` allows
            them in formats that have them.
        on_read: called with the number of bytes of each read.

    """
    (source, asked), *others = _sides(target, paths, options)
    read = partial(detected_table, quoting=options.quoting, column=takes.column)
    file = opened(source, partial(read, file_format=asked), on_read)
    kind = _of_pages(file, options)
    references = replace(file, file_format=kind.refusing_alternatives(refusal))
    yield references
    # Of texts, in which ctm files are read.
    has_segments = isinstance(references.file_format, StmTexts)
    found = {(target, asked): references}
    for source, asked in others:
        key = source.path, asked
        if key not in found or not takes.in_columns:
            named = options.prediction_format if has_segments else asked
            file = opened(source, partial(read, file_format=named), on_read)
            kind = _of_pages(file, options).refusing_alternatives(OF_PREDICTIONS)
            kind = kind.of_references(references.file_format, references.source)
            found[key] = replace(file, file_format=kind)
        yield found[key]


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


def page_options(options: FileOptions) -> PageOptions:
    """Return how pages are read."""
    return PageOptions(options.level, options.text_from, options.hyphens, options.pair)


def _of_pages(file: TableFile, options: FileOptions) -> FileFormat:
    """Return a file's format, set to read pages as the options say.

    Raises:
        InputError: for page options if the file has no pages.

    """
    kind, asked = file.file_format, page_options(options)
    if options.whole and isinstance(kind, Lines):
        kind = family_of(None).all()["text"]
    if isinstance(kind, PageFormat):
        return kind.changed(options=asked)
    if options.whole:
        raise InputError("command.whole_format", file=file.source.name, format=kind.name)
    if asked != PageOptions():
        raise InputError("pages.no_pages", file=file.source.name, format=kind.name)
    return kind


def opened(
    source: Source,
    read: Callable[[Source], TableFile] = detected_table,
    on_read: OnRead | None = None,
) -> TableFile:
    """Return a file as a table, and report an encoding that was guessed."""
    file = read(source)
    if file.source.encoding != source.encoding:
        looks = known_as(str(file.source.encoding))
        say(f"{source.name} is read as {looks}, which it looks like; --encoding NAME sets another")
    return file if on_read is None else replace(file, source=file.source.changed(on_read=on_read))


def check_quoting(quoting: str | None, columns: Sequence[Column]) -> None:
    """Refuse a rule of quotation marks if no file has such rules.

    Raises:
        InputError: naming a file and its format.

    """
    files = [column.table for column in columns]
    if quoting is None or any(isinstance(file.file_format, Separated) for file in files):
        return
    name = files[0].file_format.name
    raise InputError("command.quoting_format", file=files[0].source.name, format=name)
