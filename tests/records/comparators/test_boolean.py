"""Truth values are equal in all their words."""

import pytest

from levmetrics.records.comparators.spelling import Boolean

YES = [True, 1, 1.0, "true", "True", "YES", " y ", "on", "1", "１", "はい"]
NO = [False, 0, 0.0, "false", "No", "N", "OFF", "0", "Ｎｏ", "いいえ"]


@pytest.mark.parametrize(("words", "meaning"), [(YES, True), (NO, False)])
def test_the_words_are_read(words, meaning):
    assert {Boolean().read(word) for word in words} == {meaning}


@pytest.mark.parametrize("value", ["", "maybe", 2, -1, 0.5, float("nan"), "10", "yess"])
def test_others_are_not_read(value):
    assert Boolean().read(value) is None
