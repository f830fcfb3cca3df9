"""What the view of one system says: all escaped, in both languages, in the right order."""

import re

import pytest

from levmetrics import score
from levmetrics.view.language import LANGUAGES
from levmetrics.view.systems import systems_of
from levmetrics.view.view import Beside, view_of

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def view(predictions, references, metric="wer", language="en", beside=None, **options):
    run = score(predictions, references, metric, **options)
    return view_of(systems_of({"predictions": run}), language, beside or Beside())


def part(shown, name):
    """Return the HTML of a part of a view; empty if it has nothing to say."""
    (html,) = (one.html() for one in shown.parts if one.name == name)
    assert html.strip() in shown.html()
    return html.strip()


def test_hostile_texts_facts_notes_and_groups_are_inert():
    beside = Beside([HOSTILE], [HOSTILE], repr(HOSTILE), worst=12)
    preds, target = ["a b", "c", HOSTILE] * 4, [HOSTILE, *["c", "d", "a x"] * 3, "c", "d"]
    for language in LANGUAGES:
        shown = view(preds, target, language=language, beside=beside, groups=[HOSTILE, "b"] * 6)
        html = shown.html()
        assert not re.search(r"<\s*(script|svg|img)|<[^>]*\bonload", html)
        assert "\u202e" not in html
        assert "&lt;script" in html


@pytest.mark.parametrize("name", ["result", "notices", "computed"])
def test_every_part_is_in_the_language_of_the_reader(name):
    texts = ["A, b", "c"] * 6, ["a x", "c"] * 6
    english, japanese = (part(view(*texts, language=each), name) for each in LANGUAGES)
    assert not JAPANESE.search(english)
    assert JAPANESE.search(japanese)


def test_the_result_names_both_rates_and_what_its_caller_knows_of_the_texts():
    shown = view(["is there"], ["who is there"], beside=Beside(["References: r.txt"]))
    html = part(shown, "result")
    assert re.findall(r'lev-number-name">(\w+)<', html) == ["WER", "CER"]
    assert re.findall(r"lev-score[^>]*>([\d.]+ %)<", html) == ["33.33 %"]
    assert "References: r.txt" in html
    assert re.findall(r'<h2 tabindex="-1">(\w+)<', html) == ["Result"]
    assert shown.parts[0].sentences[0] == "1 of 3 words is wrong: 1 missing."


def test_what_does_not_occur_has_no_place_in_the_bar():
    html = view(["a b"], ["a c"]).html()
    assert html.count('style="flex:1;') == 2
    assert "1 right" in html
    assert "1 replaced" in html
    assert "lev-bar" not in part(view(["a"], ["b"], "anls"), "result")


def test_a_result_without_anything_to_know_has_no_notice():
    assert part(view(["a"], ["b"]), "notices") == ""


def test_a_notice_has_a_button_for_another_way_of_scoring_only_where_it_is_the_callers():
    texts = ["今日は"], ["今日も"]
    assert "white space" in part(view(*texts), "notices")
    assert "data-rescore" not in view(*texts).html()


def test_confusions_of_texts_and_of_values_are_in_the_readers_language():
    texts = ["tea", {"a": "b"}, "ab"], ["ten", {"a": "c"}, "a"]
    for language, captions in {
        "en": ["Scores by field", "Values that were misread", "Substitutions", "Insertions"],
        "ja": ["項目別のスコア", "読み違えた値", "置換", "挿入"],
    }.items():
        html = view(*texts, "anls:star", language).html()
        assert re.findall("<caption>(.*?)</caption>", html) == captions
