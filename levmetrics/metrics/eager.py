"""Work that ``torch.compile`` leaves as it is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import torch

Params = ParamSpec("Params")
Result = TypeVar("Result")


def eagerly(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Make a function run as it is inside of what ``torch.compile`` compiles.

    Text is not torch's to trace: it would trace NumPy and ctypes, and fail where it does not know
    them. Decorated by ``torch.compiler.disable``, every metric would import the whole compiler.
    """

    @functools.wraps(function)
    def eager(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        if torch.compiler.is_compiling():
            apart: Callable[Params, Result] = torch.compiler.disable(function)  # type: ignore[no-untyped-call]
            return apart(*args, **kwargs)
        return function(*args, **kwargs)

    return eager
