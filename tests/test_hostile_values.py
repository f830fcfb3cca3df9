"""Whatever a door is given: a result, or one sentence that names the argument and the place."""

import collections
import re
import warnings
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError, list_metrics
from tests.packages import is_installed
from tests.thoroughness import ALL, times

NOT_UTF8 = pa.array([b"\xff"], pa.binary()).view(pa.string())
LISTS_OF_IT = pa.ListArray.from_arrays([0, 1], NOT_UTF8)


def failing(*names, base=object):
    """Return a class whose methods of these names raise."""

    def fail(self, *_, **__):
        raise RuntimeError("not this one")

    return type("Failing", (base,), dict.fromkeys(names, fail))


def nested(wrap, depth=3_000):
    value = "a"
    for _ in range(depth):
        value = wrap(value)
    return value


def itself():
    array = np.empty(1, object)
    array[0] = array
    return array


# Each is made anew, since some are used up.
HOSTILE = {
    # Arrow
    "text that is not UTF-8": lambda: NOT_UTF8,
    "chunks of it": lambda: pa.chunked_array([NOT_UTF8, NOT_UTF8]),
    "lists of it": lambda: LISTS_OF_IT,
    "views of it": lambda: pa.ListViewArray.from_arrays([0], [1], NOT_UTF8),
    "objects of it": lambda: pa.StructArray.from_arrays([NOT_UTF8], ["a"]),
    "a dictionary of it": lambda: pa.DictionaryArray.from_arrays(pa.array([0]), NOT_UTF8),
    "a scalar of it": lambda: NOT_UTF8[0],
    "indices past the dictionary": lambda: pa.DictionaryArray.from_arrays(
        pa.array([7]), pa.array(["a"]), safe=False
    ),
    "two fields of one name": lambda: pa.StructArray.from_arrays(
        [pa.array([1]), pa.array([2])], ["a", "a"]
    ),
    "years that Python lacks": lambda: pa.array([2**62], pa.timestamp("s")),
    "a zone that is nowhere": lambda: pa.array([1], pa.timestamp("s", "Nowhere/None")),
    "bytes in Arrow": lambda: pa.array([b"\xff"]),
    # NumPy and tables
    "an array of no dimension": lambda: np.array(1),
    "an object of no dimension": lambda: np.array(None, object),
    "an array of itself": itself,
    "an array of anything": lambda: np.array([[failing("__str__", "__repr__")()]], object),
    "structures": lambda: np.array([(1, "a")], dtype=[("x", int), ("y", "U1")]),
    "no characters": lambda: np.array([0x7FFFFFFF], np.uint32).view("U1"),
    "masked": lambda: np.ma.array([[1]], mask=[[True]]),
    # Python
    "a lone surrogate": lambda: "\ud800",
    "a key with one": lambda: {"\ud800": 1},
    "bytes": lambda: b"a",
    "a set": lambda: {"a"},
    "a generator that fails": lambda: (1 / 0 for _ in [1]),
    "a deque": lambda: collections.deque(["a"]),
    "an int of many digits": lambda: 10**5_000,
    "NaN": lambda: float("nan"),
    "a signaling NaN": lambda: Decimal("sNaN"),
    "a deep list": lambda: nested(lambda value: [value]),
    "a deep tuple": lambda: nested(lambda value: (value,)),
    "a deep object": lambda: nested(lambda value: {"a": value}),
    "no list of alternatives": lambda: {"__any__": 5},
    "no text of its own": failing("__str__", "__repr__"),
    "no length": failing("__len__", "__iter__", base=list),
    "no items": failing("items", "__iter__", "__len__", base=dict),
    "a sequence that fails": failing("__len__", "__getitem__", base=collections.abc.Sequence),
    "no attributes": failing("__getattr__"),
    "no hash": failing("__hash__"),
    "a list of it": lambda: [failing("__hash__")()],
    "no equality": failing("__eq__"),
    "no truth": failing("__bool__"),
    "a text that fails": lambda: failing(
        "__str__", "__repr__", "__len__", "__iter__", "encode", "__eq__", "__hash__", base=str
    )("a"),
    "an int that fails": lambda: failing("__int__", "__str__", "__repr__", base=int)(1),
    "a float that fails": lambda: failing("__float__", "__str__", "__repr__", base=float)(1.5),
    "a key without a text": lambda: {failing("__str__", "__repr__")(): 1},
    "no model": failing("model_dump"),
    "no stream": failing("__arrow_c_stream__"),
    "no array": lambda: type("Failing", (failing("tolist"),), {"ndim": 1})(),
}

if is_installed("torch"):
    import torch

    HOSTILE |= {
        "a tensor without data": lambda: torch.empty(1, 1, dtype=torch.int64, device="meta"),
        "a row without data": lambda: torch.empty(1, dtype=torch.int64, device="meta"),
        "a number without data": lambda: torch.empty((), dtype=torch.int64, device="meta"),
        "a sparse tensor": lambda: torch.eye(1, dtype=torch.int64).to_sparse(),
        "a tensor of no dimension": lambda: torch.tensor(1),
        "a quantized tensor": lambda: torch.quantize_per_tensor(
            torch.ones(1, 1), 1.0, 0, torch.qint8
        ),
        "a tensor with a gradient": lambda: torch.ones(1, 1, requires_grad=True),
        "a nested tensor": lambda: torch.nested.nested_tensor([torch.ones(1, dtype=torch.int64)]),
    }
if is_installed("pandas"):
    import pandas

    HOSTILE |= {
        "a series of anything": lambda: pandas.Series([failing("__str__")()]),
        "pandas' NA": lambda: pandas.NA,
        "pandas' NaT": lambda: pandas.NaT,
        "a data frame": lambda: pandas.DataFrame({"a": ["a"]}),
    }
if is_installed("polars"):
    import polars

    HOSTILE |= {
        "a series of lists": lambda: polars.Series([["a"]]),
        "a series of objects": lambda: polars.Series([object()], dtype=polars.Object),
    }

PLACES = {
    "predictions": lambda value: (value, ["a"]),
    "references": lambda value: (["a"], value),
    "both": lambda value: (value, value),
    "a prediction": lambda value: (["a", value], ["a", "b"]),
    "a reference": lambda value: (["a", "b"], ["a", value]),
    "the first reference": lambda value: (["a"], [value]),
    "a token": lambda value: ([["a", value]], [["a", value]]),
    "one of several references": lambda value: (["a"], [["a", value]]),
    "a field": lambda value: ([{"a": value}], [{"a": 1}]),
    "a field of a reference": lambda value: ([{"a": 1}], [{"a": value}]),
}
OPTIONS = {
    "keywords": {"keywords": ["a"]},
    "record:docubench": {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}},
}


def scored(metric):
    return lambda preds, target: lm.score(preds, target, metric, **OPTIONS.get(metric, {})).result()


def compared(metric):
    systems = {"one": ["a"]}
    return lambda preds, target: lm.compare(
        {**systems, "two": preds}, target, metric, n_resamples=9
    )


def evaluated(name, add="compute"):
    """A module that goes on after a refusal, and another one after samples that it cannot score."""
    pytest.importorskip("evaluate")
    modules = [lm.load(name)]

    def evaluate(preds, target):
        module = modules[-1]
        if add == "compute":
            return module.compute(predictions=preds, references=target)
        if add == "add_batch":
            module.add_batch(predictions=preds, references=target)
        else:
            module.add(prediction=preds, reference=target)
        try:
            return module.compute()
        except Exception:
            modules.append(lm.load(name))
            raise

    return evaluate


def of_class(name, *options):
    def update(preds, target):
        metric = getattr(lm, name)(*options)
        metric.update(preds, target)
        return metric.compute()

    pytest.importorskip("torch")
    return update


def in_table(metric):
    def score(preds, target):
        try:
            table = pandas.DataFrame({"preds": preds, "target": target})
        except Exception:  # pandas makes no table of it
            return None
        return lm.score_table(table, metric, prediction="preds", reference="target")

    pytest.importorskip("pandas")
    return score


def grouped(metric):
    return lambda preds, _: lm.score(["a"], ["a"], metric, groups=preds).by_group()


# A metric for each way in which samples are read; the others with LEVMETRICS_TESTS=all.
METRICS = ("wer", "cer", "keywords", "anls", "anls:docvqa")
METRICS += ("anls:star", "record", "record:donut", "record:docubench", "meeting:cp")
CLASSES = ("WordErrorRate", "ErrorRates", "EditDistance", "NormalizedLevenshteinSimilarity")
DOORS = {
    **{metric: (scored, metric) for metric in METRICS},
    **{f"compare {metric}": (compared, metric) for metric in ("wer", "star")},
    **{f"{metric} of a table": (in_table, metric) for metric in ("wer", "star")},
    **{f"groups of {metric}": (grouped, metric) for metric in ("wer", "record")},
    **{
        f"{add} of {name}": (evaluated, name, add)
        for name in ("wer", "anls:star")
        for add in ("compute", "add_batch", "add")
    },
    **{name: (of_class, name) for name in CLASSES},
    "ANLS*": (of_class, "ANLS", "star"),
    **{
        name: (getattr, lm, name)
        for name in ("wer", "cer", "anls", "anls_star", "edit_distance", "error_counts", "align")
    },
    "align_all": (lambda: lambda preds, target: [*lm.align_all(preds, target)],),
}
if ALL:
    DOORS |= {metric: (scored, metric) for metric in list_metrics() if ":openasr:" not in metric}
    DOORS |= {name: (of_class, name) for name in lm.__all__ if name.endswith(("Rate", "Lost"))}
# How doors name an argument, or a place in it.
NAMES = re.compile(
    r"(a key of |all tokens of |there (are|is) )?"
    r"(systems\['(one|two)'\]|\d samples?|nothing to score|preds?|target|"
    r"predictions?|references?|groups|keywords)"
)
LONGEST = 2_000


def fault(door, preds, target):
    """Return what is wrong with a door's answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            door(preds, target)
        except InputError as error:
            sentence = str(error)
            is_sentence = (
                NAMES.match(sentence) and "\n" not in sentence and len(sentence) <= LONGEST
            )
            return "" if is_sentence else sentence
        except Exception as error:
            return type(error).__name__
    return ""


@pytest.mark.parametrize("name", DOORS)
def test_a_door_scores_what_it_is_given_or_names_it_in_one_sentence(name):
    make, *given = DOORS[name]
    door = make(*given)
    faults = {
        (value, place): fault(door, *put(hostile()))
        for value, hostile in HOSTILE.items()
        for place, put in PLACES.items()
    }
    assert {key: said for key, said in faults.items() if said} == {}


LEAVES = st.sampled_from([*HOSTILE]).map(lambda name: HOSTILE[name]()) | st.sampled_from(
    ["a", "", 1, 0.5, None, True, '{"a": 1}', "[1]", "null"]
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from(["a", "b", "__any__"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("metric", ["anls:star", "record", "record:donut", "wer"])
@settings(max_examples=times(60, of=3_000))
@given(preds=st.lists(VALUES, max_size=3), target=st.lists(VALUES, max_size=3))
def test_values_in_values_are_scored_or_named_in_one_sentence(metric, preds, target):
    assert fault(scored(metric), preds, target) == ""


SECOND_NOT_UTF8 = pa.array([b"a", b"\xff"], pa.binary()).view(pa.string())


@pytest.mark.parametrize("name", ["wer", "anls:docvqa", "anls:star", "record"])
def test_a_text_that_is_not_utf8_is_named_with_its_place(name):
    first = " holds bytes that are not UTF-8; decode them with errors='replace' first"
    for place, columns in {
        "predictions[1]": (SECOND_NOT_UTF8, ["a", "b"]),
        "references[1]": (["a", "b"], SECOND_NOT_UTF8),
    }.items():
        with pytest.raises(InputError) as caught:
            scored(name)(*columns)
        assert str(caught.value) == place + first


def test_a_value_that_cannot_be_read_is_named_with_its_place_and_the_reason():
    with pytest.raises(InputError) as caught:
        lm.score(["a", {"b": ["c", Decimal("sNaN")]}], ["a", "b"], "star")
    assert str(caught.value) == (
        "predictions[1]['b'][1] cannot be read (ValueError: cannot convert signaling NaN to float);"
        " give plain values: strings, numbers, lists or arrays in memory"
    )


def test_a_token_that_cannot_be_compared_is_named_with_its_place():
    token = failing("__hash__")()
    with pytest.raises(
        InputError, match=r"^predictions\[1\]\[2\] is of type Failing, which is not"
    ):
        lm.score([["a"], ["b", "c", token]], [["a"], ["b"]], "wer")


def test_a_list_that_is_too_deep_for_arrow_does_not_end_the_process():
    series = pytest.importorskip("pandas").Series(["a", nested(lambda value: [value], 30_000)])
    for column in (series, series.tolist()):
        with pytest.raises(InputError, match=r"^references\[0\] is one string where other samples"):
            lm.score(["a", "b"], column, "wer")
        with pytest.raises(InputError, match=r"^groups holds labels of several types"):
            lm.score(["a", "b"], ["a", "b"], "wer", groups=column).by_group()
