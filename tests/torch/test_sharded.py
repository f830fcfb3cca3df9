"""Metrics inside of models whose parameters are divided among processes (FSDP)."""

import pytest
import torch
from torch.distributed.checkpoint.state_dict import get_model_state_dict, set_model_state_dict
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

from levmetrics import ErrorRates, WordErrorRate
from tests.torch.ranks import on_two_ranks

pytestmark = pytest.mark.slow
STEPS = 2
# Of the first rank and of the second.
PREDS = [["who is here"], ["is there", "nobody at all"]]
TARGET = [["who is there"], ["is there", "no body"]]


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)
        self.wer = WordErrorRate()
        self.rates = ErrorRates()
        for metric in (self.wer, self.rates):
            metric.persistent(True)

    def forward(self, values):
        return self.layer(values)


def sharded():
    torch.manual_seed(0)
    model = Model()
    fully_shard(model, mp_policy=MixedPrecisionPolicy(torch.bfloat16, torch.float32))
    return model


def train_and_score(rank):
    model = sharded()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(STEPS):
        model(torch.ones(2, 4)).sum().backward()
        optimizer.step()
        model.wer.update(PREDS[rank], TARGET[rank])
        model.rates.update(PREDS[rank], TARGET[rank])
    return model


def results(model):
    rates = {name: float(rate) for name, rate in model.rates.compute().items()}
    return float(model.wer.compute()), rates


def sums_and_counts(model):
    return {name: value for name, value in model.state_dict().items() if "layer" not in name}


def results_of(rank):
    return results(train_and_score(rank))


def test_every_rank_has_the_result_of_all_samples():
    whole = Model()
    for metric in (whole.wer, whole.rates):
        for _ in range(STEPS):
            metric.update([*PREDS[0], *PREDS[1]], [*TARGET[0], *TARGET[1]])
    assert on_two_ranks(results_of) == [results(whole)] * 2


def saved_and_loaded(rank):
    model, other = train_and_score(rank), sharded()
    set_model_state_dict(other, get_model_state_dict(model))
    return [{k: v.tolist() for k, v in sums_and_counts(it).items()} for it in (model, other)]


def test_a_state_of_a_sharded_model_is_loaded_as_it_was():
    for saved, loaded in on_two_ranks(saved_and_loaded):
        assert saved
        assert loaded == saved
