"""The measurements of samples, as every door reads them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol, Self

from levmetrics.inputs.arrays import FloatArray, IntArray


class Samples(Protocol):
    """The measurements of all samples of one call; arrays of shape ``(samples,)``.

    A metric measures counts, similarities, or samples of its own.
    """

    @property
    @abstractmethod
    def score(self) -> FloatArray | IntArray:
        """The score of every sample."""

    @property
    @abstractmethod
    def reference(self) -> IntArray:
        """The index (from 0) of the reference that every sample was scored by."""

    @property
    @abstractmethod
    def errors(self) -> FloatArray | IntArray | None:
        """The errors of every sample, in :attr:`unit`; ``None`` for a score that counts none."""

    @property
    @abstractmethod
    def lengths(self) -> FloatArray | IntArray | None:
        """The length of every reference, in :attr:`unit`; ``None`` if only its text has one."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """What lengths and errors are numbers of, in the plural: ``"tokens"``, ``"seconds"``."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of samples."""

    @abstractmethod
    def counts(self) -> Mapping[str, FloatArray | IntArray]:
        """Return the counts of every sample by name; empty for a score that counts nothing."""

    @abstractmethod
    def take(self, indices: IntArray) -> Self:
        """Return the measurements of these samples."""
