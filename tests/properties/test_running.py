"""How the work is done changes no result: threads, the sizes of chunks, which kernel runs."""

import contextlib
import itertools

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import Run, align_all
from levmetrics.edits import kernel as kernels
from levmetrics.edits import library, strings
from tests.properties.cases import SAMPLES, columns, every_config, examples, metric_of

THREADS = (1, 2, 8)
BYTES_OF_A_CHUNK = (1, 7, 4096)
LIMITS = ("_BYTES_OF_A_CHUNK", "_BYTES_FOR_A_THREAD")
KERNELS = ("compiled", "portable")
CORPORA = st.lists(SAMPLES, min_size=1, max_size=30)


@contextlib.contextmanager
def run_on(threads, bytes_of_a_chunk, kernel):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pa, "cpu_count", lambda: threads)
        patch.setattr(strings, "strings_module", lambda: None)
        for limit in LIMITS:
            patch.setattr(kernels, limit, bytes_of_a_chunk)
        if kernel == "portable":
            patch.setattr(library, "compiled_kernel", lambda: None)
        yield


def everything(config, corpus):
    run = Run.of(metric_of(config), *columns(corpus, config))
    return repr(run.result()), run.sample_scores().tolist(), run.request.reference.tolist()


@every_config
@examples(3)
@given(corpus=CORPORA)
def test_every_way_to_run_gives_the_same_results(config, corpus):
    expected = repr(everything(config, corpus))  # as text, for there may be no number
    for way in itertools.product(THREADS, BYTES_OF_A_CHUNK, KERNELS):
        with run_on(*way):
            assert repr(everything(config, corpus)) == expected, way


@pytest.mark.parametrize("costs", ["unit", "nist", "kaldi"])
@pytest.mark.parametrize("tokenizer", ["char", "whitespace"])
@examples(5)
@given(corpus=CORPORA)
def test_every_way_to_run_gives_the_same_alignments(tokenizer, costs, corpus):
    preds, target = [pred for pred, _ in corpus], [references for _, references in corpus]
    expected = [*align_all(preds, target, tokenizer=tokenizer, costs=costs)]
    for way in itertools.product(THREADS, BYTES_OF_A_CHUNK, KERNELS):
        with run_on(*way):
            assert [*align_all(preds, target, tokenizer=tokenizer, costs=costs)] == expected, way
