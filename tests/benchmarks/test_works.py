"""The benchmarks compare tools that do the same: they come to the same score."""

import pytest

from benchmarks import corpora, works
from benchmarks.bars import OURS, Seconds, ShareOfTime, TimesAsFast
from benchmarks.timing import Timing

SPEECH = corpora.synthetic_speech(60)
SMALL = {
    "W1": lambda: works.word_error_rate(SPEECH),
    "W2": lambda: works.error_rates(SPEECH),
    "W3": lambda: works.character_error_rate(SPEECH),
    "W4": lambda: works.answers(corpora.questions(60)),
    "W5": lambda: works.trees(corpora.invoices(3, line_items=4)),
    "W6": lambda: works.edit_distance(corpora.lines(20, 100)),
    "W7": lambda: works.japanese([side[:30] for side in corpora.read_characters(1)]),
    "W8": lambda: works.long_texts(corpora.lines(2, 500)),
    "W9": lambda: works.through_evaluate(SPEECH),
    "W10": lambda: works.word_error_rate([side[:30] for side in corpora.utterances()]),
    "W11": lambda: works.intervals(200),
}
# What comes to another score, and why.
OTHERS = {
    ("W4", f"{OURS}, stvqa"): "another rule",
    ("W4", "anls"): "that rule",
    ("W6", "torchmetrics"): "it searches in a beam, and is not exact",
    ("W11", f"{OURS}, bca"): "another method",
    ("W11", "NumPy's rng.choice, 1,000 times"): "another random draw",
}


def scores(name):
    found = {who: call() for who, call in SMALL[name]().items()}
    return {who: score for who, score in found.items() if score is not None}


def test_all_work_but_starting_is_looked_at_here():
    assert [work.name for work in works.WORKS] == [*SMALL, "W12"]


@pytest.mark.parametrize("name", SMALL)
def test_all_tools_come_to_the_same_score_but_for_those_that_are_named(name):
    found = scores(name)
    for who, score in found.items():
        if (name, who) in OTHERS:
            assert score != pytest.approx(found[OURS], rel=1e-6)
        else:
            assert score == pytest.approx(found[OURS], rel=1e-6), who


def test_anls_by_its_rule_is_that_of_its_package():
    found = scores("W4")
    assert found["anls"] == pytest.approx(found[f"{OURS}, stvqa"], abs=1e-12)
    assert found["anls_star"] == pytest.approx(found[OURS], abs=1e-12)


@pytest.mark.parametrize("work", works.WORKS, ids=lambda work: work.name)
def test_bars_are_of_contenders_and_can_be_missed(work):
    contenders = SMALL.get(work.name, works.starts)()
    for bar in work.bars:
        slow = {who: Timing([9.0 if who == bar.ours else 0.001], None) for who in contenders}
        fast = {who: Timing([1 / own.seconds[0]], None) for who, own in slow.items()}
        assert not bar.outcome(slow).met
        assert bar.outcome(fast).met


def test_single_steps_come_to_no_score():
    found = {who: call() for make in SMALL.values() for who, call in make().items()}
    assert {who for who, score in found.items() if score is None} == works.STEPS - {"python alone"}


def test_ratios_are_of_the_same_round():
    timings = {OURS: Timing([1.0, 2.0, 4.0], None), "peer": Timing([10.0, 40.0, 40.0], None)}
    fast = TimesAsFast(10, "peer").outcome(timings)
    assert (fast.value, fast.low, fast.high, fast.met) == (10, 10, 20, True)
    assert not TimesAsFast(11, "peer").outcome(timings).met
    share = ShareOfTime(0.1, ("peer", OURS)).outcome(timings)
    assert (share.value, share.low, share.high) == (1 / 11, 2 / 42, 1 / 11)
    assert share.met
    assert not ShareOfTime(0.09, ("peer", OURS)).outcome(timings).met
    assert Seconds(2.5).outcome(timings).met
    assert not Seconds(2.0).outcome(timings).met
