"""Warnings lead to the line that a caller wrote."""

import warnings

import pytest

import levmetrics as lm
from levmetrics.run import Run

FEW = lm.score(["a", "b"], ["a", "c"])
OTHERS = {"old": FEW, "new": lm.score(["a", "c"], ["a", "c"])}
EMPTY = Run.empty(FEW.metric)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: FEW.interval(),
        lambda: lm.compare(OTHERS),
        lambda: lm.compare({"old": ["a", "b"], "new": ["a", "c"]}, ["a", "c"]),
        lambda: EMPTY.result(),
        lambda: EMPTY.score,
        lambda: lm.error_counts([], []).wer,
    ],
    ids=["interval", "compare runs", "compare texts", "result", "score", "error counts"],
)
def test_a_warning_is_of_the_callers_line_and_said_once_for_each_such_line(ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        ask()
        ask()
    assert [warning.filename for warning in caught] == [__file__]
