"""Share evaluate modules among threads: in a process of its own, which an unsafe module ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import evaluate

from tests.thoroughness import times

THREADS, SAMPLES = 8, 40
CALLS = times(10, of=50)  # of eight threads on eight modules
CONFIGS = [("wer_lev", None), ("wer_lev", "cer"), ("anls", None), ("anls", "star")]


def texts_of(thread: int) -> dict[str, list[str]]:
    """Make samples that are right in every other thread."""
    preds = [f"a{thread} b"] * SAMPLES
    return {"predictions": preds, "references": preds if thread % 2 else ["c d"] * SAMPLES}


def in_threads(work: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=work, args=(i,)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def each_computes_its_own(module: Any) -> None:
    expected = [module.compute(**texts_of(i)) for i in range(THREADS)]
    found: list[list[Any]] = [[] for _ in range(THREADS)]

    def compute(thread: int) -> None:
        found[thread] += [module.compute(**texts_of(thread)) for _ in range(CALLS)]

    in_threads(compute)
    assert found == [[own] * CALLS for own in expected]


def all_is_added_once(module: Any) -> None:
    def add(thread: int) -> None:
        for _ in range(CALLS):
            module.add_batch(**texts_of(thread))
            module.add(prediction="x", reference="x")

    in_threads(add)
    assert len(module) == THREADS * CALLS * (SAMPLES + 1)
    scores = scores_of(module)
    each = [scores_of(module, **texts_of(i)) * CALLS for i in range(THREADS)]
    same = scores_of(module, predictions=["x"], references=["x"]) * THREADS * CALLS
    assert sorted(scores) == sorted(sum(each, same))


def scores_of(module: Any, **texts: Any) -> list[float]:
    return next(iter(module.compute(**texts, reduction="none").values()))


def share_modules() -> None:
    for name, config in CONFIGS:
        for keep_in_memory in (False, True):
            module = evaluate.load(name, config, keep_in_memory=keep_in_memory)
            each_computes_its_own(module)
            all_is_added_once(module)
