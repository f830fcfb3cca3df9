"""Sessions of speakers on the page: uploaded, pasted, scored, opened, and refused in sentences."""

import json
from itertools import chain

import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.web import endpoints
from levmetrics.web.explorer import explored
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.requests import Request, page_metrics
from levmetrics.web.uploads import written as reading_of
from tests.web.given import aligned_html, paste, readings, reported, scored, upload

pytestmark = pytest.mark.usefixtures("in_this_process")


def sessions(*rows):
    keys = ("session_id", "speaker", "words", "start_time", "end_time")
    segments = [dict(zip(keys, row, strict=True)) for row in rows]
    return {name: [each for each in segments if each["session_id"] == name] for name, *_ in rows}


REFERENCES = sessions(
    ("S1", "anna", "good morning everyone", 0.0, 2.0),
    ("S1", "ben", "hi anna", 2.0, 3.0),
    ("S1", "anna", "shall we start", 3.0, 5.0),
    ("S2", "田中", "今日はいい天気です", 0.0, 2.0),
)
# In another order, with words of the wrong speaker.
PREDICTIONS = sessions(
    ("S2", "A", "今日は良い天気です", 0.0, 2.5),
    ("S1", "1", "good morning everyone", 0.0, 2.0),
    ("S1", "1", "hi anna", 2.0, 3.0),
    ("S1", "2", "shall we start", 3.0, 5.0),
)
CP = "meeting:cp"


@pytest.fixture
def files(tmp_path):
    """Writes both sides as files of a format, and returns their paths."""

    def write(suffix=".stm", references=REFERENCES, predictions=PREDICTIONS):
        paths = [tmp_path / f"{side}{suffix}" for side in ("ref", "hyp")]
        for path, sessions in zip(paths, (references, predictions), strict=True):
            lm.write_sessions(sessions, path)
        return paths

    return write


def test_two_files_of_turns_are_read_and_scored_as_the_library_scores_them(files):
    """Files of words are in the properties of all forms."""
    paths, metric = files(".rttm"), "meeting:der"
    reading, _ = readings(paths, "segments")
    assert (reading.format, reading.samples, reading.problem) == ("rttm", 2, None)
    assert [row[0] for row in reading.rows] == ["S1", "S2"]
    assert reading.rows[0][1].startswith("anna (0–2 s) / ben")
    given = upload(paths, metric)
    assert (given.ids, given.matched_by) == (["S1", "S2"], "ids")
    expected = lm.score(*map(lm.read_sessions, reversed(paths)), metric)
    assert scored(given, metric).systems.first.result() == expected.result()


@pytest.mark.parametrize("suffix", [".stm", ".json", ".rttm"])
def test_what_a_visitor_or_a_program_pastes_is_matched_by_ids(files, suffix):
    references, predictions = (path.read_text() for path in files(suffix))
    expected = lm.score(PREDICTIONS, REFERENCES, "der").result()
    given = paste(references, predictions, "meeting:der", whole=True)  # which is not of meetings
    assert given.ids == ["S1", "S2"]
    assert scored(given, "meeting:der").systems.first.result() == expected
    systems = {"old": predictions, "new": references}
    compared = endpoints.compare(references, systems, "meeting:der")["systems"]
    assert (compared["old"]["der"], compared["new"]["der"]) == (expected["der"], 0)


def test_a_meeting_may_be_longer_than_a_text():
    long = json.dumps(sessions(("S", "anna", "word " * 3_000, 0.0, 3_600.0))["S"])
    assert scored(paste(long, long, CP), CP).systems.first.result()["cp_wer"] == 0


def test_what_cannot_be_scored_is_refused_with_what_to_give(files, written):
    line = "S1 1 a 0 1 hi"
    for text in ("hello", '{"a": 1}'):
        with pytest.raises(InputError, match=r"^predictions holds no sessions of speakers; paste"):
            paste(line, text, CP)
    with pytest.raises(InputError, match=r"^predictions lacks sessions that references has: S2"):
        paste(f"{line}\nS2 1 a 0 1 hi", line, CP)
    paths = files(predictions={"S1": PREDICTIONS["S1"]})
    with pytest.raises(InputError, match=r"hyp\.stm has no id S2, which ref\.stm has"):
        upload(paths, CP)
    with pytest.raises(InputError, match="still being read"):
        upload(paths, CP, reading=reading_of([*map(str, paths)]))  # as texts
    (reading,) = readings(written(ref_txt="good morning\n").values(), "segments")
    assert "does not hold sessions of speakers; upload an STM" in str(reading.problem)


def shown_and_opened(metric, language="en"):
    """Return what the page has of both sessions, and what it shows of the first."""
    sides = (json.dumps([*chain(*side.values())]) for side in (REFERENCES, PREDICTIONS))
    value = json.loads(explored(scored(paste(*sides, metric), metric)))
    heard = {SINGLE: value["predictions"][0][0]}
    return value, aligned_html(heard, value["references"][0], metric, language)


def takes_sessions(metric):
    return not Request(metric).kind.in_columns


@pytest.mark.parametrize("metric", [*filter(takes_sessions, page_metrics())])
@pytest.mark.parametrize(("language", "reference"), [("en", "Reference: "), ("ja", "正解: ")])
def test_every_metric_with_own_files_is_shown_and_its_sessions_open(metric, language, reference):
    value, html = shown_and_opened(metric, language)
    samples = value["samples"]
    said = "anna: good morning everyone / ben: hi anna / anna: shall we start"
    assert samples["references"][samples["numbers"].index(1)] == said
    heard = samples["systems"][0]["predictions"]
    assert heard[samples["numbers"].index(2)] == "A: 今日は良い天気です"
    assert "lev-refusal" not in html
    assert 'class="timeline"' in html
    assert reference in html


def test_a_session_too_large_to_explain_is_scored_and_says_so(monkeypatch):
    monkeypatch.setattr("levmetrics.meetings.explanation._MOST_PAIRS", 5)
    _, html = shown_and_opened(CP, "ja")
    assert "<p>S1" in html
    assert "大きすぎます" in html
    assert "lev-refusal" not in html


def test_the_report_has_the_sessions_and_is_in_the_visitors_language():
    value, _ = shown_and_opened(CP)
    html = reported(value, "ja")
    assert "session-view" in html
    assert '<html lang="ja">' in html
