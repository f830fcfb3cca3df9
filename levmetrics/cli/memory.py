"""Too little memory: what a command says, instead of the lines of whatever runs out of it first."""

from __future__ import annotations

import errno
from collections.abc import Iterator

from levmetrics.errors import InputError

LEAST = 650_000_000
"""The bytes of address space below which OpenBLAS, of NumPy or SciPy, ends or hangs the process."""

TOO_LITTLE = (
    "too little memory is left for this command; raise its limit (ulimit -v), end other programs, "
    "or give fewer or shorter samples"
)
# How the loader of shared libraries, NumPy, Arrow and Python's threads say it.
_SIGNS = ("failed to map segment", "annot allocate memory", "nable to allocate", "start new thread")


def check_limit() -> None:
    """Refuse to load packages that end the process in too little memory.

    Raises:
        InputError: if the limit of this process (``ulimit -v``) is too low for any command.

    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < LEAST:
        raise InputError("command.memory_limit", limit=limit // 1024, least=LEAST // 1024)


def shortage(error: BaseException) -> str | None:
    """Return what to say of an error if it, or one behind it, is that memory ran out.

    >>> shortage(ImportError("a.so: failed to map segment from shared object")) == TOO_LITTLE
    True
    >>> shortage(ImportError("no module named 'torch'")) is None
    True
    """
    if type(error) is MemoryError and error.args:  # of this package
        return str(error)
    return TOO_LITTLE if any(map(_says_so, _chain(error))) else None


def _says_so(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    is_of_system = isinstance(error, (ImportError, OSError, RuntimeError))
    return is_of_system and any(sign in str(error) for sign in _SIGNS)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
