"""The classes in loops of one's own, as in Lightning: steps, epochs, checkpoints, devices."""

import io

import pytest
import torch
from torchmetrics import MetricCollection

from levmetrics import (
    ANLS,
    EditDistance,
    ErrorRates,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
)
from tests.torch.makers import PREDS, TARGET, assert_same, every_metric, scored

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
on_every_device = pytest.mark.parametrize("device", DEVICES)


class Recogniser(torch.nn.Module):
    """A module with metrics of its own, for training and validation."""

    def __init__(self):
        super().__init__()
        self.train_wer = WordErrorRate()
        self.validation = MetricCollection(
            {"rates": ErrorRates(), "anls": ANLS("docvqa"), "distance": EditDistance()},
            prefix="val_",
        )

    def validation_step(self, preds, target):
        self.validation.update(preds, target)


@on_every_device
def test_metrics_of_a_module_move_with_it_and_give_a_value_a_step_and_one_an_epoch(device):
    module = Recogniser().to(device)
    for _ in range(2):
        steps = [module.train_wer([p], [t]) for p, t in zip(PREDS, TARGET, strict=True)]
        assert [step.item() for step in steps] == [
            scored(WordErrorRate(), [p], [t]).item() for p, t in zip(PREDS, TARGET, strict=True)
        ]
        assert_same(module.train_wer.compute(), scored(WordErrorRate()))
        assert {value.device.type for value in steps} == {device}
        module.train_wer.reset()
    module.validation_step(PREDS, TARGET)
    result = module.validation.compute()
    assert result["val_wer"] == scored(WordErrorRate()).item()
    assert set(result) > {"val_wer", "val_hits", "val_anls", "val_distance"}
    assert {value.device.type for value in result.values()} == {device}


def test_an_epoch_goes_on_from_a_checkpoint():
    module = Recogniser()
    module.validation.persistent(True)
    module.validation_step(PREDS[:3], TARGET[:3])
    file = io.BytesIO()
    torch.save(module.state_dict(), file)
    file.seek(0)
    again = Recogniser()
    again.load_state_dict(torch.load(file))
    for one in (module, again):
        one.validation_step(PREDS[3:], TARGET[3:])
    assert_same(again.validation.compute(), module.validation.compute())
    assert_same(again.validation.compute()["val_wer"], scored(WordErrorRate()))


def test_a_checkpoint_of_metrics_that_are_not_persistent_is_empty():
    assert not any(name.startswith("validation") for name in Recogniser().state_dict())


def same_on_two(tensor, group=None):
    """What is gathered where two processes have the same."""
    return [tensor, tensor.clone()]


@on_every_device
@every_metric
def test_gathered_states_are_on_the_device_and_sync_on_compute_false_leaves_them(make, device):
    twice = {"dist_sync_fn": same_on_two, "distributed_available_fn": lambda: True}
    alone = make(sync_on_compute=False, **twice).to(device)
    gathered = make(**twice).to(device)
    for metric in (alone, gathered):
        metric.update(PREDS, TARGET)
        for state in metric.metric_state.values():
            tensors = state if isinstance(state, list) else [state]
            assert {tensor.device.type for tensor in tensors} == {device}
    assert_same(alone.compute(), scored(make()))
    assert_same(gathered.compute(), scored(make(), PREDS * 2, TARGET * 2))


@on_every_device
def test_ids_on_the_device_are_taken(device):
    ids = torch.tensor([[5, 6, -100], [7, 8, 9]], device=device)
    metric = NormalizedLevenshteinSimilarity(reduction="none").to(device)
    result = metric(ids, torch.tensor([[5, 6, 7], [7, 8, 9]], device=device))
    assert result.device.type == device
    assert result.tolist() == [pytest.approx(2 / 3), 1.0]
