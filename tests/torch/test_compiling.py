"""Metrics inside of what torch.compile compiles score as they do outside of it."""

import warnings

import pytest
import torch

from levmetrics import WordErrorRate
from tests.torch.makers import PREDS, TARGET, TEXT_MAKERS, assert_same, scored

# The compiler takes seconds: one of each kind of state and result.
MAKERS = {name: TEXT_MAKERS[name] for name in ("rates", "similarity, none", "anls")}
every_kind = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
BACKEND = "eager"


class Model(torch.nn.Module):
    """A model that adds to a metric in its forward."""

    def __init__(self, metric):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)
        self.metric = metric

    def forward(self, features, preds, target):
        self.metric.update(preds, target)
        return self.layer(features)


@pytest.fixture(autouse=True)
def compiled_anew():
    torch.compiler.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def twice(make):
    metric = make()
    metric.update(PREDS, TARGET)
    return scored(metric)


@every_kind
def test_a_compiled_metric_adds_each_batch_once(make):
    metric = make()
    compiled = torch.compile(metric, backend=BACKEND)
    assert_same(compiled(PREDS, TARGET), scored(make()))
    compiled(PREDS, TARGET)
    assert_same(metric.compute(), twice(make))


@every_kind
def test_a_metric_of_a_compiled_model_adds_each_batch_once(make):
    model = Model(make())
    compiled = torch.compile(model, backend=BACKEND)
    for _ in range(2):
        assert compiled(torch.ones(3, 2), PREDS, TARGET).shape == (3, 1)
    assert_same(model.metric.compute(), twice(make))


def test_a_compiled_function_may_compute():
    metric = WordErrorRate()
    metric.update(PREDS, TARGET)
    compiled = torch.compile(lambda: metric.compute(), backend=BACKEND)
    assert_same(compiled(), scored(WordErrorRate()))


def test_one_graph_for_all_is_refused_and_nothing_is_added():
    model = Model(WordErrorRate())
    with pytest.raises(torch._dynamo.exc.Unsupported):
        torch.compile(model, backend=BACKEND, fullgraph=True)(torch.ones(3, 2), PREDS, TARGET)
    assert model.metric.update_count == 0
