"""What the evaluate modules are given: columns of every kind are taken, the rest is refused."""

from itertools import product

import datasets
import evaluate
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from levmetrics import InputError
from tests.integrations.evaluate_modules import PREDS, TARGET, every_module, every_module_of_texts


@pytest.mark.parametrize("config", [None, "star"])
def test_add_says_what_it_was_not_given(config):
    module = evaluate.load("anls", config)
    with pytest.raises(InputError, match=r"^reference is missing; add takes one prediction and"):
        module.add(prediction="x")
    with pytest.raises(InputError, match=r"^prediction is missing; "):
        module.add(reference="x")
    assert len(module) == 0


def test_add_takes_several_references(anls):
    anls.add(prediction="a", reference=["b", "a"])
    anls.add_batch(predictions=["c"], references=[["c"]])
    assert anls.compute() == {"anls": 1.0}


def test_an_empty_batch_adds_nothing(anls):
    anls.add_batch(predictions=[], references=[])
    anls.add_batch(predictions=["a"], references=[["a", "b"]])
    anls.add_batch(predictions=[], references=[])
    assert anls.compute(predictions=[], references=[]) == {"anls": 1.0}


@pytest.mark.parametrize("kind", [tuple, np.array, pa.array, pd.Series])
def test_columns_of_every_kind_are_taken(wer, kind):
    result = wer.compute(predictions=kind(["a b", "c"]), references=kind(["a x", "c"]))
    assert result["wer"] == 1 / 3


def test_datasets_columns_are_taken(wer):
    data = datasets.Dataset.from_dict({"p": ["a b", "c"], "r": [["a x"], ["d", "c"]]})
    assert wer.compute(predictions=data["p"], references=data["r"])["wer"] == 1 / 3


REFUSED = [
    (
        {"predictions": "abc", "references": "abc"},
        "predictions is a bare string; give a list: predictions=['abc']",
    ),
    (
        {"predictions": ["abc"], "references": "abc"},
        "references is a bare string; give a list: references=['abc']",
    ),
    (
        {"predictions": ["a", "b", "c", None], "references": ["a"] * 4},
        "predictions[3] is None; every prediction must be a string",
    ),
    (
        {"predictions": ["a"], "references": [["a", None]]},
        "references[0][1] is None; every reference must be a string",
    ),
    (
        {"predictions": ["a", "b"], "references": ["a"]},
        "predictions and references differ in length (2 and 1); "
        "give one prediction for each sample of references",
    ),
]


@every_module_of_texts
def test_refused_input_is_named_and_what_was_added_stays(name, config):
    module = evaluate.load(name, config)
    module.add_batch(predictions=PREDS, references=TARGET)
    for (texts, message), call in product(REFUSED, (module.compute, module.add_batch)):
        with pytest.raises(InputError) as caught:
            call(**texts)
        assert str(caught.value) == message
        assert len(module) == len(PREDS)
    assert module.compute() == evaluate.load(name, config).compute(
        predictions=PREDS, references=TARGET
    )


@every_module
@pytest.mark.parametrize("nothing", [{}, {"predictions": [], "references": []}])
def test_nothing_to_score_is_said(name, config, nothing):
    with pytest.raises(InputError, match=r"there is nothing to score: give predictions and"):
        evaluate.load(name, config).compute(**nothing)


def test_add_refuses_what_is_not_one_sample(anls):
    with pytest.raises(
        InputError, match="prediction is of type list; every prediction must be a string"
    ):
        anls.add(prediction=["a"], reference="a")
    for prediction, reference, message in (
        ("a", None, "reference is None; every reference must be a string or a list of strings"),
        ("a", ["b", None], "reference[1] is None; every reference must be a string"),
        ("a\ud800", "b", "prediction has the lone surrogate U+D800 at character 1; every "),
    ):
        with pytest.raises(InputError) as caught:
            anls.add(prediction=prediction, reference=reference)
        assert str(caught.value).startswith(message)
    assert len(anls) == 0


def test_references_are_lists_throughout_or_never(anls):
    anls.add_batch(predictions=["a"], references=["a"])
    with pytest.raises(InputError, match="references were added as lists before and as single"):
        anls.add_batch(predictions=["a"], references=[["a"]])
    assert anls.compute() == {"anls": 1.0}


@pytest.mark.parametrize("name", ["anls", "wer_lev"])
def test_evaluate_modules_take_texts_only(name):
    with pytest.raises(InputError, match=r"predictions\[0\] is of type list; every prediction"):
        evaluate.load(name).compute(predictions=[["a"]], references=[["a"]])
