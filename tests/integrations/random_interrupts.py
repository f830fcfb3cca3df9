"""Break calls of evaluate modules off by a timer: in a process of its own, for its signals."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Mapping

import evaluate


def broken_off(call: Callable[[], object], seconds: float) -> bool:
    """Make the call; break it off after so much time; return whether that was before its end."""
    ended = False
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        call()
        ended = True
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        return not ended
    return False


def duration_of(call: Callable[..., object], given: Mapping[str, list[str]]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    call(**given)
    return time.perf_counter() - start


def count_broken_off(rows: int, moments: int) -> list[int]:
    """Return how many calls of each kind were broken off."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    rng = random.Random(0)
    preds = [f"a {i} c" for i in range(rows)]
    references = [f"a {i // 2 * 2} c" for i in range(rows)]
    added = {"predictions": preds[: rows // 2], "references": references[: rows // 2]}
    given = {"predictions": preds, "references": references}
    stopped = {"add_batch": 0, "compute": 0}
    for keep_in_memory in (False, True):
        module = evaluate.load("wer_lev", keep_in_memory=keep_in_memory)
        expected = module.compute(**added)
        for name in stopped:
            module.add_batch(**added)
            call = getattr(module, name)
            duration = min(duration_of(call, given) for _ in range(3))
            if name == "add_batch":
                module.compute()
            module.add_batch(**added)
            for _ in range(moments):
                # Not by **given: Python looks for interrupts once more when such a call has ended.
                if broken_off(
                    lambda call=call: call(predictions=preds, references=references),
                    rng.uniform(1e-6, duration),
                ):
                    stopped[name] += 1
                    assert len(module) == rows // 2, (len(module), name)
                    found = module.compute()
                    assert found == expected, (found, name)
                elif name == "add_batch":
                    assert len(module) == rows // 2 + rows
                    module.compute()
                assert len(module) == 0
                module.add_batch(**added)
            module.compute()
    return list(stopped.values())
