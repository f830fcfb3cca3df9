"""What a request is expected to cost counts every run that is made of it."""

import random

import pytest

from levmetrics.errors import InputError
from levmetrics.inputs.columns import text_columns
from levmetrics.normalizers import get_normalizer
from levmetrics.run import Run
from levmetrics.web.costs import run_seconds, shown_seconds
from levmetrics.web.limits import PAGE, SECONDS
from levmetrics.web.requests import Request
from levmetrics.web.results import scored
from levmetrics.web.results.planned import plan
from levmetrics.web.results.scored import score
from levmetrics.web.results.scripts import script_of


class StoppedError(Exception):
    pass


@pytest.fixture
def charged(monkeypatch):
    """The seconds that visitors were charged."""
    seconds = []
    monkeypatch.setattr("levmetrics.web.workload.charge_visitor", seconds.append)
    return seconds


@pytest.fixture
def made(monkeypatch):
    """The metrics of which runs were made."""
    metrics = []
    runs = Run.of_systems

    def recorded(metric, reader):
        metrics.append(metric)
        return runs(metric, reader)

    monkeypatch.setattr(Run, "of_systems", recorded)
    return metrics


def seconds_of(metric, predictions, references):
    """What one run is expected to cost, of the texts as it reads them."""
    normalize = get_normalizer(metric.settings.get("normalizer")).column
    preds, target = map(normalize, text_columns(predictions, references))
    return run_seconds(f"{metric.name}:{metric.config}", "", [preds], target)


CASED = ["Who is there?", "Hello, World"]


@pytest.mark.parametrize(
    ("request_", "texts", "runs"),
    [
        (Request("wer_lev:wer"), CASED, 3),
        (Request("wer_lev:cer"), CASED, 3),
        (Request("wer_lev:wer"), ["who is there", "hello"], 2),
        (Request("wer_lev:cer"), ["今日は雨です", "明日も"], 1),
        (Request("anls:default"), CASED, 1),
        (Request("anls:star"), ['{"a": "Bc"}', '"x"'], 2),
    ],
    ids=lambda value: value.metric if isinstance(value, Request) else None,
)
def test_every_run_is_planned_and_no_other(charged, made, request_, texts, runs):
    score(request_, texts, texts, lambda *_: None)
    planned = plan(request_, texts, texts, script_of(texts))
    assert len(made) == runs
    assert charged == [planned.seconds]


@pytest.mark.parametrize("metric", ["wer_lev:wer", "wer_lev:cer"])
def test_the_seconds_are_the_sum_of_those_of_the_runs_that_are_made(charged, made, metric):
    texts = CASED * 50
    score(Request(metric), texts, texts, lambda *_: None)
    assert len(made) == 3
    expected = sum(seconds_of(metric, texts, texts) for metric in made)
    assert charged == [pytest.approx(expected + shown_seconds(len(texts)))]


def drawn(letters, characters, end=""):
    return "".join(random.Random(0).choices(letters, k=characters - len(end))) + end


ENGLISH = [drawn("Abcd efgh ", 90, ".")] * PAGE.rows
THAI = [drawn("กขคงจ ", 100)] * PAGE.rows
HAN = [drawn("国民権利義務今日天気", 100)] * 10_400
LONG = [drawn("Abcd efgh ", PAGE.characters_per_text)]


@pytest.mark.parametrize(
    ("metric", "texts", "runs"),
    [
        ("wer_lev:wer", ENGLISH, 2),
        ("wer_lev:cer", ENGLISH, 2),
        ("wer_lev:ja", HAN, 1),
        ("wer_lev:ja", HAN[:3_500], 2),
        ("wer_lev:wer", THAI, 2),
        ("wer_lev:wer", LONG, 3),
        ("wer_lev:cer", LONG, 3),
    ],
    ids=[
        "English",
        "English letters",
        "most Han",
        "Han",
        "Thai",
        "one line",
        "letters of one line",
    ],
)
def test_the_largest_texts_are_charged_for_each_run_that_is_made_of_them(
    charged, monkeypatch, metric, texts, runs
):
    asked = []

    def not_made(metrics, *_):
        asked.extend(metrics)
        raise StoppedError

    monkeypatch.setattr(scored, "run_all", not_made)
    with pytest.raises(StoppedError):
        score(Request(metric), texts, texts, lambda *_: None)
    assert len(asked) == runs
    (seconds,) = charged
    assert sum(seconds_of(metric, texts, texts) for metric in asked) < seconds <= SECONDS


def test_runs_that_were_not_asked_for_are_left_out_where_the_one_that_was_takes_its_time():
    planned = plan(Request("wer_lev:ja"), HAN, HAN, "unspaced")
    assert SECONDS - 1 < planned.seconds <= SECONDS
    assert not planned.others


def test_a_request_that_takes_too_long_by_itself_is_refused_and_not_charged(charged):
    texts = [drawn("国民の権利 ", 9_999)] * 200
    with pytest.raises(InputError, match="this would take about"):
        score(Request("wer_lev:wer", "sudachi:C"), texts, texts, lambda *_: None)
    assert charged == []
