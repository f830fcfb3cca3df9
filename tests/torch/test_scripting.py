"""``torch.jit.script`` takes every class, and modules that hold one, as it takes torchmetrics'."""

import pytest
import torch

from tests.torch.makers import PREDS, TARGET, every_metric


class Recogniser(torch.nn.Module):
    def __init__(self, metric):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)
        self.metric = metric

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.layer(features)


@every_metric
@pytest.mark.filterwarnings("ignore:.torch.jit.script. is:DeprecationWarning")
def test_a_metric_and_a_module_that_holds_one_are_scripted(make):
    metric = make()
    metric.update(PREDS, TARGET)
    torch.jit.script(metric)
    module = Recogniser(metric)
    features = torch.ones(3, 2)
    assert torch.equal(torch.jit.script(module)(features), module(features))
