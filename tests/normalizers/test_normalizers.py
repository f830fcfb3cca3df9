"""Normalizers do over columns what they do to single texts, and nothing unless asked."""

import pickle
import sys
import unicodedata
from itertools import combinations

import pyarrow as pa
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from levmetrics import InputError, error_counts
from levmetrics.inputs.columns import prediction_column, reference_column
from levmetrics.normalizers import NORMALIZERS, get_normalizer, numbers
from tests.normalizers.columns import in_column

# Each by Python's own means.
DEFINITIONS = {
    "lower": str.lower,
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "squeeze_whitespace": lambda text: " ".join(text.split()),
    "delete_punctuation": lambda text: "".join(
        c for c in text if unicodedata.category(c)[0] != "P" or c in NEW_SYMBOLS
    ),
    "docvqa": lambda text: " ".join(text.strip().lower().split()),
}
CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
# What another version of Unicode than this Python's says about a character is not compared.
NEW_SYMBOLS = {c for c in CODE_POINTS if unicodedata.category(c)[0] == "P"} ^ set(
    regex.findall(r"\p{P}", "".join(CODE_POINTS))
)
every_normalizer = pytest.mark.parametrize("name", DEFINITIONS)


def without_new(text):
    return "".join(c for c in text if c not in NEW_SYMBOLS)


@every_normalizer
@given(texts=st.lists(st.text()))
@example(texts=["İ", "ΑΣ", "ẞ"])  # where Arrow's lower case is another than Python's
@example(
    texts=["Α", "Σ", "ΑΣ", "\u0301Σ", "Σ\u00ad"]
)  # a sigma that ends a text, and one that is one
@example(texts=["A\0É", "\0", "É"])
@example(texts=["é a", "É", " ", "é\u2028"])
@example(texts=["ＡＢＣ ①", "ﾊﾟ", "ﬁ"])
@example(texts=["ASCII", "alone, don't (you)? $1+2=3 ^_^", ""])
@example(texts=["\u3000a \t b\u00a0", "", " \x1c "])
@example(texts=["「今日」、は。", "¿qué?", "«да»", "؟", "—", "٪"])
def test_columns_are_normalized_as_python_normalizes_a_text(name, texts):
    texts = list(map(without_new, texts))
    assert in_column(name, texts) == list(map(DEFINITIONS[name], texts))
    assert list(map(get_normalizer(name), texts)) == list(map(DEFINITIONS[name], texts))


@every_normalizer
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_parts_of_an_arrow_column_are_normalized_as_the_whole_is(name, kind):
    texts = ["A  b", "", "C, d", "\tE ", "Fg"]
    whole = pa.array(texts, kind)
    for start, stop in combinations(range(len(texts) + 1), 2):
        expected = list(map(DEFINITIONS[name], texts[start:stop]))
        assert in_column(name, whole[start:stop]) == expected
        part = whole[start:].cast(pa.large_string())[: stop - start]
        assert in_column(name, part) == expected


@pytest.mark.slow
@every_normalizer
def test_every_code_point_is_normalized_as_python_does(name):
    texts = [c for c in CODE_POINTS if c not in NEW_SYMBOLS]
    assert in_column(name, texts) == list(map(DEFINITIONS[name], texts))
    ascii_only = [chr(code) for code in range(128)]
    assert in_column(name, ascii_only) == list(map(DEFINITIONS[name], ascii_only))


def test_only_characters_new_to_this_python_are_judged_otherwise():
    assert all(unicodedata.category(c) == "Cn" for c in NEW_SYMBOLS)


@every_normalizer
def test_normalizers_pickle(name):
    chain = get_normalizer([name, str.strip])
    copy = pickle.loads(pickle.dumps(chain))
    assert copy == chain
    assert copy(" A。 ") == chain(" A。 ")


def test_punctuation_goes_and_symbols_stay_in_every_script():
    remove = get_normalizer("delete_punctuation")
    assert remove("「今日」、は。") == "今日は"
    assert remove("don't, (really)! #1 _x_") == "dont really 1 x"
    assert remove("$1 + 2 = ~3 ^ `|<>") == "$1 + 2 = ~3 ^ `|<>"


def test_whisper_s_normalizers_are_taken_as_they_are():
    whisper = pytest.importorskip("transformers.models.whisper.english_normalizer")
    basic = whisper.BasicTextNormalizer()
    assert in_column(basic, ["Hello, WORLD! [noise]"]) == [basic("Hello, WORLD! [noise]")]
    counts = error_counts("hello world", "Hello, world!", normalizer=basic)
    assert counts.errors.tolist() == [0]


def test_lists_are_applied_in_order():
    steps = [str.strip, lambda text: f"[{text}]", "lower"]
    assert in_column(steps, [" A "]) == ["[a]"]
    assert get_normalizer(steps)(" A ") == "[a]"
    assert in_column(["lower", str.upper], ["a"]) == ["A"]


def test_none_leaves_the_text_as_it_is():
    texts = [" A\u3000", "İ"]
    assert in_column(None, texts) == texts
    assert repr(get_normalizer(None)) == "none"


def test_a_normalizer_says_which_it_is():
    chain = get_normalizer(["lower", str.strip])
    assert repr(chain) == "lower+builtins.str.strip"
    assert repr(get_normalizer([chain, "squeeze_whitespace"])) == (
        "lower+builtins.str.strip+squeeze_whitespace"
    )


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda text: None, "it returned NoneType, not a string"),
        (lambda text: text[9], "IndexError: string index out of range"),
        (lambda text: "\ud800", "UnicodeEncodeError: 'utf-8' codec can't encode character"),
    ],
)
def test_a_normalizer_that_fails_is_named_with_the_text(function, why):
    references = reference_column([["a" * 10], ["b" * 10, "c"]], "references")
    with pytest.raises(InputError) as caught:
        get_normalizer(["lower", function]).column(references)
    place = "references[1][1]" if "index" in why else "references[0][0]"
    assert f"<lambda>) failed on {place}: {why}" in str(caught.value)


def test_unknown_normalizers_get_the_nearest_name():
    with pytest.raises(InputError, match=r"unknown normalizer 'lowercase'; did you mean 'lower'\?"):
        get_normalizer("lowercase")
    with pytest.raises(InputError, match="normalizer is of type int; it must be a name"):
        get_normalizer(["lower", 3])


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [
        ("kana", "fugashi", "ja"),
        ("kana", "unidic_lite", "ja"),
        ("numbers:de", "text_to_num", "numbers"),
        ("openasr:english", "whisper_normalizer", "openasr"),
        ("openasr:multilingual:de", "num2words", "openasr"),
        ("whisper:basic", "transformers", "whisper"),
        ("whisper:english", "transformers", "whisper"),
    ],
)
def test_without_a_package_the_line_that_installs_it_is_said(name, package, extra, monkeypatch):
    for load in (NORMALIZERS.lookup(name).load, numbers._load):
        getattr(load, "cache_clear", bool)()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"needs {package}.*levmetrics\[{extra}\]"):
        get_normalizer(name)


def test_texts_that_both_sides_have_are_normalized_once():
    given = []

    def noted(text):
        given.append(text)
        return text.upper()

    sides = map(prediction_column, (["a", "b", "a"], ["c", "b", "a"]))
    normalized = get_normalizer(noted).columns(*sides)
    assert [side.texts.to_pylist() for side in normalized] == [["A", "B", "A"], ["C", "B", "A"]]
    assert given == ["a", "b", "c"]
