"""Sessions of speakers on the page: uploaded, pasted, scored, opened, and refused in sentences."""

import json
from itertools import chain

import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.web import endpoints, running
from levmetrics.web.explorer import aligned, explored, report
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.requests import Request, page_metrics
from levmetrics.web.running import with_deadline
from levmetrics.web.uploads import written
from tests.web.given import paste, readings, scored, upload
from tests.web.loops import run

pytestmark = pytest.mark.usefixtures("in_this_process")


def segment(session, speaker, words, start, end):
    return {
        "session_id": session,
        "speaker": speaker,
        "words": words,
        "start_time": float(start),
        "end_time": float(end),
    }


REFERENCES = {
    "S1": [
        segment("S1", "anna", "good morning everyone", 0, 2),
        segment("S1", "ben", "hi anna", 2, 3),
        segment("S1", "anna", "shall we start", 3, 5),
    ],
    "S2": [segment("S2", "田中", "今日はいい天気です", 0, 2)],
}
# In another order, with words of the wrong speaker.
PREDICTIONS = {
    "S2": [segment("S2", "A", "今日は良い天気です", 0, 2.5)],
    "S1": [
        segment("S1", "1", "good morning everyone", 0, 2),
        segment("S1", "1", "hi anna", 2, 3),
        segment("S1", "2", "shall we start", 3, 5),
    ],
}
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


def text_of(sessions, suffix, folder):
    path = folder / f"pasted{suffix}"
    lm.write_sessions(sessions, path)
    return path.read_text()


@pytest.mark.parametrize(
    ("suffix", "name", "metric", "shown"),
    [
        (".stm", "stm", "meeting:cp", "anna: good morning everyone / ben: hi"),
        (".json", "seglst", "meeting:tcorc", "anna: good morning everyone / ben: hi"),
        (".rttm", "rttm", "meeting:der", "anna (0–2 s) / ben"),
    ],
)
def test_two_files_are_read_and_scored_as_the_library_scores_them_without_any_choice(
    files, suffix, name, metric, shown
):
    paths = files(suffix)
    reading, _ = readings(paths, "segments")
    assert (reading.format, reading.samples, reading.problem) == (name, 2, None)
    assert [row[0] for row in reading.rows] == ["S1", "S2"]
    assert reading.rows[0][1].startswith(shown)
    given = upload(paths, metric)
    assert (given.ids, given.matched_by) == (["S1", "S2"], "ids")
    expected = lm.score(*map(lm.read_sessions, reversed(paths)), metric)
    assert scored(given, metric).systems.first.result() == expected.result()


def test_files_in_another_encoding_are_read_as_they_look(files):
    paths = files()
    for path in paths:
        path.write_bytes(path.read_text().encode("shift_jis"))
    assert json.loads(upload(paths, "meeting:cp").references[1])[0]["speaker"] == "田中"


@pytest.mark.parametrize("suffix", [".stm", ".json", ".rttm"])
def test_what_is_pasted_is_matched_by_ids(tmp_path, suffix):
    sides = (text_of(side, suffix, tmp_path) for side in (REFERENCES, PREDICTIONS))
    given = paste(*sides, "meeting:jer")
    expected = lm.score(PREDICTIONS, REFERENCES, "jer").result()
    assert given.ids == ["S1", "S2"]
    assert scored(given, "meeting:jer").systems.first.result() == expected


def test_a_program_pastes_as_a_visitor_does(tmp_path):
    sides = [text_of(side, ".stm", tmp_path) for side in (PREDICTIONS, REFERENCES)]
    expected = lm.score(PREDICTIONS, REFERENCES, "meeting:cp").result()
    assert endpoints.wer(*sides, "cp") == expected
    systems = {"old": sides[0], "new": sides[1]}
    compared = endpoints.compare(sides[1], systems, "meeting:der")
    assert compared["systems"]["new"]["der"] == 0


def test_a_meeting_may_be_longer_than_a_text():
    long = [segment("S", "anna", "word " * 3_000, 0, 3_600)]
    given = paste(json.dumps(long), json.dumps(long), CP)
    assert scored(given, CP).systems.first.result()["cp_wer"] == 0


LINE = "S1 1 a 0 1 hi"


@pytest.mark.parametrize(
    ("references", "predictions", "message"),
    [
        *(
            (LINE, text, "holds no sessions of speakers; paste SegLST, a JSON")
            for text in ("hello", "[]", '{"a": 1}', "a\nb", "S1 1 anna start end hi")
        ),
        (f"{LINE}\nS2 1 a 0 1 hi", LINE, "predictions lacks sessions that references has: S2"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_what_to_paste(references, predictions, message):
    with pytest.raises(InputError, match=message):
        paste(references, predictions, CP)


def test_each_side_as_one_text_changes_nothing_of_meetings():
    assert paste(LINE, LINE, CP, whole=True).ids == ["S1"]


def test_files_that_cannot_be_scored_are_refused(files, tmp_path):
    paths = files(predictions={"S1": PREDICTIONS["S1"]})
    with pytest.raises(InputError, match=r"hyp\.stm has no id S2, which ref\.stm has"):
        upload(paths, CP)
    with pytest.raises(InputError, match="predictions"):
        upload(paths[:1], CP)
    with pytest.raises(InputError, match="still being read"):
        upload(paths, CP, reading=written([*map(str, paths)]))  # as texts
    (tmp_path / "ref.txt").write_text("good morning\n")
    (reading,) = readings([tmp_path / "ref.txt"], "segments")
    assert "does not hold sessions of speakers; upload an STM" in str(reading.problem)


@pytest.mark.parametrize("metric", ["meeting:cp", "meeting:orc", "meeting:der"])
def test_a_search_ends_at_the_page_s_deadline(monkeypatch, metric):
    monkeypatch.setattr(running, "SECONDS", 1e-6)
    given = paste(LINE, LINE, metric)
    with pytest.raises(InputError, match="took longer"):
        with_deadline(scored)(given, metric)


def both(metric):
    sides = (json.dumps([*chain(*side.values())]) for side in (REFERENCES, PREDICTIONS))
    return json.loads(explored(scored(paste(*sides, metric), metric)))


def opened(value, language="en"):
    """Return what the page shows of the first session."""
    sent = {"language": language, "request": value["request"], "reference": value["references"][0]}
    return run(aligned({**sent, "predictions": {SINGLE: value["predictions"][0][0]}}))


def takes_sessions(metric):
    return not Request(metric).kind.in_columns


@pytest.mark.parametrize("metric", filter(takes_sessions, page_metrics()))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_metric_with_own_files_is_shown_and_its_sessions_open(metric, language):
    value = both(metric)
    samples = value["samples"]
    first = samples["numbers"].index(1)
    assert (
        samples["references"][first]
        == "anna: good morning everyone / ben: hi anna / anna: shall we start"
    )
    assert samples["systems"][0]["predictions"][samples["numbers"].index(2)] == (
        "A: 今日は良い天気です"
    )
    html = opened(value, language)
    assert "lev-refusal" not in html
    assert 'class="timeline"' in html
    assert ("正解: " if language == "ja" else "Reference: ") in html


def test_words_of_the_wrong_speaker_are_marked():
    html = opened(both("meeting:cp"))
    assert '<bdi class="W"' in html
    assert "errors are due to the wrong speaker: they disappear" in html


@pytest.mark.parametrize(
    ("language", "said"), [("en", "too large to explain"), ("ja", "大きすぎます")]
)
def test_a_session_too_large_to_explain_is_scored_and_says_so(monkeypatch, language, said):
    monkeypatch.setattr("levmetrics.meetings.explanation._MOST_PAIRS", 5)
    html = opened(both("meeting:cp"), language)
    assert "<p>S1" in html
    assert said in html
    assert "lev-refusal" not in html


def test_times_are_in_seconds():
    samples = both("meeting:der")["samples"]
    assert (samples["unit"], samples["numbers"]) == ("seconds", [1, 2])
    assert samples["systems"][0]["errors"] == [2.0, 0.0]  # md-eval scores up to the last turn


def test_the_report_has_the_sessions():
    value = both("meeting:cp")
    asked = {key: value[key] for key in ("request", "references", "ids", "groups")}
    html = run(report({"language": "en", **asked, "systems": {SINGLE: value["predictions"][0]}}))
    assert "session-view" in html["html"]


def test_a_session_of_years_has_no_timeline_and_is_shown_in_time():
    long = json.dumps([segment("S", "a", "hi", 0, 1e9), segment("S", "a", "yes", 1e9, 2e9)])
    given = paste(long, long, CP)
    asked = {"language": "en", "request": {"metric": "meeting:cp"}}
    html = run(
        aligned(
            {
                **asked,
                "reference": given.references[0],
                "predictions": {SINGLE: given.references[0]},
            }
        )
    )
    assert "Reference: a" in html
    assert "timeline" not in html
