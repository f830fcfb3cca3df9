"""The runs that are made of a request."""

import pytest

from levmetrics.run import Run
from levmetrics.web.requests import Request
from levmetrics.web.results.planned import plan
from levmetrics.web.results.scored import score
from levmetrics.web.results.scripts import script_of


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
def test_every_run_is_planned_and_no_other(made, request_, texts, runs):
    scored = score(request_, texts, texts, lambda *_: None)
    planned = plan(request_, texts, texts, script_of(texts))
    assert len(made) == runs
    assert ("companion" in planned.others) is (scored.companion is not None)
    assert ("plain" in planned.others) is (scored.plain is not None)
