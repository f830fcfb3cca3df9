"""A request is scored by the metric that its texts choose."""

import pytest

from levmetrics.web import scored as module
from levmetrics.web.requests import AUTOMATIC
from tests.web.given import scored_texts as scored
from tests.web.given import value


@pytest.mark.parametrize(
    ("reference", "metric", "script"),
    [
        ("who is there", "wer", "spaced"),
        ("今日は雨です", "ja", "japanese"),
        ("今天天气很好", "mixed", "unspaced"),
        ("วันนี้อากาศดี", "mixed", "unspaced"),
        ("오늘은 날씨가 좋다", "cer", "eojeol"),
    ],
)
def test_the_texts_choose_a_metric_that_has_their_units(reference, metric, script):
    shown = scored([reference], [reference], AUTOMATIC)
    assert (shown.request.metric, shown.chosen_by) == (metric, script)


def test_what_the_texts_chose_is_said_and_not_doubted():
    shown = value(["雨だ", "雨です"], ["雨は", "雨でした"], AUTOMATIC)["languages"]["en"]["html"]
    assert "words are counted" in shown
    assert "lev-notice" not in shown
    assert "counted" not in value(["雨だ"], ["雨は"], "ja")["languages"]["en"]["html"]


def test_without_mecab_japanese_is_counted_in_characters(monkeypatch):
    monkeypatch.setattr(module, "installed_tokenizers", lambda: ("char", "whitespace"))
    assert scored(["今日は雨です"], ["今日は雨です"], AUTOMATIC).request.metric == "cer"
