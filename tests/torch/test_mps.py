"""Apple's mps device, which holds no float64: results and states are single there.

A stub marks the tensors that were moved to it, and refuses what Apple's refuses.
"""

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map

from tests.torch.makers import PREDS, TARGET, every_metric, scored, values

MPS = torch.device("mps")


class Apple(TorchFunctionMode):
    """Computes on the CPU what is on the mps device."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func == torch.Tensor.device.__get__:
            return MPS if is_there(args[0]) else func(*args)
        if func is torch.Tensor.numpy and is_there(args[0]):
            raise TypeError("can't convert mps:0 device type tensor to numpy")
        if func is torch._C._nn._parse_to:  # what `Module.to` makes of its arguments
            return func(*args, **kwargs)
        given = tree_leaves((args, kwargs))
        devices = [*filter(is_device, given)]
        moved = "mps" in str(devices[-1]) if devices else any(map(is_there, given))
        args, kwargs = tree_map(
            lambda each: torch.device("cpu") if is_device(each) else each, (args, kwargs)
        )
        result = func(*args, **kwargs)
        if func is torch.Tensor.cpu or not isinstance(result, torch.Tensor):
            return result.clone() if func is torch.Tensor.cpu else result
        if moved and result.dtype == torch.float64:
            raise TypeError("Cannot convert a MPS Tensor to float64 dtype")
        result = result.clone() if devices else result
        result.is_there = moved
        return result


def is_device(value):
    return isinstance(value, torch.device) or (isinstance(value, str) and value in ("cpu", "mps"))


def is_there(value):
    return isinstance(value, torch.Tensor) and getattr(value, "is_there", False)


@pytest.fixture
def apple():
    with Apple():
        yield


def test_the_stub_refuses_what_apples_device_refuses(apple):
    with pytest.raises(TypeError, match="float64"):
        torch.zeros(2, dtype=torch.float64).to("mps")
    assert torch.zeros(2).to(MPS).device == MPS
    with pytest.raises(TypeError, match="numpy"):
        torch.zeros(2).to(MPS).numpy()


@every_metric
def test_results_are_single_there_and_equal_to_those_of_the_processor(make, apple):
    expected = scored(make())
    metric = make().to("mps")
    assert metric.device == MPS
    metric(PREDS[:2], TARGET[:2])
    metric.update(PREDS[2:], TARGET[2:])
    result = metric.compute()
    for tensor in result.values() if isinstance(result, dict) else [result]:
        assert (tensor.device, tensor.dtype == torch.float64) == (MPS, False)
    assert values(result).keys() == values(expected).keys()
    for name, value in values(expected).items():
        assert np.allclose(values(result)[name], value, rtol=1e-6, atol=0)


@every_metric
def test_a_state_moves_there_and_back(make, apple):
    metric = make()
    metric.update(PREDS, TARGET)
    expected = metric.compute()
    metric.to("mps")
    there = make().to("mps")
    there.merge_state(metric)
    found = [there.compute(), there.to("cpu").compute(), metric.to("cpu").compute()]
    for result in found:
        for name, value in values(expected).items():
            assert np.allclose(values(result)[name], value, rtol=1e-6, atol=0)
