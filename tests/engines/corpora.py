"""A corpus of any size, made of the utterances of tests/data/asr_en.tsv, and what it comes to."""

import pyarrow as pa
from pyarrow import csv

from levmetrics.corpus import Corpus
from levmetrics.scoring import scoring_of
from tests.corpora import ASR_EN

SPEAKERS = 97
INTERVAL = {"confidence_level": 0.9, "n_resamples": 200, "seed": 5}
COLUMNS = {"prediction": "hyp", "reference": "ref"}


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
    """Return the corpus of a table, scored at once."""
    corpus = Corpus(scoring_of(metric, options={}), resampling=INTERVAL)
    corpus.add(*(table[name] for name in ("hyp", "ref", "speaker", "id")))
    return corpus


def said(corpus):
    """Return everything that a corpus says, but for its signature."""
    return corpus.result(), dict(sorted(corpus.by_group().items()))
