"""The same rows as a table of every library, and back."""

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa


class Unknown:
    """A table of a library that nobody knows, which speaks Arrow."""

    def __init__(self, columns):
        self.table = pa.table(columns)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def relation(columns):
    rows = pa.table(columns)
    return duckdb.connect().from_arrow(rows)


def table_of_chunks(columns):
    batches = pa.table(columns).to_batches(max_chunksize=2)
    return pa.Table.from_batches(batches, pa.table(columns).schema)


def sliced(columns):
    table = pa.table(columns)
    return pa.concat_tables([table.slice(0, 1), table, table]).slice(1, len(table))


def reader(columns):
    return table_of_chunks(columns).to_reader()


# From columns of lists, of texts that are all there.
MAKERS = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "arrow in chunks": table_of_chunks,
    "arrow, sliced": sliced,
    "record batch": pa.record_batch,
    "reader": reader,
    "duckdb": relation,
    "datasets": datasets.Dataset.from_dict,
    "another library": Unknown,
}


def columns_of(table):
    """Return the columns of any of these tables, as lists."""
    if isinstance(table, pd.DataFrame):
        return {name: table[name].tolist() for name in table.columns}
    if isinstance(table, pl.DataFrame):
        return table.to_dict(as_series=False)
    if isinstance(table, duckdb.DuckDBPyRelation):
        return table.to_arrow_table().to_pydict()
    if isinstance(table, datasets.Dataset):
        return table.with_format("arrow")[:].to_pydict()
    if isinstance(table, pa.RecordBatchReader):
        return table.read_all().to_pydict()
    return table.to_pydict()
