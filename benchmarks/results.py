"""The results of a run of the benchmarks, and their JSON file."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.bars import Outcome
from benchmarks.growth import Line
from benchmarks.scaling import Scaling
from benchmarks.timing import Timing

_PACKAGES = (
    *("levmetrics", "rapidfuzz", "pyarrow", "numpy", "scipy", "torch", "torchmetrics", "evaluate"),
    *("datasets", "fugashi", "unidic-lite", "jiwer", "anls", "anls_star", "editdistance"),
    *("Levenshtein", "kaldialign", "werx", "universal_edit_distance", "werpy", "fastwer"),
    "texterrors",
)


@dataclass(frozen=True)
class WorkResult:
    """The results of one piece of work.

    Attributes:
        name: its short name.
        title: what was done, and on how much.
        score: the name of the computed score; empty without one.
        timings: by contender.
        outcomes: of the bars.

    """

    name: str
    title: str
    score: str
    timings: dict[str, Timing]
    outcomes: list[Outcome]


@dataclass(frozen=True)
class Results:
    """The results of a run.

    Attributes:
        machine: the parts of the machine, by name.
        versions: of the packages that were compared.
        signature: of ours at W1.
        kernel: the kernel that compared words.
        works: the pieces of work.
        scaling: work on one core and on two; empty if left out.
        scaling_outcomes: the outcomes of the bars of the second core.
        growth: time and memory by the number of pairs; empty if left out.
        growth_outcomes: the outcomes of the bars of growth.

    """

    machine: dict[str, str]
    versions: dict[str, str]
    signature: str
    kernel: str
    works: list[WorkResult]
    scaling: list[Scaling]
    scaling_outcomes: list[Outcome]
    growth: list[Line]
    growth_outcomes: list[Outcome]

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of all bars."""
        of_works = [outcome for work in self.works for outcome in work.outcomes]
        return of_works + self.scaling_outcomes + self.growth_outcomes

    def write(self, path: Path) -> None:
        """Write everything as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", "utf-8")

    @classmethod
    def read(cls, path: Path) -> Results:
        """Read the results that :meth:`write` wrote."""
        saved = json.loads(path.read_text("utf-8"))
        lists = {
            "works": [_work(work) for work in saved["works"]],
            "scaling": [_scaling(work) for work in saved["scaling"]],
            "scaling_outcomes": _outcomes(saved["scaling_outcomes"]),
            "growth": [Line(**line) for line in saved["growth"]],
            "growth_outcomes": _outcomes(saved["growth_outcomes"]),
        }
        return cls(**{**saved, **lists})


def _work(saved: dict[str, Any]) -> WorkResult:
    timings = {name: Timing(**timing) for name, timing in saved["timings"].items()}
    return WorkResult(**{**saved, "timings": timings, "outcomes": _outcomes(saved["outcomes"])})


def _scaling(saved: dict[str, Any]) -> Scaling:
    return Scaling(saved["name"], Timing(**saved["one"]), Timing(**saved["two"]))


def _outcomes(saved: Sequence[dict[str, Any]]) -> list[Outcome]:
    return [Outcome(**outcome) for outcome in saved]


def machine() -> dict[str, str]:
    """Describe this machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "processor": _of_linux("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": str(cores),
        "memory": _of_linux("/proc/meminfo", "MemTotal") or "unknown",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions() -> dict[str, str]:
    """Return the versions of the compared packages."""
    from levmetrics import __version__

    peers = {package: version(package) for package in _PACKAGES[1:]}
    return {"levmetrics": __version__, **peers}


def _of_linux(path: str, key: str) -> str:
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return ""
    values = [line.partition(":")[2].strip() for line in lines if line.startswith(key)]
    return values[0] if values else ""
