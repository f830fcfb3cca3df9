"""What meetings take, beside MeetEval: four speakers and 10,000 words, and harder sessions.

``LEVMETRICS_MEETEVAL=.../bin/python python -m benchmarks.meetings`` prints the tables of
docs/meetings.md; the variable names a Python that has MeetEval 0.4.3. Both read the same segments,
and are called in turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from benchmarks.interpreters import Interpreter, other_python
from benchmarks.memory import with_memory
from benchmarks.results import seconds, table
from levmetrics import score
from levmetrics.errors import InputError

Session: TypeAlias = "list[dict[str, Any]]"

_VOCABULARY = [f"w{number}" for number in range(2_000)]
# A few words are most of what is said.
_WEIGHTS = [1 / (rank + 3) for rank in range(len(_VOCABULARY))]
_LENGTHS = (1, 1, 2, 3, 5, 8, 12, 15, 20)  # of segments, in words
_SECONDS_OF_A_WORD = 0.35
_ROUNDS = 5
_METRICS = {
    "cp": "cp_word_error_rate",
    "tcp": "time_constrained_minimum_permutation_word_error_rate",
    "greedy_orc": "greedy_orc_word_error_rate",
    "greedy_dicp": "greedy_di_cp_word_error_rate",
    "tcorc": "time_constrained_orc_wer",
}
_PEER = """
import time
import meeteval.wer
from meeteval.io import SegLST

def answer(sides, name, options, parsed=[]):
    parsed or parsed.extend(map(SegLST, sides))
    start, processor = time.perf_counter(), time.process_time()
    errors = getattr(meeteval.wer, name)(*parsed, **options).errors
    return [int(errors), time.perf_counter() - start, time.process_time() - processor]
"""


def meeting(
    words: int, *, speakers: int = 4, wrong: float = 0.12, moved: float = 0.05, seed: int = 0
) -> tuple[Session, Session]:
    """Make a session: what was said, and what a system found.

    Args:
        words: how many are said at least.
        speakers: how many there are.
        wrong: the share of words that are deleted, substituted or followed by another one.
        moved: the share of segments that get a speaker by chance.
        seed: of chance.

    """
    rng = random.Random(seed)
    said: Session = []
    found: Session = []
    begin, count = 0.0, 0
    while count < words:
        segment = rng.choices(_VOCABULARY, _WEIGHTS, k=rng.choice(_LENGTHS))
        end = begin + len(segment) * _SECONDS_OF_A_WORD
        speaker = rng.randrange(speakers)
        stream = rng.randrange(speakers) if rng.random() < moved else speaker
        said.append(_segment(speaker, segment, begin, end))
        found.append(_segment(stream, [*_misheard(segment, wrong, rng)], begin, end))
        begin += (end - begin) * rng.uniform(0.6, 1.2)
        count += len(segment)
    return said, found


def _segment(speaker: int, words: Sequence[str], begin: float, end: float) -> dict[str, Any]:
    return {
        "session_id": "meeting",
        "speaker": f"speaker {speaker}",
        "words": " ".join(words),
        "start_time": begin,
        "end_time": end,
    }


def _misheard(words: Sequence[str], wrong: float, rng: random.Random) -> Iterator[str]:
    for word in words:
        chance = rng.random() / wrong
        other = rng.choices(_VOCABULARY, _WEIGHTS)[0]
        if chance >= 1 / 3:
            yield other if chance < 2 / 3 else word
        if 2 / 3 <= chance < 1:
            yield other


def _beside_the_peer(python: str) -> Iterator[list[str]]:
    """Yield a row of each metric: errors, and the seconds of both, the least of all rounds."""
    said, found = meeting(10_000)
    peer = Interpreter(python, _PEER, [said, found])
    for name, function in _METRICS.items():
        options: dict[str, Any] = {"collar": 5} if "tc" in name else {}
        ours, theirs = [], []
        for _ in range(_ROUNDS):
            errors, *taken = peer(function, options)
            theirs.append(taken)
            start, processor = time.perf_counter(), time.process_time()
            run = score([found], [said], f"meeting:{name}", **options)
            ours.append([time.perf_counter() - start, time.process_time() - processor])
            assert run["errors"] == errors, name
        least = [*map(min, zip(*ours, strict=True)), *map(min, zip(*theirs, strict=True))]
        yield [name, f"{errors:,}", *map(seconds, least), f"{least[2] / least[0]:.1f}"]


_HARDER = {  # words, speakers, share of wrong words, share of moved segments
    "3,000 words, 12 % wrong, 5 % moved": (3_000, 4, 0.12, 0.05),
    "10,000 words, 12 % wrong, 5 % moved": (10_000, 4, 0.12, 0.05),
    "3,000 words of 10 speakers, 30 % wrong, 30 % moved": (3_000, 10, 0.3, 0.3),
    "3,000 words, 30 % wrong, 30 % moved": (3_000, 4, 0.3, 0.3),
    "3,000 words, 60 % wrong, 50 % moved": (3_000, 4, 0.6, 0.5),
    "3,000 words, 80 % wrong, 75 % moved": (3_000, 4, 0.8, 0.75),
}
_SESSIONS_OF_A_KIND = 10


def _exact_row(name: str) -> list[str]:
    """Score sessions of a kind by an exact ORC-WER; return how many are proved, time and memory."""
    words, speakers, wrong, moved = _HARDER[name]
    proved, taken = 0, []

    def call() -> None:
        nonlocal proved
        for seed in range(_SESSIONS_OF_A_KIND):
            said, found = meeting(words, speakers=speakers, wrong=wrong, moved=moved, seed=seed)
            start = time.perf_counter()
            try:
                score([found], [said], "meeting:orc")
            except InputError:
                continue
            finally:
                taken.append(time.perf_counter() - start)
            proved += 1

    _, above = with_memory(call)
    middle, most = sorted(taken)[len(taken) // 2], max(taken)
    share = f"{proved} of {_SESSIONS_OF_A_KIND}"
    return [name, share, seconds(middle), seconds(most), f"{above:,.0f}"]


if __name__ == "__main__":
    peer_python = other_python("meeteval")
    if peer_python:
        heads = ["", "errors", "wall", "processor", "MeetEval", "its processor", "times as fast"]
        print(table(heads, _beside_the_peer(peer_python)))
    print(table(["exact ORC-WER", "proved", "median", "most", "MiB"], map(_exact_row, _HARDER)))
