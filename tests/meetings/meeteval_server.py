"""MeetEval's numbers, for tests that run its Python: a request a line, an answer a line."""

import json
import logging
import sys
from importlib import import_module
from typing import Any

_METRICS = {
    "cp": "cp_word_error_rate",
    "orc": "orc_word_error_rate",
    "greedy_orc": "greedy_orc_word_error_rate",
    "mimo": "mimo_word_error_rate",
    "greedy_dicp": "greedy_di_cp_word_error_rate",
    "tcp": "time_constrained_minimum_permutation_word_error_rate",
    "tcorc": "time_constrained_orc_wer",
    "greedy_tcorc": "greedy_time_constrained_orc_wer",
    "tcmimo": "time_constrained_mimo_word_error_rate",
    "greedy_ditcp": "greedy_di_tcp_word_error_rate",
}


def _times(segments: Any, strategy: str) -> list[tuple[float, float]]:
    """Return when each word begins and ends."""
    timed = import_module("meeteval.wer.wer.time_constrained").get_pseudo_word_level_timings
    words = timed(import_module("meeteval.io").SegLST(segments), strategy)
    return [(float(each["start_time"]), float(each["end_time"])) for each in words]


def _answer(metric: str, reference: Any, hypothesis: Any, options: dict[str, Any]) -> Any:
    if metric == "timings":
        return _times(reference, **options)
    sides = map(import_module("meeteval.io").SegLST, (reference, hypothesis))
    try:
        rate = getattr(import_module("meeteval.wer"), _METRICS[metric])(*sides, **options)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    names = ("errors", "substitutions", "deletions", "insertions", "length")
    speakers = ("missed_speaker", "falarm_speaker", "scored_speaker", "assignment")
    found = {name: getattr(rate, name) for name in (*names, *speakers) if hasattr(rate, name)}
    for side in ("reference_self_overlap", "hypothesis_self_overlap"):
        overlap = getattr(rate, side)
        found[side] = overlap and [float(overlap.overlap_time), float(overlap.total_time)]
    return found


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    for line in sys.stdin:
        print(json.dumps(_answer(*json.loads(line))), flush=True)
