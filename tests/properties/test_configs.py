"""What every config keeps, whatever the texts, their order and their parts."""

import itertools
import json
import math
import operator
import random

from hypothesis import given
from hypothesis import strategies as st

from levmetrics import Run
from levmetrics.error_rates.keywords import KeywordCounts
from tests.properties.cases import (
    CONFIGS,
    CORPORA,
    FEW_LETTERS,
    TEXTS,
    columns,
    every_config,
    every_config_of_references,
    examples,
    metric_of,
)

# Errors by tokens of the reference: a long prediction has more of them.
ABOVE_ONE = {
    *("wer", "cer", "mixed_error_rate", "formatted_wer", "punctuation_error_rate", "reading_cer"),
    *("keyword_wer", "other_wer"),
}
THRESHOLDS = {"anls:stvqa": 0.5, "anls:docvqa": 0.5}
PERFECT = {"wip", "keyword_recall", "keyword_precision", "keyword_f1"}


def run(config, corpus):
    return Run.of(metric_of(config), *columns(corpus, config))


def rates(result):
    """The rates and similarities of a result that there are: none is of keywords in no text."""
    return {
        name: value
        for name, value in result.items()
        if isinstance(value, float) and not math.isnan(value)
    }


def counts(result):
    return {name: value for name, value in result.items() if isinstance(value, int)}


@every_config
@examples(15)
@given(corpus=CORPORA)
def test_every_number_is_in_its_bounds(config, corpus):
    result = run(config, corpus).result()
    empty = "keywords" in config or result.get("dropped_samples")
    assert set(result) == {*rates(result), *counts(result)} or empty
    for name, value in result.items():
        assert not value < 0, name
        assert name in ABOVE_ONE or isinstance(value, int) or not value > 1, name
    if "prediction_length" in result:
        errors = result["substitutions"] + result["deletions"] + result["insertions"]
        length, predicted = result["reference_length"], result["prediction_length"]
        assert result["substitutions"] + result["deletions"] + result["hits"] == length
        assert abs(length - predicted) <= errors <= length + predicted


@every_config
@examples(10)
@given(corpus=CORPORA)
def test_a_sample_scores_nothing_or_at_least_the_threshold(config, corpus):
    for score in run(config, corpus).sample_scores():
        assert score == 0 or score >= THRESHOLDS.get(config, 0) or math.isnan(score)


@every_config
@examples(10)
@given(texts=st.lists(TEXTS, min_size=1, max_size=5))
def test_equal_texts_have_no_errors(config, texts):
    result = Run.of(metric_of(config), texts, texts).result()
    for name, value in rates(result).items():
        assert value == (name in PERFECT or name == "anls"), name
    for name, value in counts(result).items():
        if name.endswith(("substitutions", "deletions", "insertions", "errors")):
            assert value == 0, name


@every_config
@examples(10)
@given(corpus=CORPORA, seed=st.integers(0, 99))
def test_the_order_of_the_samples_does_not_matter(config, corpus, seed):
    shuffled = random.Random(seed).sample(corpus, len(corpus))
    assert repr(run(config, shuffled).result()) == repr(run(config, corpus).result())


@every_config
@examples(10)
@given(corpus=CORPORA, cuts=st.lists(st.integers(0, 8), max_size=3), seed=st.integers(0, 99))
def test_parts_come_to_the_whole_however_they_are_merged(config, corpus, cuts, seed):
    edges = [0, *sorted(cuts), len(corpus)]
    parts = [run(config, corpus[a:b]) for a, b in itertools.pairwise(edges) if a < b]
    rng = random.Random(seed)
    while len(parts) > 1:
        first = parts.pop(rng.randrange(len(parts)))
        second = parts.pop(rng.randrange(len(parts)))
        saved = json.loads(json.dumps(second.to_dict()))  # as of another process
        parts.append(first + Run.from_dict(first.metric, saved))
    assert repr(parts[0].result()) == repr(run(config, corpus).result())


@every_config
@examples(10)
@given(corpus=CORPORA)
def test_samples_come_to_the_corpus(config, corpus):
    whole = run(config, corpus)
    alone = [run(config, [sample]) for sample in corpus]
    for i, own in enumerate(alone):
        assert repr(own.sample_scores()[0]) == repr(whole.sample_scores()[i])
        assert own.request.reference[0] == whole.request.reference[i]
    for name, total in counts(whole.result()).items():
        assert total == sum(own.result()[name] for own in alone), name
    if config.startswith("anls"):
        mean = math.fsum(own.result()["anls"] for own in alone) / len(alone)
        assert math.isclose(whole.result()["anls"], mean, rel_tol=1e-15)


def by_the_rate_that_chooses(scored):
    """The scores of samples; of keywords, the rate of all words, by which a reference is chosen."""
    rates = scored.samples.rates() if isinstance(scored.samples, KeywordCounts) else {}
    return rates.get("wer", scored.sample_scores())


@every_config_of_references
@examples(5)
@given(corpus=CORPORA, text=FEW_LETTERS)
def test_one_more_reference_makes_no_sample_worse(config, corpus, text):
    before = by_the_rate_that_chooses(run(config, corpus))
    after = by_the_rate_that_chooses(
        run(config, [(pred, [*references, text]) for pred, references in corpus])
    )
    is_better = operator.ge if CONFIGS[config].kind.higher_is_better else operator.le
    for old, new in zip(before, after, strict=True):
        assert is_better(new, old) or math.isnan(old) or math.isnan(new)


def test_all_registered_configs_are_tried():
    assert len(CONFIGS) > 15
