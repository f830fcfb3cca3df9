"""The benchmarks compare tools that do the same: they come to the same score."""

import pytest

from benchmarks import corpora, works
from benchmarks.bars import OURS, Seconds, ShareOfTime, TimesAsFast, TimesTheFastestPeer
from benchmarks.memory import CallMemory, Measured, PeakMemory
from benchmarks.timing import Timing
from benchmarks.works import answers, characters, intervals, japanese, modules, starts, words

SPEECH = corpora.synthetic_speech(60)
SMALL = {
    "W1": lambda: words.many_pairs(SPEECH),
    "W2": lambda: words.counts(SPEECH),
    "W3": lambda: characters.character_error_rate(SPEECH),
    "W4": lambda: answers.answers(corpora.questions(60)),
    "W5": lambda: answers.trees(corpora.invoices(3, line_items=4)),
    "W6": lambda: characters.edit_distance(corpora.lines(20, 100)),
    "W7": lambda: japanese.japanese([side[:30] for side in corpora.read_characters(1)]),
    "W8": lambda: characters.long_texts(corpora.lines(2, 500)),
    "W9": lambda: modules.through_evaluate(SPEECH),
    "W10": lambda: words.few_pairs([side[:30] for side in corpora.utterances()]),
    "W11": lambda: intervals.intervals(200),
    "W13": lambda: words.few_pairs(corpora.synthetic_speech(20)),
    "W14": lambda: words.long_pair(corpora.long_pair(300)),
}
# What comes to another score, and why.
OTHERS = {
    ("W4", f"{OURS}, stvqa"): "another rule",
    ("W4", "anls"): "that rule",
    ("W6", "torchmetrics"): "it searches in a beam, and is not exact",
    ("W11", "NumPy's rng.choice, 1,000 times"): "percentiles, and another random draw",
}
# fastwer rounds percentages to four digits, and half of the last one is this; W6 multiplies by 100.
HALF_A_DIGIT = 0.5e-6
ROUNDED = {(name, "fastwer"): HALF_A_DIGIT for name in ("W1", "W3", "W10", "W13", "W14")}
ROUNDED["W6", "fastwer"] = 100 * HALF_A_DIGIT


@pytest.fixture(autouse=True)
def no_process_of_the_portable_kernel(monkeypatch):
    for family in (words, characters):
        monkeypatch.setattr(family, "portable", lambda score, corpus: {})


def scores(name):
    found = {who: call() for who, call in SMALL[name]().items()}
    return {who: score for who, score in found.items() if score is not None}


def test_all_work_but_starting_is_looked_at_here():
    assert {work.name for work in works.WORKS} == {*SMALL, "W12"}


@pytest.mark.parametrize("name", SMALL)
def test_all_tools_come_to_the_same_score_but_for_those_that_are_named(name):
    found = scores(name)
    for who, score in found.items():
        if (name, who) in OTHERS:
            assert score != pytest.approx(found[OURS], rel=1e-6)
        else:
            rounded = ROUNDED.get((name, who), 0)
            assert score == pytest.approx(found[OURS], rel=1e-6, abs=rounded), who


def test_anls_by_its_rule_is_that_of_its_package():
    found = scores("W4")
    assert found["anls"] == pytest.approx(found[f"{OURS}, stvqa"], abs=1e-12)
    assert found["anls_star"] == pytest.approx(found[OURS], abs=1e-12)


@pytest.mark.parametrize("work", works.WORKS, ids=lambda work: work.name)
def test_bars_are_of_contenders_and_can_be_missed(work):
    contenders = SMALL.get(work.name, starts.starts)()
    for bar in work.bars:
        seconds = {who: 9.0 if who == bar.ours else 0.001 for who in contenders}
        slow = {who: Timing([own], [own], None) for who, own in seconds.items()}
        fast = {who: Timing([1 / own], [1 / own], None) for who, own in seconds.items()}
        assert not bar.outcome(slow).met
        assert bar.outcome(fast).met


def test_single_steps_come_to_no_score():
    found = {who: call() for make in SMALL.values() for who, call in make().items()}
    assert {who for who, score in found.items() if score is None} == works.STEPS - {"python alone"}


def test_ratios_are_of_the_same_round():
    timings = timings_of({OURS: [1.0, 2.0, 4.0], "peer": [10.0, 40.0, 40.0]})
    fast = TimesAsFast(10, "peer").outcome(timings)
    assert (fast.value, fast.low, fast.high, fast.met) == (10, 10, 20, True)
    assert not TimesAsFast(11, "peer").outcome(timings).met
    share = ShareOfTime(0.1, ("peer", OURS)).outcome(timings)
    assert (share.value, share.low, share.high) == (1 / 11, 2 / 42, 1 / 11)
    assert share.met
    assert not ShareOfTime(0.09, ("peer", OURS)).outcome(timings).met
    assert Seconds(2.5).outcome(timings).met
    assert not Seconds(2.0).outcome(timings).met


def test_the_fastest_peer_is_that_of_each_round():
    timings = timings_of({OURS: [1.0, 1.0, 1.0], "a": [3.0, 9.0, 9.0], "b": [9.0, 2.0, 4.0]})
    twice = TimesTheFastestPeer(3, ("a", "b")).outcome(timings)
    assert (twice.value, twice.low, twice.high, twice.met) == (3, 2, 4, True)
    assert not TimesTheFastestPeer(3.1, ("a", "b")).outcome(timings).met


def test_a_bar_is_of_seconds_and_the_ratio_of_processor_time_stands_beside():
    timings = {OURS: Timing([1.0], [8.0], None), "peer": Timing([4.0], [4.0], None)}
    fast = TimesAsFast(3, "peer").outcome(timings)
    assert (fast.value, fast.met, fast.processor) == (4.0, True, 0.5)


def test_memory_is_that_of_the_process_or_what_a_call_adds():
    own = Measured(1.0, 1.0, mebibytes=500.0, above=20.0)
    assert PeakMemory(501).outcome(own).met
    assert not PeakMemory(499).outcome(own).met
    assert CallMemory(21).outcome(own).met
    assert not CallMemory(19).outcome(own).met


def timings_of(seconds):
    return {who: Timing(own, own, None) for who, own in seconds.items()}
