"""The component of a result holds all that it shows; the server draws what a page sends back."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import score
from levmetrics.view.language import LANGUAGES
from levmetrics.web import error_messages, inside_tab, programs
from levmetrics.web.requests import Request, page_metrics
from levmetrics.web.snippet import snippet
from tests.corpora import SPEECH
from tests.strangers import a_strangers_metric
from tests.web.given import aligned_html, reported, value
from tests.web.given import scored_texts as scored

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
NULLS = '{"properties": {"a": {"type": ["string", "null"]}}}'
SCHEMA = json.dumps({"properties": {"name": {"enum": ["tea", "milk"]}}})


def takes_columns(metric):
    return Request(metric).kind.in_columns


def test_the_document_is_what_the_library_returns_and_the_texts_are_as_they_were_given():
    texts = ["a b", "c"] * 3, [["x", "a b"], ["c", "d"]] * 3
    shown, expected = value(*texts), score(*texts)
    assert shown["document"]["result"] == expected.result()
    assert shown["document"]["interval"] == list(expected.interval())
    assert shown["document"]["signature"].startswith("metric:wer|")
    assert (shown["predictions"], shown["references"]) == ([texts[0]], texts[1])
    assert shown["samples"]["references"] == ["a b", "c"] * 3  # those that counted
    schema = value(["{}"], ['{"name": "tea"}'], "record", schema=SCHEMA)["document"]["schema"]
    assert schema == json.loads(SCHEMA)


def test_systems_are_in_their_order_and_a_picture_has_two_numbers_the_better_one_first():
    shown = value({"B": NARROW, "A": WIDE}, SPEECH.references, groups=SPEECH.groups)
    assert (shown["names"], shown["predictions"]) == (["B", "A"], [NARROW, WIDE])
    assert shown["groups"] == [*SPEECH.groups]
    assert [system["name"] for system in shown["samples"]["systems"]] == ["B", "A"]
    picture = shown["languages"]["en"]["picture"]
    assert picture["numbers"] == [["A", "24.23 %"], ["B", "33.95 %"]]
    assert picture["lines"][0].startswith("A has the better score here; 4 groups are too few")
    picture = value(["is there"], ["who is there"])["languages"]["en"]["picture"]
    assert picture["numbers"] == [["WER", "33.33 %"], ["CER", "33.33 %"]]
    assert picture["lines"] == [
        "1 of 3 words is wrong: 1 missing.",
        "It takes 5 samples or more to say how certain the score is (here: 1).",
    ]


def test_what_is_no_number_is_no_json_of_a_browser_and_no_text_is_markup(monkeypatch):
    loads = json.loads
    monkeypatch.setattr(json, "loads", lambda text: [loads(text, parse_constant=pytest.fail), text])
    shown, written = value(["", "", HOSTILE], ["", "", HOSTILE[::-1]], "formatted")
    assert "<" not in written
    assert HOSTILE in shown["predictions"][0]


def test_pictures_are_in_both_languages():
    for systems in (["Is there", "b"], {"A": ["a", "b"], "B": ["x", "b"]}):
        said = value(systems, ["who is there", "b"])["languages"]
        assert not re.search("[ぁ-んァ-ヶ一-龠]", str(said["en"]["picture"]))
        assert re.search("[ぁ-んァ-ヶ一-龠]", str(said["ja"]["picture"]["lines"]))


@pytest.mark.parametrize("metric", [*filter(takes_columns, page_metrics())])
def test_every_metric_of_texts_or_records_is_shown_in_both_languages(metric):
    options = dict.fromkeys(page_metrics()[metric].required, NULLS)
    shown = value(['{"a": "b"}', "d"], ['{"a": "c"}', "d e"], metric, **options)["languages"]
    for language in LANGUAGES:
        assert '<h2 tabindex="-1"' in shown[language]["html"]
        assert not re.search("{[a-z]", shown[language]["html"])


def test_the_report_has_the_groups_of_the_result():
    html = reported(value(["a b", "c"] * 3, ["a b", "d"] * 3, groups=["ann", "bob"] * 3))
    assert re.findall("<bdi>(ann|bob)</bdi>", html)[:2] == ["ann", "bob"]


def test_a_metric_of_another_package_has_the_page_and_its_samples_are_compared():
    with a_strangers_metric() as name:
        shown = value(["a b", "c, d"] * 5, ["a b", "c, e"] * 5, name)
        html = aligned_html({"": "c d"}, "c e", name)
    assert shown["samples"]["score"] == "last words"
    assert sorted(shown["samples"]["systems"][0]["errors"]) == [0] * 5 + [1] * 5
    for language in LANGUAGES:
        assert "Last words" in shown["languages"][language]["html"]
    assert 'class="error S"' in html


def test_a_sample_is_aligned_with_every_systems_text_by_the_options_that_it_was_scored_by():
    html = aligned_html({"A": "is there", "B": "who is their"})
    assert re.findall(r'class="error (\w)"', html) == ["D", "S"]
    assert re.findall(r"<bdi>([AB])</bdi> <strong>([^<]*)<", html) == [
        *(("A", "33.33 %"), ("B", "33.33 %"))
    ]
    assert aligned_html({"": "WHO IS THERE"}, normalizer="lower").count('class="hit"') == 3
    html = aligned_html({"": '{"name": "ten"}'}, '{"name": "tea"}', "record", schema=SCHEMA)
    assert re.search(r"tea ten choice misread[^%]* 0.00 %", re.sub(r"(<[^>]*>|\s)+", " ", html))


@pytest.mark.parametrize(
    "drawn",
    [
        lambda: aligned_html({HOSTILE: HOSTILE, "B": "b"}, HOSTILE[::-1]),
        lambda: aligned_html(
            {"": json.dumps({HOSTILE: HOSTILE})}, json.dumps({HOSTILE: "a"}), "record"
        ),
        lambda: inside_tab._draw_pair("en", HOSTILE, HOSTILE[::-1], "whitespace", []),
        lambda: error_messages.refusal(HOSTILE, "en"),
        lambda: programs.draw("en", HOSTILE.partition("\u202e")[0]),
    ],
    ids=["texts", "records", "inside", "refusal", "programs"],
)
def test_hostile_texts_are_inert_in_an_alignment_and_whatever_else_is_drawn(drawn):
    html = drawn()
    assert "alert(" in html
    assert not re.search(r"<script>alert|<[^>]*\bonload", html)
    assert "\u202e" not in html


ROOT = Path(__file__).parents[2]


# One sample, several, and so many that the texts are read from the download.
@pytest.mark.parametrize(
    ("metric", "options", "samples", "extra"),
    [
        ("cer", {"normalizer": "lower+nfkc"}, 1, ""),
        ("ja", {"groups": ["a", "b"]}, 2, "[ja]"),
        ("anls:docvqa", {"threshold": "0.7"}, 30, ""),
        ("anls:star", {}, 2, "[records]"),
        ("record", {"schema": NULLS}, 1, "[records]"),
        ("record", {"schema": NULLS}, 30, "[records]"),
    ],
)
def test_the_snippet_runs_in_an_empty_folder_and_prints_the_number_and_interval_of_the_page(
    metric, options, samples, extra, tmp_path
):
    texts = (['A "quoted"', '{"a": "今日は\\n"}'] * samples)[:samples]
    references = ([["a 'quoted'", "b"], ['{"a": "今日"}']] * samples)[:samples]
    shown = scored(texts, references, metric, **options)
    code = snippet("ja", shown)
    assert code.splitlines()[0] == f"# pip install 'levmetrics{extra}'"
    assert ("levmetrics.json" in code) is (samples > 20)
    if samples > 20:
        given = value(texts, references, metric, **options)
        download = {
            "references": given["references"],
            "predictions": given["predictions"][0],
            "schema": given["document"].get("schema"),
        }
        (tmp_path / "levmetrics.json").write_text(json.dumps(download), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    printed = subprocess.check_output(command, cwd=tmp_path, env=environment, text=True)
    intervals = [repr(interval) for interval in shown.systems.intervals.values()]
    assert printed.splitlines() == [repr(shown.systems.first.result()), *intervals]


def test_long_texts_are_read_from_the_download_and_not_written_into_the_snippet():
    assert "levmetrics.json" in snippet("en", scored(["a " * 2_000], ["a"]))
