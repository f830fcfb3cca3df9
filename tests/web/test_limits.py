"""What one visitor may ask for: everything that takes long is refused before it is done."""

import random

import pytest

from levmetrics.errors import InputError
from levmetrics.web.endpoints import align, anls, compare, wer
from levmetrics.web.limits import PAGE

LONG = PAGE.characters_per_text


def test_every_way_in_has_the_limit_of_a_text():
    much = "a" * (LONG + 1)
    for call in (
        lambda: wer(much, ""),
        lambda: anls("", much),
        lambda: align(much, ""),
        lambda: align("", much, "char"),
        lambda: compare(much, {"A": "a", "B": "b"}),
        lambda: compare("a", {"A": "a", "B": much}),
    ):
        with pytest.raises(InputError, match="is the most on this page"):
            call()


def test_texts_that_a_normalizer_makes_longer_count_as_long_as_they_become():
    texts = "\n".join(["\ufdfa" * 400] * 2000)  # each is 18 characters by NFKC
    assert wer(texts, texts, "cer")["cer"] == 0
    with pytest.raises(InputError, match="this would take about 15 seconds"):
        wer(texts, texts, "cer", "", "nfkc")


def test_slow_tokenizers_get_fewer_characters():
    texts = "\n".join(["가나" * 500] * 60)
    with pytest.raises(InputError, match="the tokenizer 'kiwi' is slow: 120,000 characters"):
        wer(texts, texts, tokenizer="kiwi")


def test_structured_answers_of_many_keys_are_scored_and_long_lists_refused():
    form = "{" + ",".join(f'"{i}": "{i}, {i}"' for i in range(500)) + "}"
    assert anls("\n".join([form] * 50), "\n".join([form] * 50), "star") == {"anls": 1.0}
    items = "[" + ",".join(map(str, range(1500))) + "]"
    with pytest.raises(InputError, match="this would take about 10 seconds"):
        anls("\n".join([items] * 4), "\n".join([items] * 4), "star")


def test_arguments_that_are_no_texts_are_named():
    with pytest.raises(InputError, match="predictions is of type int; give one text"):
        anls(5, "a")


@pytest.mark.slow
@pytest.mark.parametrize("config", ["wer", "cer", "ja"])
def test_the_most_that_is_allowed_is_scored(config):
    rng = random.Random(0)
    texts = ["".join(rng.choices("abcd 今日は良い天気", k=9000)) for _ in range(110)]
    assert wer("\n".join(texts[:55]), "\n".join(texts[55:]), config)["reference_length"] > 0
