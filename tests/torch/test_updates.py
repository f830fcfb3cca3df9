"""What an update adds to the state, and a refused one does not."""

import pickle

import pytest
import torch
from torchmetrics.utilities.exceptions import TorchMetricsUserError

from levmetrics import EditDistance, ErrorRates, InputError, WordErrorRate
from tests.torch.makers import (
    MAKERS,
    PREDS,
    TARGET,
    assert_same,
    every_metric,
    every_metric_of_texts,
    scored,
)


@every_metric
def test_forward_scores_the_batch_and_adds_it_to_the_state(make):
    metric = make()
    assert_same(metric(PREDS[:2], TARGET[:2]), scored(make(), PREDS[:2], TARGET[:2]))
    assert_same(metric(PREDS[2:], TARGET[2:]), scored(make(), PREDS[2:], TARGET[2:]))
    assert_same(metric.compute(), scored(make()))


@every_metric
def test_forward_scores_the_batch_of_all_processes_if_asked_to(make):
    def same_on_two(tensor, group=None):
        return [tensor, tensor.clone()]

    processes = {"dist_sync_fn": same_on_two, "distributed_available_fn": lambda: True}
    metric = make(dist_sync_on_step=True, sync_on_compute=False, **processes)
    assert_same(metric(PREDS[:2], TARGET[:2]), scored(make(), PREDS[:2] * 2, TARGET[:2] * 2))
    assert_same(metric(PREDS[2:], TARGET[2:]), scored(make(), PREDS[2:] * 2, TARGET[2:] * 2))
    assert_same(metric.compute(), scored(make()))
    alone = make(**processes)
    assert_same(alone(PREDS[:2], TARGET[:2]), scored(make(), PREDS[:2], TARGET[:2]))


@every_metric
def test_forward_refuses_a_state_of_all_processes(make):
    metric = make(distributed_available_fn=lambda: True, dist_sync_fn=lambda t, group=None: [t])
    metric.update(PREDS, TARGET)
    metric.sync(dist_sync_fn=metric.dist_sync_fn)
    with pytest.raises(TorchMetricsUserError, match="shouldn't be synced"):
        metric(PREDS, TARGET)


def test_forward_leaves_the_samples_that_are_kept_where_they_are():
    metric = EditDistance(reduction="none")
    metric.update(PREDS, TARGET)
    (kept,) = metric.edit_scores_list
    metric(["more"], ["text"])
    assert metric.edit_scores_list[0] is kept


def test_forward_calls_the_update_and_the_compute_of_a_subclass():
    class Percent(WordErrorRate):
        def update(self, preds, target):
            super().update([text.lower() for text in preds], target)

        def compute(self):
            return 100 * super().compute()

    metric = Percent()
    assert metric(["A B"], ["a c"]).item() == 50
    assert metric.compute().item() == 50


@every_metric
def test_reset_clone_pickle_and_state_dict(make):
    metric = make()
    first = scored(metric)
    clone, restored = metric.clone(), pickle.loads(pickle.dumps(metric))
    metric.reset()
    assert metric.update_count == 0
    assert_same(scored(metric), first)
    metric.persistent(True)
    loaded = make()
    loaded.load_state_dict(metric.state_dict())
    for copy in (clone, restored, loaded):
        assert_same(copy.compute(), first)
        copy.update(["more"], ["text"])
        assert_same(copy.compute(), scored(make(), [*PREDS, "more"], [*TARGET, "text"]))


@pytest.mark.parametrize(
    "make",
    [m for n, m in MAKERS.items() if "none" not in n],
    ids=[n for n in MAKERS if "none" not in n],
)
def test_a_hundred_updates_keep_nothing(make):
    metric = make()
    for _ in range(100):
        metric.update(PREDS, TARGET)
    size = len(pickle.dumps(metric))
    for _ in range(100):
        metric.update(PREDS, TARGET)
    assert len(pickle.dumps(metric)) == size


def test_counts_stay_exact_past_the_precision_of_float32():
    metric = EditDistance(reduction="sum")
    metric.edit_scores += 2**24
    metric.update("a", "b")
    assert metric.compute().item() == 2**24 + 1
    rates = ErrorRates()
    rates.counts += torch.tensor([0, 0, 0, 2**53])
    rates.update("a", "a")
    assert rates.compute()["hits"].item() == 2**53 + 1


REFUSED = [
    (["a", None], ["a", "b"]),
    (["a"], ["a", "b"]),
    (["a"], [[]]),
    (["a\udc00"], ["a"]),
    (3, ["a"]),
    ([["a"]], ["a"]),
    (["a", ["b"]], ["a", "b"]),
]


@every_metric_of_texts
@pytest.mark.parametrize("call", ["update", "forward"])
def test_refused_input_leaves_the_state_as_it_was(make, call):
    metric = make()
    metric.update(PREDS, TARGET)
    before = metric.compute()
    for refused in REFUSED:
        with pytest.raises(InputError):
            getattr(metric, call)(*refused)
    assert metric.update_count == 1
    assert metric.sync_on_compute == metric._to_sync
    metric._computed = None  # the state itself, not what was computed of it
    assert_same(metric.compute(), before)
    metric.update(["more"], ["text"])
    assert_same(metric.compute(), scored(make(), [*PREDS, "more"], [*TARGET, "text"]))


def test_a_failing_tokenizer_leaves_the_state_as_it_was():
    def tokenizer(text):
        if text == "bad":
            raise RuntimeError("no such word")
        return text.split()

    metric = WordErrorRate(tokenizer=tokenizer)
    metric.update("a b", "a c")
    with pytest.raises(InputError, match=r"failed on target\[1\]: RuntimeError: no such word"):
        metric.forward(["a", "b"], ["a", "bad"])
    assert metric.compute().item() == 0.5


@every_metric
def test_states_and_results_follow_the_device(make):
    metric = make().to("meta")  # a device that holds no values, but is no CPU
    metric.update(PREDS, TARGET)
    for state in metric.metric_state.values():
        for tensor in state if isinstance(state, list) else [state]:
            assert tensor.device.type == "meta"
