"""DER and JER of several sessions: pooled as md-eval, pyannote and dscore pool, and everywhere."""

import json
import math
import random
import subprocess
from collections import Counter
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError, Run
from levmetrics.core.names import get_metric
from levmetrics.formats.session_files import read_uem
from tests.meetings.test_diarization import (
    NIST,
    NO_WORDS,
    PYANNOTE,
    cut,
    figures,
    jaccard_by_frames,
    md_eval_of_files,
    microseconds,
    needs_md_eval,
    needs_pyannote,
    random_map,
    random_turns,
    turns_of,
)
from tests.packages import needs
from tests.shell import shell

TIMES = ("missed", "false_alarm", "confusion", "scored")
SECOND = 1_000_000


def turn(speaker, start, end, session=None, **more):
    named = {} if session is None else {"session_id": session}
    return {"speaker": speaker, "start_time": start, "end_time": end, **named, **more}


def session_of(turns, name, unit=1):
    """A session of turns whose times are of so many in a second."""
    return [turn(speaker, start / unit, end / unit, name) for speaker, start, end in turns]


SAID = [
    [turn("anna", 0, 6, "x"), turn("ben", 6, 10, "x")],
    [turn("anna", 0, 3.5, "y")],
    [turn("eva", 2, 4, "z"), turn("ben", 3, 5, "z")],
]
FOUND = [
    [turn("1", 0, 7), turn("2", 7, 9)],
    [turn("1", 0.5, 4)],
    [turn("2", 2, 5)],
]


# ---------------------------------------------------------------------------------------------
# md-eval
# ---------------------------------------------------------------------------------------------


def nist_maps():
    for name in NO_WORDS:
        rows = [line.split() for line in (NIST / f"{name}.uem").read_text("utf-8").splitlines()]
        uem = [(microseconds(start), microseconds(end)) for _, _, start, end in rows]
        yield name, cut(uem, NO_WORDS[name])


@pytest.mark.parametrize("definition", ["md-eval", "pyannote"])
def test_the_published_tests_of_nist_come_to_the_sums_of_their_figures(definition):
    sides = [
        [session_of(turns_of(NIST / f"{name}.{side}.rttm"), name, SECOND) for name in NO_WORDS]
        for side in ("sys", "ref")
    ]
    uem = {name: [(s / SECOND, e / SECOND) for s, e in parts] for name, parts in nist_maps()}
    run = lm.score(*sides, "meeting:der", overlap=False, uem=uem, definition=definition)
    outputs = [(NIST / f"{name}.output.saved").read_text("utf-8") for name in NO_WORDS]
    expected = np.sum([np.round(np.multiply(100, figures(each))) for each in outputs], axis=0)
    missed, false_alarm, confusion, _ = (int(hundredths) for hundredths in expected)
    result = run.result()
    scored = result["scored"]
    assert [result[name] for name in TIMES[:3]] == [
        missed / 100,
        false_alarm / 100,
        confusion / 100,
    ]
    assert scored == 7.8 + 8.9 + 8.9
    assert run.score == float(Fraction(missed + false_alarm + confusion, round(100 * scored)))


def by_md_eval(*files, **asked):
    """What md-eval prints of all sessions together."""
    output, _ = md_eval_of_files(*files, **asked)
    percent = output.rpartition("OVERALL SPEAKER DIARIZATION ERROR = ")[2].split()[0]
    return figures(output), float(percent)


@pytest.mark.slow
@needs_md_eval
def test_sessions_are_pooled_as_md_eval_pools_files(tmp_path):
    rng = random.Random(0)
    for _ in range(60):
        pairs = []
        while len(pairs) < rng.randint(2, 5):
            sides = [
                random_turns(rng, names, 60_000, 12, may_overlap=False)
                for names in ("abcd", "wxyz")
            ]
            if sides[0]:  # md-eval leaves out the others
                pairs.append(sides)
        maps = [random_map(rng, 60_000) or [(0, 60_000)] for _ in pairs]
        uem = {f"f{number}": spans for number, spans in enumerate(maps)}
        uem = uem if rng.random() < 0.6 else None
        asked = {"collar": rng.choice([0, 250, 500]), "overlap": rng.random() < 0.6}
        expected, percent = by_md_eval(tmp_path, pairs, uem, **asked)
        target, preds = (
            [session_of(pair[side], f"f{number}") for number, pair in enumerate(pairs)]
            for side in (0, 1)
        )
        run = lm.score(preds, target, "meeting:der", uem=uem, **asked)
        assert [run[name] for name in TIMES] == expected
        assert f"{100 * run.score:.2f}" == f"{percent:.2f}"


@pytest.mark.parametrize("test", NO_WORDS)
def test_the_files_of_nist_are_scored_as_they_are(test):
    said, found = (lm.read_sessions(NIST / f"{test}.{side}.rttm") for side in ("ref", "sys"))
    run = lm.score(found, said, "der", overlap=False, uem=read_uem(NIST / f"{test}.uem"))
    published = figures((NIST / f"{test}.output.saved").read_text("utf-8"))
    assert [run[name] for name in TIMES] == published


MARKED = [
    turn("anna", 0, 10),
    {"type": "NOSCORE", "start_time": 4, "end_time": 6},
    {"type": "telephone", "speaker": "ben", "start_time": 10, "end_time": 11},
]


@pytest.mark.parametrize(
    ("metric", "options", "missed"),
    [("der", {}, 8), ("der", {"definition": "pyannote"}, 10), ("jer", {}, 10)],
)
def test_only_md_eval_leaves_out_what_the_reference_marks(metric, options, missed):
    turns = [MARKED[0], {**MARKED[2], "type": "SPEAKER"}]
    run = lm.score([[MARKED[2]]], [MARKED], metric, **options)
    if metric == "der":
        assert run["missed"] == missed
        assert run["scored"] == missed + 1
    else:
        assert run.score == lm.score([[turns[1]]], [turns], "jer").score == 0.5


def test_words_are_scored_without_the_events_of_a_reference():
    said = [turn("anna", 0, 10, words="is there"), *MARKED[1:2]]
    assert lm.score([[turn("1", 0, 10, words="is here")]], [said], "tcp").score == 0.5
    assert lm.score([said], [said], "cp")["reference_length"] == 2


@pytest.mark.parametrize("kind", ["SEGMENT", "FILLER", "LEXEME"])
def test_a_segment_with_words_is_a_turn_whatever_its_type(kind):
    said, typed = turn("anna", 0, 10, words="is there"), {"type": kind}
    for metric in ("cp", "der"):
        assert lm.score([[said]], [[said | typed]], metric).score == 0
        assert lm.score([[said | typed]], [[said]], metric).score == 0
    row = {"session_id": "S1", **said}
    assert lm.read_sessions([row | typed]) == {"S1": [row]}


def test_a_speaker_beside_an_event_without_words_is_refused():
    zone = {"type": "NOSCORE", "start_time": 4, "end_time": 6}
    for found in ("", "<NA>"):
        said = [MARKED[0], {**zone, "speaker": found}]
        assert lm.score([[MARKED[0]]], [said], "der")["scored"] == 8
    with pytest.raises(
        InputError, match=r"references\[0\]\[1\] has a speaker and the type NOSCORE"
    ):
        lm.score([[MARKED[0]]], [[MARKED[0], {**zone, "speaker": "anna"}]], "der")


def test_a_zone_needs_times():
    zone = {"type": "NOSCORE", "start_time": 4}
    with pytest.raises(InputError, match=r"references\[0\]\[1\] .*end_time"):
        lm.score([[MARKED[0]]], [[MARKED[0], zone]], "der")


def test_a_map_takes_sessions_by_the_keys_of_a_dictionary():
    said, found = {"S1": [turn("anna", 0, 10)]}, {"S1": [turn("1", 0, 8)]}
    for metric, rate in (("der", 0), ("jer", 0)):
        assert lm.score(found, said, metric, uem={"S1": [(0, 8)]}).score == rate
    assert lm.score(found, said, "der").score == 0.2
    other = {"S1": [turn("anna", 0, 10, "S2")]}
    with pytest.raises(InputError, match=r"references\['S1'\]\[0\] has the session_id 'S2'"):
        lm.score(found, other, "der")


@pytest.mark.slow
@needs_md_eval
def test_the_tests_of_nist_in_one_run_are_md_evals(tmp_path):
    pairs = [
        [
            [(name, start // 100_000, end // 100_000) for name, start, end in turns_of(path)]
            for path in (NIST / f"{test}.ref.rttm", NIST / f"{test}.sys.rttm")
        ]
        for test in NO_WORDS
    ]
    tenths = {
        f"f{number}": [(start // 100_000, end // 100_000) for start, end in spans]
        for number, (_, spans) in enumerate(nist_maps())
    }
    expected, percent = by_md_eval(tmp_path, pairs, tenths, collar=2, overlap=False)
    target, preds = (
        [session_of(pair[side], f"f{number}", 10) for number, pair in enumerate(pairs)]
        for side in (0, 1)
    )
    uem = {name: [(start / 10, end / 10) for start, end in spans] for name, spans in tenths.items()}
    run = lm.score(preds, target, "der", collar=0.2, overlap=False, uem=uem)
    assert [run[name] for name in TIMES] == [time / 10 for time in expected]
    assert f"{100 * run.score:.2f}" == f"{percent:.2f}"


# ---------------------------------------------------------------------------------------------
# pyannote.metrics
# ---------------------------------------------------------------------------------------------

SCRIPT = """
import json, sys, warnings
warnings.simplefilter("ignore")
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate

def annotation(turns):
    made = Annotation()
    for track, (speaker, start, end) in enumerate(turns):
        made[Segment(start, end), track] = speaker
    return made

found = []
for collar, overlap, sessions in json.load(sys.stdin):
    metric = DiarizationErrorRate(collar=collar, skip_overlap=not overlap)
    for reference, hypothesis, uem in sessions:
        timeline = Timeline([Segment(*span) for span in uem]) if uem else None
        metric(annotation(reference), annotation(hypothesis), uem=timeline)
    names = ("missed detection", "false alarm", "confusion", "total")
    found.append([abs(metric), *(metric[name] for name in names)])
json.dump(found, sys.stdout)
"""


@pytest.mark.slow
@needs_pyannote
def test_sessions_are_accumulated_as_pyannote_does():
    rng = random.Random(1)
    jobs = []
    for _ in range(120):
        sessions = []
        for _ in range(rng.randint(2, 5)):
            sides = [
                [
                    (name, start / 1000, end / 1000)
                    for name, start, end in random_turns(rng, names, 60_000, 10, may_overlap=False)
                ]
                for names in ("abc", "xyz")
            ]
            uem = random_map(rng, 60_000)
            sessions.append((*sides, uem and [(s / 1000, e / 1000) for s, e in uem]))
        if rng.random() < 0.2:  # false alarms alone
            sessions = [([], hypothesis, uem) for _, hypothesis, uem in sessions]
        jobs.append((rng.choice([0, 0.5, 1]), rng.random() < 0.6, sessions))
    done = subprocess.run(
        [PYANNOTE, "-c", SCRIPT], input=json.dumps(jobs), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for (collar, overlap, sessions), (rate, *times) in zip(
        jobs, json.loads(done.stdout), strict=True
    ):
        # Each session has a map, as all have one or none: what none means is their extent.
        uem = {
            f"s{number}": spans or _extent(reference, hypothesis)
            for number, (reference, hypothesis, spans) in enumerate(sessions)
        }
        target, preds = (
            [session_of(each[side], f"s{number}") for number, each in enumerate(sessions)]
            for side in (0, 1)
        )
        asked = {"collar": collar, "overlap": overlap, "uem": uem, "definition": "pyannote"}
        run = lm.score(preds, target, "der", **asked)
        assert [run[name] for name in TIMES] == [round(time, 6) for time in times]
        assert run.score == pytest.approx(rate, abs=1e-12)


def _extent(*sides):
    times = [time for turns in sides for _, *both in turns for time in both]
    return [(min(times), max(times))] if times else []


# ---------------------------------------------------------------------------------------------
# JER: the mean over the speakers of all sessions
# ---------------------------------------------------------------------------------------------


def test_jer_is_the_mean_over_the_speakers_of_all_sessions_as_dscore_has_it():
    rng = random.Random(0)
    for _ in range(40):
        pairs, uem, errors, speakers, found = [], {}, Fraction(0), 0, 0
        for number in range(rng.randint(1, 4)):
            sides = [random_turns(rng, names, 40, 7) for names in ("abc", "xyz")]
            uem[f"s{number}"] = spans = random_map(rng, 40) or [(0, 40)]
            least, names = jaccard_by_frames(*sides, spans)
            _, predicted = jaccard_by_frames(*sides[::-1], spans)
            errors, speakers, found = errors + least, speakers + len(names), found + len(predicted)
            pairs.append([session_of(side, f"s{number}") for side in sides])
        run = lm.score([pair[1] for pair in pairs], [pair[0] for pair in pairs], "jer", uem=uem)
        assert (run["speakers"], run["predicted_speakers"]) == (speakers, found)
        expected = errors / speakers if speakers else Fraction(bool(found))
        assert run.score == pytest.approx(float(expected), abs=1e-12)


def test_jer_by_hand():
    run = lm.score(FOUND, SAID, "meeting:jer")
    errors = [(1 / 7, 2 / 4), (1 / 4,), (1 / 3, 1)]
    assert run.score == pytest.approx(sum(map(sum, errors)) / 5)
    assert run.sample_scores() == pytest.approx([sum(each) / len(each) for each in errors])
    mean = lm.score(FOUND, SAID, "meeting:jer", reduction="mean")
    assert mean.score == pytest.approx(run.sample_scores().mean())


# ---------------------------------------------------------------------------------------------
# Where nothing is scored
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["der", "jer"])
@pytest.mark.parametrize("definition", ["md-eval", "pyannote"])
@pytest.mark.parametrize("reduction", ["corpus", "mean"])
def test_without_scored_time_the_rate_is_0_or_1_for_false_alarms(metric, definition, reduction):
    options = {"definition": definition} if metric == "der" else {}
    options |= {"reduction": reduction, "uem": {"x": [(0, 9)], "y": [(0, 9)]}}
    false_alarm = [turn("1", 2, 5, "x")]
    assert lm.score([[]], [[]], metric, **options).score == 0
    assert lm.score([false_alarm], [[]], metric, **options).score == 1


def test_false_alarms_alone_count_beside_other_sessions_where_a_map_says_so():
    preds, target = [[turn("1", 2, 5, "x")], [turn("1", 0, 6, "y")]], [[], [turn("a", 0, 6, "y")]]
    uem = {"x": [(0, 9)], "y": [(0, 9)]}
    assert lm.score(preds, target, "der", uem=uem).score == 0.5
    assert lm.score(preds, target, "der").score == 0  # md-eval: within the reference
    assert lm.score(preds, target, "der", definition="pyannote").score == 0.5
    assert lm.score(preds, target, "jer").score == 0  # no speaker of the reference


@pytest.mark.parametrize("metric", ["der", "jer"])
def test_there_is_no_interval_where_nothing_is_scored(metric):
    run = lm.score([[], [turn("1", 2, 5)]], [[], []], metric)
    with pytest.raises(InputError, match="no reference has scored speaker time"):
        run.interval()


# ---------------------------------------------------------------------------------------------
# Everything that a run has
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["der", "jer"])
def test_no_sessions_have_no_rate_and_no_seconds(metric):
    nothing = Run.empty(get_metric(metric, options={}))
    with pytest.warns(UserWarning, match="no sample was scored"):
        rate, *others = nothing.result().values()
    assert math.isnan(rate)
    assert not any(others)
    run = lm.score(FOUND, SAID, metric)
    assert (nothing + run).result() == run.result()


def test_samples_have_their_seconds_and_reports_their_rows(tmp_path):
    run = lm.score(FOUND, SAID, "der", ids=["x", "y", "z"], groups=["u", "v", "v"])
    rows = run.samples()
    assert rows["scored"].to_pylist() == [10.0, 3.5, 4.0]
    assert Counter(rows["missed"].to_pylist()) == {1.0: 2, 0.5: 1}
    assert run.worst(2)["id"].to_pylist() == ["z", "x"]
    run.report(tmp_path / "report.html", n_resamples=10)
    assert "Diarization error rate" in (tmp_path / "report.html").read_text("utf-8")


def test_the_command_scores_rttm_files(tmp_path):
    for name, sessions in (("ref", SAID), ("hyp", FOUND)):
        lines = [
            f"SPEAKER {'xyz'[number]} 1 {each['start_time']} "
            f"{each['end_time'] - each['start_time']} <NA> <NA> {each['speaker']} <NA> <NA>\n"
            for number, session in enumerate(sessions)
            for each in session
        ]
        (tmp_path / f"{name}.rttm").write_text("".join(lines))
    paths = ["-r", str(tmp_path / "ref.rttm"), "-p", str(tmp_path / "hyp.rttm")]
    for metric in ("meeting:der", "jer"):
        done = shell("score", metric, *paths, "--json")
        assert done.exit_code == 0, done.stderr
        found = json.loads(done.stdout)
        assert lm.score(FOUND, SAID, metric).result().items() <= found.items()


# ---------------------------------------------------------------------------------------------
# Options and times
# ---------------------------------------------------------------------------------------------


@given(st.integers(0, 2**51))
def test_every_time_of_six_decimals_is_the_microsecond_that_it_was_written_as(time):
    seconds = float(f"{time // SECOND}.{time % SECOND:06}")
    run = lm.score([[]], [[turn("a", 0, seconds)]], "der")
    assert run.sums["counts"].tolist() == [time, 0, 0, time]


def test_sums_of_floats_do_not_surprise():
    run = lm.score([[turn("1", 0, 0.3)]], [[turn("a", 0, 0.1 + 0.2)]], "der", collar=0.1 + 0.2)
    assert run.result() == {"der": 0, **dict.fromkeys(TIMES, 0)}
    run = lm.score([[turn("1", 0, 0.3)]], [[turn("a", 0, 0.1 + 0.2)]], "der")
    assert (run["missed"], run["scored"]) == (0, 0.3)


@pytest.mark.parametrize("metric", ["der", "jer"])
def test_words_and_all_else_are_ignored_and_times_may_be_text(metric):
    plain = lm.score(FOUND, SAID, metric)
    with_words = [[{**each, "words": 7, "channel": None} for each in one] for one in FOUND]
    as_text = [[{**each, "start_time": f"{each['start_time']}"} for each in one] for one in SAID]
    assert lm.score(with_words, as_text, metric).result() == plain.result()
    assert lm.score([*map(tuple, FOUND)], pa.array(SAID), metric).result() == plain.result()


def test_collar_overlap_and_definition():
    assert lm.score(FOUND, SAID, "der", collar=0.25)["scored"] == 9 + 3 + 2
    assert lm.score(FOUND, SAID, "der", overlap=False)["scored"] == 10 + 3.5 + 2
    half = lm.score(FOUND, SAID, "der", collar=0.5, definition="pyannote")
    whole = lm.score(FOUND, SAID, "der", collar=0.25)
    assert half["scored"] == whole["scored"]
    late = [[*session, turn("9", 20, 21)] for session in FOUND]
    assert lm.score(late, SAID, "der")["false_alarm"] == 0
    assert lm.score(late, SAID, "der", definition="pyannote")["false_alarm"] == 3.5


@pytest.mark.parametrize("metric", ["der", "jer"])
def test_the_map_may_hold_more_sessions_and_names_the_number(metric):
    uem = {"x": [(6, 12), (0, 4)], "y": [(0, 4)], "z": np.array([[0, 9]]), "other": []}
    run = lm.score(FOUND, SAID, metric, uem=uem)
    again = {name: [*reversed([*parts])] for name, parts in reversed(uem.items())}
    assert lm.score(FOUND, SAID, metric, uem=again).signature() == run.signature()
    part = lm.score(FOUND[:1], SAID[:1], metric, uem=uem)
    assert (part + lm.score(FOUND[1:], SAID[1:], metric, uem=again)).result() == run.result()
    changed = lm.score(FOUND, SAID, metric, uem={**uem, "y": [(0, 3)]})
    assert changed.signature() != run.signature()
    with pytest.raises(InputError, match="settings"):
        run + changed
    nothing = lm.score(FOUND, SAID, metric, uem={name: [] for name in "xyz"})
    assert not any(nothing.result().values())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"preds": [[turn("1", 3, 2)]]}, r"predictions\[0\]\[0\] ends at 2.0 s, before it starts"),
        ({"preds": [[turn("1", math.nan, 2)]]}, r"predictions\[0\]\[0\]\['start_time'\] is nan"),
        ({"preds": [[turn("1", 0, math.inf)]]}, r"predictions\[0\]\[0\]\['end_time'\] is inf"),
        ({"preds": [[turn("1", 0, 1e300)]]}, r"predictions\[0\] has the time 1e\+300 s, more than"),
        ({"preds": [[turn("1", -3e9, 0)]]}, r"predictions\[0\] has the time -3000000000.0 s"),
        ({"preds": [[turn(None, 0, 1)]]}, r"predictions\[0\]\[0\] has a 'speaker' that is of type"),
        ({"preds": [[{"start_time": 0, "end_time": 1}]]}, r"'speaker' that is missing; give each"),
        ({"preds": [[{"speaker": "1"}]]}, r"predictions\[0\] has segments without 'start_time'"),
        ({"target": [[{"speaker": "1"}]]}, r"references\[0\] has segments without 'start_time'"),
        ({"preds": [[turn("1", 0, 1), {"speaker": "1"}]]}, r"predictions\[0\]\[1\] has no 'start"),
        ({"preds": [[{"speaker": "1", "start_time": 0}]]}, r"has only one of 'start_time' and"),
        ({"preds": [7]}, r"predictions\[0\] is of type int; a session is a list"),
        ({"preds": ["[]"]}, r"predictions\[0\] is of type str; a session is a list"),
        ({"preds": [["anna"]]}, r"predictions\[0\]\[0\] is of type str; a segment is a dict"),
        ({"preds": [[], []]}, "predictions and references differ in length"),
        ({"preds": [], "target": []}, "references has no samples"),
        (
            {"preds": [[turn("1", 0, 1, "y")]]},
            r"references\[0\] is of session 'x', but predictions",
        ),
        (
            {"preds": [[], []], "target": [[turn("a", 0, 1, "x")], [turn("a", 2, 3, "x")]]},
            r"references\[1\] is session 'x' again, as references\[0\]",
        ),
        (
            {"target": [[turn("a", 0, 1, "x"), turn("a", 0, 1, "y")]]},
            "has segments of the sessions",
        ),
        (
            {"preds": [[turn(f"{number}", 0, 1) for number in range(2001)]]},
            r"references\[0\]: one side has 2,001 speakers",
        ),
        ({"uem": {"y": []}}, r"references\[0\] is of session 'x', which uem does not have"),
        ({"uem": {"y": []}, "target": [[turn("a", 0, 1)]]}, r"references\[0\] names no session"),
        ({"uem": [(0, 1)]}, "uem is of type list; uem is a dictionary"),
        ({"uem": {1: [(0, 1)], "1": [(2, 3)]}}, "uem has the session '1' twice"),
        ({"uem": {"x": "0 1"}}, r"uem\['x'\] is of type str; uem is a dictionary"),
        ({"uem": {"x": (0, 1)}}, r"uem\['x'\]\[0\] is 0; each part of uem is a start and an end"),
        ({"uem": {"x": ["12"]}}, r"uem\['x'\]\[0\] is '12'; each part"),
        ({"uem": {"x": [(0, math.nan)]}}, r"uem\['x'\]\[0\] is \(0, nan\); each part"),
        ({"uem": {"x": [(0, 1), (3, 2)]}}, r"uem\['x'\]\[1\] ends at 2.0, before it starts at 3"),
        ({"uem": {"x": [(0, 1e12)]}}, r"uem\['x'\]\[0\] has the time 1000000000000.0 s"),
    ],
)
@pytest.mark.parametrize("metric", ["der", "jer"])
def test_what_cannot_be_scored_is_named(metric, changes, sentence):
    given = {"preds": [[turn("1", 0, 1)]], "target": [[turn("a", 0, 1, "x")]], **changes}
    with pytest.raises(InputError, match=sentence) as caught:
        lm.score(given.pop("preds"), given.pop("target"), metric, **given)
    assert caught.value.sentence("ja") != str(caught.value) or caught.value.code.startswith("sampl")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"collar": -1}, "collar is -1; it must be a number of seconds"),
        ({"collar": 1e-7}, "collar is 1e-07; it must be .* without parts of a microsecond"),
        ({"collar": 0.0000015}, "collar is 1.5e-06"),
        ({"collar": math.nan}, "collar is nan"),
        ({"collar": math.inf}, "collar is inf"),
        ({"collar": True}, "collar is True"),
        ({"collar": "0.25"}, "collar is '0.25'"),
        ({"collar": 0.000003, "definition": "pyannote"}, "collar is 3e-06; .* an even number"),
        ({"definition": "mdeval"}, "unknown definition 'mdeval'; did you mean 'md-eval'"),
        ({"overlap": 1}, "overlap is 1; it must be True or False"),
        ({"reduction": "sum"}, "unknown reduction 'sum'"),
        ({"normalizer": "lower"}, "unknown option of score 'normalizer'"),
    ],
)
def test_options_that_cannot_be_are_refused(options, sentence):
    with pytest.raises(InputError, match=sentence):
        lm.score(FOUND, SAID, "der", **options)


def test_jer_has_no_collar():
    with pytest.raises(InputError, match="unknown option of score 'collar'"):
        lm.score(FOUND, SAID, "jer", collar=0.25)


# ---------------------------------------------------------------------------------------------
# Where it is, and where it is not
# ---------------------------------------------------------------------------------------------


@needs("gradio")
def test_the_page_has_it():
    from levmetrics.web.requests import page_metrics

    assert {"meeting:der", "meeting:jer"} <= page_metrics().keys()


@needs("evaluate")
def test_there_is_no_evaluate_module_and_that_is_said():
    from levmetrics.integrations.hub import space_files

    with pytest.raises(InputError, match="unknown evaluate module 'meeting:der'"):
        lm.load("meeting:der")
    with pytest.raises(InputError, match="unknown metric 'meeting'"):
        space_files("meeting")
