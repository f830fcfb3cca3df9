"""Every kind of input that is a column of texts is taken, and every other named in one sentence."""

import collections
import pickle

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics
from levmetrics import InputError
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.arrays import lowest_of_each
from levmetrics.inputs.columns import prediction_column, reference_column
from levmetrics.inputs.texts import Texts

TEXTS = ["rain", "", "今日", "a\tb"]


class ListLike(list):
    pass


class StrLike(str):
    def encode(self, *_):
        return b""


def type_of(column):
    return type(column).__module__.split(".")[0] + "." + type(column).__name__


def series(values):
    return pytest.importorskip("pandas").Series(values)


def series_of_objects(values):
    return pytest.importorskip("pandas").Series(values, dtype=object)


def dataset(values):
    return pytest.importorskip("datasets").Dataset.from_dict({"column": values})


of_other_packages = pytest.mark.parametrize(
    "make",
    [
        series,
        series_of_objects,
        lambda values: dataset(values)["column"],
        lambda values: dataset(values).with_format("arrow")["column"],
    ],
)


@pytest.mark.parametrize(
    "column",
    [
        TEXTS,
        tuple(TEXTS),
        ListLike(TEXTS),
        collections.deque(TEXTS),
        collections.UserList(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(TEXTS, pa.string_view()),
        pa.array(TEXTS).dictionary_encode(),
        pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), pa.array([*TEXTS, None])),
        pa.array(["x", *TEXTS]).slice(1),
        pa.chunked_array([TEXTS[:1], TEXTS[1:]]),
    ],
    ids=type_of,
)
def test_columns_of_every_kind_hold_the_same_texts(column):
    assert_holds_the_texts(column)


@of_other_packages
def test_columns_of_other_packages_hold_the_same_texts(make):
    assert_holds_the_texts(make(TEXTS))


def assert_holds_the_texts(column):
    assert prediction_column(column).texts.to_pylist() == TEXTS
    assert reference_column(column).texts.to_pylist() == TEXTS
    assert len(prediction_column(column)) == 4


def test_one_string_is_one_sample():
    assert prediction_column("rain").texts.to_pylist() == ["rain"]


@pytest.mark.parametrize("empty", [[], (), pa.array([]), pa.chunked_array([], pa.string())])
def test_an_empty_column_is_a_column(empty):
    assert len(prediction_column(empty)) == len(reference_column(empty)) == 0


ALTERNATIVES = [["a"], ["b", "c"], ["", "d", "e"]]


@pytest.mark.parametrize(
    "column",
    [
        ALTERNATIVES,
        [tuple(a) for a in ALTERNATIVES],
        [np.array(a) for a in ALTERNATIVES],
        pa.array(ALTERNATIVES),
        pa.chunked_array([ALTERNATIVES[:1], ALTERNATIVES[1:]]),
        pa.array([["x"], *ALTERNATIVES]).slice(1),
        pa.array(ALTERNATIVES, pa.list_view(pa.string())),
        pa.chunked_array([pa.array([["x"], *ALTERNATIVES]).slice(1)]),
    ],
    ids=type_of,
)
def test_alternatives_of_every_kind_keep_their_places(column):
    assert_keeps_their_places(column)


@of_other_packages
def test_alternatives_of_other_packages_keep_their_places(make):
    assert_keeps_their_places(make(ALTERNATIVES))


def assert_keeps_their_places(column):
    references = reference_column(column, "references")
    assert references.texts.to_pylist() == ["a", "b", "c", "", "d", "e"]
    assert references.offsets.tolist() == [0, 1, 3, 6]
    assert references.as_lists().to_pylist() == ALTERNATIVES
    assert len(references) == 3
    assert [references.position(i) for i in (0, 2, 5)] == [
        "references[0][0]",
        "references[1][1]",
        "references[2][2]",
    ]


STRING = "every prediction must be a string"
COLUMN = "it must be a sequence or a column of strings"
LIST = f"{COLUMN}: give a list of strings"
CLEAN = "be valid Unicode: clean it with text.encode('utf-8', 'replace').decode()"
UNICODE = f"every prediction must {CLEAN}"
SURROGATE = "has the lone surrogate U+D800 at character"
NULLS = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None]))
NOT_UTF8 = pa.Array.from_buffers(pa.string(), 1, pa.array([b"\xff"]).buffers())
NO_PREDICTIONS = [
    (["a", "b", "c", None], f"[3] is None; {STRING}"),
    ([1, "a"], f"[0] is of type int; {STRING}"),
    (["a", b"b"], f"[1] is of type bytes; {STRING}"),
    (["a", ["b"]], f"[1] is of type list; {STRING}"),
    ([float("nan")], f"[0] is of type float; {STRING}"),
    (pa.array(["a", None]), f"[1] is None; {STRING}"),
    (lambda: series(["a", None]), f"[1] is None; {STRING}"),
    (NULLS, f"[1] is None; {STRING}"),
    (lambda: series_of_objects(["a", 1]), f"[1] is of type int; {STRING}"),
    (pa.array([1, 2]), f" is an Arrow column of int64; {STRING}"),
    (np.array([1, 2]), f"[0] is of type int; {STRING}"),
    (range(2), f"[0] is of type int; {STRING}"),
    (None, f" is None; {LIST}"),
    (7, f" is of type int; {LIST}"),
    ({"a", "b"}, f" is of type set; {LIST}"),
    ({"a": "b"}, f" is of type dict; {LIST}"),
    (b"ab", f" is of type bytes; {LIST}"),
    ((text for text in "ab"), f" is of type generator; {COLUMN}: wrap it in list()"),
    (lambda: series_of_objects(["a", "\ud800"]), f"[1] {SURROGATE} 0; {UNICODE}"),
    ([StrLike("\ud800")], f"[0] {SURROGATE} 0; {UNICODE}"),
    (["a", "b\ud800c"], f"[1] {SURROGATE} 1; {UNICODE}"),
    (NOT_UTF8, "[0] holds bytes that are not UTF-8; decode them with errors='replace' first"),
]


@pytest.mark.parametrize(("values", "message"), NO_PREDICTIONS)
def test_what_is_no_prediction_is_named_with_its_place(values, message):
    column = values() if callable(values) else values  # packages that not everyone has
    with pytest.raises(InputError) as caught:
        prediction_column(column, "predictions")
    assert str(caught.value) == f"predictions{message}"


REFERENCE = "every reference must be a string"
OF_LISTS = f"{REFERENCE} or a list of strings"
EMPTY = "every sample needs at least one reference, if only the empty string"
MIXED = "give every sample a list of strings, or every sample one string"
NO_REFERENCES = [
    ([["a"], []], f"[1] is an empty list; {EMPTY}"),
    (pa.array([["a"], []], pa.list_(pa.string())), f"[1] is an empty list; {EMPTY}"),
    ([["a"], ["b", None]], f"[1][1] is None; {REFERENCE}"),
    (pa.array([["a"], ["b", None]]), f"[1][1] is None; {REFERENCE}"),
    ([["a"], ["b", ["c"]]], f"[1][1] is of type list; {REFERENCE}"),
    (pa.array([[["a"]]]), f" is an Arrow column of lists of list<item: string>; {REFERENCE}"),
    ([["a"], np.array("b")], f"[1] is of type ndarray; {OF_LISTS}"),
    (pa.array([["a"], None]), f"[1] is None; {OF_LISTS}"),
    ([["a"], None], f"[1] is None; {OF_LISTS}"),
    (["a", 3], f"[1] is of type int; {OF_LISTS}"),
    ([["a"], "b"], f"[1] is one string where other samples are lists; {MIXED}"),
    (["a", ["b"]], f"[0] is one string where other samples are lists; {MIXED}"),
    (
        [["a"], ["b", "\udfff"]],
        f"[1][1] has the lone surrogate U+DFFF at character 0; every reference must {CLEAN}",
    ),
]


@pytest.mark.parametrize(("values", "message"), NO_REFERENCES)
def test_what_is_no_reference_is_named_with_its_place(values, message):
    with pytest.raises(InputError) as caught:
        reference_column(values, "references")
    assert str(caught.value) == f"references{message}"


def test_fixed_lists_of_references_keep_their_places():
    column = pa.array([["a", "b"], ["c", "d"]], pa.list_(pa.string(), 2))
    for values in (column, pa.chunked_array([column]), np.array([["a", "b"], ["c", "d"]])):
        assert reference_column(values).as_lists().to_pylist() == [["a", "b"], ["c", "d"]]
    assert reference_column(column.slice(1)).as_lists().to_pylist() == [["c", "d"]]


class Reversed(list):
    """A list that iterates backwards."""

    def __iter__(self):
        return reversed([*super().__iter__()])


@pytest.mark.parametrize("tokenizer", ["char", "whitespace"])
def test_what_only_stands_for_strings_is_scored_as_these(tokenizer):
    class Word(str):
        __slots__ = ()

    texts = ["abc", "x y"]
    for preds in (list(pa.array(texts)), [Word(text) for text in texts], [*np.array(texts)]):
        assert levmetrics.error_counts(preds, texts, tokenizer=tokenizer).wer == 0
    # Arrow reads what a list holds, not what it yields; so must the search.
    assert levmetrics.error_counts(Reversed(texts), texts, tokenizer=tokenizer).wer == 0


def test_references_are_no_predictions():
    with pytest.raises(InputError, match="target holds several texts a sample; give preds one"):
        prediction_column(reference_column([["a", "b"]]))


def test_the_remedy_for_a_lone_surrogate_works():
    clean = "b\ud800c".encode("utf-8", "replace").decode()
    assert prediction_column([clean]).texts.to_pylist() == ["b?c"]


def test_errors_are_caught_as_type_errors_and_as_value_errors():
    for kind in (TypeError, ValueError):
        with pytest.raises(kind):
            prediction_column([None])


def test_columns_of_different_length_are_refused():
    with pytest.raises(InputError, match=r"preds and target differ in length \(1 and 2\)"):
        check_same_length(prediction_column(["a"]), reference_column(["a", "b"]))
    check_same_length(prediction_column(["a"]), reference_column([["a", "b"]]))


@given(st.lists(st.text()))
def test_all_of_unicode_survives(texts):
    assert prediction_column(texts).texts.to_pylist() == texts


@given(st.lists(st.lists(st.integers(0, 3), min_size=1), min_size=1))
def test_lowest_of_each_is_the_first_lowest_of_the_sample(samples):
    offsets = np.cumsum([0, *map(len, samples)])
    flat = np.array([value for sample in samples for value in sample])
    found = lowest_of_each(flat, offsets)
    assert found.tolist() == [
        offset + sample.index(min(sample))
        for offset, sample in zip(offsets[:-1].tolist(), samples, strict=True)
    ]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
@pytest.mark.parametrize("index", [pa.int8(), pa.int32(), pa.uint64()])
def test_arrow_dictionaries_of_every_kind_of_text_are_texts(kind, index):
    column = pa.DictionaryArray.from_arrays(
        pa.array([1, 0, 1], index), pa.array(["今日", "b"], kind)
    )
    assert prediction_column(column).texts.to_pylist() == ["b", "今日", "b"]
    assert prediction_column(pa.chunked_array([column])).texts.to_pylist() == ["b", "今日", "b"]
    lists = pa.ListArray.from_arrays(pa.array([0, 1, 3], pa.int32()), column)
    assert reference_column(lists).as_lists().to_pylist() == [["b"], ["今日", "b"]]
    assert reference_column(pa.chunked_array([lists])).as_lists().to_pylist() == [
        ["b"],
        ["今日", "b"],
    ]
    missing = pa.DictionaryArray.from_arrays(
        pa.array([1, 0, None], index), pa.array([None, "b"], kind)
    )
    with pytest.raises(InputError, match=r"preds\[1\] is None"):
        prediction_column(missing)


def test_what_a_message_quotes_cannot_steer_a_terminal():
    name = "\x1b[2J\u202e\udc80\u2028 今日 👩\u200d🚀"
    message = str(InputError(f"unknown {name}"))
    assert message == "unknown ⟨1B⟩[2J⟨202E⟩⟨DC80⟩⟨2028⟩ 今日 👩\u200d🚀"
    assert str(pickle.loads(pickle.dumps(InputError(name)))) == str(InputError(name))


@pytest.mark.parametrize(
    ("values", "code", "japanese"),
    [
        ([["a"], ["b", "\ud800"]], "text.surrogate", "正解[1][1]に正しくない文字"),
        (["a", 1], "text.wrong_type", "正解[1]が文字列ではありません"),
    ],
)
def test_a_bad_text_is_named_in_japanese(values, code, japanese):
    with pytest.raises(InputError) as caught:
        reference_column(values, "references")
    assert caught.value.code == code
    assert caught.value.sentence("ja").startswith(japanese)


def test_strings_are_those_of_a_few_texts_also_of_others_made_of_them():
    texts = ["a", "b"]
    column = prediction_column(texts)
    texts[0] = "c"
    assert column.strings == ["a", "b"]
    assert column.take(np.array([1])).strings == ["b"]
    assert column.with_texts(Texts.of(["A", "B"])).strings == ["A", "B"]
    assert prediction_column(pa.array(texts)).strings is None
    assert prediction_column(["a"] * 100_000).strings is None
    assert reference_column([["a"], ["b", "c"]]).strings is None
