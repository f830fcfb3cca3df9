"""What a request is expected to cost: more for more text, by script and by tokenizer."""

import numpy as np
import pytest

from levmetrics.errors import InputError
from levmetrics.inputs.columns import text_columns
from levmetrics.run import Run
from levmetrics.tokenizers import list_tokenizers
from levmetrics.web.costs import (
    comparison_seconds,
    default_tokenizer,
    run_seconds,
    text_seconds,
)
from levmetrics.web.endpoints import anls, compare, wer
from levmetrics.web.limits import PAGE, SECONDS
from tests.web.comparing.compared import compared


def seconds(texts, metric="wer_lev", tokenizer="", references=None):
    return text_seconds(
        metric, tokenizer, *text_columns(texts, texts if references is None else references)
    )


@pytest.mark.parametrize("tokenizer", list_tokenizers())
@pytest.mark.parametrize("text", ["a b", "国", "あ", "가", "🙂", " \n", ""])
def test_twice_as_many_samples_cost_twice_as_much(tokenizer, text):
    once, twice = (seconds([text * 50] * n, tokenizer=tokenizer) for n in (100, 200))
    assert 0 < once < twice == pytest.approx(2 * once)


@pytest.mark.parametrize("tokenizer", ["mecab", "mecab:ipadic", "sudachi:A", "jieba"])
def test_han_costs_analyzers_more_than_letters_do(tokenizer):
    han, letters = (seconds([text * 10] * 500, tokenizer=tokenizer) for text in ("国民 ", "ab "))
    assert han > 1.2 * letters


def test_hangul_costs_kiwi_more_than_kana_does():
    assert seconds(["가" * 90], tokenizer="kiwi") > 2 * seconds(["あ" * 90], tokenizer="kiwi")


@pytest.mark.parametrize("tokenizer", ["mecab", "jieba"])
def test_a_long_run_without_spaces_costs_more_than_its_pieces(tokenizer):
    letter = {"mecab": "ア", "jieba": "国"}[tokenizer]
    whole, pieces = ([letter * 9_000], [letter * 90] * 100)
    assert seconds(whole, tokenizer=tokenizer) > 3 * seconds(pieces, tokenizer=tokenizer)


def test_a_config_costs_what_its_own_tokenizer_does():
    han = ["国民の権利"] * 1_000
    assert seconds(han, "wer_lev:ja") == seconds(han, tokenizer="mecab")
    assert seconds(han, "wer_lev:cer") == seconds(han, tokenizer="char")
    assert default_tokenizer("anls:docvqa") == "char"


def test_every_reference_of_a_sample_costs():
    texts = ["a" * 5_000] * 20
    single = seconds(texts, "anls")
    several = seconds(texts, "anls", references=[["a" * 5_000] * 3] * 20)
    assert several > 2 * single


def test_an_unknown_tokenizer_is_taken_for_a_slow_one():
    assert seconds(["a" * 1_000], tokenizer="new") > seconds(["a" * 1_000], tokenizer="mecab")


def test_pairs_of_systems_cost_more_than_systems():
    costs = [comparison_seconds(20_000, systems) for systems in (2, 3, 6)]
    assert np.all(np.diff(costs) > 0)
    assert costs[2] > 5 * costs[0]


HAN = "\n".join(["国民の権利及び義務" * 1_000] * 200)


@pytest.mark.parametrize("metric", ["ja", "cer", "wer", "reading"])
def test_han_text_that_would_hold_up_the_page_is_refused_before_it_is_scored(metric):
    tokenizer = {"wer": "sudachi:C"}.get(metric, "")
    with pytest.raises(InputError, match=r"^this would take about \d+ seconds, and a request gets"):
        wer(HAN, HAN, metric, tokenizer)


def test_the_most_words_that_the_page_takes_are_scored():
    texts = "\n".join(["the cat sat on the mat " * 8] * (PAGE.characters // 200))
    assert wer(texts, texts)["wer"] == 0
    assert anls(texts, texts) == {"anls": 1.0}


def test_a_comparison_of_many_samples_and_systems_is_refused():
    texts = "\n".join(["a"] * PAGE.rows)
    systems = dict.fromkeys("ABCDEF", texts)
    with pytest.raises(InputError, match=f"a request gets {SECONDS:g} on this page"):
        compare(texts, systems)


@pytest.mark.parametrize("systems", [2, 3, 5])
def test_a_comparison_is_charged_once_for_all_systems_the_references_and_the_tests(
    monkeypatch, systems
):
    charged, made = [], []
    runs = Run.of_systems

    def recorded(metric, reader):
        made.extend(found := runs(metric, reader))
        return found

    monkeypatch.setattr(Run, "of_systems", recorded)
    monkeypatch.setattr("levmetrics.web.workload.charge_visitor", charged.append)
    texts = ["the cat", "sat on the mat"] * 20
    compared(texts, dict.fromkeys("ABCDE"[:systems], texts))
    assert len(made) == systems
    column, references = text_columns(texts, texts)
    metric = run_seconds("wer_lev:wer", "", [column] * len(made), references)
    assert charged == [pytest.approx(metric + comparison_seconds(len(texts), systems))]


def test_systems_that_are_each_soon_scored_are_refused_if_all_of_them_are_not():
    texts = "\n".join(["the cat sat on the mat " * 8] * (PAGE.characters // 200))
    assert wer(texts, texts)["wer"] == 0
    with pytest.raises(InputError, match="this would take about"):
        compare(texts, dict.fromkeys("ABCDEF", texts))
