"""The component of a result holds all that it shows; the server draws what a page sends back."""

import json
import re

import pytest

from levmetrics import score
from levmetrics.view.language import LANGUAGES
from tests.corpora import SPEECH
from tests.strangers import a_strangers_metric
from tests.web.given import aligned_html, value

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
SCHEMA = json.dumps({"properties": {"name": {"enum": ["tea", "milk"]}}})


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
