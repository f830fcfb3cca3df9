"""The gate says worse, passed or undecided by the bounds of the paired difference."""

import random

import numpy as np
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.comparison.gating import plan, worst
from levmetrics.core.baseline import Baseline
from levmetrics.sums.sample_statistics import SampleStatistics
from tests.corpora import SPEECH
from tests.thoroughness import ALL, times

IDS = [str(number) for number in range(600)]
SPEAKERS = [str(number // 10) for number in range(600)]


def of(system, metric="wer", **options):
    return lm.score(SPEECH.systems[system], SPEECH.references, metric, ids=IDS, **options)


WIDE, NARROW = of("wide_beams"), of("narrow_beams")


def gated(new, old, **options):
    stored = Baseline.of(old, with_edits=options.get("with_mapsswe", False))
    return lm.gate(new, stored, **{"margin": 0.005, **options})


def test_the_worse_system_is_worse_the_better_one_better_and_each_the_same_as_itself():
    worse, better, same = gated(NARROW, WIDE), gated(WIDE, NARROW), gated(WIDE, WIDE)
    assert (worse.outcome, better.outcome, same.outcome) == ("worse", "passed", "passed")
    assert (worse.is_better, better.is_better, same.is_better) == (False, True, False)
    assert str(worse).startswith("WER 24.23 % to 33.95 %: worse by 9.72 points (95 % bounds ")
    assert str(better).startswith("WER 33.95 % to 24.23 %: better by 9.72 points (95 % bounds ")
    bounds = "(95 % bounds 0.00 and 0.00 of 600 samples)"
    assert str(same) == f"WER 24.23 % to 24.23 %: the same {bounds}; allowed 0.50: passed"


def test_shuffled_samples_are_paired_by_their_ids():
    order = random.Random(0).sample(range(600), 600)
    texts, references = (
        [side[i] for i in order] for side in (SPEECH.systems["narrow_beams"], SPEECH.references)
    )
    shuffled = lm.score(texts, references, ids=[IDS[i] for i in order])
    told, expected = gated(shuffled, WIDE), gated(NARROW, WIDE)
    assert (told.before, told.after, told.outcome) == (expected.before, expected.after, "worse")
    assert told.bounds == pytest.approx(expected.bounds, abs=0.003)  # of other resamples


@pytest.mark.parametrize("groups", [None, SPEAKERS])
@pytest.mark.parametrize("metric", ["wer", "cer", "anls"])
def test_bounds_are_those_of_a_comparison(metric, groups):
    new, old = of("narrow_beams", metric, groups=groups), of("wide_beams", metric, groups=groups)
    told = lm.gate(new, Baseline.of(old), margin=0.0)
    (found,) = lm.compare({"old": old, "new": new}, confidence_level=0.9)["pairs"]
    sign = -1 if metric == "anls" else 1
    assert told.difference == sign * found["difference"]
    assert [*told.bounds] == sorted(sign * end for end in found["difference_interval"])


def test_mapsswe_is_that_of_a_comparison_and_refused_beside_groups():
    references = [[text, f"{text} now"] for text in SPEECH.references]
    runs = {
        name: lm.score(SPEECH.systems[name], references, ids=IDS, normalizer="lower")
        for name in ("wide_beams", "narrow_beams")
    }
    for old, new in ((WIDE, NARROW), runs.values()):
        (found,) = lm.compare({"old": old, "new": new})["pairs"]
        assert gated(new, old, with_mapsswe=True).mapsswe == found["mapsswe"]
    with pytest.raises(InputError, match="MAPSSWE assumes independent segments"):
        gated(of("narrow_beams", groups=SPEECH.groups), WIDE, with_mapsswe=True)
    with pytest.raises(InputError, match="has no positions of edits"):
        lm.gate(NARROW, Baseline.of(WIDE), margin=0, with_mapsswe=True)


@pytest.mark.parametrize("metric", ["wer", "anls"])
def test_a_margin_beyond_the_difference_passes_and_one_within_the_bounds_is_undecided(metric):
    old, new = of("wide_beams", metric), of("narrow_beams", metric)
    low, high = gated(new, old).bounds
    assert gated(new, old, margin=high).outcome == "passed"
    assert gated(new, old, margin=low - 1e-9).outcome == "worse"
    undecided = gated(new, old, margin=(low + 2 * high) / 3)
    assert undecided.outcome == "undecided"
    assert undecided.would_decide > 600


def test_a_relative_margin_is_of_the_baselines_score():
    assert gated(NARROW, WIDE, margin=None, relative_margin=0.05).margin == 0.05 * WIDE.score


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": None}, "give one of margin=0.005 and relative_margin=0.05"),
        ({"relative_margin": 0.1}, "give one of margin=0.005 and relative_margin=0.05"),
        ({"margin": -0.1}, "margin is -0.1; it must be a number from 0"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"margin": "0.5%"}, "margin is '0.5%'"),
        ({"n_resamples": 1}, "n_resamples"),
    ],
)
def test_what_is_no_margin_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        gated(NARROW, WIDE, **options)


def test_the_signature_names_level_method_and_seed():
    assert gated(NARROW, WIDE, seed=7).signature == (
        f"{NARROW.signature()}|gate:one-sided 0.95 bounds of the paired bootstrap"
        "|resampled:samples|n_resamples:1000|seed:7"
    )


def test_a_test_fails_with_the_sentence_and_what_is_undecided_passes(tmp_path):
    WIDE.to_baseline(tmp_path / "b.parquet")
    with pytest.raises(AssertionError, match=r"^WER 24.23 % to 33.95 %: worse by 9.72 points"):
        lm.assert_not_worse(NARROW, tmp_path / "b.parquet", margin=0.005)
    with pytest.warns(UserWarning, match="undecided"):
        lm.assert_not_worse(NARROW, tmp_path / "b.parquet", margin=0.1)


def test_the_samples_that_got_worse_most_come_first():
    run = lm.score(["a b", "x y", "c"], ["a b", "a b", "c"], ids=["1", "2", "3"])
    better = lm.score(["a b", "a b", "d"], ["a b", "a b", "c"], ids=["1", "2", "3"])
    assert worst(Baseline.of(better), Baseline.of(run), "wer") == [1]


SIZES = [(50, 0), (200, 0), (1000, 0), (200, 20), (1000, 50)]


def drawn(rng, samples, groups, change=0.0):
    """Draw the errors of two systems, of which the second has a rate that is higher by a change.

    Samples are easy or hard for both, and with groups each system likes other ones.
    """
    lengths = rng.poisson(17, samples) + 1
    rate = 0.12 * np.exp(rng.normal(0, 0.6, samples))
    likes = np.ones((2, samples))
    labels = None
    if groups:
        labels = np.repeat(np.arange(groups), samples // groups)
        likes = np.exp(rng.normal(0, 0.15, (2, groups)))[:, labels]
    errors = rng.binomial(lengths, np.minimum([rate * likes[0], (rate + change) * likes[1]], 0.95))
    return [scored_as(each, lengths, labels) for each in errors]


def scored_as(errors, lengths, groups):
    """Return a run with so many errors in each sample."""
    references = ["a " * length for length in lengths]
    preds = [
        "b " * wrong + "a " * (length - wrong)
        for length, wrong in zip(lengths, errors, strict=True)
    ]
    ids = [str(number) for number in range(len(errors))]
    return lm.score(preds, references, ids=ids, groups=groups)


def test_a_drawn_run_has_the_errors_that_were_drawn():
    run = scored_as(np.array([2, 0]), np.array([3, 2]), None)
    expected = SampleStatistics.of_errors([2, 0], [3, 2])
    assert run.statistics().numerators.tolist() == expected.numerators.tolist()


@pytest.mark.slow
@pytest.mark.parametrize(("samples", "groups"), SIZES)
def test_without_a_change_the_gate_says_worse_one_time_in_twenty_at_most(samples, groups):
    """Of 120, a gate that says so one time in eight is found in 83 %, one in five in 99.9 %."""
    rng = np.random.default_rng(1)
    simulations = times(120, of=2_000)
    outcomes = []
    for seed in range(simulations):
        old, new = drawn(rng, samples, groups)
        outcomes.append(lm.gate(new, Baseline.of(old), margin=0.0, seed=seed).outcome)
    worse = outcomes.count("worse")
    # Of a probability of 5 %, more than this come in one run of a hundred.
    assert worse <= 0.05 * simulations + 2.33 * (0.05 * 0.95 * simulations) ** 0.5


@pytest.mark.slow
def test_a_change_of_twice_the_margin_is_found_as_often_as_was_planned():
    """Of 120, a true power of 60 % is found in 96 %, one of 95 % in 92 %, one of 80 % in 0.1 %."""
    rng = np.random.default_rng(2)
    margin, power = 0.01, 0.8
    pilot = drawn(rng, 20_000, 0, 2 * margin)
    planned = plan(
        Baseline.of(pilot[0]),
        "wer",
        margin=margin,
        power=power,
        other=Baseline.of(pilot[1]),
    )
    outcomes = []
    for seed in range(times(120, of=1_000)):
        old, new = drawn(rng, planned.samples, 0, 2 * margin)
        outcomes.append(lm.gate(new, Baseline.of(old), margin=margin, seed=seed).outcome)
    found = outcomes.count("worse") / len(outcomes)
    # Within 5 points, and what few simulations are off by.
    chance = 0 if ALL else 2 * (power * (1 - power) / len(outcomes)) ** 0.5
    assert abs(found - power) <= 0.05 + chance


def test_a_plan_without_a_second_system_takes_the_correlation_that_is_given():
    stored = Baseline.of(WIDE)
    independent = plan(stored, "wer", margin=0.005)
    alike = plan(stored, "wer", margin=0.005, correlation=0.75)
    assert alike.samples == pytest.approx(independent.samples / 4, rel=1e-3)
    pairs = plan(stored, "wer", margin=0.005, other=Baseline.of(NARROW))
    assert pairs.samples < independent.samples


@pytest.mark.parametrize("options", [{"change": 0.001}, {"power": 1}, {"correlation": 1}])
def test_a_plan_that_no_number_of_samples_fulfils_is_refused(options):
    with pytest.raises(InputError, match="a plan needs a margin from 0, a change beyond it"):
        plan(Baseline.of(WIDE), "wer", **{"margin": 0.005, **options})


def test_a_difference_that_is_the_margin_passes_whatever_its_last_digits():
    references = ["a b c d e"] * 40
    ids = IDS[:40]
    for before, after, margin in (("a b x x x", "a x x x x", 0.2), ("a b c d x", "a b c x x", 0.2)):
        old, new = (lm.score([text] * 40, references, ids=ids) for text in (before, after))
        assert gated(new, old, margin=margin).outcome == "passed"


def test_groups_of_the_baseline_are_the_units_and_others_are_refused():
    old = of("wide_beams", groups=SPEAKERS)
    told = gated(NARROW, old)
    assert (told.units, told.unit) == (60, "groups")
    assert told.bounds == gated(of("narrow_beams", groups=SPEAKERS), WIDE).bounds
    with pytest.raises(InputError, match="the groups of 0, 1"):
        gated(of("narrow_beams", groups=SPEAKERS[::-1]), old)


@pytest.mark.parametrize("metric", ["wer", "anls"])
@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("units", [1, 2, 3, 4])
def test_fewer_than_five_units_are_undecided_with_the_reason(metric, grouped, units):
    """Of n equal differences the exact one-sided test has p = 1 / 2**n: 0.0625 of 4, 0.031 of 5."""

    def told(units):
        samples = 10 * units if grouped else units
        names, references = IDS[:samples], ["a b c d"] * samples
        groups = SPEAKERS[:samples] if grouped else None
        old, new = (
            lm.score([text] * samples, references, metric, ids=names, groups=groups)
            for text in ("a b c d", "a b c x")
        )
        return gated(new, old)

    few, kind = told(units), "group" if grouped else "sample"
    number = f"1 {kind} is" if units == 1 else f"{units} {kind}s are"
    assert few.too_few == f"{number} too few for an interval or a verdict: it takes 5 or more"
    assert (few.outcome, few.bounds, few.would_decide) == ("undecided", None, None)
    assert few.difference == pytest.approx(0.25 if metric == "wer" else 1 / 7)
    assert str(few).endswith(f"; allowed 0.50: undecided, since {few.too_few}")
    assert not few.is_better
    assert few.to_dict()["bounds"] is None
    assert (told(5).outcome, told(5).units) == ("worse", 5)
    assert "give only a rough interval" in told(5).too_few


def test_the_same_scores_of_few_samples_are_undecided_too():
    same = lm.score(["a", "b"], ["a", "x"], ids=IDS[:2])
    assert gated(same, same).outcome == "undecided"


def test_a_plan_knows_that_more_errors_spread_more():
    """Few errors of the baseline say little of those of a system that is worse by more."""
    rng = np.random.default_rng(3)
    stored, _ = drawn(rng, 2000, 0)
    few = scored_as((rng.random(2000) < 0.03).astype(int), np.full(2000, 17), None)
    planned = plan(Baseline.of(few), "wer", margin=0.01)
    old_spread = Baseline.of(few).statistics("wer").standard_error * 2000**0.5
    assert planned.spread > 3 * old_spread
    assert plan(Baseline.of(stored), "wer", margin=0.05).samples >= 20


def test_samples_without_any_spread_are_no_plan():
    same = lm.score(["a"] * 30, ["a"] * 30, ids=IDS[:30])
    with pytest.raises(InputError, match="all samples have the same errors"):
        plan(Baseline.of(same), "wer", margin=0.01)


def test_a_run_is_taken_for_a_baseline_and_other_things_are_refused():
    assert lm.gate(NARROW, WIDE, margin=0.005).outcome == "worse"
    with pytest.raises(InputError, match="NoneType is neither a run nor a baseline"):
        lm.gate(NARROW, None, margin=0.005)
    both = Baseline.of(WIDE).beside(Baseline.of(of("wide_beams", "cer")))
    with pytest.raises(InputError, match="what is scored has no cer; it has wer"):
        lm.gate(NARROW, both, metric="cer", margin=0.005)


def test_where_no_number_of_samples_would_decide_none_is_given():
    difference = gated(NARROW, WIDE).difference
    assert gated(NARROW, WIDE, margin=difference).would_decide is None


def test_samples_that_are_all_dropped_pass_no_gate_and_are_no_plan():
    pytest.importorskip("whisper_normalizer")
    dropped = Baseline.of(lm.score(["um"] * 30, ["um"] * 30, "openasr", ids=IDS[:30]))
    with pytest.raises(InputError, match="all are dropped"):
        lm.gate(dropped, dropped, margin=0.01)
    with pytest.raises(InputError, match="all are dropped"):
        plan(dropped, "openasr", margin=0.01)


def test_a_plan_is_of_groups_whichever_side_has_them():
    groups = [f"{voice} {number // 4 % 2}" for number, voice in enumerate(SPEECH.groups)]
    stored, other = Baseline.of(WIDE), Baseline.of(of("narrow_beams", groups=groups))
    of_groups = plan(stored, "wer", margin=0.02, other=other)
    assert of_groups.samples >= 8 * 75  # eight groups, each as large as these
    assert of_groups.samples > plan(stored, "wer", margin=0.02, other=Baseline.of(NARROW)).samples


@pytest.mark.parametrize("grouped", [False, True])
def test_fewer_than_five_units_are_no_plan(grouped):
    of_few = lm.score(["a x", "b", "c", "d"], ["a b", "b", "c", "d"], ids=IDS[:4])
    few = Baseline.of(of("wide_beams", groups=SPEECH.groups) if grouped else of_few)
    unit = "groups" if grouped else "samples"
    with pytest.raises(
        InputError, match=f"needs a baseline of 5 {unit} or more, and this one has 4"
    ):
        plan(few, "wer", margin=0.01)
