"""Strings that the kernel reads itself: the same counts and errors as of columns of Arrow."""

import ctypes
import gc
import math
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import threading
import warnings
from itertools import product

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import anls, cer, error_counts, score, wer
from levmetrics.edits import compiled, library, strings
from levmetrics.edits.kernel import pair_distances
from levmetrics.edits.reader import SampleReader, token_pairs
from levmetrics.error_rates.error_rate_metric import TokenErrorRateMetric
from levmetrics.inputs.columns import reference_column
from levmetrics.inputs.tokens import Characters, WordColumn
from levmetrics.sums.error_counts import count_errors, total_errors
from tests.edits.conftest import SOURCE
from tests.packages import needs_config
from tests.thoroughness import times


@pytest.fixture(scope="module", autouse=True)
def _only_once(kernel):
    if kernel == "portable" or strings.strings_module() is None:
        pytest.skip("it is of the compiled kernel, and not in every installation")


TEXTS = st.text(st.sampled_from("ab xé日\u3000\x00") | st.characters(codec="utf-8"), max_size=40)
TOKENIZERS = {"whitespace": WordColumn, "char": Characters}


def counted(preds, target, tokens=WordColumn, costs="unit"):
    return compiled.string_counts(preds, target, tokens, costs)


def counted_columns(preds, target, tokenizer, costs):
    return count_errors(token_pairs(preds, target, tokenizer), costs).rows()


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("costs", ["unit", "nist"])
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_any_texts_have_the_counts_of_their_columns(tokenizer, costs, rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    found = counted(preds, target, TOKENIZERS[tokenizer], costs)
    assert found.T.tolist() == counted_columns(preds, target, tokenizer, costs).tolist()


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_any_texts_have_the_distances_of_their_columns(tokenizer, rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    known = pair_distances(token_pairs(preds, target, tokenizer))
    found = compiled.string_distances(preds, target, TOKENIZERS[tokenizer])
    assert found[:3].tolist() == [
        each.tolist() for each in (known.pred_length, known.distance, known.target_length)
    ]
    totals = strings.string_totals(preds, target, int(tokenizer == "char"))
    size = len("".join(target).encode())
    assert totals == (*(int(each.sum()) for each in known), size)


@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_a_number_of_a_few_strings_is_that_of_their_columns(rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    columns = pa.array(preds), pa.array(target)
    assert wer(preds, target) == score(*columns, "wer").score
    assert cer(preds, target) == score(*columns, "cer").score
    assert anls(preds, target) == score(*columns, "anls").score
    assert anls(preds[0], target[0]) == score(columns[0][:1], columns[1][:1], "anls").score


@pytest.mark.parametrize("metric", ["wer", "cer", "anls", "anls:docvqa", "anls:stvqa"])
@pytest.mark.parametrize("normalizer", [None, "lower", str.swapcase])
@settings(max_examples=30)
@given(
    rows=st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=4)
)
def test_lists_of_references_and_normalized_texts_score_as_their_columns(metric, normalizer, rows):
    preds, target = ([*side] for side in zip(*rows, strict=True))
    kind = pa.large_list(pa.large_string())
    columns = pa.array(preds, pa.large_string()), pa.array(target, kind)
    options = {"reduction": "none", "normalizer": normalizer}
    found, known = score(preds, target, metric, **options), score(*columns, metric, **options)
    assert repr(found.result()) == repr(known.result())
    first = [texts[0] for texts in target]
    columns = columns[0], pa.array(first, pa.large_string())
    found, known = score(preds, first, metric, **options), score(*columns, metric, **options)
    assert repr(found.result()) == repr(known.result())


@given(rows=st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_error_totals_of_lists_of_references_are_those_of_their_columns(rows):
    preds = [texts[-1][:9] for texts in rows]
    for tokenizer, costs in product(TOKENIZERS, ["unit", "nist", "kaldi"]):
        scorer = TokenErrorRateMetric("none", tokenizer=tokenizer, costs=costs)
        known = total_errors(token_pairs(preds, rows, tokenizer), costs)
        (found,) = scorer.measure(SampleReader([preds], rows))
        assert found.rows().tolist() == known.rows().tolist()


LISTS = st.lists(TEXTS, min_size=1, max_size=3)


@given(samples=st.lists(TEXTS) | st.lists(LISTS) | st.lists(LISTS.map(tuple)))
def test_a_column_that_is_read_at_once_is_the_one_of_its_texts(samples):
    for given_as in (samples, tuple(samples)):
        found = compiled.string_column(given_as, "references")
        known = reference_column(given_as, "references")
        assert found.equals(known)
        assert found.name == known.name
        assert found.texts.to_pylist() == known.texts.to_pylist()
        assert found.texts.lengths().tolist() == known.texts.lengths().tolist()
        assert found.texts.is_ascii == known.texts.is_ascii


@pytest.mark.parametrize("sizes", [[5_000, 1], [1, 5_000], [0, 9], [40, 3_000]])
def test_texts_of_any_lengths_have_room_in_any_order(sizes):
    texts = [letter * size for size in sizes for letter in ("a", "é", "日") for _ in range(300)]
    for samples in (texts, [texts[i : i + 3] for i in range(0, len(texts), 3)]):
        column = compiled.string_column(samples, "references")
        assert column.texts.data.tobytes() == "".join(texts).encode()
        assert (
            column.texts.offsets.tolist()
            == np.cumsum([0, *map(len, map(str.encode, texts))]).tolist()
        )


def test_every_code_point_is_read_as_python_encodes_it():
    points = [chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000]
    for size in (1, 5_000):
        lists = [[point * (1 + (i % 997 == 0) * size)] for i, point in enumerate(points)]
        column = compiled.string_column(lists, "references")
        assert column.texts.data.tobytes() == "".join(text for (text,) in lists).encode()
        assert column.texts.strings == [text for (text,) in lists]


def test_hardly_any_string_keeps_a_copy_of_its_bytes():
    texts = [f"{number} é" for number in range(20_000)]
    sizes = [*map(sys.getsizeof, texts)]
    for _ in range(5):
        compiled.string_column([[text] for text in texts], "references")
        counted(texts, texts)
    assert sum(map(int.__ne__, sizes, map(sys.getsizeof, texts))) <= 5 * 3 * 20 + 5


def test_lists_that_a_finalizer_changes_meanwhile_are_read_or_left():
    class Changing:
        def __init__(self, samples):
            self.samples, self.itself = samples, self

        def __del__(self):
            self.samples[0].clear()
            del self.samples[5:]

    thresholds = gc.get_threshold()
    outcomes = set()
    for threshold in range(1, 12):
        samples = [["a", "b"] for _ in range(50)]
        gc.collect()
        try:
            Changing(samples)
            gc.set_threshold(threshold)
            found = strings.strings_module().texts(samples)
        finally:
            gc.set_threshold(*thresholds)
        outcomes.add(found is None)
        assert found is None or found[0] == ["a", "b"] * 50
        gc.collect()
    if sys.version_info < (3, 12):  # later ones collect no garbage within a call
        assert True in outcomes


@pytest.mark.parametrize(
    "samples",
    [
        *(None, 3, "a", {"a": 1}, pa.array(["a"]), np.array(["a"])),
        *([[]], [["a"], []], ["a", ["b"]], [["a"], "b"], [["a"], None], [["a", None]]),
        *(["\ud800"], [["a"], ["\udfff"]], [[["a"]]], [[b"a"]], [np.array(["a"])]),
    ],
)
def test_what_is_no_column_of_strings_is_left(samples):
    assert compiled.string_column(samples, "references") is None


class Text(str):
    """What a caller may have made of a string."""


ODD = st.sampled_from([None, 1, math.nan, b"a", "\ud800", Text("a b"), [], (), {}, np.array(["a"])])
NESTED = st.lists(TEXTS | ODD | st.lists(TEXTS | ODD | st.lists(TEXTS, max_size=1), max_size=3))


def outcome(preds, target, metric):
    """Return the result, or the message of the error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            run = score(preds, target, metric)
            return repr(run.result()), run.sample_scores().tolist()
        except ValueError as error:
            return str(error)


@pytest.mark.parametrize("metric", ["wer", "cer", "anls", "anls:stvqa", "anls:docvqa", "anls:star"])
@given(preds=st.lists(TEXTS) | NESTED, target=NESTED, is_tuple=st.booleans())
def test_any_nesting_has_the_result_or_the_error_that_it_has_without_the_module(
    metric, preds, target, is_tuple
):
    if is_tuple:
        target = tuple(tuple(it) if isinstance(it, list) else it for it in target)
    found = outcome(preds, target, metric), outcome(preds[: len(target)], target, metric)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strings, "strings_module", lambda: None)
        without = outcome(preds, target, metric), outcome(preds[: len(target)], target, metric)
    assert found == without


def test_a_normalizer_that_fails_is_named_with_the_place_by_strings_too():
    with pytest.raises(ValueError, match=r"failed on references\[1\]"):
        wer(["a", "b"], ["a", "c"], normalizer=lambda text: {"a": "x", "b": "y"}[text])


def test_lists_of_references_that_change_later_leave_the_run_as_it_was():
    target = [["a b", "a c"]]
    run = score(["a b"], target)
    target[0].clear()
    assert str(run.alignment(0)).splitlines()[0] == "REF: a b"


def test_random_pairs_have_the_counts_of_their_columns():
    draw = random.Random(0)
    words = ["a", "b", "ab", "の", "é", "\u0301", "\u3000", "x" * 30]
    for _ in range(times(2, of=20)):
        preds, target = (
            [" ".join(draw.choices(words, k=draw.randrange(9))) for _ in range(5_000)]
            for _ in range(2)
        )
        for tokenizer, tokens in TOKENIZERS.items():
            found = counted(preds, target, tokens)
            np.testing.assert_array_equal(
                found.T, counted_columns(preds, target, tokenizer, "unit")
            )


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_long_lists_are_measured_in_parts_on_all_threads(tokenizer, threads, monkeypatch):
    draw = random.Random(1)
    texts = ["", "a b", "日 本 語 " * 9, "é" * 70_000, "\U0001f600 x", "a " * 40_000]
    preds, target = (draw.choices(texts, [9, 9, 9, 0.002, 9, 0.002], k=25_003) for _ in range(2))
    monkeypatch.setattr(compiled, "_MOST_ROWS", 4_000)
    monkeypatch.setattr(pa, "cpu_count", lambda: threads)
    found = counted(preds, target, TOKENIZERS[tokenizer])
    np.testing.assert_array_equal(found.T, counted_columns(preds, target, tokenizer, "unit"))
    known = pair_distances(token_pairs(preds, target, tokenizer)).distance
    distances = compiled.string_distances(preds, target, TOKENIZERS[tokenizer])
    np.testing.assert_array_equal(distances[1], known)


def test_a_list_that_another_thread_changes_meanwhile_is_measured_or_left():
    preds, target = ["a b " * 50] * 12_000, ["a c " * 50] * 12_000
    ends = threading.Event()

    def change():
        while not ends.is_set():
            preds.append("\u00e9" * 99)
            preds[random.randrange(1_000)] = "b " * random.randrange(99)
            preds.pop()
            preds.pop(5)
            preds.insert(5, "c")

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(200):
            found = counted(preds, target)
            assert found is None or (found[:4] >= 0).all()
    finally:
        ends.set()
        thread.join()


@pytest.mark.parametrize("measure", ["counts", "distances"])
def test_a_search_that_is_cancelled_ends(measure):
    cancelled = compiled.Cancelled(1)
    call = getattr(strings.strings_module(), measure)
    options = (0, 0) if measure == "counts" else (0,)
    with pytest.raises(InterruptedError, match="the search was cancelled"):
        call(["a"], ["b"], 0, 1, ctypes.addressof(cancelled), *options)


@pytest.mark.parametrize("rows", [(-1, 1), (0, 0), (1, 0), (0, 3), (2, 3)])
def test_rows_that_a_list_does_not_have_are_not_read(rows):
    call = strings.strings_module().counts
    assert call(["a", "b"], ["a", "c"], *rows, 0, 0, 0) is None


def test_a_string_is_one_sample():
    assert counted("a b", "a c").tolist() == [[1], [0], [0], [1], [0]]
    assert error_counts("a b", ["a c"]) == error_counts(["a b"], "a c")


@pytest.mark.parametrize(
    ("preds", "target"),
    [
        ([], []),
        (["a"], ["a", "b"]),
        (["a"], [["a", "b"]]),
        ([["a"]], [["a"]]),
        (["a", None], ["a", "b"]),
        (["\ud800"], ["a"]),
        (["a"], ["\udfff"]),
        ([Text("a")], ["a"]),
        (("a",), ["a"]),
        (pa.array(["a"]), ["a"]),
        (["a" * 20_000], ["b" * 20_000]),
        (["a"] * 10_000 + [None], ["a"] * 10_001),
        (["a"] * 10_001, ["a"] * 10_000 + ["\ud800"]),
    ],
)
def test_other_input_and_more_than_a_moments_work_of_a_few_go_over_columns(preds, target):
    assert counted(preds, target) is None


@pytest.mark.parametrize("bad", [None, 1, b"a", "\ud800"])
def test_errors_are_those_of_their_columns(bad):
    for samples in (["a", bad], ["a", bad] * 1_000_000):
        for scored in (score, wer, cer, anls):
            with pytest.raises(ValueError, match=r"^predictions\[1\] (is|has) "):
                scored(samples, ["a"] * len(samples))


@pytest.mark.parametrize(
    "options",
    [
        {"normalizer": "lower"},
        {"tokenizer": "mixed"},
        {"costs": "kaldi"},
        {"compounds": "merge"},
        {"alternatives": "braces"},
        {"equivalences": {"b": ["c"]}},
    ],
)
def test_no_option_is_passed_over(options):
    given = ["A BC {b / c}"], ["a b c b"]
    column = score(pa.array(given[0]), pa.array(given[1]), **options)
    assert score(*given, **options).result() == column.result()
    assert error_counts(*given, **options).rows().tolist() == column.measured.rows().tolist()


@pytest.mark.parametrize(
    "config",
    [pytest.param(one, marks=needs_config(one)) for one in ("openasr", "formatted", "reading")],
)
def test_a_metric_with_its_own_tokens_does_not_take_it(config):
    given = ["Um, I am HERE."], ["uh I'm here"]
    assert score(*given, config).result() == score(*map(pa.array, given), config).result()


def test_a_run_of_the_strings_module_knows_its_samples():
    run = score(["a b", "c"], ["a x", "c d"])
    assert str(run.alignment(0)).splitlines()[0] == "REF: a x"
    assert run.samples().num_rows == 2


def test_without_a_kernel_there_is_no_strings_module(monkeypatch):
    monkeypatch.setattr(library, "compiled_kernel", lambda: None)
    assert counted("a", "b") is None


WITH_ANOTHER_BUILD = """
import importlib.util, sys, pytest
spec = importlib.util.spec_from_file_location("levmetrics.edits._strings", sys.argv[1])
sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[spec.name])
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", sys.argv[2]]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it loads sanitizers as Linux does")
def test_the_address_and_undefined_behaviour_sanitizers_find_nothing(tmp_path):
    compiler = shutil.which("g++") or pytest.skip("there is no g++")
    built = tmp_path / "_strings.abi3.so"
    source = SOURCE.with_name("strings.cpp")
    options = ["-std=c++17", "-O1", "-g", "-fPIC", "-shared", "-fno-sanitize-recover=all"]
    headers = f"-I{sysconfig.get_paths()['include']}"
    sanitizers = "-fsanitize=address,undefined"
    subprocess.run([compiler, *options, sanitizers, headers, source, "-o", built], check=True)
    libraries = [
        subprocess.check_output([compiler, f"-print-file-name={name}"], text=True).strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    settings = {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps memory to its end
        "PYTHONMALLOC": "malloc",
    }
    done = subprocess.run(
        [sys.executable, "-c", WITH_ANOTHER_BUILD, built, __file__],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
