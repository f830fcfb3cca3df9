"""One file registers a normalizer, and it is in every list, message, usage text and page."""

import evaluate
import pytest

from levmetrics import error_counts, get_normalizer
from levmetrics.demo.controls import normalizer_control
from levmetrics.demo.endpoints import wer
from levmetrics.demo.requests import Request
from levmetrics.errors import InputError
from levmetrics.inputs.columns import prediction_column
from levmetrics.normalizers import NORMALIZERS, Normalizer, list_normalizers


def without_hyphens(text):
    return text.replace("-", "")


@pytest.fixture
def no_hyphens():
    normalizer = Normalizer("no_hyphens", without_hyphens, description="without hyphens")
    NORMALIZERS.register(normalizer)
    yield normalizer
    NORMALIZERS.unregister("no_hyphens")


def page_choices():
    return [value for _, value in normalizer_control().choices]


def test_a_normalizer_that_is_registered_is_listed_in_order_and_used_by_name(no_hyphens):
    assert list_normalizers() == sorted(list_normalizers())
    assert "no_hyphens" in list_normalizers()
    chain = get_normalizer(["no_hyphens", "lower"])
    assert chain("A-b") == "ab"
    assert chain.column(prediction_column(["A-b", "C"])).texts.to_pylist() == ["ab", "c"]
    assert repr(chain) == "no_hyphens+lower"


def test_a_normalizer_that_is_registered_is_named_in_messages(no_hyphens):
    with pytest.raises(InputError, match="normalizer 'no_hyphen'; did you mean 'no_hyphens'"):
        get_normalizer("no_hyphen")
    with pytest.raises(InputError, match=r"it must be a name \(docvqa, .*, no_hyphens, "):
        get_normalizer(3)


def test_a_normalizer_that_is_registered_scores_by_its_name(no_hyphens):
    assert error_counts("a-b c", "ab c", normalizer="no_hyphens").wer == 0
    result = evaluate.load("wer_lev").compute(
        predictions=["a-b c"], references=["ab c"], normalizer="no_hyphens", signature=True
    )
    assert result["wer"] == 0
    assert "|normalizer:no_hyphens|" in result["signature"]


@pytest.mark.parametrize(
    ("name", "config"), [("anls", "default"), ("anls", "star"), ("wer_lev", "cer")]
)
def test_a_normalizer_that_is_registered_is_in_the_modules_usage_texts(name, config, no_hyphens):
    line = '\n        "no_hyphens": without hyphens\n'
    assert line in evaluate.load(name, config).inputs_description
    NORMALIZERS.unregister("no_hyphens")
    assert '"no_hyphens"' not in evaluate.load(name, config).inputs_description
    NORMALIZERS.register(no_hyphens)


def test_a_normalizer_that_is_registered_is_on_the_page(no_hyphens):
    assert "no_hyphens" in page_choices()
    assert Request("wer_lev", "", "lower+no_hyphens").options() == {
        "normalizer": ["lower", "no_hyphens"]
    }
    assert wer("a-b c", "ab c", normalizer="no_hyphens")["wer"] == 0


def test_a_normalizer_that_is_unregistered_is_unknown(no_hyphens):
    NORMALIZERS.unregister("no_hyphens")
    with pytest.raises(InputError, match="unknown normalizer 'no_hyphens'"):
        get_normalizer("no_hyphens")
    assert "no_hyphens" not in page_choices()
    NORMALIZERS.register(no_hyphens)


def test_every_built_in_normalizer_says_what_it_does():
    assert all(normalizer.description for normalizer in NORMALIZERS.values())
