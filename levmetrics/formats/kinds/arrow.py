"""Arrow IPC: files, as Feather's, and streams, as those of datasets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.arrow_columns import checked_columns, column_batches
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat
from levmetrics.formats.headings import Key
from levmetrics.formats.source import Source

_FILE = b"ARROW1"


class ArrowIpc(FileFormat):
    """Columns of texts, lists of texts, or numbers; in memory is one of the file's batches."""

    name = "arrow"
    description = "Arrow IPC: a file (Feather) or a stream"
    suffixes = (".arrow", ".feather")
    prefixes = (_FILE, b"\xff\xff\xff\xff")
    rank = 4

    def names(self, source: Source) -> list[str]:
        """Return the names in the file's schema."""
        with _opened(source) as (schema, _):
            names: list[str] = schema.names
        return names

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[pa.Array, ...]]:
        """Return the values of some columns."""
        with _opened(source) as (schema, batches):
            names = checked_columns(source.name, schema, keys, source.limits)
            yield from column_batches(batches, names)


@contextmanager
def _opened(source: Source) -> Iterator[tuple[pa.Schema, Iterator[pa.RecordBatch]]]:
    """Open a file or stream; any error of Arrow while it is open becomes an ``InputError``."""
    with source.seekable() as content:
        try:
            if source.start.startswith(_FILE):
                file = pa.ipc.open_file(content)
                yield file.schema, map(file.get_batch, range(file.num_record_batches))
            else:
                stream = pa.ipc.open_stream(content)
                yield stream.schema, iter(stream)
        except (pa.ArrowException, OSError):
            raise InputError(
                f"{source.name} cannot be read: it is no Arrow file or stream, or a damaged one"
            ) from None


FILE_FORMATS.register(ArrowIpc())
