"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa

from levmetrics.errors import InputError
from levmetrics.formats.arrow_columns import checked_columns, column_batches, text_names
from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat, Values
from levmetrics.formats.headings import Key
from levmetrics.formats.source import Source

_BYTES_OF_A_READ = 1 << 20  # from each column, whose pages would else all be in memory


class Parquet(FileFormat):
    """Columns of texts, lists of texts, or numbers.

    A small file may expand to gigabytes, and the sizes that it states may be forged: whoever reads
    the files of strangers limits the memory of the process.
    """

    name = "parquet"
    description = "Apache Parquet"
    suffixes = (".parquet",)
    prefixes = (b"PAR1",)
    rank = 3

    def names(self, source: Source) -> list[str]:
        """Return the names in the file's schema."""
        with _opened(source) as file:
            names: list[str] = file.schema_arrow.names
        return names

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns of supported types."""
        with _opened(source) as file:
            return text_names(file.schema_arrow)

    def batches(self, source: Source, keys: Sequence[Key]) -> Iterator[tuple[Values, ...]]:
        """Return the values of some columns."""
        with _opened(source) as file:
            names = checked_columns(source.name, file.schema_arrow, keys, source.limits)
            batches = file.iter_batches(ROWS_OF_A_BATCH, columns=names, use_threads=False)
            yield from column_batches(batches, names)


@contextmanager
def _opened(source: Source) -> Iterator[Any]:
    """Open a file; any error of Arrow while it is open becomes an ``InputError``."""
    import pyarrow.parquet as pq  # here, for it takes time that other files do not need

    with source.seekable() as content:
        try:
            with pq.ParquetFile(content, buffer_size=_BYTES_OF_A_READ, pre_buffer=False) as file:
                yield file
        except MemoryError:  # which one of Arrow's errors is, too
            raise source.limits.too_much(source.name) from None
        except (pa.ArrowException, OSError, UnicodeDecodeError):  # the last: of a column's name
            raise InputError("file.damaged", file=source.name, kind="parquet file") from None


FILE_FORMATS.register(Parquet())
