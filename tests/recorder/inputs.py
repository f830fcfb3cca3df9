"""Small inputs of every kind: texts, nested values and sessions, right ones and bad ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

Kind: TypeAlias = Literal["texts", "values", "sessions"]


@dataclass(frozen=True)
class Input:
    """One input.

    Attributes:
        name: the name in the record.
        kind: what a sample is.
        predictions: one for each sample.
        references: one or several for each sample.
        options: the options of the metric.
        ids: an id for each sample.
        groups: a label for each sample.
        is_broad: whether slow doors score it too.

    """

    name: str
    kind: Kind
    predictions: Any
    references: Any
    options: Mapping[str, Any] = field(default_factory=dict)
    ids: Any = None
    groups: Any = None
    is_broad: bool = False

    @property
    def names(self) -> dict[str, Any]:
        """The ids and groups, if there are any."""
        given = {"ids": self.ids, "groups": self.groups}
        return {name: value for name, value in given.items() if value is not None}


_WORDS = (
    ["is there", "hello", "a b c", "the cat sat on a mat", "", "one two"],
    ["who is there", "hello", "a b d", "the cat sat on the mat", "gone", "one two three"],
)
_SENTENCES = (
    ["Yes, I do.", "call dr smith at 5", "don't", "It cost $5.50", "colour and gray", "Ok!"],
    ["Yes I do!", "Call Dr. Smith at five.", "do not", "it cost five dollars", "color grey", "ok"],
)
_JAPANESE = (
    ["今日はいい天気です", "東京　都に行く", "一二三", "ありがとう", "橋を渡る", "Tシャツ"],
    ["今日は良い天気です", "東京都に行った", "123", "有難う", "箸を渡る", "tシャツ"],
)
_PAGES = (
    ["Second column.\nIt goes on.\nFirst column\nof the page.", "one\ntwo\nthree", "a\n\nb", "x"],
    ["First column\nof the page.\nSecond column.\nIt goes on.", "one\ntwo\nthree", "b\n\na", "y"],
)

_GOOD_TEXTS = {
    "one sample": (["is there"], ["who is there"]),
    "all equal": (["a b", "c d", "e f"], ["a b", "c d", "e f"]),
    "all wrong": (["a b", "c"], ["x y z", "w"]),
    "Chinese": (["我爱北京天安门", "你好"], ["我爱北京天安们", "你们好"]),
    "Korean": (["안녕하세요 세계", "나는 간다"], ["안녕하세요 새계", "나는 갔다"]),
    "Thai": (["สวัสดีชาวโลก", "ขอบคุณ"], ["สวัสดีชาวโรค", "ขอบคุน"]),
    "Arabic": (["السلام عليكم", "كتاب"], ["السَّلام عليكم", "كتب"]),
    "Hindi": (["नमस्ते दुनिया", "हिन्दी"], ["नमस्ते दुनियां", "हिंदी"]),
    "German": (["Straße über Köln", "zwanzig Mark"], ["Strasse ueber Köln", "20 Mark"]),
    "French": (["l'école est fermée", "vingt et un"], ["l ecole est fermé", "21"]),
    "Greek and Cyrillic": (["Καλημέρα κόσμε", "привет мир"], ["Καλημερα κοσμε", "привёт мир"]),
    "emoji": (["\U0001f600 ok \U0001f468\u200d\U0001f469", "x"], ["\U0001f601 ok \U0001f468", "x"]),
    "spaces of all kinds": (["a\u00a0b\u3000c  d\t e", " "], ["a b c d e", "f"]),
    "composed and decomposed": (["é", "がぎ"], ["e\u0301", "か\u3099ぎ"]),
    "wide and narrow forms": (["ＡＢＣ　１２３", "ｶﾞ"], ["ABC 123", "ガ"]),
    "empty predictions": (["", "a"], ["b c", "a"]),
    "empty references": (["a b", "a"], ["", "a"]),
    "only empty": (["", ""], ["", ""]),
    "blanks": ([" ", "\n"], ["\t", ""]),
    "several references": (["CocaCola", "b c"], [["Pepsi", "Coca Cola"], ["b", "c"]]),
    "references of different number": (["a b", "c", "d"], [["a"], ["c", "c d"], ["d"]]),
    "lists as texts": (["a", "b"], ["['a', 'c']", "['d']"]),
    "alternatives in braces": (
        ["i am here", "colour"],
        ["{ i am / i'm } here", "{ color / colour }"],
    ),
    "numbers as texts": (["12.50", "007", "nan"], ["12.5", "7", "NaN"]),
    "JSON as texts": (['{"a": 1}', "[1]", "null"], ['{"a": 2}', "[1]", "none"]),
    "markup": (["<b>a</b> & b", "[red]x[/red]", '"q"'], ["<i>a</i> & b", "[x|y]", "q"]),
    "controls": (["a\x00b", "\x1b[31mred", "a\u202eb"], ["ab", "red", "ab"]),
    "compounds": (["ice cream", "every day", "fire man"], ["icecream", "everyday", "fireman"]),
    "repeated tokens": (["a a a a", "b a b a"], ["a a", "a b a b"]),
    "a long text": (["word " * 150 + "end"], ["word " * 140 + "the end"]),
    "line ends": (["a\nb\r\nc", "x\u2028y"], ["a\nb\nc", "x\ny"]),
}
_SIX = ["ann", "ann", "bob", "bob", "cy", "cy"]
_OPTIONS_OF_TEXTS: dict[str, dict[str, Any]] = {
    "reduction mean": {"reduction": "mean"},
    "reduction none": {"reduction": "none"},
    "reduction sum": {"reduction": "sum"},
    "tokenizer char": {"tokenizer": "char"},
    "tokenizer whitespace": {"tokenizer": "whitespace"},
    "a function as tokenizer": {"tokenizer": str.split},
    "normalizer lower": {"normalizer": "lower"},
    "several normalizers": {"normalizer": ["nfkc", "lower", "remove_punctuation"]},
    "threshold": {"threshold": 0.7},
    "substitution cost": {"substitution_cost": 2},
    "costs": {"costs": "sclite"},
    "alternatives": {"alternatives": "braces"},
    "compounds merged": {"compounds": "merge"},
    "keywords": {"keywords": ["there", "the mat", "日本"]},
    "an unknown option": {"normaliser": "lower"},
    "an unknown tokenizer": {"tokenizer": "chars"},
    "an unknown normalizer": {"normalizer": "lowercase"},
    "an unknown reduction": {"reduction": "median"},
    "a threshold above 1": {"threshold": 1.5},
    "a tokenizer of a wrong type": {"tokenizer": 3},
}
_BAD_TEXTS: dict[str, tuple[Any, Any]] = {
    "bare strings": ("abc", "abd"),
    "a bare reference": (["abc"], "abd"),
    "a missing prediction": (["a", None], ["a", "b"]),
    "a missing reference": (["a", "b"], ["a", None]),
    "no columns": (None, None),
    "fewer predictions": (["a"], ["a", "b"]),
    "fewer references": (["a", "b"], ["a"]),
    "no samples": ([], []),
    "numbers": ([1, 2], [1, 3]),
    "a number among texts": (["a", 1.5], ["a", "b"]),
    "a boolean": ([True], ["a"]),
    "bytes": ([b"a"], ["a"]),
    "an object": (["a", {"text": "b"}], ["a", "b"]),
    "no references for one": (["a", "b"], [["a"], []]),
    "some lists": (["a", "b"], ["['a', 'c']", "d"]),
    "a lone surrogate": (["a", "\ud800"], ["a", "b"]),
    "a set": ({"a"}, ["a"]),
}
_TOKENS: dict[str, tuple[Any, Any]] = {
    "tokens": ([["is", "there"], ["a"], []], [["who", "is", "there"], ["b"], ["c"]]),
    "token ids": ([[1, 2, 3], [4]], [[1, 3], [4]]),
    "an array of ids": (
        np.array([[1, 2, -100], [4, 5, 6]]),
        np.array([[1, 3, 2], [4, -100, -100]]),
    ),
    "tokens and texts": ([["is", "there"]], ["who is there"]),
}


def _texts() -> Iterator[Input]:
    for name, (sides, one) in {
        "words": (_WORDS, {"groups": _SIX, "ids": [f"u{number}" for number in range(6)]}),
        "sentences": (_SENTENCES, {"groups": [1, 1, 2, 2, 3, 3]}),
        "Japanese": (_JAPANESE, {}),
        "pages": (_PAGES, {"ids": ["p1", "p2", "p3", "p4"]}),
    }.items():
        yield Input(name, "texts", *sides, **one, is_broad=True)
    broad = ("one sample", "several references", "only empty", "markup", "JSON as texts")
    for name, given in {**_GOOD_TEXTS, **_BAD_TEXTS, **_TOKENS}.items():
        yield Input(name, "texts", *given, is_broad=name in broad)
    for name, options in _OPTIONS_OF_TEXTS.items():
        yield Input(name, "texts", *_WORDS, options, is_broad=name == "reduction none")
    yield Input("repeated ids", "texts", ["a", "b"], ["a", "c"], ids=["x", "x"])
    yield Input("fewer groups", "texts", ["a", "b"], ["a", "c"], groups=["x"], is_broad=True)


_INVOICE = {
    "number": "INV-7",
    "date": "2024-04-03",
    "total": 27.5,
    "paid": True,
    "items": [{"name": "tea", "price": 2.5}, {"name": "milk", "price": 1.25}],
}
_READ = {
    "number": "INV-1",
    "total": "27.50",
    "paid": "yes",
    "items": [{"name": "milk", "price": 1.3}, {"name": "tea", "price": 2.5}],
    "note": None,
}
_DATED = {"number": "INV-8", "date": "3 April 2024", "total": 27.51, "paid": False, "items": []}
SCHEMA = {
    "type": "object",
    "properties": {
        "number": {"type": "string"},
        "date": {"type": "string", "format": "date"},
        "total": {"type": "number"},
        "paid": {"type": "boolean"},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
            },
        },
    },
}
_RECORDS = ([_READ, _INVOICE, _DATED], [_INVOICE, _INVOICE, _INVOICE])
_VALUES: dict[str, tuple[Any, Any]] = {
    "texts as values": (["CocaCola", "b"], ["Coca Cola", "c"]),
    "numbers as values": ([1, 2.5, 3], [1, 2.4, "3"]),
    "nothing as values": ([None, {}, []], [None, {"a": 1}, []]),
    "lists": ([["a", "b"], ["x"]], [["b", "a"], ["x", "y"]]),
    "lists in lists": ([[["a"], ["b", "c"]]], [[["a"], ["b"]]]),
    "tuples as alternatives": (["b", "z"], [("a", "b"), ("x", "y")]),
    "objects in objects": ([{"a": {"b": {"c": "x"}}}], [{"a": {"b": {"c": "y"}}, "d": 1}]),
    "JSON as values": (['{"a": "x"}', "[1, 2]"], [{"a": "x"}, [1, 3]]),
    "broken JSON": (['Here: {"a": "x"', "none"], [{"a": "x"}, {"a": "y"}]),
    "keys that are no texts": ([{1: "a"}], [{1: "a"}]),
    "a value of no kind": ([{"a": b"x"}], [{"a": "x"}]),
    "not a number": ([{"a": float("nan")}], [{"a": 1.0}]),
    "fewer values": ([{"a": 1}], [{"a": 1}, {"a": 2}]),
    "no values": ([], []),
    "an object in place of a list": ({"a": 1}, {"a": 1}),
    "scripts in values": ([{"名前": "東京都", "naïve": "<b>"}], [{"名前": "東京", "naïve": "<i>"}]),
}
_OPTIONS_OF_VALUES: dict[str, dict[str, Any]] = {
    "a schema": {"schema": SCHEMA},
    "a schema that is none": {"schema": {"type": "tuple"}},
    "a locale": {"locale": "de_DE"},
    "ordered lists": {"lists": "ordered"},
    "missing fields skipped": {"missing_fields": "skip", "extra_fields": "skip"},
    "null fields dropped": {"null_fields": "drop"},
    "repair": {"repair": True},
    "values by themselves": {"reduction": "none"},
    "a threshold of values": {"threshold": 0.7},
    "a normalizer of values": {"normalizer": "lower"},
    "an unknown option of values": {"list": "ordered"},
}


def _values() -> Iterator[Input]:
    named = {"ids": ["i1", "i2", "i3"], "groups": ["ann", "ann", "bob"]}
    yield Input("records", "values", *_RECORDS, **named, is_broad=True)
    broad = ("texts as values", "lists", "objects in objects")
    for name, given in _VALUES.items():
        yield Input(name, "values", *given, is_broad=name in broad)
    for name, options in _OPTIONS_OF_VALUES.items():
        yield Input(name, "values", *_RECORDS, options, is_broad=name == "a schema")


def _said(*segments: Any) -> list[dict[str, Any]]:
    """Return the segments of a session from speaker, words and perhaps start and end."""
    names = ("speaker", "words", "start_time", "end_time")
    return [dict(zip(names, segment, strict=False)) for segment in segments]


_ANN, _BEN = ("ann", "good morning everyone", 0.0, 2.0), ("ben", "hi ann how are you", 1.5, 4.0)
_MEETING = _said(_ANN, _BEN, ("ann", "fine", 4.0, 5.0))
_FOUND = _said(("1", "good morning every one hi", 0.0, 3.0), ("2", "ann how you fine", 2.0, 5.0))
_ONE_STREAM = _said(("x", "good morning everyone hi ann how are you fine", 0.0, 5.0))
_JA = _said(("anna", "今日はいい天気です", 0.0, 1.0), ("ben", "そうですね", 1.0, 2.0))
_JA_FOUND = _said(("a", "今日は良い天気です", 0.0, 1.2), ("b", "そう です ね", 1.1, 2.0))
_UNTIMED = _said(("ann", "a b"), ("ben", "c d"))
_SESSIONS: dict[str, tuple[Any, Any]] = {
    "two speakers": ([_FOUND], [_MEETING]),
    "one stream": ([_ONE_STREAM], [_MEETING]),
    "Japanese speakers": ([_JA_FOUND], [_JA]),
    "equal sessions": ([_MEETING], [_MEETING]),
    "no times": ([_said(("1", "a b c"), ("2", "d"))], [_UNTIMED]),
    "no predicted segments": ([[]], [_MEETING]),
    "no reference segments": ([_FOUND], [[]]),
    "more speakers found": ([_said(*(_ANN, _BEN, ("c", "oh", 4.5, 5.0)))], [_MEETING]),
    "overlap": ([_said(("1", "a b", 0.0, 4.0))], [_said(("a", "a", 0, 3), ("b", "b", 1, 4))]),
    "sessions by name": ({"m1": _FOUND, "m2": _JA_FOUND}, {"m2": _JA, "m1": _MEETING}),
    "a session that is missing": ({"m1": _FOUND}, {"m1": _MEETING, "m2": _JA}),
    "times the wrong way": ([_said(("1", "a", 2.0, 1.0))], [_said(("a", "a", 0.0, 1.0))]),
    "no speaker": ([[{"words": "a"}]], [_UNTIMED]),
    "words of a wrong type": ([[{"speaker": "1", "words": 3}]], [_UNTIMED]),
    "times of a wrong type": ([_said(("1", "a", "0", 1.0))], [_said(("a", "a", 0.0, 1.0))]),
    "a missing session": ([None], [_MEETING]),
    "fewer sessions": ([_FOUND], [_MEETING, _JA]),
    "no sessions": ([], []),
}
_OPTIONS_OF_SESSIONS: dict[str, dict[str, Any]] = {
    "a collar": {"collar": 0.5},
    "no overlap": {"overlap": False},
    "pyannote's definition": {"definition": "pyannote"},
    "equidistant words": {"reference_timing": "equidistant_intervals"},
    "characters of sessions": {"tokenizer": "char"},
    "a normalizer of sessions": {"normalizer": "lower"},
    "a negative collar": {"collar": -1.0},
    "an unknown timing": {"reference_timing": "equal"},
}


def _sessions() -> Iterator[Input]:
    sides = [_FOUND, _JA_FOUND, _ONE_STREAM], [_MEETING, _JA, _MEETING]
    named = {"ids": ["m1", "m2", "m3"], "groups": ["x", "x", "y"]}
    yield Input("meetings", "sessions", *sides, **named, is_broad=True)
    broad = ("two speakers", "no times", "sessions by name", "no predicted segments")
    for name, given in _SESSIONS.items():
        yield Input(name, "sessions", *given, is_broad=name in broad)
    for name, options in _OPTIONS_OF_SESSIONS.items():
        yield Input(name, "sessions", *sides, options, is_broad=name == "a collar")


def other_system(predictions: Any) -> Any:
    """Return the predictions of another system: the same in another order."""
    if isinstance(predictions, dict):
        return dict(zip(predictions, other_system([*predictions.values()]), strict=True))
    return predictions[1:] + predictions[:1]


INPUTS = [*_texts(), *_values(), *_sessions()]

# What a config of another kind is given too.
_FOREIGN = {"one sample", "bare strings", "records", "two speakers"}


def inputs_of(kind: Kind, *, only_broad: bool) -> list[Input]:
    """Return the inputs of a kind, and then some of the others."""
    own = [one for one in INPUTS if one.kind == kind]
    others = [one for one in INPUTS if one.kind != kind and one.name in _FOREIGN]
    return [one for one in own + others if one.is_broad or not only_broad]
