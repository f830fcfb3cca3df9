"""What is registered can be chosen on the page, and asked for at its endpoints."""

import pytest

from levmetrics import InputError, list_tokenizers, score
from levmetrics.tokenizers import TOKENIZERS, TokenizerFacts
from levmetrics.view.notices import Texts, companion, notices
from levmetrics.web import endpoints
from levmetrics.web.controls import metric_control, normalizer_control, tokenizer_control
from levmetrics.web.requests import Request
from tests.registered import registered
from tests.strangers import installed
from tests.web.given import scored_texts as scored


def choices(control):
    return [value for _, value in control().choices]


def test_a_tokenizer_that_is_registered_is_on_the_page_until_it_is_not(hyphen):
    assert "hyphen" in choices(tokenizer_control)
    assert Request("wer", {"tokenizer": "hyphen"}).options() == {"tokenizer": "hyphen"}
    assert endpoints.wer("a-b", "a-c", tokenizer="hyphen")["wer"] == 0.5
    hyphen.unregister()
    assert "hyphen" not in choices(tokenizer_control)


def test_what_follows_a_name_is_refused_on_the_page(hyphen):
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen:/'"):
        Request("wer", {"tokenizer": "hyphen:/"}).options()


def test_a_tokenizer_whose_packages_are_not_installed_is_listed_but_not_on_the_page():
    def missing():
        raise ImportError("the tokenizer 'missing' needs the package nowhere: pip install nowhere")

    facts = TokenizerFacts("missing", missing, "of a package that is not there")
    with registered(TOKENIZERS, facts):
        assert "missing" in list_tokenizers()
        assert "missing" not in choices(tokenizer_control)
        with pytest.raises(InputError, match="unknown tokenizer 'missing'"):
            Request("wer", {"tokenizer": "missing"}).options()


def test_a_normalizer_that_is_registered_is_on_the_page_until_it_is_not(no_hyphens):
    assert "no_hyphens" in choices(normalizer_control)
    assert Request("wer", {"normalizer": "lower+no_hyphens"}).options() == {
        "normalizer": ["lower", "no_hyphens"]
    }
    assert endpoints.wer("a-b c", "ab c", normalizer="no_hyphens")["wer"] == 0
    no_hyphens.unregister()
    assert "no_hyphens" not in choices(normalizer_control)


def test_a_rate_that_is_registered_is_in_the_result_of_the_page_and_its_endpoint(hit_rate):
    assert scored(["a b"], ["a c"]).systems.first["hit_rate"] == 0.5
    assert endpoints.wer("a b", "a c")["hit_rate"] == 0.5


def test_a_metric_may_call_its_tokenizer_and_its_normalizers_otherwise():
    with installed("theirs", "tests.strangers"):
        assert Request.of_names("theirs:rate", "char", ["lower"]).given == {
            "units": "char",
            "cleaning": "lower",
        }
        run = scored(["A b, c"], ["a b c"], "theirs:rate", cleaning="nfc").systems.first
        texts = Texts.of(run)
        assert (run.metric.tokenizer_name, run.score) == ("whitespace", 2 / 3)
        (plain,) = notices(run, texts)
        assert (plain.key, plain.values) == ("notice_plain", {"score": "0.00 %"})
        beside = companion(texts).metric
        by_characters = scored(["ab"], ["ac"], "theirs:rate", units="char").systems.first
        assert (by_characters.metric.unit, by_characters.score) == ("characters", 0.5)
    assert beside.signature() == score([""], [""], "cer", normalizer="nfc").metric.signature()


def test_a_page_that_asks_for_no_option_of_a_metric_says_so():
    with pytest.raises(InputError, match="unknown option of this page 'tokenizer'; there are none"):
        Request("meeting:der", {"tokenizer": "char"}).options()


def test_a_rule_that_is_registered_is_on_the_page_until_it_is_not(exact):
    assert ("ANLS: exact matches", "anls:exact") in metric_control("wer").choices
    shown = scored(["a", "b"], ["a", "c"], "anls:exact")
    assert shown.systems.first.result() == {"anls": 0.5}
    assert shown.systems.first.sample_scores().tolist() == [1.0, 0.0]
    assert endpoints.anls("a\nb", "a\nc", "exact") == {"anls": 0.5}
    compared = endpoints.compare("a\nb", {"A": "a\nb", "B": "a\nc"}, "anls:exact")
    assert compared["metric"] == "anls:exact"
    exact.unregister()
    assert "anls:exact" not in choices(lambda: metric_control("wer"))
    with pytest.raises(InputError, match="unknown config 'exact'"):
        endpoints.anls("a", "a", "exact")
