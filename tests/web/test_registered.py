"""What is registered can be chosen on the page, and asked for at its endpoints."""

import pytest

from levmetrics import InputError, score
from levmetrics.tokenizers import TOKENIZERS, TokenizerFacts
from levmetrics.view.notices import Texts, companion, notices
from levmetrics.web import endpoints
from levmetrics.web.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.web.requests import Request
from tests.registered import registered
from tests.strangers import installed
from tests.web.given import scored_texts as scored


def choices(control, *chosen):
    return [value for _, value in control(*chosen).choices]


def test_a_tokenizer_is_on_the_page_until_it_is_not(hyphen):
    assert "hyphen" in choices(tokenizer_control)
    assert endpoints.wer("a-b", "a-c", tokenizer="hyphen")["wer"] == 0.5
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen:/'"):
        Request("wer", {"tokenizer": "hyphen:/"}).options()
    hyphen.unregister()
    assert "hyphen" not in choices(tokenizer_control)


def test_a_tokenizer_whose_packages_are_not_installed_is_not_on_the_page():
    def missing():
        raise ImportError("the tokenizer 'missing' needs the package nowhere: pip install nowhere")

    with registered(
        TOKENIZERS, TokenizerFacts("missing", missing, "of a package that is not there")
    ):
        assert "missing" not in choices(tokenizer_control)
        with pytest.raises(InputError, match="unknown tokenizer 'missing'"):
            Request("wer", {"tokenizer": "missing"}).options()


def test_a_normalizer_is_on_the_page_until_it_is_not(no_hyphens):
    assert "no_hyphens" in choices(normalizer_control)
    assert endpoints.wer("A-b c", "ab c", normalizer="lower+no_hyphens")["wer"] == 0
    no_hyphens.unregister()
    assert "no_hyphens" not in choices(normalizer_control)


def test_a_rate_is_in_the_result(hit_rate):
    assert scored(["a b"], ["a c"]).systems.first["hit_rate"] == 0.5
    assert endpoints.wer("a b", "a c")["hit_rate"] == 0.5


def test_a_rule_is_on_the_page_until_it_is_not(exact):
    assert ("ANLS: exact matches", "anls:exact") in metric_control("wer").choices
    assert scored(["a", "b"], ["a", "c"], "anls:exact").systems.first.result() == {"anls": 0.5}
    assert endpoints.anls("a\nb", "a\nc", "exact") == {"anls": 0.5}
    exact.unregister()
    assert "anls:exact" not in choices(metric_control, "wer")
    with pytest.raises(InputError, match="unknown config 'exact'"):
        endpoints.anls("a", "a", "exact")


def test_a_metric_may_call_its_tokenizer_and_its_normalizers_otherwise():
    with installed("theirs", "tests.strangers"):
        request = Request.of_names("theirs:rate", "char", ["lower"])
        assert request.given == {"units": "char", "cleaning": "lower"}
        run = scored(["A b, c"], ["a b c"], "theirs:rate", cleaning="nfc").systems.first
        texts = Texts.of(run)
        (plain,) = notices(run, texts)
        assert (plain.key, plain.values) == ("notice_plain", {"score": "0.00 %"})
        beside = companion(texts).metric
    assert beside.signature() == score([""], [""], "cer", normalizer="nfc").metric.signature()


def test_a_metric_without_an_option_says_so():
    with pytest.raises(InputError, match="unknown option of this page 'tokenizer'; there are none"):
        Request("meeting:der", {"tokenizer": "char"}).options()
