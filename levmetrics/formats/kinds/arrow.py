"""Formats that Arrow reads: Parquet, and Arrow IPC files (Feather) and streams of datasets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TypeAlias

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS, ROWS_OF_A_BATCH, FileFormat
from levmetrics.formats.source import Source
from levmetrics.inputs.arrow import is_list_type, is_text_type, is_view_type
from levmetrics.lazy import pa, pc

_FILE = b"ARROW1"
_PATH = "path"
_BYTES_OF_A_READ = 1 << 20  # from each column, whose pages would otherwise all be in memory

Contents: TypeAlias = "tuple[pa.Schema, Callable[[list[str]], Iterator[pa.RecordBatch]]]"
"""The schema of a file, and the function that returns batches of some columns by name."""


class ArrowFormat(FileFormat):
    """Columns of texts, lists of texts, or numbers; memory holds one batch of the file.

    Attributes:
        what: the noun for its files in messages, such as ``"parquet file"``.

    """

    what: str
    has_cells = True

    @abstractmethod
    def contents(self, source: Source, file: IO[bytes]) -> Contents:
        """Return the contents of an open file, or raise Arrow's error for a faulty one."""

    def names(self, source: Source) -> list[str]:
        """Return the names in the file's schema."""
        with self._opened(source) as (schema, _):
            return [*schema.names]

    def text_names(self, source: Source) -> list[str]:
        """Return the names of the columns of supported types."""
        with self._opened(source) as (schema, _):
            return [field.name for field in schema if _is_supported(field.type)]

    def id_names(self, source: Source) -> list[str]:
        """Return the names of the columns of supported types, and of audios and images."""
        with self._opened(source) as (schema, _):
            return [field.name for field in schema if _is_supported(field.type) or _is_file(field)]

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[pa.Array, ...]]:
        """Return the values of some columns; audios and images have only their paths."""
        with self._opened(source) as (schema, batches):
            fields = [schema.field(name) for name in keys]
            for field in fields:
                if not (_is_supported(field.type) or _is_file(field)):
                    place = f"{source.name}, {field.name}"
                    raise InputError("table.column_type", place=place, type=str(field.type))
            read = [f"{field.name}.{_PATH}" if _is_file(field) else field.name for field in fields]
            for batch in batches(read):
                for start in range(0, len(batch), ROWS_OF_A_BATCH):
                    part = batch.slice(start, ROWS_OF_A_BATCH)
                    yield tuple(
                        _paths(part.column(field.name))
                        if _is_file(field)
                        else part.column(field.name)
                        for field in fields
                    )

    @contextmanager
    def _opened(self, source: Source) -> Iterator[Contents]:
        """Open a file; an Arrow error while it is open becomes an ``InputError``."""
        with source.seekable() as file:
            try:
                yield self.contents(source, file)
            except MemoryError:  # a base class of one of Arrow's errors
                owner = source.limits.owner
                raise InputError("file.too_much", place=source.name, owner=owner) from None
            except (pa.ArrowException, OSError, UnicodeDecodeError):  # the last: of a column's name
                raise InputError("file.damaged", file=source.name, kind=self.what) from None


class ArrowIpc(ArrowFormat):
    """Arrow IPC: a file, as in Feather, or a stream, as in a dataset."""

    name = "arrow"
    description = "Arrow IPC: a file (Feather) or a stream"
    suffixes = (".arrow", ".feather")
    prefixes = (_FILE, b"\xff\xff\xff\xff")
    rank = 4
    what = "Arrow file or stream"

    def contents(self, source: Source, file: IO[bytes]) -> Contents:
        """Return schema and batches, which are checked, since a forged file may be inconsistent."""
        if source.start.startswith(_FILE):
            whole = pa.ipc.open_file(file)
            batches = map(whole.get_batch, range(whole.num_record_batches))
            return whole.schema, lambda _: map(_validated, batches)
        stream = pa.ipc.open_stream(file)
        return stream.schema, lambda _: map(_validated, stream)


class Parquet(ArrowFormat):
    """Apache Parquet.

    A small file may expand to gigabytes, and may state forged sizes. Limit the memory of a process
    that reads untrusted files.
    """

    name = "parquet"
    description = "Apache Parquet"
    suffixes = (".parquet",)
    prefixes = (b"PAR1",)
    rank = 3
    what = "parquet file"

    def contents(self, source: Source, file: IO[bytes]) -> Contents:
        """Return schema and batches."""
        import pyarrow.parquet as pq  # slow to load, and seldom needed

        whole = pq.ParquetFile(file, buffer_size=_BYTES_OF_A_READ, pre_buffer=False)
        return whole.schema_arrow, lambda names: whole.iter_batches(
            ROWS_OF_A_BATCH, columns=names, use_threads=False
        )


def _is_supported(kind: pa.DataType) -> bool:
    """Whether values are texts, lists of texts, or numbers."""
    if is_list_type(kind) or is_view_type(kind):
        return is_text_type(kind.value_type)
    numbers = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean)
    return is_text_type(kind) or any(is_kind(kind) for is_kind in numbers)


def _is_file(field: pa.Field) -> bool:
    """Whether values are audios or images, as data sets of Hugging Face have them."""
    kind = field.type
    index = kind.get_field_index(_PATH) if pa.types.is_struct(kind) else -1
    return index >= 0 and is_text_type(kind.field(index).type)


def _paths(files: pa.StructArray) -> pa.StructArray:
    """Return audios or images without their contents."""
    return pa.StructArray.from_arrays([pc.struct_field(files, _PATH)], [_PATH])


def _validated(batch: pa.RecordBatch) -> pa.RecordBatch:
    batch.validate(full=True)
    return batch


FILE_FORMATS.register(ArrowIpc())
FILE_FORMATS.register(Parquet())
