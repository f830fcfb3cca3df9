"""Arrow IPC: files, as Feather's, and streams, as those of datasets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.arrow_columns import checked_columns, column_batches, text_names
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

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns of supported types."""
        with _opened(source) as (schema, _):
            return text_names(schema)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[pa.Array, ...]]:
        """Return the values of some columns."""
        with _opened(source) as (schema, batches):
            names = checked_columns(source.name, schema, keys, source.limits)
            yield from column_batches(map(_validated, batches), names)


def _validated(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Check that a batch holds what it says it holds, which a forged one does not.

    Raises:
        pa.ArrowInvalid: if not.

    """
    batch.validate(full=True)
    return batch


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
        except MemoryError:  # which one of Arrow's errors is, too
            raise source.limits.too_much(source.name) from None
        except (pa.ArrowException, OSError, UnicodeDecodeError):  # the last: of a column's name
            raise InputError(
                "file.damaged", file=source.name, kind="Arrow file or stream"
            ) from None


FILE_FORMATS.register(ArrowIpc())
