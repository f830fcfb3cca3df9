"""Segments are those that MeetEval 0.4.3 reads, and it reads what is written here."""

import json
import os
import random
import subprocess
from decimal import Decimal

import pytest

import levmetrics as lm
from tests.formats.sessions import listed

MEETEVAL = os.environ.get("LEVMETRICS_MEETEVAL", "")  # the path of its Python
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not MEETEVAL, reason="needs LEVMETRICS_MEETEVAL, a Python that has meeteval"
    ),
]

# Of simplejson, it needs what Python's json has too.
SCRIPT = """
import json, sys
from pathlib import Path
sys.modules["simplejson"] = json
import meeteval
found = []
for paths in json.load(sys.stdin):
    paths = [*map(Path, paths)]
    loaded = meeteval.io.load(paths if len(paths) > 1 else paths[0])
    found.append(loaded.to_seglst().segments)
json.dump(found, sys.stdout, default=str)
"""

WORDS = ["a", "@home", "今日は", "l'été", "{", "}", "<unk>", "[noise]", "१२", "e\u0301", "(", "/"]


def meeteval(*groups):
    """The segments of each group of files, with their times as floats."""
    jobs = json.dumps([[*map(str, paths)] for paths in groups])
    done = subprocess.run(
        [MEETEVAL, "-c", SCRIPT], input=jobs, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return [
        [
            {
                "session_id": row["session_id"],
                "speaker": row.get("speaker", row.get("channel")),
                "words": row.get("words", ""),
                "start_time": float(row["start_time"]),
                "end_time": float(row["end_time"]),
            }
            for row in rows
        ]
        for rows in json.loads(done.stdout)
    ]


def by_session(rows):
    """In the order of sessions by which they are read."""
    order = [*dict.fromkeys(row["session_id"] for row in rows)]
    return sorted(rows, key=lambda row: order.index(row["session_id"]))


def time(rng):
    # After a channel that is a name, it refuses a time without a point.
    return round(Decimal(rng.randint(0, 10**7)) / 1000, rng.randint(1, 3))


def lines(rng, write, count=60):
    """Lines of some sessions and speakers, and comments and empty lines between them."""
    written = []
    for _ in range(count):
        start, duration = time(rng), time(rng)
        name, speaker = rng.choice(["S1", "S2", "session-三"]), rng.choice(["1", "anna", "山田"])
        words = rng.choices(WORDS, k=rng.randint(0, 6))
        written.append(write(name, speaker, start, duration, words))
        written += rng.choices(["", ";; a comment", None, None, None])
    return "\n".join(line for line in written if line is not None) + "\n"


def stm(name, speaker, start, duration, words):
    words = [word for word in words if word != "<unk>"]  # which may be a label here
    return f"{name}\t1 {speaker}  {start} {start + duration} {' '.join(words)}"


def ctm(name, speaker, start, duration, words):
    return f"{name} {speaker} {start} {duration} {(words or ['a'])[0]} 0.9"


def rttm(name, speaker, start, duration, words):
    return f"SPEAKER {name} 1 {start} {duration} <NA> <NA> {speaker} <NA> <NA>"


@pytest.mark.parametrize("write", [stm, ctm, rttm])
def test_lines_are_the_segments_that_meeteval_reads(tmp_path, write):
    rng = random.Random(0)
    paths = [tmp_path / f"{number}.{write.__name__}" for number in range(20)]
    for path in paths:
        path.write_text(lines(rng, write), "utf-8")
    for path, found in zip(paths, meeteval(*([path] for path in paths)), strict=True):
        assert listed(lm.read_sessions(path)) == by_session(found)


@pytest.mark.parametrize("write", [stm, ctm, rttm])
def test_several_files_are_the_segments_that_meeteval_reads(tmp_path, write):
    rng = random.Random(1)
    paths = [tmp_path / f"{speaker}.{write.__name__}" for speaker in ("anna", "ben", "山田")]
    for path in paths:
        path.write_text(lines(rng, write), "utf-8")
    (found,) = meeteval(paths)
    assert listed(lm.read_sessions(paths)) == by_session(found)
    assert listed(lm.read_sessions(tmp_path)) == by_session(found)


@pytest.mark.parametrize("as_text", [True, False])
def test_seglst_has_the_segments_that_meeteval_reads(tmp_path, as_text):
    rng, rows = random.Random(2), []
    for number in range(200):
        start = time(rng)
        times = {"start_time": start, "end_time": start + time(rng)}
        words = " ".join(rng.choices([*WORDS, "@", " ", "\n"], k=rng.randint(0, 6)))
        row = {"session_id": rng.choice(["S1", "S2"]), "speaker": f"P{number % 4:02}"}
        convert = str if as_text else float
        times = {key: convert(value) for key, value in times.items()}
        rows.append({**row, "words": words, **times, "location": "kitchen"})
    path = tmp_path / "a.json"
    path.write_text(json.dumps(rows), "utf-8")
    (found,) = meeteval([path])
    assert listed(lm.read_sessions(path)) == by_session(found)


def test_meeteval_reads_what_is_written(tmp_path):
    path = tmp_path / "a.stm"
    path.write_text(lines(random.Random(3), stm, 500), "utf-8")
    sessions = lm.read_sessions(path)
    written = [tmp_path / f"written{suffix}" for suffix in (".stm", ".json", ".rttm")]
    for each in written:
        lm.write_sessions(sessions, each)
    as_stm, as_json, as_rttm = meeteval(*([each] for each in written))
    assert as_stm == as_json == listed(sessions)
    assert as_rttm == [{**row, "words": ""} for row in listed(sessions)]


def test_what_nist_does_not_score_and_meeteval_does_is_left_out(tmp_path):
    path = tmp_path / "a.stm"
    path.write_text("S1 1 a 0 1 <o,f0> yes @\nS1 1 a 1 2 IGNORE_TIME_SEGMENT_IN_SCORING\n")
    (found,) = meeteval([path])
    assert [row["words"] for row in found] == ["<o,f0> yes @", "IGNORE_TIME_SEGMENT_IN_SCORING"]
    assert [row["words"] for row in listed(lm.read_sessions(path))] == ["yes"]
