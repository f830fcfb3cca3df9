"""A corpus of any size, made of the utterances of tests/data/asr_en.tsv, and what it comes to."""

import pickle

import pyarrow as pa
from pyarrow import csv

from levmetrics import score
from levmetrics.frames.engines import check_columns, summed_metric, sums_of_part, whole_run
from levmetrics.frames.frame import RowMetric
from tests.corpora import ASR_EN

SPEAKERS = 97
INTERVAL = {"confidence_level": 0.9, "n_resamples": 200, "seed": 5}
COLUMNS = {"prediction": "hyp", "reference": "ref"}
BY_ALL = {**COLUMNS, "groups": "speaker", "sample_id": "id"}


def corpus_table(rows):
    """Return predictions and references with an id and a speaker."""
    read = csv.read_csv(
        ASR_EN,
        parse_options=csv.ParseOptions(delimiter="\t", quote_char=False),
    )
    texts = read.select([*read.column_names]).rename_columns(["id", "ref", "hyp"])
    times = -(-rows // texts.num_rows)
    table = pa.concat_tables([texts.select(["ref", "hyp"])] * times).slice(0, rows)
    numbers = pa.array(range(rows), pa.int64())
    speakers = pa.array([f"話者 {number % SPEAKERS}" for number in range(rows)])
    return table.append_column("id", numbers).append_column("speaker", speakers)


def on_one_machine(table, metric):
    """Return the run of a table, scored at once."""
    run = score(table["hyp"], table["ref"], metric)
    return run.with_random_groups(table["id"]).with_names(None, table["speaker"])


def in_parts(table, metric, options, size, *columns):
    """Return the run of a table as an engine adds it up, of parts of some rows elsewhere.

    Args:
        table: the table.
        metric: the name of the metric.
        options: its options.
        size: the rows of a part.
        *columns: the names of the columns: predictions, references, groups, ids.

    """
    rows = RowMetric(summed_metric(metric, options), *columns)
    check_columns(rows, table.schema)
    elsewhere = pickle.loads(pickle.dumps(rows))
    starts = range(0, max(len(table), 1), size)
    parts = [sums_of_part(elsewhere, table.slice(at, size).to_batches()) for at in starts]
    return whole_run(rows, parts, "pyarrow")


def said(run):
    """Return everything that a run says, but for its signature."""
    groups = dict(sorted(run.by_group().items()))
    return run.result(), run.sample_count, groups, run.interval(**INTERVAL)
