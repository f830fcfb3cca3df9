"""A rate or a rule that is registered is one of the torchmetrics classes too."""

import pytest
import torch

from levmetrics import ANLS, ErrorRates, InputError


def test_a_rate_that_is_registered_is_among_those_of_the_class(hit_rate):
    metric = ErrorRates()
    metric.update(["a b", "c x"], ["a b", "c d"])
    result = metric.compute()
    assert list(result)[:5] == ["wer", "mer", "wil", "wip", "hit_rate"]
    assert result["hit_rate"] == torch.tensor(0.75, dtype=torch.float64)


def test_a_rule_that_is_registered_is_a_variant_of_the_class(exact):
    metric = ANLS("exact")
    assert metric(["a", "b"], [["x", "a"], ["c"]]).item() == 0.5
    assert (metric.rule, metric.threshold) == ("exact", 0.25)
    with pytest.raises(InputError, match=r"^unknown rule 'exct'; did you mean 'exact'\? Known:"):
        ANLS("exct")
