"""Reports of sessions: a timeline of the speakers, and their words with what became of them."""

import re
from html import unescape

import pytest

import levmetrics as lm
from levmetrics.meetings import explanation
from levmetrics.meetings.presentation import Turns
from levmetrics.registry import json_in
from levmetrics.reports.report import report_of_runs
from tests.reports.reading import samples

SAID = [
    {"speaker": "anna", "words": "good <b>morning</b>", "start_time": 0.0, "end_time": 1.0},
    {"speaker": "ben", "words": "hi anna", "start_time": 31.0, "end_time": 32.0},
]
TENTHS = ["0:00", "0:00.2", "0:00.4", "0:00.6", "0:00.8", "0:01"]
JAPANESE = {
    key: said["ja"]
    for package in ("levmetrics.meetings", "levmetrics.rendering")
    for key, said in json_in(package, "words.json").items()
}
FOUND = [
    {"speaker": "1", "words": "good <b>morning</b> hi anna", "start_time": 0.0, "end_time": 32.0},
]


def worst(html):
    """The worst samples of a report, as they stand in it."""
    return html.partition('class="lev-worst"')[2].partition("</section>")[0]


def view(metric="meeting:cp", said=SAID, found=FOUND):
    html = lm.score([found], [said], metric, ids=["S1"]).report().html()
    return worst(html)


def texts(html):
    found = re.findall(r'<div class="text" dir="auto">(.*?)</div>', html, re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", text)).strip() for text in found]


def test_both_sides_of_each_stream_have_the_words_that_were_scored():
    first, second = "good <b>morning</b>", "hi anna"
    assert texts(view()) == [first, f"{first} {second}", second, ""]


def test_words_of_another_speaker_are_marked_with_that_speaker():
    html = view()
    assert '<bdi class="W" title="1">hi anna</bdi>' in html
    assert '<bdi class="W" title="ben">hi anna</bdi>' in html
    assert "4 of 4 errors are due to the wrong speaker: they disappear" in html


def test_the_timeline_has_a_line_for_each_half_minute_in_which_someone_speaks():
    html = view()
    lanes = re.findall(r'aria-label="([^"]*), (\d:\d\d)"', html)
    assert lanes == [("anna ↔ 1", "0:00"), ("anna ↔ 1", "0:30"), ("ben ↔ no one", "0:30")]
    assert "<title>good &lt;b&gt;morning&lt;/b&gt;</title>" in html


def test_without_times_there_is_no_timeline():
    said, found = (
        [{key: segment[key] for key in ("speaker", "words")} for segment in side]
        for side in (SAID, FOUND)
    )
    html = view(said=said, found=found)
    assert "<svg" not in html
    assert len(texts(html)) == 4


def test_a_session_of_years_has_no_timeline_and_is_shown_in_time():
    said, found = (
        [{**segment, "end_time": (number + 1) * 1e9} for number, segment in enumerate(side)]
        for side in (SAID, FOUND)
    )
    html = view(said=said, found=found)
    assert "<svg" not in html
    assert len(texts(html)) == 4


@pytest.mark.parametrize("words", ["", "\u202e\x00", "今日は" * 500, "<script>alert(1)</script>"])
def test_any_words_make_a_page_without_markup_of_theirs(words):
    said = [{**SAID[0], "words": words}]
    html = view("meeting:tcp", said=said)
    assert "<script>alert" not in html
    assert "\x00" not in html


def test_samples_of_the_table_are_written_as_speakers_and_words():
    made = lm.score([FOUND], [SAID], "meeting:cp").report()
    assert "anna: good \\u003cb>morning\\u003c/b> / ben: hi anna" in made.html()
    assert samples(made)["references"] == ["anna: good <b>morning</b> / ben: hi anna"]


def test_reports_of_two_systems_show_both():
    runs = {
        name: lm.score([found, SAID], [SAID, SAID], "meeting:tcp")
        for name, found in (("old", FOUND), ("new", SAID))
    }
    html = worst(report_of_runs(runs).html())
    assert html.count('class="session-view"') == 2


def test_a_segment_that_ends_with_a_row_of_the_timeline_is_in_no_other_row():
    said = [
        {"speaker": "anna", "words": "a b", "start_time": 10, "end_time": 30},
        {"speaker": "ben", "words": "c d", "start_time": 70, "end_time": 75},
    ]
    run = lm.score([said], [said], "meeting:cp")
    lanes = re.findall(r'aria-label="([^"]*), (\d:\d\d)"', run.alignment(0).to_html())
    assert lanes == [("anna ↔ anna", "0:00"), ("ben ↔ ben", "1:00")]


def drawn(start, end):
    """Return the bar of one segment, as start and width in thousandths of a row, and the ticks."""
    said = [{"speaker": "anna", "words": "a b", "start_time": start, "end_time": end}]
    html = lm.score([said], [said], "meeting:der").alignment(0).to_html()
    (bar, *_) = re.findall(r'<rect x="([\d.]+)" y="1" width="([\d.]+)"', html)
    ticks = re.findall(r'style="left:([\d.]+)%;[^"]*">([^<]*)<', html)
    return [*map(float, bar)], {time: float(place) for place, time in ticks}


@pytest.mark.parametrize(
    ("start", "end", "bar", "ticks"),
    [
        (0.5, 8, [62.5, 937.5], {"0:00": 0, "0:02": 25, "0:04": 50, "0:06": 75, "0:08": 100}),
        (0, 3, [0, 1000], {"0:00": 0, "0:01": 33.333, "0:02": 66.667, "0:03": 100}),
        (61, 73, [0, 1000], {f"1:{s:02}": round(100 * (s - 1) / 12, 3) for s in range(2, 13, 2)}),
        (0, 0.5, [0, 500], dict(zip(TENTHS, range(0, 101, 20), strict=True))),
        (
            0,
            30,
            [0, 1000],
            {f"0:{s:02}": round(100 * s / 30, 3) for s in range(0, 30, 5)} | {"0:30": 100},
        ),
    ],
)
def test_a_session_shorter_than_a_row_fills_it_with_ticks_at_round_times(start, end, bar, ticks):
    assert drawn(start, end) == (bar, ticks)


def test_rows_of_a_longer_session_have_ticks_at_the_same_distance_in_seconds():
    said = [{"speaker": "anna", "words": "a b", "start_time": 0, "end_time": 65}]
    html = lm.score([said], [said], "meeting:cp").alignment(0).to_html()
    times = re.findall(r'<span style="left[^>]*>([^<]*)<', html)
    assert times == [f"{s // 60}:{s % 60:02}" for r in (0, 30, 60) for s in range(r, r + 31, 5)]


def test_a_timeline_is_in_the_language_of_its_words():
    said = [{"speaker": "A", "words": "", "start_time": 0.5, "end_time": 3}]
    html = lm.score([said], [said], "meeting:der").alignment(0).markup(JAPANESE)
    shown = {*re.findall(r"<title>(.*?)</title>", html), *re.findall(r"<bdi>(.*?)</bdi>", html)}
    assert shown == {"0.5～3秒", "正解: A", "出力: A"}


def test_words_of_one_letter_are_separated_by_spaces_among_longer_ones():
    said = [{"speaker": "anna", "words": "yes I a", "start_time": 0, "end_time": 3}]
    found = [{"speaker": "x", "words": "yes", "start_time": 0, "end_time": 3}]
    assert "D I a" in lm.score([found], [said], "meeting:cp").alignment(0).to_html()


def test_times_are_written_to_the_millisecond_after_hours():
    turn = [{"speaker": "anna", "words": "", "start_time": 10000.25, "end_time": 10000.75}]
    assert "10000.25–10000.75 s" in Turns(turn, turn).to_html()


def test_speakers_that_are_left_out_are_counted_in_the_language_of_the_words():
    said = [{**SAID[0], "speaker": f"s{number}"} for number in range(61)]
    alignment = lm.score([said], [said], "meeting:cp").alignment(0)
    assert "and 1 more" in alignment.markup()
    assert "ほか1件" in alignment.markup(JAPANESE)


@pytest.mark.parametrize("cause", ["size", "wordings"])
def test_a_session_that_is_not_explained_says_why(monkeypatch, cause):
    if cause == "size":
        monkeypatch.setattr(explanation, "_MOST_PAIRS", 5)
        html = view()
        assert "is scored, but too large to explain: 4 by 4 tokens" in html
    else:
        said = [{**SAID[0], "words": "{ good / fine } day"}]
        run = lm.score([FOUND], [said], "meeting:cp", alternatives="braces", ids=["S1"])
        assert "has alternatives, equivalences or compounds" in run.report().html()


def test_a_session_that_is_too_large_for_the_document_is_left_out_of_it(monkeypatch):
    monkeypatch.setattr(explanation, "session_view", lambda *_: f"<p>{'x' * 200_000}</p>")
    html = view()
    assert "Left out, to keep the page small." in html
    assert len(html) < 1_000


def test_the_alignment_of_a_diarization_is_who_spoke_when():
    run = lm.score([FOUND], [SAID], "meeting:der", ids=["S1"])
    turns = run.alignment("S1")
    assert turns.to_dict()["reference"] == [
        {"speaker": "anna", "start_time": 0.0, "end_time": 1.0},
        {"speaker": "ben", "start_time": 31.0, "end_time": 32.0},
    ]
    assert re.search(r"^hypothesis +1 +1 +32.00$", str(turns), re.MULTILINE)
    assert turns.to_html().count("<svg") == 4  # three speakers, one of them in two rows
