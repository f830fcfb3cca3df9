"""Through ``evaluate.load``: the published examples, and the numbers of the classes."""

import evaluate
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import levmetrics
from levmetrics import InputError, score
from tests.integrations.evaluate_modules import COUNTS, every_module


def test_the_reference_examples_of_anls(anls):
    expected = {"anls": 0.45}
    assert (
        anls.compute(predictions=["rain", "lnaguaeg"], references=["shine", "language"]) == expected
    )
    assert anls.compute(predictions=["rain"], references=["shine"]) == {"anls": 0.4}
    assert anls.compute(predictions=["lnaguaeg"], references=["language"]) == {"anls": 0.5}
    assert anls.compute(predictions=["", "a"], references=["", ""]) == {"anls": 0.5}


def test_the_reference_examples_of_the_error_rates(wer):
    result = wer.compute(predictions=["is there"], references=["who is there"])
    assert result == {
        "wer": 1 / 3,
        "mer": 1 / 3,
        "wil": pytest.approx(1 / 3),
        "wip": pytest.approx(2 / 3),
        "substitutions": 0,
        "deletions": 1,
        "insertions": 0,
        "hits": 2,
        "reference_length": 3,
        "prediction_length": 2,
    }
    assert all(type(result[name]) is int for name in COUNTS)
    assert type(result["wer"]) is float
    gumbo = evaluate.load("wer_lev", "cer").compute(predictions=["GAMBOL"], references=["GUMBO"])
    assert next(iter(gumbo)) == "cer"
    assert "wer" not in gumbo
    assert gumbo["cer"] == 0.4


@every_module
@settings(max_examples=20)
@given(st.lists(st.tuples(st.text(), st.text()), min_size=1))
def test_any_unicode_scores_as_the_class_does(name, config, texts):
    preds, references = [p for p, _ in texts], [r for _, r in texts]
    assume(config != "star" or not any(r.strip().startswith(("{", "[", '"')) for r in references))
    module = evaluate.load(name, config, keep_in_memory=True)
    result = module.compute(predictions=preds, references=references)
    if name == "anls":
        metric = levmetrics.ANLS(config or "default")
        assert result == {"anls": metric(preds, references).item()}
    elif name == "rouge_lev":
        metric = levmetrics.ROUGE(config or "all")
        np.testing.assert_equal(result, {n: v.item() for n, v in metric(preds, references).items()})
    elif config in ("formatted", "openasr"):  # which no class is
        np.testing.assert_equal(
            result, score(preds, references, f"{name}:{config or 'default'}").result()
        )
    else:
        options = {
            None: {},
            "cer": {"tokenizer": "char"},
            "ja": {"tokenizer": "mecab"},
            "mixed": {"tokenizer": "mixed"},
        }[config]
        expected = levmetrics.ErrorRates(**options)(preds, references)
        assert list(result.values()) == [value.item() for value in expected.values()]


def test_reduction_none_gives_a_value_a_sample_even_of_one(anls, wer):
    result = anls.compute(predictions=["rain"], references=["shine"], reduction="none")
    assert result == {"anls": [0.4], "reference": [0]}
    result = wer.compute(predictions=["a", "b c"], references=["a", "b d"], reduction="none")
    assert result["wer"] == [0.0, 0.5]
    assert result["hits"] == [1, 1]


def test_every_measure_of_every_sample_and_which_reference_it_was(wer):
    result = wer.compute(
        predictions=["a b", "c"], references=[["x y", "a x"], ["c"]], reduction="none"
    )
    assert result["reference"] == [1, 0]
    assert result["wer"] == [0.5, 0.0]
    assert all(len(values) == 2 for values in result.values())


def test_more_rows_than_fit_one_table_keep_their_order(wer):
    preds = [str(i) for i in range(25_000)]
    result = wer.compute(predictions=preds, references=[["0"]] * 25_000, reduction="none")
    assert result["wer"] == [0.0] + [1.0] * 24_999


def test_punctuation_and_case_are_scored_beside_the_words():
    module = evaluate.load("wer_lev", "formatted")
    preds, references = ["is he there", "No."], ["Is he there?", "no."]
    result = module.compute(
        predictions=preds,
        references=references,
        groups=["ann", "bob"],
        confidence_level=0.9,
        signature=True,
    )
    assert (result["wer"], result["case_error_rate"]) == (0.0, 0.5)
    assert result["formatted_wer"] == result["punctuation_error_rate"] == 0.5
    assert result["groups"]["bob"]["case_errors"] == 1
    assert len(result["formatted_wer_interval"]) == 2
    assert "metric:formatted|" in result["signature"]


def test_keywords_are_scored_beside_all_other_words():
    module = evaluate.load("wer_lev", "keywords")
    module.add_batch(predictions=["Ann met rob"], references=["Ann met Bob"])
    options = {"keywords": ["ann", "bob"], "normalizer": "lower"}
    result = module.compute(predictions=["new york"], references=["new york"], **options)
    assert (result["keyword_recall"], result["keyword_precision"]) == (0.5, 1.0)
    assert (result["keyword_wer"], result["other_wer"]) == (0.5, 0.0)
    texts = {"predictions": ["ann", "ann"], "references": ["ann", "bob"]}
    of_samples = module.compute(**texts, keywords=[["ann"], ["bob"]], reduction="none")
    assert of_samples["keyword_recall"] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "keywords is None; give a list of words and phrases, or one for each sample"),
        ({"keywords": [""]}, "keywords[0] is '', which has no token; give a word or phrase"),
        ({"keywords": [["a"], ["b"]]}, "keywords and samples differ in number (2 and 1); give a"),
    ],
)
def test_keywords_that_cannot_be_are_refused_and_what_was_added_stays(options, message):
    module = evaluate.load("wer_lev", "keywords")
    module.add(prediction="a", reference="a")
    with pytest.raises(InputError) as caught:
        module.compute(**options)
    assert str(caught.value).startswith(message)
    assert module.compute(keywords=["a"])["keywords_found"] == 1
