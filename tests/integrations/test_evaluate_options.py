"""The options of ``compute``: thresholds, tokenizers, normalizers, costs, groups, signatures."""

import evaluate
import pytest

import levmetrics
from levmetrics import InputError


def test_a_threshold_drops_what_is_less_alike(anls):
    texts = {"predictions": ["rain", "lnaguaeg"], "references": ["shine", "language"]}
    assert anls.compute(**texts, threshold=0.5) == {"anls": 0.25}


def test_tokenizers_and_normalizers_plug_in(anls, wer):
    texts = {"predictions": ["A-b"], "references": ["a-c"]}
    assert wer.compute(**texts, tokenizer=lambda t: t.split("-"), normalizer="lower")["wer"] == 0.5
    assert anls.compute(**texts, normalizer=["lower", str.strip]) == {"anls": pytest.approx(2 / 3)}


def test_groups_have_rates_of_their_own_beside_the_pooled_ones(wer):
    texts = {"predictions": ["a b", "x", "c"], "references": ["a b", "a", "c d"]}
    result = wer.compute(**texts, groups=["ann", "bob", "ann"])
    assert result["wer"] == 2 / 5
    assert list(result["groups"]) == ["ann", "bob"]
    ann = wer.compute(predictions=["a b", "c"], references=["a b", "c d"])
    assert result["groups"]["ann"] == ann
    assert result["groups"]["bob"]["wer"] == 1.0
    cer = evaluate.load("wer_lev", "cer").compute(**texts, groups=[1, 1, 1])
    assert cer["groups"][1]["cer"] == cer["cer"]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (["ann"], "groups has 1 labels for 2 samples; give one for each"),
        (["ann", None], "groups[1] is None; every sample needs a label"),
        (
            ["ann", 1],
            "groups holds labels of several types, or values that are not labels; make all of them",
        ),
    ],
)
def test_groups_that_do_not_fit_are_named_and_what_was_added_stays(wer, groups, message):
    wer.add_batch(predictions=["a", "b"], references=["a", "b"])
    with pytest.raises(InputError) as caught:
        wer.compute(groups=groups)
    assert str(caught.value).startswith(message)
    assert wer.compute()["hits"] == 2


def test_nist_costs_plug_in(wer):
    texts = {"predictions": ["b c d x"], "references": ["a b c"]}
    assert wer.compute(**texts, costs="nist")["hits"] == 2
    with pytest.raises(InputError, match="unknown costs 'NIST'; did you mean 'nist'"):
        wer.compute(**texts, costs="NIST")


def test_signatures_say_how_the_number_came_about(wer):
    result = wer.compute(predictions=["a"], references=["b"], signature=True, normalizer="lower")
    assert result["signature"].startswith(
        f"metric:wer|levmetrics:{levmetrics.__version__}|tokenizer:whitespace|"
        "normalizer:lower|costs:unit|reduction:corpus|"
    )
    assert "signature" not in wer.compute(predictions=["a"], references=["b"])


OPTIONS = (
    "alternatives, compounds, confidence_level, costs, equivalences, groups, n_resamples, "
    "normalizer, reduction, seed, signature, tokenizer"
)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"tokeniser": "char"},
            "unknown option of wer_lev.compute 'tokeniser'; did you mean 'tokenizer'? "
            f"Known: {OPTIONS}",
        ),
        (
            {"sync_on_compute": True},
            f"unknown option of wer_lev.compute 'sync_on_compute'; Known: {OPTIONS}",
        ),
        (
            {"concatenate_texts": True},
            "concatenate_texts is not taken: rates are pooled over all texts without it, by "
            'reduction="corpus", the default; leave it out',
        ),
        (
            {"tokenizer": "mecub"},
            "unknown tokenizer 'mecub'; did you mean 'mecab'? Known: char, grapheme, icu, jieba, "
            "kiwi, mecab, mecab:ipadic, mixed, mixed:icu, sudachi:A, sudachi:B, sudachi:C, "
            "whitespace",
        ),
        (
            {"reduction": "sum"},
            "unknown reduction 'sum'; Known: corpus, mean, none",
        ),
    ],
)
def test_unknown_options_are_named_and_what_was_added_stays(wer, options, message):
    wer.add_batch(predictions=["a"], references=["b"])
    with pytest.raises(InputError) as caught:
        wer.compute(**options)
    assert str(caught.value) == message
    assert wer.compute()["substitutions"] == 1


def test_the_default_of_evaluates_own_module_is_taken(wer):
    texts = {"predictions": ["a b", "c"], "references": ["a x y", "c"]}
    assert wer.compute(**texts, concatenate_texts=False) == wer.compute(**texts)
    anls = evaluate.load("anls")
    with pytest.raises(InputError, match=r"^unknown option of anls\.compute 'concatenate_texts'"):
        anls.compute(**texts, concatenate_texts=False)


@pytest.mark.parametrize(
    ("option", "value", "instead"),
    [
        ("use_stemmer", True, 'give stemmer="porter" for True, or'),
        ("use_aggregator", False, 'give reduction="none" for False, or'),
        ("rouge_types", ["rouge2"], 'a config, as in evaluate.load("rouge_lev", "2"), or'),
    ],
)
def test_options_of_evaluates_own_rouge_are_refused_with_what_to_give(option, value, instead):
    rouge = evaluate.load("rouge_lev")
    rouge.add(prediction="a", reference="a")
    with pytest.raises(InputError, match=f"^{option} is an option of evaluate's own") as error:
        rouge.compute(**{option: value})
    assert instead in str(error.value)
    assert rouge.compute()["rouge1"] == 1
