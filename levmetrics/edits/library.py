"""Finding, loading and choosing the compiled kernel's library."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from levmetrics import edits as package
from levmetrics.errors import unknown_name, warn

Cancelled: TypeAlias = ctypes.c_int32
"""A number that stops the kernel once it is not 0."""

_VARIABLE = "LEVMETRICS_KERNEL"
_COMPILED, _PORTABLE = "compiled", "portable"
_INTERFACE = 8  # of kernel.cpp


@contextmanager
def cancelled_by_interrupts() -> Iterator[Cancelled]:
    """Provide a number that stops the kernel on all threads if the wait for them is interrupted."""
    cancelled = Cancelled()
    try:
        yield cancelled
    except BaseException:
        cancelled.value = 1
        raise


class ColumnPointers(ctypes.Structure):
    """A column of texts: the addresses of its bytes and offsets, and the number of its rows."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("offsets", ctypes.c_void_p),
        ("rows", ctypes.c_int64),
    )


class StreamPointers(ctypes.Structure):
    """Rows of tokens: the addresses of their numbers, times and offsets, and the number of rows."""

    _fields_ = (
        ("tokens", ctypes.c_void_p),
        ("begin", ctypes.c_void_p),
        ("end", ctypes.c_void_p),
        ("offsets", ctypes.c_void_p),
        ("rows", ctypes.c_int64),
    )


class PagePointers(ctypes.Structure):
    """The lines of two pages: the addresses of their characters' numbers and of their bounds."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        ("bounds", ctypes.c_void_p),
        ("references", ctypes.c_int64),
        ("lines", ctypes.c_int64),
        ("distinct", ctypes.c_uint32),
        ("blanks", ctypes.c_uint32),
    )


def kernel_name() -> str:
    """Return the kernel in use: ``"compiled"``, or ``"portable"`` if there is no binary.

    The environment variable ``LEVMETRICS_KERNEL`` chooses; it is read once.

    Raises:
        InputError: for another value of ``LEVMETRICS_KERNEL``.
        ImportError: if it asks for the compiled kernel, which is missing.

    >>> kernel_name() in ("compiled", "portable")
    True
    """
    return "portable" if compiled_kernel() is None else "compiled"


@functools.cache
def compiled_kernel() -> ctypes.CDLL | None:
    """Return the compiled kernel, or ``None`` if it is missing or not wanted.

    Raises:
        InputError: for an unknown value of the environment variable ``LEVMETRICS_KERNEL``.
        ImportError: if it asks for the compiled kernel, which is missing.

    """
    choice = os.environ.get(_VARIABLE) or None
    if choice not in (None, _COMPILED, _PORTABLE):
        raise unknown_name((_COMPILED, _PORTABLE), choice, _VARIABLE)
    if choice == _PORTABLE:
        return None
    fault = "there is none in this installation"
    for path in _paths():
        try:
            return load(path)
        except OSError as error:
            fault = str(error)
    if choice == _COMPILED:
        raise ImportError(
            f"{_VARIABLE} asks for the compiled kernel, but {fault}; install levmetrics anew where "
            f"there is a C++ compiler, or leave {_VARIABLE} out"
        )
    if _paths():
        warn(f"the portable kernel runs, not the compiled one: {fault}")
    return None


def load(path: Path) -> ctypes.CDLL:
    """Load the compiled kernel from a file.

    Raises:
        OSError: if it cannot be loaded, or is of another version of levmetrics.

    """
    kernel = ctypes.CDLL(str(path))
    if kernel.levmetrics_interface() != _INTERFACE:
        raise OSError(f"{path} is of another version of levmetrics")
    column, integers = ctypes.POINTER(ColumnPointers), ctypes.c_void_p
    pairs = (column, column, integers, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(Cancelled))
    kernel.levmetrics_distances.argtypes = (*pairs, *[integers] * 3)
    kernel.levmetrics_nearest.argtypes = (
        *pairs[:3],
        *[ctypes.c_int64] * 2,
        pairs[5],
        *[integers] * 4,
        ctypes.c_double,
        *[integers] * 3,
    )
    kernel.levmetrics_counts.argtypes = (*pairs, ctypes.c_int, *[integers] * 4)
    kernel.levmetrics_overlaps.argtypes = (*pairs, ctypes.c_int64, *[integers] * 5)
    kernel.levmetrics_unions.argtypes = (*pairs, *[integers] * 5)
    kernel.levmetrics_edits.argtypes = (*pairs, *[integers] * 4)
    kernel.levmetrics_merges.argtypes = (*pairs, *[ctypes.c_int] * 2, *[integers] * 7)
    kernel.levmetrics_paths.argtypes = (*pairs, ctypes.c_int, *[integers] * 4)
    kernel.levmetrics_wordings.argtypes = (
        *pairs[:3],
        pairs[5],
        *[ctypes.c_int] * 2,
        *[integers] * 2,
    )
    kernel.levmetrics_tiles.argtypes = (*pairs[:3], pairs[5], *[integers] * 2)
    streams = ctypes.POINTER(StreamPointers)
    kernel.levmetrics_streams.argtypes = (
        *[streams] * 2,
        *[integers] * 2,
        ctypes.c_int64,
        pairs[5],
        *[integers] * 3,
    )
    kernel.levmetrics_append.argtypes = (
        *[streams] * 2,
        integers,
        *[ctypes.c_int32] * 2,
        *[integers] * 2,
    )
    kernel.levmetrics_combination.argtypes = (
        *[streams] * 4,
        ctypes.c_int32,
        ctypes.c_int64,
        pairs[5],
        *[integers] * 2,
    )
    kernel.levmetrics_flexible.argtypes = (
        ctypes.POINTER(PagePointers),
        integers,
        *[ctypes.c_int64] * 3,
        pairs[5],
        integers,
    )
    return kernel


def _paths() -> list[Path]:
    """Return the files of the library; an editable installation has it in a separate folder."""
    name = "_kernel.dll" if os.name == "nt" else "_kernel.so"
    return [path for folder in package.__path__ if (path := Path(folder, name)).exists()]
