"""torchmetrics' wrappers around every class: counts stay exact, and what is refused says so."""

import random

import pytest
import torch
from torchmetrics import MetricCollection
from torchmetrics.wrappers import (
    BootStrapper,
    ClasswiseWrapper,
    MetricTracker,
    MinMaxMetric,
    MultitaskWrapper,
    Running,
)

from levmetrics import CharErrorRate, EditDistance, ErrorRates, WordErrorRate
from tests.torch.makers import MAKERS, assert_same, every_metric_of_texts, scored, values

BATCHES = [
    (["rain", "a b"], ["shine", "a c d"]),
    (["今日は いい"], ["今日は 良い"]),
    (["", "x y", "who  is"], ["a", "x y", "is there"]),
]
SCALARS = {
    name: make
    for name, make in MAKERS.items()
    if not {"none", "rates", "rouge", "mean", "star"} & {*name.replace(",", "").split()}
}
every_scalar = pytest.mark.parametrize("make", SCALARS.values(), ids=SCALARS)


def of_batches(make, batches):
    metric = make()
    for batch in batches:
        metric.update(*batch)
    return metric.compute()


@every_metric_of_texts
def test_a_tracker_keeps_the_result_of_every_epoch(make):
    tracker = MetricTracker(make(), maximize=False)
    for batch in BATCHES:
        tracker.increment()
        tracker.update(*batch)
    for step, batch in enumerate(BATCHES):
        assert_same(tracker[step + 1].compute(), scored(make(), *batch))


def test_a_tracker_knows_the_better_direction_of_every_rate():
    tracker = MetricTracker(MetricCollection([WordErrorRate(), CharErrorRate()]))
    for batch in BATCHES:
        tracker.increment()
        tracker.update(*batch)
    best, step = tracker.best_metric(return_step=True)
    rates = [float(scored(WordErrorRate(), *batch)) for batch in BATCHES]
    assert (best["WordErrorRate"], step["WordErrorRate"]) == (min(rates), rates.index(min(rates)))


@every_scalar
@pytest.mark.parametrize("call", ["update", "forward"])
def test_a_running_result_is_that_of_the_last_batches(make, call):
    running = Running(make(), window=2)
    for batch in BATCHES:
        getattr(running, call)(*batch)
    assert_same(running.compute(), of_batches(make, BATCHES[1:]))


@every_scalar
def test_the_lowest_and_highest_results_are_kept(make):
    wrapped = MinMaxMetric(make())
    for batch in BATCHES:
        wrapped(*batch)
    each = [float(scored(make(), *batch)) for batch in BATCHES]
    result = values(wrapped.compute())
    assert (result["min"], result["max"]) == pytest.approx((min(each), max(each)), abs=1e-12)


def test_values_of_samples_have_names():
    result = ClasswiseWrapper(EditDistance(reduction="none"), labels=["first", "second"])
    result.update(*BATCHES[0])
    assert values(result.compute()) == {"editdistance_first": 3, "editdistance_second": 3}


@every_metric_of_texts
def test_tasks_have_each_their_own_result(make):
    tasks = MultitaskWrapper({"one": make(), "other": make()})
    (one, other, _) = BATCHES
    tasks.update({"one": one[0], "other": other[0]}, {"one": one[1], "other": other[1]})
    result = tasks.compute()
    assert_same(result["one"], scored(make(), *one))
    assert_same(result["other"], scored(make(), *other))


@pytest.mark.parametrize("compute_groups", [True, False])
def test_a_collection_has_the_results_of_its_metrics_by_themselves(compute_groups):
    makers = {**SCALARS, "rates": ErrorRates}
    collection = MetricCollection(
        {name: make() for name, make in makers.items()}, compute_groups=compute_groups
    )
    for batch in BATCHES:
        collection.update(*batch)
    result = collection.compute()
    alone = {name: of_batches(make, BATCHES) for name, make in makers.items()}
    assert_same(result, {**alone.pop("rates"), **alone})


def test_a_bootstrap_of_ids_draws_whole_samples():
    draw = random.Random(1)
    preds, target = torch.tensor([[[draw.randrange(9) for _ in range(6)] for _ in range(40)]] * 2)
    target[:20] = draw.randrange(9)
    wrapped = BootStrapper(WordErrorRate(), num_bootstraps=200, raw=True)
    wrapped.update(preds, target)
    result = wrapped.compute()
    exact = float(scored(WordErrorRate(), preds, target))
    assert float(result["mean"]) == pytest.approx(exact, abs=3 * float(result["std"]) / 14)
    # A draw of whole samples of six ids each: a rate of sixths over the number of draws.
    assert all(0 <= rate <= 1 for rate in result["raw"].tolist())


def test_a_bootstrap_of_texts_is_torchmetrics_to_refuse():
    wrapped = BootStrapper(WordErrorRate(), num_bootstraps=2)
    with pytest.raises(TypeError):
        wrapped.update(*BATCHES[0])
