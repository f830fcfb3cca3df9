"""The caller's own tokenizer, whatever its manner."""

import functools
import re

import pytest

import levmetrics
from levmetrics import InputError, get_tokenizer
from levmetrics.tokenizers import Tokenizer, WhitespaceTokenizer
from tests.tokenizers.columns import column_tokens


class Splitter:
    def tokenize(self, text):
        return text.split("-")


class CallableSplitter(Splitter):
    def __call__(self, text):
        return {"input_ids": [1]}


@pytest.mark.parametrize(
    "tokenizer",
    [
        Splitter(),
        CallableSplitter(),
        lambda text: text.split("-"),
        lambda text: tuple(text.split("-")),
        lambda text: iter(text.split("-")),
    ],
)
def test_callables_and_objects_with_tokenize_are_taken(tokenizer):
    assert column_tokens(tokenizer, ["a-b", "", "c"]) == [["a", "b"], [""], ["c"]]
    assert get_tokenizer(tokenizer).tokenize("a-b") == ["a", "b"]


def hugging_face():
    """A byte-level BPE made from a few words, as a Hugging Face tokenizer."""
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    model = tokenizers.ByteLevelBPETokenizer()
    model.train_from_iterator(
        ["who is there", "is there"] * 10, vocab_size=300, show_progress=False
    )
    return transformers.PreTrainedTokenizerFast(tokenizer_object=model._tokenizer)


def test_hugging_face_tokenizers_are_taken_as_they_are():
    pytest.importorskip("torchmetrics")
    tokenizer = hugging_face()
    tokens = tokenizer.tokenize("who is there")
    assert column_tokens(tokenizer, ["who is there"]) == [tokens]
    preds, target = tokenizer.tokenize("is there"), tokens
    expected = levmetrics.WordErrorRate()([preds], [target])  # the same tokens, given as they are
    assert 0 < expected < 1
    assert levmetrics.WordErrorRate(tokenizer=tokenizer)("is there", "who is there") == expected
    assert repr(get_tokenizer(tokenizer)).startswith("custom(transformers.")


def test_rouge_score_tokenizers_are_taken_as_they_are():
    tokenizers = pytest.importorskip("rouge_score.tokenizers")
    assert column_tokens(tokenizers.DefaultTokenizer(), ["Who's there?"]) == [["who", "s", "there"]]


def test_nltk_tokenizers_are_taken_as_they_are():
    tokenize = pytest.importorskip("nltk.tokenize")
    tokenizer = tokenize.TreebankWordTokenizer()
    assert column_tokens(tokenizer, ["don't!"]) == [["do", "n't", "!"]]
    assert column_tokens(tokenize.wordpunct_tokenize, ["a-b"]) == [["a", "-", "b"]]


@pytest.mark.parametrize("wakati", [False, True])
def test_janome_tokenizers_are_taken_as_they_are(wakati):
    janome = pytest.importorskip("janome.tokenizer")
    tokenizer = janome.Tokenizer(wakati=wakati)
    assert column_tokens(tokenizer, ["今日はいい天気です"]) == [
        ["今日", "は", "いい", "天気", "です"]
    ]


def test_custom_tokenizers_say_which_they_are():
    assert repr(get_tokenizer(str.split)) == "builtins.str.split"
    assert repr(get_tokenizer(failing)) == "tests.tokenizers.test_custom.failing"


@pytest.mark.parametrize(
    "function",
    [re.compile(r"\w").findall, Splitter().tokenize, "-".join, functools.partial(str.split)],
)
def test_bound_methods_and_the_like_are_marked_in_the_signature(function):
    assert repr(get_tokenizer(function)).startswith("custom(")


def test_a_subclass_without_a_name_of_its_own_is_marked_in_the_signature():
    class Own(WhitespaceTokenizer):
        __repr__ = Tokenizer.__repr__

    assert repr(Own()).startswith("custom(tests.tokenizers.test_custom.")


def test_a_name_that_does_not_say_everything_is_marked_in_the_signature():
    assert repr(get_tokenizer(Splitter())) == "custom(tests.tokenizers.test_custom.Splitter)"
    assert repr(get_tokenizer(lambda text: [])).startswith("custom(tests.tokenizers.test_custom.")


def failing(text):
    if text == "bad":
        raise RuntimeError("no such word")
    return text.split()


@pytest.mark.parametrize(
    ("tokenizer", "message"),
    [
        (failing, "failed on preds[2]: RuntimeError: no such word"),
        (lambda t: None, "failed on preds[0]: it returned NoneType; a list of strings is expected"),
        (lambda t: t, "failed on preds[0]: it returned str; a list of strings is expected"),
        (
            lambda t: [1],
            "failed on preds[0]: one of its tokens is of type int; every token must be a string",
        ),
        (
            lambda t: {"input_ids": [1]}.values(),
            "failed on preds[0]: one of its tokens is of type list; every token must be a string",
        ),
        (
            lambda t: ["\ud800"],
            "failed on preds[0]: UnicodeEncodeError: 'utf-8' codec can't encode character",
        ),
        (
            lambda t: {"b", "a"},
            "failed on preds[0]: it returned set; a list of strings is expected",
        ),
        (lambda t: t[9:].index("x"), "failed on preds[0]: ValueError: substring not found"),
        (lambda t: {}[t], "failed on preds[0]: KeyError: 'a'"),
    ],
)
def test_a_tokenizer_that_fails_is_named_with_the_sample(tokenizer, message):
    with pytest.raises(InputError) as caught:
        column_tokens(tokenizer, ["a", "b", "bad"])
    assert str(caught.value).startswith("the tokenizer ")
    assert "tests.tokenizers.test_custom." in str(caught.value)
    assert message in str(caught.value)


def test_a_class_where_an_object_is_meant_is_named():
    with pytest.raises(InputError) as caught:
        get_tokenizer(Splitter)
    assert str(caught.value) == "tokenizer is the class Splitter; give an object of it: Splitter()"
