"""A verdict says what the interval and the test say, in the right direction."""

import random
import re

import pytest

from levmetrics import compare
from levmetrics.view.verdicts import pair_verdicts, verdict
from tests.corpora import SPEECH

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]


def of(systems, references=SPEECH.references, language="en", **options):
    return verdict(language, compare(systems, references, **options))


def two(a, b, **options):
    return of({"A": a, "B": b}, **options)


def test_the_better_system_is_named_in_both_orders():
    forwards, backwards = (two(*pair) for pair in ((WIDE, NARROW), (NARROW, WIDE)))
    assert forwards.heading == "A is better than B"
    assert backwards.heading == "B is better than A"
    assert forwards.drawn["clear"]
    assert backwards.drawn["clear"]
    assert forwards.sentences[0].startswith("9.72 points fewer word errors (95 % interval 8.")
    assert backwards.sentences[0].startswith("9.72 points fewer word errors (95 % interval 8.")


def test_the_points_and_the_interval_are_those_of_compare_systems():
    result = compare({"A": WIDE, "B": NARROW}, SPEECH.references, "wer")
    (pair,) = result["pairs"]
    low, high = (f"{100 * end:.2f}" for end in pair["difference_interval"])
    first, chance = two(WIDE, NARROW).sentences
    assert first == (
        f"{100 * pair['difference']:.2f} points fewer word errors (95 % interval {low} to {high})."
    )
    assert chance == (
        "If both were equally good, chance alone would bring a difference at least this large less "
        "than once in 1,000 times (approximate randomization)."
    )


@pytest.mark.parametrize("metric", ["wer", "cer", "anls"])
def test_chance_is_not_called_a_difference(metric):
    rng = random.Random(0)
    swapped = [rng.sample(pair, 2) for pair in zip(WIDE, NARROW, strict=True)]
    a, b = map(list, zip(*swapped, strict=True))
    said = two(a, b, metric=metric)
    assert said.heading == "No clear difference between A and B"
    assert not said.drawn["clear"]
    assert "may be chance" in said.sentences[0]


def test_five_samples_are_never_clear_however_large_the_difference():
    said = of({"A": ["a b"] * 5, "B": ["x y"] * 5}, ["a b"] * 5)
    assert not said.drawn["clear"]
    assert said.heading == "No clear difference between A and B"
    # 2 of the 2**5 ways to swap them bring it, of which the test tries 1,000 at random.
    assert re.search(r"about [56]\d times in 1,000", said.sentences[1])
    assert "rough" in said.sentences[-1]


def test_a_higher_similarity_is_the_better_one():
    said = two(NARROW, WIDE, metric="anls")
    assert said.heading == "B is better than A"
    assert said.sentences[0].startswith("Its ANLS is ")
    assert "points higher" in said.sentences[0]


def test_equal_systems_have_the_same_score():
    said = two(WIDE, WIDE)
    assert said.heading == "A and B have the same score"
    (sentence,) = said.sentences
    assert sentence == "The 95 % interval of their difference goes from 0.00 to 0.00."


def test_the_best_of_three_is_clearly_better_than_each_other_one():
    half = [*WIDE[:300], *NARROW[300:]]
    said = of({"A": NARROW, "B": WIDE, "C": half})
    assert said.heading == "B is the best of the 3 systems"
    assert said.drawn["clear"]


def test_a_rival_that_is_not_clearly_worse_is_named():
    nearly = [*WIDE[:-5], *NARROW[-5:]]
    said = of({"A": NARROW, "B": WIDE, "C": nearly})
    assert said.heading == "No system is clearly the best"
    assert said.sentences == ["B has the best score (24.23 %), but is not clearly better than C."]


def test_the_p_values_of_several_pairs_are_corrected():
    systems = {"A": WIDE, "B": NARROW, "C": [*WIDE[:300], *NARROW[300:]]}
    result = compare(systems, SPEECH.references)
    for found, pair in zip(pair_verdicts(result), result["pairs"], strict=True):
        assert found.p > pair["uncorrected"]["approximate_randomization"]


def test_of_few_groups_it_is_said_what_is_known_and_nothing_that_contradicts_it():
    said = two(WIDE, NARROW, groups=SPEECH.groups)
    assert not said.drawn["clear"]
    assert said.heading == "A has the better score here; 4 groups are too few to say more"
    assert said.sentences == [
        "Whether that holds for other texts cannot be told: that takes 5 groups or more.",
        "Without groups, every sample counts by itself.",
    ]
    many = [str(number // 10) for number in range(600)]
    assert two(WIDE, NARROW, groups=many).drawn["clear"]


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("systems", [2, 3])
def test_of_fewer_than_five_samples_no_system_is_said_to_be_better(number, systems):
    texts = {"A": ["a x"] * number, "B": ["a b"] * number, "C": ["x x"] * number}
    given = dict([*texts.items()][:systems])
    said = of(given, ["a b"] * number)
    assert not said.drawn["clear"]
    better = "better" if systems == 2 else "best"
    few = f"{number} samples are too few to say more"
    assert said.heading == f"B has the {better} score here; {few}"
    same = of({"A": texts["A"], "B": texts["A"]}, ["a b"] * number)
    assert same.heading.startswith("The systems have the same score here")


@pytest.mark.parametrize(
    ("samples", "groups", "sentence"),
    [
        (19, None, "The intervals are rough: 19 samples are too few, and it takes 20 samples or"),
        (60, 7, "The intervals are rough: 7 groups are too few, and it takes 8 groups or more."),
        (20, None, None),
        (60, 8, None),
    ],
)
def test_intervals_of_few_samples_or_groups_are_said_to_be_rough(samples, groups, sentence):
    labels = None if groups is None else [str(number % groups) for number in range(samples)]
    systems = {"A": WIDE[:samples], "B": NARROW[:samples]}
    said = of(systems, SPEECH.references[:samples], groups=labels).sentences
    assert any("rough" in each for each in said) == (sentence is not None)
    assert sentence is None or said[-1].startswith(sentence)


def test_it_is_said_in_japanese():
    said = two(WIDE, NARROW, language="ja")
    assert said.heading == "AはBより優れています"
    assert said.sentences[0].startswith("WERは9.72ポイント低くなっています(95 %信頼区間:")
    assert "1,000回に1回未満" in said.sentences[1]
