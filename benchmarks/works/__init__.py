"""The pieces of work: their data and contenders; one family a file."""

from __future__ import annotations

from importlib import import_module

from benchmarks.works.work import REGISTERED

for family in ("words", "characters", "modules", "around", "documents"):
    import_module(f"benchmarks.works.{family}")
WORKS = sorted(REGISTERED, key=lambda work: int(work.name[1:]))
