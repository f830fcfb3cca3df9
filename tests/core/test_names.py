"""Metrics by name: what a name fixes, what is made once, what is refused."""

import gc
import weakref
from functools import partial

import pytest

import levmetrics as lm
from levmetrics import InputError, get_tokenizer, score
from levmetrics.core.names import all_configs, configs_of_module, get_metric, label_of
from levmetrics.normalizers import NORMALIZERS, Normalizer
from tests.packages import needs, needs_tokenizer
from tests.registered import registered


@needs("gradio")
def test_the_page_has_every_config_that_needs_nothing_but_texts_a_schema_and_the_core():
    from levmetrics.web.requests import page_configs

    left_out = configs_of_module("wer_lev").keys() - page_configs("wer_lev").keys()
    assert {name for name in left_out if not name.startswith("openasr")} == {"keywords"}
    assert page_configs("anls").keys() == configs_of_module("anls").keys()


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        (
            "openasr",
            {"compounds": "join"},
            "openasr fixes compounds='merge'; leave it out, or take wer",
        ),
        (
            "openasr:de",
            {"normalizer": "lower"},
            "openasr:de fixes normalizer='openasr:multilingual:de'; leave it out, or take wer",
        ),
        ("anls:stvqa", {"rule": "docvqa"}, "anls:stvqa fixes rule='stvqa'; leave it out"),
    ],
)
def test_an_option_that_a_config_fixes_is_named_as_that(metric, options, message):
    with pytest.raises(InputError) as refusal:
        score(["a"], ["a"], metric, **options)
    assert str(refusal.value) == message


def test_every_score_of_the_package_itself_is_a_share_or_rate_and_written_in_percent():
    labels = {name: config.label for name, config in all_configs().items()}
    assert {name for name, label in labels.items() if not label.is_percentage} == set()
    assert label_of("theirs:own", "own_score").write(0.45) == "0.4500"


def test_a_metric_is_made_once_for_the_same_options_and_anew_where_something_is_registered():
    options = {"tokenizer": "char", "normalizer": "lower"}
    metric = get_metric("wer", options=options)
    assert get_metric("wer", options={**options}) is metric
    assert get_metric("wer", options={**options, "costs": "nist"}) is not metric
    with registered(NORMALIZERS, Normalizer("other", str.upper, "another one")):
        assert get_metric("wer", options=options) is not metric
    assert get_metric("anls", options={"threshold": 1}).settings["threshold"] == 1
    with pytest.raises(InputError, match="threshold is True"):  # which equals 1
        get_metric("anls", options={"threshold": True})


def test_a_tokenizer_of_the_caller_is_not_kept():
    tokenizer = type("Mine", (), {"tokenize": lambda self, text: text.split()})()
    kept = weakref.ref(tokenizer)
    score(["a b"], ["a c"], tokenizer=tokenizer)
    del tokenizer
    gc.collect()
    assert kept() is None


@needs_tokenizer("mecab")
@pytest.mark.parametrize(
    "tokenizer", ["whitespace", "mixed", "mecab", get_tokenizer("whitespace")], ids=str
)
@pytest.mark.parametrize("score_by", [lm.cer, partial(lm.score, metric="cer")])
def test_a_character_error_rate_refuses_a_tokenizer_of_words_and_names_wer(score_by, tokenizer):
    with pytest.raises(InputError) as caught:
        score_by(["a b"], ["a c"], tokenizer=tokenizer)
    assert str(caught.value) == (
        f"tokenizer is {tokenizer}, whose tokens are words; a character error rate takes char or "
        "grapheme: take wer for the rate of words"
    )
    assert lm.wer(["a b"], ["a c"], tokenizer=tokenizer) == 0.5


@pytest.mark.parametrize("tokenizer", ["char", "grapheme", list, None])
def test_a_character_error_rate_takes_a_tokenizer_of_characters_and_a_callers_own(tokenizer):
    assert lm.cer(["a b"], ["a c"], tokenizer=tokenizer) == 1 / 3


def test_what_a_config_fixes_may_be_said_again():
    given = {"tokenizer": "char", "substitution_cost": 1}
    for options in (given, {"tokenizer": None}):
        assert get_metric("anls:docvqa", options=options).settings == (
            get_metric("anls:docvqa", options={}).settings
        )
    with pytest.raises(InputError, match="anls:docvqa fixes substitution_cost=1"):
        get_metric("anls:docvqa", options={"substitution_cost": 2})
