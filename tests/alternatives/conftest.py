"""Every test of this folder runs with both kernels."""

from tests.edits.conftest import kernel

__all__ = ["kernel"]
