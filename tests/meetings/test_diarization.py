"""Diarization errors: by frames, as NIST published them, and by md-eval and pyannote.metrics."""

import json
import os
import random
import re
import shutil
import subprocess
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.meetings.diarization import Event, Turn, diarization_errors, jaccard_errors
from tests.files import written
from tests.thoroughness import times

NIST = Path(__file__).parents[1] / "data/nist/diarization"
MD_EVAL = Path("/usr/lib/sctk/bin/md-eval.pl")
PYANNOTE = os.environ.get("LEVMETRICS_PYANNOTE", "")  # the path of its Python
DEFINITIONS = ["md-eval", "pyannote"]


def random_turns(rng, speakers, last, most, *, may_overlap=True):
    """Turns of a side; those of a speaker overlap only if they may."""
    turns = []
    for _ in range(rng.randint(0, most)):
        start = rng.randint(0, last - 1)
        turn = Turn(rng.choice(speakers), start, min(last, start + rng.randint(1, last // 3)))
        if may_overlap or not any(
            other.speaker == turn.speaker and other.start <= turn.end and turn.start <= other.end
            for other in turns
        ):
            turns.append(turn)
    return turns


def random_map(rng, last):
    """A map of parts that do not touch; or none."""
    if rng.random() < 0.4:
        return None
    times = sorted(rng.sample(range(last + last // 10), 2 * rng.randint(1, 3)))
    return [*zip(times[::2], times[1::2], strict=True)]


# ---------------------------------------------------------------------------------------------
# The textbook: frames of a microsecond, and every mapping
# ---------------------------------------------------------------------------------------------


def active(turns, frame):
    return Counter(turn.speaker for turn in turns if turn.start <= frame < turn.end)


def mappings(rows, columns):
    """Every mapping of speakers, some of whom are mapped to none."""
    padded = [*columns, *[None] * len(rows)]
    for chosen in {*permutations(padded, len(rows))}:
        yield dict(zip(rows, chosen, strict=True))


def evaluated_frames(turns, uem):
    if uem is not None:
        return {frame for start, end in uem for frame in range(start, end)}
    if not turns:
        return set()
    return {*range(min(turn.start for turn in turns), max(turn.end for turn in turns))}


def by_frames(reference, hypothesis, collar, overlap, uem, definition):
    is_md_eval = definition == "md-eval"
    if not is_md_eval:
        reference = [turn for turn in reference if turn.start < turn.end]
        hypothesis = [turn for turn in hypothesis if turn.start < turn.end]
        collar //= 2
    evaluated = evaluated_frames(reference if is_md_eval else reference + hypothesis, uem)
    boundaries = {time for turn in reference for time in turn[1:]}
    scored = {
        frame
        for frame in evaluated
        if all(frame + 1 <= time - collar or frame >= time + collar for time in boundaries)
        and (overlap or active(reference, frame).total() < 2)
    }
    sides = {f: (active(reference, f), active(hypothesis, f)) for f in evaluated}
    if is_md_eval:
        sides = {f: tuple(Counter({*side}) for side in both) for f, both in sides.items()}
    mapped_by = evaluated if is_md_eval else scored
    names = [sorted({turn.speaker for turn in turns}) for turns in (reference, hypothesis)]
    choices = []
    for mapping in mappings(*names):
        pairs = [(a, b) for a, b in mapping.items() if b is not None]
        together = sum(sides[f][0][a] * sides[f][1][b] for f in mapped_by for a, b in pairs)
        correct = sum(min(sides[f][0][a], sides[f][1][b]) for f in scored for a, b in pairs)
        choices.append((together, correct))
    _, correct = max(choices)
    counts = [tuple(side.total() for side in sides[f]) for f in scored]
    return (
        sum(max(n - m, 0) for n, m in counts),
        sum(max(m - n, 0) for n, m in counts),
        sum(min(n, m) for n, m in counts) - correct,
        sum(n for n, _ in counts),
    )


def jaccard_by_frames(reference, hypothesis, uem):
    """The least mean error, and the speakers."""
    frames = evaluated_frames([*reference, *hypothesis], uem)
    sides = []
    for turns in (reference, hypothesis):
        of = {}
        for turn in turns:
            of.setdefault(turn.speaker, set()).update({*range(turn.start, turn.end)} & frames)
        sides.append({name: spoken for name, spoken in of.items() if spoken})
    target, pred = sides
    least = min(
        sum(
            1 - Fraction(len(target[a] & pred[b]), len(target[a] | pred[b])) if b else Fraction(1)
            for a, b in mapping.items()
        )
        for mapping in mappings([*target], [*pred])
    )
    return least, sorted(target)


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_random_timelines_by_frames(definition):
    rng = random.Random(definition)
    for _ in range(600):
        last = rng.choice([6, 12, 40, 60])
        reference = random_turns(rng, "abc"[: rng.randint(1, 3)], last, 9)
        hypothesis = random_turns(rng, "axyz"[: rng.randint(1, 4)], last, 9)
        if rng.random() < 0.2:  # without length
            reference.append(Turn("b", *[rng.randint(0, last + 3)] * 2))
            hypothesis.append(Turn("x", *[rng.randint(0, last + 3)] * 2))
        asked = (2 * rng.choice([0, 0, 1, 2]), rng.random() < 0.6, random_map(rng, last))
        collar, overlap, uem = asked
        found = diarization_errors(
            reference, hypothesis, collar=collar, overlap=overlap, uem=uem, definition=definition
        )
        expected = by_frames(reference, hypothesis, *asked, definition)
        assert found == expected, (reference, hypothesis, asked)


def test_jaccard_errors_by_frames():
    rng = random.Random(0)
    for _ in range(250):
        last = rng.choice([6, 12, 40])
        reference = random_turns(rng, "abc", last, 7)
        hypothesis = random_turns(rng, "axyz"[: rng.randint(1, 4)], last, 7)
        uem = random_map(rng, last)
        found = jaccard_errors(reference, hypothesis, uem=uem)
        least, speakers = jaccard_by_frames(reference, hypothesis, uem)
        assert [each.speaker for each in found] == speakers
        assert sum(Fraction(each.errors, each.total) for each in found) == least


# ---------------------------------------------------------------------------------------------
# NIST's published tests, and md-eval
# ---------------------------------------------------------------------------------------------

# The times that md-eval does not score for sounds that are no words, as comments in the published
# references name them. pyannote.metrics ignores these events: for it, the map is without them.
NO_WORDS = {
    "sd_test1": [(20_600_000, 22_400_000)],
    "sd_test2": [(11_900_000, 13_200_000), (16_500_000, 18_500_000), (20_600_000, 22_400_000)],
    "sd_test3": [(11_800_000, 13_100_000), (16_500_000, 18_500_000), (20_600_000, 22_400_000)],
}
FIGURES = ["MISSED SPEAKER", "FALARM SPEAKER", "SPEAKER ERROR", "SCORED SPEAKER"]


def microseconds(seconds):
    return round(float(seconds) * 1_000_000)


def turns_of(path):
    rows = [line.split() for line in path.read_text("utf-8").splitlines()]
    return [
        Turn(row[7], microseconds(row[3]), microseconds(row[3]) + microseconds(row[4]))
        for row in rows
        if row[:1] == ["SPEAKER"]
    ]


def figures(output):
    """The times that md-eval prints last: of all files."""
    return [float(re.findall(rf"{name} TIME = *([\d.]+) secs", output)[-1]) for name in FIGURES]


def cut(spans, excluded):
    """Spans without others, each of which is in one of them."""
    times = sorted(time for span in (*spans, *excluded) for time in span)
    return [*zip(times[::2], times[1::2], strict=True)]


SUBTYPES = {"NON-LEX": "laugh", "LEXEME": "lex"}


def md_eval(folder, reference, hypothesis, *, uem=None, **asked):
    """What md-eval prints of turns whose times are seconds here, so that it prints all digits."""
    uem = None if uem is None else {"f0": uem}
    return md_eval_of_files(folder, [(reference, hypothesis)], uem, **asked)


def md_eval_of_files(folder, pairs, uem, *, collar=0, overlap=True, events=()):
    """What md-eval prints of several files together; events are of the first reference."""
    command = ["perl", MD_EVAL, "-c", str(collar)]
    for side, option in enumerate(("-r", "-s")):
        lines = [
            f"SPEAKER f{number} 1 {s} {e - s} <NA> <NA> {name} <NA>\n"
            for number, pair in enumerate(pairs)
            for name, s, e in pair[side]
        ]
        lines += [
            f"{kind} f0 1 {s} {e - s} <NA> {SUBTYPES.get(kind, '<NA>')} a <NA>\n"
            for kind, s, e in (events if option == "-r" else ())
        ]
        command += [option, written(folder / f"turns{option}.rttm", "".join(lines))]
    if uem is not None:
        lines = [f"{name} 1 {s} {e}\n" for name, spans in uem.items() for s, e in spans]
        command += ["-u", written(folder / "map.uem", "".join(lines))]
    if not overlap:
        command.append("-1")
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout, done.stderr


needs_md_eval = pytest.mark.skipif(
    not (MD_EVAL.exists() and shutil.which("perl")), reason="needs md-eval.pl of Debian's sctk"
)


@pytest.mark.slow
@needs_md_eval
@pytest.mark.parametrize("may_overlap", [False, True], ids=["turns", "turns that overlap"])
def test_md_eval_on_random_timelines(tmp_path, may_overlap):
    rng = random.Random(may_overlap)
    compared = 0
    for _ in range(150):
        last = 60_000
        reference = random_turns(
            rng, "abcd"[: rng.randint(1, 4)], last, 15, may_overlap=may_overlap
        )
        hypothesis = random_turns(rng, "wxyz", last, 15, may_overlap=may_overlap)
        asked = {
            "collar": rng.choice([0, 250, 500]),
            "overlap": rng.random() < 0.6,
            "uem": random_map(rng, last),
        }
        output, errors = md_eval(tmp_path, reference, hypothesis, **asked)
        found = diarization_errors(reference, hypothesis, **asked)
        if found.scored:
            assert [*found] == figures(output), (reference, hypothesis, asked, errors)
            compared += 1
    assert compared > 120


KINDS = ("NOSCORE", "NON-LEX", "LEXEME")


def random_events(rng, last, taken):
    """Events at times that nothing else has, since the order of equal ones decides in md-eval.

    Sounds that are no words do not meet at a boundary between them, see the differences below.
    """
    events = []
    for _ in range(rng.randint(1, 8)):
        start = rng.randint(0, last - 200)
        event = Event(rng.choice(KINDS), start, start + rng.randint(1, 150))
        meets = any(
            event.kind == other.kind == "NON-LEX"
            and 0 < max(other.start - event.end, event.start - other.end) <= 100
            for other in events
        )
        if not meets and not taken & {*event[1:]}:
            taken |= {*event[1:]}
            events.append(event)
    return events


def in_unit(spans, unit):
    """Turns or events from a second later, with times in another unit than hundredths."""
    return [
        type(each)(each[0], (each.start + 100) * unit, (each.end + 100) * unit) for each in spans
    ]


@pytest.mark.slow
@needs_md_eval
@pytest.mark.parametrize("collar", ["0", "0.25"])
def test_md_eval_on_random_events_that_are_not_scored(tmp_path, collar):
    rng = random.Random(collar)
    for _ in range(times(100, of=300)):
        last = rng.choice([400, 1_500])  # hundredths of a second
        reference = random_turns(rng, "abc", last, 8, may_overlap=False)
        reference.append(Turn("a", last + 10, last + 90))  # see the differences below
        hypothesis = random_turns(rng, "wxy", last, 8, may_overlap=False)
        taken = {time for turn in reference for time in turn[1:]}
        events = [*random_events(rng, last, taken), Event("SEGMENT", -60, last + 99)]
        found = diarization_errors(
            *(in_unit(side, 10_000) for side in (reference, hypothesis)),
            collar=microseconds(collar),
            events=in_unit(events, 10_000),
        )
        sides = (in_unit(side, Decimal("0.01")) for side in (reference, hypothesis, events))
        *turns, marked = sides
        output, _ = md_eval(tmp_path, *turns, collar=collar, events=marked)
        expected = [microseconds(time) for time in figures(output)]
        assert [*found] == expected, (reference, hypothesis, events)


@pytest.mark.slow
@needs_md_eval
class TestDifferencesFromMdEval:
    def both(self, tmp_path, reference, hypothesis, **asked):
        output, _ = md_eval(tmp_path, reference, hypothesis, **asked)
        return figures(output), [*diarization_errors(reference, hypothesis, **asked)]

    def test_of_tied_mappings_it_takes_one_by_the_names_and_we_the_least_confused(self, tmp_path):
        theirs = set()
        for first, second in ("wy", "yw"):
            hypothesis = [Turn(first, 0, 10), Turn(second, 50, 60)]
            found, ours = self.both(tmp_path, [Turn("a", 0, 100)], hypothesis, collar=20)
            theirs.add(tuple(found))
            assert ours == [50, 0, 0, 60]
        assert theirs == {(50.0, 0.0, 0.0, 60.0), (50.0, 0.0, 10.0, 60.0)}

    def test_it_scores_beyond_the_map_where_an_overlap_ends_with_a_part_of_it(self, tmp_path):
        reference = [Turn("a", 0, 10), Turn("b", 5, 10), Turn("a", 20, 30), Turn("b", 25, 30)]
        asked = {"uem": [(0, 10)], "overlap": False}
        assert self.both(tmp_path, reference, [], **asked) == ([10, 0, 0, 10], [5, 0, 0, 5])

    def test_it_scores_an_overlap_that_follows_another_and_that_the_map_cuts(self, tmp_path):
        reference = [Turn("a", 0, 10), Turn("b", 5, 7), Turn("c", 7, 10)]
        asked = {"uem": [(0, 9)], "overlap": False}
        assert self.both(tmp_path, reference, [], **asked) == ([9, 0, 0, 9], [5, 0, 0, 5])

    def test_it_scores_no_file_that_the_reference_does_not_have(self, tmp_path):
        output, _ = md_eval(tmp_path, [], [Turn("x", 0, 5)], uem=[(0, 9)])
        assert "SPEAKER TIME" not in output
        assert diarization_errors([], [Turn("x", 0, 5)], uem=[(0, 9)]) == (0, 5, 0, 0)

    def test_it_scores_a_sound_at_the_start_of_the_evaluated_time(self, tmp_path):
        turns, sounds = [Turn("a", 0, 1_000)], [Event("NON-LEX", 20, 500)]
        seconds = (in_unit(each, Decimal("0.01")) for each in (turns, sounds))
        output, _ = md_eval(tmp_path, next(seconds), [], events=next(seconds))
        assert figures(output) == [4.7, 0, 0, 4.7]
        found = diarization_errors(in_unit(turns, 10_000), [], events=in_unit(sounds, 10_000))
        assert found == (4_500_000, 0, 0, 4_500_000)

    def test_it_scores_nothing_between_a_last_zone_and_the_end(self, tmp_path):
        events = [Event("NOSCORE", 12, 15)]
        asked = {"uem": [(0, 30)], "events": events}
        sides = [Turn("a", 0, 10)], [Turn("x", 0, 20)]
        assert self.both(tmp_path, *sides, **asked) == ([0, 2, 0, 10], [0, 7, 0, 10])

    def test_it_refuses_a_map_whose_parts_overlap(self, tmp_path):
        turns, uem = [Turn("a", 0, 9)], [(0, 5), (3, 9)]
        _, errors = md_eval(tmp_path, turns, turns, uem=uem)
        assert "overlapping evaluation segments" in errors
        assert diarization_errors(turns, turns, uem=uem) == (0, 0, 0, 9)


# ---------------------------------------------------------------------------------------------
# pyannote.metrics
# ---------------------------------------------------------------------------------------------

SCRIPT = """
import json, sys, warnings
warnings.simplefilter("ignore")
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate, JaccardErrorRate

def annotation(turns):
    made = Annotation()
    for track, (speaker, start, end) in enumerate(turns):
        made[Segment(start / 1e6, end / 1e6), track] = speaker
    return made

found = []
for reference, hypothesis, collar, overlap, uem in json.load(sys.stdin):
    sides = annotation(reference), annotation(hypothesis)
    timeline = Timeline([Segment(start / 1e6, end / 1e6) for start, end in uem]) if uem else None
    metric = DiarizationErrorRate(collar=collar / 1e6, skip_overlap=not overlap)
    errors = metric(*sides, uem=timeline, detailed=True)
    names = ("missed detection", "false alarm", "confusion", "total")
    found.append([*(errors[name] for name in names), JaccardErrorRate()(*sides, uem=timeline)])
json.dump(found, sys.stdout)
"""

needs_pyannote = pytest.mark.skipif(
    not PYANNOTE, reason="needs LEVMETRICS_PYANNOTE, a Python that has pyannote.metrics"
)


def by_pyannote(jobs):
    done = subprocess.run(
        [PYANNOTE, "-c", SCRIPT], input=json.dumps(jobs), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def jaccard_error_rate(reference, hypothesis, uem=None):
    found = jaccard_errors(reference, hypothesis, uem=uem)
    return sum(each.errors / each.total for each in found) / len(found)


@pytest.mark.slow
@needs_pyannote
@pytest.mark.parametrize("may_overlap", [False, True], ids=["turns", "turns that overlap"])
def test_pyannote_on_random_timelines(may_overlap):
    rng = random.Random(may_overlap)
    jobs = []
    for _ in range(300):
        # Where times are short, mappings are tied; see test_pyannote_takes_any_of_tied_mappings.
        last = 60_000 if may_overlap else rng.choice([60, 60_000])
        scale = 60_000_000 // last
        sides = [
            [
                Turn(name, start * scale, end * scale)
                for name, start, end in random_turns(rng, names, last, 15, may_overlap=may_overlap)
            ]
            for names in ("abcd"[: rng.randint(1, 4)], "axyz")
        ]
        uem = random_map(rng, last)
        uem = uem and [(start * scale, end * scale) for start, end in uem]
        jobs.append((*sides, rng.choice([0, 500_000, 1_000_000]), rng.random() < 0.6, uem))
    for job, (*theirs, jaccard) in zip(jobs, by_pyannote(jobs), strict=True):
        reference, hypothesis, collar, overlap, uem = job
        found = diarization_errors(
            reference, hypothesis, collar=collar, overlap=overlap, uem=uem, definition="pyannote"
        )
        assert [*found] == [round(time * 1_000_000) for time in theirs], job
        if not may_overlap and jaccard_errors(reference, hypothesis, uem=uem):
            assert jaccard_error_rate(reference, hypothesis, uem) <= jaccard + 1e-9


@pytest.mark.slow
@needs_pyannote
class TestDifferencesFromPyannote:
    def both(self, reference, hypothesis):
        (theirs,) = by_pyannote([(reference, hypothesis, 0, True, None)])
        found = diarization_errors(reference, hypothesis, definition="pyannote")
        return [round(time * 1_000_000) for time in theirs[:4]], [*found], theirs[4]

    def test_of_tied_mappings_it_takes_any_and_we_the_least_confused(self):
        """Mappings are tied in what is scored only where turns of one speaker overlap."""
        theirs = set()
        for first, second in ("xy", "yx"):
            reference = [Turn("a", 0, 40_000), Turn("b", 40_000, 60_000)]
            hypothesis = [*[Turn(first, 0, 10_000)] * 2, Turn(second, 20_000, 40_000)]
            found, ours, _ = self.both(reference, hypothesis)
            theirs.add(tuple(found))
            assert ours == [30_000, 10_000, 10_000, 60_000]
        assert theirs <= {(30_000, 10_000, 10_000, 60_000), (30_000, 10_000, 20_000, 60_000)}
        assert len(theirs) == 2

    def test_it_ignores_what_is_no_longer_than_a_microsecond(self):
        reference = [Turn("a", 0, 1), Turn("a", 5, 10)]
        assert self.both(reference, reference)[:2] == ([0, 0, 0, 5], [0, 0, 0, 6])

    def test_its_jaccard_error_rate_maps_speakers_by_time(self):
        reference = [Turn("a", 0, 10_000), Turn("b", 10_000, 104_000)]
        hypothesis = [Turn("x", 0, 6_000), Turn("x", 200_000, 294_000), Turn("y", 6_000, 10_000)]
        *_, theirs = self.both(reference, hypothesis)
        assert theirs == pytest.approx((1 - 6 / 104 + 1) / 2)
        assert jaccard_error_rate(reference, hypothesis) == pytest.approx((1 - 4 / 10 + 1) / 2)

    def test_the_example_of_the_page(self):
        hypothesis = [Turn("x", 4_000_000, 30_000_000), Turn("y", 0, 4_000_000)]
        *_, theirs = self.both([Turn("A", 0, 10_000_000)], hypothesis)
        assert theirs == pytest.approx(0.8)


# ---------------------------------------------------------------------------------------------
# Jaccard errors by hand, any times, and what cannot be scored
# ---------------------------------------------------------------------------------------------

ANNA, BEN = Turn("anna", 0, 6), Turn("ben", 6, 10)


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [
        ([ANNA, BEN], [("anna", "anna", 0, 6), ("ben", "ben", 0, 4)]),
        ([], [("anna", None, 6, 6), ("ben", None, 4, 4)]),
        ([Turn("1", 0, 10)], [("anna", "1", 4, 10), ("ben", None, 4, 4)]),
        ([Turn("1", 20, 30)], [("anna", None, 6, 6), ("ben", None, 4, 4)]),
        ([Turn("1", 0, 3), Turn("1", 2, 8)], [("anna", "1", 2, 8), ("ben", None, 4, 4)]),
        # By time 1 would be of anna's, by the Jaccard index 2 is: 2 / 6 and not 4 / 104.
        (
            [Turn("1", 0, 4), Turn("1", 100, 198), Turn("2", 4, 6)],
            [
                ("anna", "2", 4, 6),
                ("ben", None, 4, 4),
            ],
        ),
    ],
    ids=["same", "none", "one", "apart", "overlap", "by the index"],
)
def test_jaccard_errors_by_hand(hypothesis, expected):
    assert jaccard_errors([ANNA, BEN], hypothesis) == expected


def test_jaccard_errors_leave_out_who_does_not_speak_in_the_map():
    assert jaccard_errors([ANNA, BEN, Turn("eva", 3, 3)], [BEN], uem=[(5, 7)]) == [
        ("anna", None, 1, 1),
        ("ben", "ben", 0, 1),
    ]
    assert jaccard_errors([], [BEN]) == jaccard_errors([], []) == []


def test_of_tied_mappings_the_least_confused_is_taken():
    """It may be several exchanges of partners away from the first that is found."""
    rng = random.Random(0)
    for _ in range(20):
        names = rng.sample("abcdefgh", 5)
        # Each speaker shares 10 with one partner, in a collar, and 10 with another, outside.
        reference = [Turn(name, 100 * i, 100 * i + 60) for i, name in enumerate("12345")]
        hypothesis = [
            turn
            for i in range(5)
            for turn in (
                Turn(names[i], 100 * i, 100 * i + 10),
                Turn(names[(i + 1) % 5], 100 * i + 30, 100 * i + 40),
            )
        ]
        found = diarization_errors(reference, hypothesis, collar=15)
        assert found == (100, 0, 0, 150)


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_nothing_on_a_side(definition):
    turns = [ANNA, BEN]
    assert diarization_errors([], [], definition=definition) == (0, 0, 0, 0)
    assert diarization_errors(turns, [], definition=definition) == (10, 0, 0, 10)
    assert diarization_errors(turns, turns, uem=[], definition=definition) == (0, 0, 0, 0)
    assert diarization_errors([], turns, uem=[(2, 9)], definition=definition) == (0, 7, 0, 0)
    of_all = diarization_errors([], turns, definition=definition)
    assert of_all.false_alarm == {"md-eval": 0, "pyannote": 10}[definition]


TURNS = st.lists(
    st.builds(
        lambda name, start, length: Turn(name, start, start + length),
        st.sampled_from("abc"),
        st.integers(-50, 50),
        st.integers(0, 40),
    ),
    max_size=8,
)


@given(
    TURNS,
    TURNS,
    st.integers(0, 5),
    st.booleans(),
    st.sampled_from(DEFINITIONS),
    st.integers(1, 10**11),
    st.integers(-(10**9), 10**9),
    st.permutations("abc"),
    st.randoms(use_true_random=False),
)
def test_names_order_unit_and_origin_change_nothing(
    reference, hypothesis, collar, overlap, definition, unit, origin, names, rng
):
    asked = {"overlap": overlap, "definition": definition}
    found = diarization_errors(reference, hypothesis, collar=2 * collar, **asked)
    assert min(found) >= 0
    assert found.missed + found.confusion <= found.scored
    renamed = dict(zip("abc", names, strict=True))
    moved = [
        [Turn(renamed[n], s * unit + origin, e * unit + origin) for n, s, e in turns]
        for turns in (reference, hypothesis)
    ]
    for turns in moved:
        rng.shuffle(turns)
    other = diarization_errors(*moved, collar=2 * collar * unit, **asked)
    assert [*other] == [time * unit for time in found]


def test_a_microsecond_decides_the_mapping_of_eleven_days():
    """Floats of single precision, or seconds as floats, would round it away."""
    day = 86_400_000_000
    reference = [Turn("a", 0, 11 * day)]
    half = 11 * day // 2
    hypothesis = [Turn("x", 0, half), Turn("y", half, 11 * day), Turn("y", half - 1, half)]
    assert diarization_errors(reference, hypothesis) == (0, 1, half - 1, 11 * day)


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_hundreds_of_speakers_and_thousands_of_turns(definition):
    rng = np.random.default_rng(0)
    start = rng.integers(0, 3_600_000_000, 5000).tolist()
    length = rng.integers(0, 20_000_000, 5000).tolist()
    reference = [
        Turn(f"speaker {number % 500}", begin, begin + last)
        for number, (begin, last) in enumerate(zip(start, length, strict=True))
    ]
    hypothesis = [Turn(f"x {turn.speaker}", *turn[1:]) for turn in reference]
    asked = {"collar": 500_000, "definition": definition}
    assert [*diarization_errors(reference, hypothesis, **asked)][:3] == [0, 0, 0]
    found = jaccard_errors(reference, hypothesis)
    assert len(found) == 500
    assert all(each.hypothesis == f"x {each.speaker}" and each.errors == 0 for each in found)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"reference": [Turn("a", 0, 2**52)] * 3, "definition": "pyannote"}, "add up to more"),
        (
            {side: [Turn("a", 0, 2**51)] * 3 for side in ("reference", "hypothesis")}
            | {"definition": "pyannote"},
            "less, if many turns of a speaker overlap",
        ),
        ({"hypothesis": [Turn(str(n), 0, 1) for n in range(2001)]}, "has 2,001 speakers"),
    ],
)
def test_what_cannot_be_scored_is_named(change, sentence):
    given = {"reference": [ANNA], "hypothesis": [ANNA], **change}
    with pytest.raises(InputError, match=sentence) as caught:
        diarization_errors(given.pop("reference"), given.pop("hypothesis"), **given)
    assert caught.value.sentence("ja") != str(caught.value)


def test_times_of_numpy_are_whole_numbers_too():
    times = np.array([0, 6], np.int32)
    assert diarization_errors([Turn("a", *times)], [Turn("b", *times)]) == (0, 0, 0, 6)
