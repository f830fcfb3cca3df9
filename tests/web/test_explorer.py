"""The component of a result holds all that it shows; the server draws what a page sends back."""

import json
import re

import pytest

from levmetrics import score
from levmetrics.view.language import LANGUAGES
from levmetrics.web.explorer import aligned, report
from tests.corpora import SPEECH
from tests.strangers import LastWords, a_strangers_metric
from tests.web.given import aligned_html, asked, value
from tests.web.loops import run

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
TARGET = ['{"name": "tea", "price": 2.5, "all": "x"}', '{"name": "milk"}']
READ = ['{"name": "ten", "price": "no price", "more": 1}', '{"name": "milk"}']
SCHEMA = json.dumps({"properties": {"name": {"enum": ["tea", "milk"]}}})


def html_of(shown, language="en"):
    return shown["languages"][language]["html"]


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# ---------------------------------------------------------------------------------------------
# The value
# ---------------------------------------------------------------------------------------------


def test_the_document_is_what_the_library_returns_and_the_texts_are_as_they_were_given():
    texts = ["a b", "c"] * 3, [["x", "a b"], ["c", "d"]] * 3
    shown, expected = value(*texts), score(*texts)
    assert shown["document"]["result"] == expected.result()
    assert shown["document"]["interval"] == list(expected.interval())
    assert shown["document"]["signature"].startswith("metric:wer|")
    assert (shown["predictions"], shown["references"]) == ([texts[0]], texts[1])
    assert shown["samples"]["references"] == ["a b", "c"] * 3  # those that counted
    schema = value(READ, TARGET, "record", schema=SCHEMA)["document"]["schema"]
    assert schema == json.loads(SCHEMA)


def test_texts_of_several_systems_are_in_the_systems_order():
    shown = value({"B": NARROW, "A": WIDE}, SPEECH.references, groups=SPEECH.groups)
    assert shown["names"] == ["B", "A"]
    assert shown["predictions"] == [NARROW, WIDE]
    assert [system["name"] for system in shown["samples"]["systems"]] == ["B", "A"]
    assert (
        shown["document"]["result"]["systems"]["A"]["wer"] == score(WIDE, SPEECH.references).score
    )


def test_what_is_no_number_is_no_json_of_a_browser_and_no_text_is_markup(monkeypatch):
    loads = json.loads
    monkeypatch.setattr(json, "loads", lambda text: [loads(text, parse_constant=pytest.fail), text])
    shown, written = value(["", "", HOSTILE], ["", "", HOSTILE[::-1]], "formatted")
    assert "<" not in written
    assert HOSTILE in shown["predictions"][0]


def test_alignments_that_are_html_are_asked_for_since_a_page_shows_two_languages():
    for texts in ((READ, TARGET, "record"), (["a\nb"], ["a\nc"])):
        (system,) = value(*texts)["samples"]["systems"]
        assert not any(each and each[0] == "<" for each in system["alignments"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("systems", [["Is there", "b"], {"A": ["a", "b"], "B": ["x", "b"]}])
def test_all_is_said_in_both_languages(language, systems):
    said = value(systems, ["who is there", "b"])["languages"][language]
    japanese = re.compile("[ぁ-んァ-ヶ一-龠]")
    for part in (said["html"], " ".join(said["picture"]["lines"])):
        assert bool(japanese.search(part)) is (language == "ja")
    assert f'lang="{language}"' in said["html"]


def test_a_notice_has_the_buttons_that_score_otherwise():
    html = html_of(value(["今日は"], ["今日も"]))
    assert re.findall(r'data-rescore="(\w+)">([^<]*)<', html) == [
        ("mecab", "Score by MeCab words"),
        ("characters", "Score by characters"),
    ]


def test_a_picture_has_two_numbers_the_better_one_first():
    picture = value(["is there"], ["who is there"])["languages"]["en"]["picture"]
    assert picture["numbers"] == [["WER", "33.33 %"], ["CER", "33.33 %"]]
    assert picture["lines"] == [
        "1 of 3 words is wrong: 1 missing.",
        "It takes 5 samples or more to say how certain the score is (here: 1).",
    ]
    picture = value({"B": NARROW, "A": WIDE}, SPEECH.references)["languages"]["en"]["picture"]
    assert picture["numbers"] == [["A", "24.23 %"], ["B", "33.95 %"]]
    assert picture["lines"][0] == "A is better than B"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ["record", "record:donut"])
def test_nothing_says_tokens_or_alignment_of_records(language, metric):
    shown = html_of(value(READ, TARGET, metric), language).partition("lev-signature")[0]
    shown += aligned_html({"": READ[0]}, TARGET[0], metric, language)
    assert not re.search("token|align|トークン|対応", words(shown), re.IGNORECASE)


def test_every_word_on_records_is_japanese_but_for_what_was_given():
    fields = html_of(value(READ, TARGET, "record"), "ja").partition("lev-signature")[0]
    said = words(fields + aligned_html({"": READ[0]}, TARGET[0], "record", "ja"))
    given = {"name", "price", "all", "more", "tea", "ten", "no", "x", "F1", "text", "number"}
    assert set(re.findall(r"[A-Za-z]\w+|\bx\b", said)) <= given | {"ANLS"}
    assert "予測が次の型ではない:number" in said


@pytest.mark.parametrize("is_similarity", [True, False])
def test_a_metric_of_another_package_has_the_page_and_its_samples_are_compared(
    monkeypatch, is_similarity
):
    monkeypatch.setattr(LastWords, "higher_is_better", is_similarity)
    with a_strangers_metric() as name:
        shown = value(["a b", "c, d"] * 5, ["a b", "c, e"] * 5, name)
        html = aligned_html({"": "c d"}, "c e", name)
    assert shown["samples"]["score"] == "last words"
    assert sorted(shown["samples"]["systems"][0]["errors"]) == [0] * 5 + [1] * 5
    for language in LANGUAGES:
        assert "Last words" in html_of(shown, language)
    assert 'class="error S"' in html


# ---------------------------------------------------------------------------------------------
# What the server draws
# ---------------------------------------------------------------------------------------------


def test_a_sample_is_aligned_with_every_systems_text():
    html = aligned_html({"A": "is there", "B": "who is their"})
    assert html.count('class="columns"') == 2
    assert re.findall(r'class="error (\w)"', html) == ["D", "S"]
    assert re.findall(r"<bdi>([AB])</bdi> <strong>([^<]*)<", html) == [
        *(("A", "33.33 %"), ("B", "33.33 %"))
    ]


def test_a_sample_is_aligned_with_the_normalizer_that_it_was_scored_by():
    html = aligned_html({"": "WHO IS THERE"}, normalizer="lower")
    assert html.count('class="hit"') == 3


def test_nested_values_are_shown_field_by_field_and_texts_token_by_token():
    html = aligned_html({"": '{"a": "bx"}'}, '{"a": "bc"}', "anls:star")
    assert "misread" in html
    assert "columns" not in html
    html = aligned_html({"": "bx"}, "bc", "anls:star")
    assert re.findall(r'class="error (\w)"', html) == ["S"]


def test_a_record_is_shown_as_a_tree():
    shown = words(aligned_html({"": READ[0]}, TARGET[0], "record"))
    assert re.search(r"name tea ten text misread 66.67 %", shown)
    assert re.search(r"price 2.5 no price number misread, the prediction is not a", shown)
    shown = words(aligned_html({"": READ[0]}, TARGET[0], "record", schema=SCHEMA))
    assert re.search(r"name tea ten choice misread[^%]* 0.00 %", shown)
    shown = aligned_html({"": READ[0]}, TARGET[0], "record:donut")
    assert "The fields as the metric record compares them:" in shown


@pytest.mark.parametrize(
    "texts",
    [
        ({HOSTILE: HOSTILE, "B": "b"}, HOSTILE[::-1]),
        ({"": json.dumps({HOSTILE: HOSTILE})}, json.dumps({HOSTILE: HOSTILE[::-1]}), "record"),
    ],
)
def test_hostile_texts_are_inert_in_an_alignment(texts):
    html = aligned_html(*texts)
    assert "&lt;script" in html
    assert not re.search(r"<script|<[^>]*\bonload", html)
    assert "\u202e" not in html


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        asked({"": 7}),
        asked({"": "a"}, reference=[]),
        asked({"": "a"}, reference={"a": "b"}),
        asked({"": "a"}, tokenizer="/etc"),
        asked({"": "a" * 100_001}),
        {**asked({"": "a"}), "request": {"metric": "wer", "secret": 1}},
        asked({str(number): "a" for number in range(7)}),
    ],
    ids=[
        "nothing",
        "empty",
        "number",
        "no references",
        "dictionary",
        "file",
        "long",
        "unknown",
        "many",
    ],
)
def test_what_a_page_would_not_send_is_refused_in_a_sentence(sent):
    assert 'class="lev-refusal" role="alert"' in run(aligned(sent))
    assert set(run(report(sent))) == {"refusal"}


def test_a_report_is_that_of_the_library_in_the_visitors_language():
    sent = {
        "request": {"metric": "wer"},
        "references": ["who is there", "b"],
        "systems": {"prediction": ["is there", "b"]},
        "ids": ["x", "y"],
        "groups": None,
    }
    for language in LANGUAGES:
        html = run(report({"language": language, **sent}))["html"]
        assert html.startswith("<!DOCTYPE html>")
        assert f'<html lang="{language}">' in html
        assert "25.00 %" in html
