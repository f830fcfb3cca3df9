"""The same table of texts in every format, for tests."""

import csv
import io
import json

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

from levmetrics.formats import files
from levmetrics.formats.file_format import listed
from levmetrics.formats.samples import RowName, as_texts
from levmetrics.formats.source import NO_LIMITS, Source


def table(path, *, file_format=None, encoding=None, limits=NO_LIMITS):
    return files.table(Source(path, encoding, limits), file_format)


def detected(path, file_format=None, **options):
    """The table of a file in the encoding that it looks like."""
    return files.detected_table(Source(path), file_format, **options)


def lines_of(path, encoding=None, limits=NO_LIMITS):
    return [*Source(path, encoding, limits).lines()]


def contents(file, names):
    """All values of some columns as texts."""
    columns = {name: [] for name in names}
    for batch in file.batches(names):
        for name, values in zip(names, batch, strict=True):
            row = 1 + len(columns[name])
            place = RowName(f"{file.source.name}, {name}", rows=range(row, row + len(values)))
            columns[name] += listed(as_texts(values, place))
    return columns


def separated(columns, delimiter=","):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerows([list(columns), *zip(*columns.values(), strict=True)])
    return file.getvalue().encode()


def objects(columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def json_lines(columns):
    return "".join(json.dumps(row) + "\n" for row in objects(columns)).encode()


def parquet(columns):
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def arrow_file(columns):
    file, content = io.BytesIO(), pa.table(columns)
    with pa.ipc.new_file(file, content.schema) as writer:
        writer.write_table(content)
    return file.getvalue()


def arrow_stream(columns):
    file, content = io.BytesIO(), pa.table(columns)
    with pa.ipc.new_stream(file, content.schema) as writer:
        writer.write_table(content, max_chunksize=2)
    return file.getvalue()


def excel(rows):
    workbook, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        workbook.active.append(row)
    workbook.save(file)
    return file.getvalue()


WRITERS = {
    "csv": separated,
    "tsv": lambda columns: separated(columns, "\t"),
    "jsonl": json_lines,
    "json": lambda columns: json.dumps(objects(columns)).encode(),
    "json of lists": lambda columns: json.dumps(columns, indent=1).encode(),
    "parquet": parquet,
    "arrow": arrow_file,
    "arrow stream": arrow_stream,
    "excel": lambda columns: excel([[*columns], *zip(*columns.values(), strict=True)]),
}
SUFFIXES = {
    "csv": ".csv",
    "tsv": ".tsv",
    "jsonl": ".jsonl",
    "json": ".json",
    "json of lists": ".json",
    "parquet": ".parquet",
    "arrow": ".feather",
    "arrow stream": ".arrow",
    "excel": ".xlsx",
}
