"""The component of a result holds all that it shows; the server draws what a page sends back."""

import json
import re

import pytest

from levmetrics import score
from levmetrics.web.explorer import aligned, explored, report
from levmetrics.web.language import LANGUAGES
from tests.strangers import LastWords, a_strangers_metric
from tests.web.loops import run
from tests.web.results.compared import NARROW, SPEECH, WIDE, compared
from tests.web.results.scored import scored

HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


def value(*texts, **options):
    return json.loads(explored(scored(*texts, **options)))


def test_every_sample_has_its_texts_score_and_counts():
    shown = value(["a b", "c", ""], ["a x", "c", "d e"])
    (system,) = shown["systems"]
    expected = score(["a b", "c", ""], ["a x", "c", "d e"])
    assert shown["references"] == ["a x", "c", "d e"]
    assert system["predictions"] == ["a b", "c", ""]
    assert system["scores"] == expected.sample_scores().tolist() == [0.5, 0.0, 1.0]
    assert system["counts"] == {name: counts.tolist() for name, counts in expected.counts().items()}
    assert system["errors"] == [1, 0, 2]
    assert (shown["lengths"], shown["lengths_are"]) == ([2, 1, 2], "tokens")


def test_the_document_is_what_the_library_returns():
    texts = ["a b", "c"] * 3, ["a x", "c"] * 3
    document, expected = value(*texts)["document"], score(*texts)
    assert document["result"] == expected.result()
    assert document["interval"] == list(expected.interval())
    assert document["signature"].startswith("metric:wer|")


def test_a_group_has_an_interval_from_five_samples_on():
    labels = ["few"] * 4 + ["enough"] * 5
    few, enough = value(["a b", "c x", "d"] * 3, ["a x", "c x", "d"] * 3, groups=labels)[
        "group_scores"
    ]
    assert few["interval"] is None
    assert len(enough["interval"]) == 2


def test_of_several_references_the_one_that_counted_is_known():
    shown = value(["a b", "c"], [["x", "a b"], ["c", "d"]])
    assert shown["references"] == [["x", "a b"], ["c", "d"]]
    assert shown["systems"][0]["chosen"] == [1, 0]


def test_every_frequent_edit_has_the_samples_that_it_occurs_in():
    shown = value(["a x", "x x", "b", "a c"], ["a b", "b b", "b c", "a"])
    edits = {(edit["kind"], edit["target"], edit["pred"]): edit for edit in shown["edits"]}
    assert edits["replace", "b", "x"]["times"] == 3
    assert edits["replace", "b", "x"]["samples"] == [0, 1]
    assert edits["delete", "c", None]["samples"] == [2]
    assert edits["insert", None, "c"]["samples"] == [3]


def test_tokens_that_look_alike_are_told_apart():
    (edit,) = value(["caf\u00e9"], ["cafe\u0301"])["edits"]
    assert (edit["target"], edit["pred"]) == ("cafe\u0301⟨65⟩⟨301⟩", "café⟨E9⟩")


def test_similarities_have_lengths_in_characters_and_no_errors():
    shown = value(["ab", "x"], ["abc", "今日"], metric="anls")
    assert (shown["higher"], shown["lengths"], shown["lengths_are"]) == (True, [3, 2], "characters")
    assert shown["systems"][0]["errors"] is None


def test_what_is_no_number_is_no_json_of_a_browser():
    shown = explored(scored(["", ""], ["", ""], "formatted"))
    assert "NaN" not in shown
    json.loads(shown, parse_constant=pytest.fail)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_said_in_both_languages(language):
    said = value(["Is there", "b"], ["who is there", "b"])["languages"][language]
    japanese = re.compile("[ぁ-んァ-ヶ一-龠]")
    for part in (said["top"], said["bottom"], *said["picture"]["lines"]):
        assert bool(japanese.search(part)) is (language == "ja")


def test_no_text_is_markup_in_the_value():
    assert "<" not in explored(scored([HOSTILE], [HOSTILE[::-1]]))


def test_groups_have_scores_and_intervals():
    systems = {"A": WIDE, "B": NARROW}
    shown = json.loads(explored(compared(SPEECH.references, systems, groups=SPEECH.groups)))
    alone = score(WIDE, SPEECH.references, groups=SPEECH.groups)
    by_label = {group["label"]: group for group in shown["group_scores"]}
    for label, result in alone.by_group().items():
        low, high = by_label[label]["interval"]
        assert by_label[label]["score"] == result["wer"]
        assert low < result["wer"] < high


def asked(predictions, reference="who is there", metric="wer", **given):
    return {
        "language": "en",
        "request": {"metric": metric, "given": given},
        "reference": reference,
        "predictions": predictions,
    }


def drawn(sent):
    return run(aligned(sent))


def test_a_sample_is_aligned_with_every_systems_text_and_counted_by_other_tokenizers():
    html = drawn(asked({"A": "is there", "B": "who is their"}))
    assert html.count("<figure") == 2
    assert "1 missing (D)" in html
    assert "1 replaced (S)" in html
    assert re.search(r"<dt>char</dt><dd>33.33 % · 16.67 %</dd>", html)


def test_a_sample_is_aligned_with_the_normalizer_that_it_was_scored_by():
    assert "3 right" in drawn(asked({"": "WHO IS THERE"}, normalizer="lower"))


def test_nested_values_are_shown_field_by_field_and_texts_token_by_token():
    html = drawn(asked({"": '{"a": "bx"}'}, '{"a": "bc"}', metric="anls:star"))
    assert "misread" in html
    assert "replaced (S)" not in html
    html = drawn(asked({"": "bx"}, "bc", metric="anls:star"))
    assert "1 replaced (S)" in html
    assert "50.00 %" in html


def test_hostile_texts_are_inert_in_an_alignment():
    html = drawn(asked({HOSTILE: HOSTILE, "B": "b"}, HOSTILE[::-1]))
    assert "<script" not in html
    assert not re.search(r"<[^>]*\bonload", html)
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
        asked({"": "a" * 10_001}),
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
    assert 'class="lev-refusal" role="alert"' in drawn(sent)
    assert set(run(report(sent))) == {"refusal"}


def test_a_report_is_that_of_the_library():
    sent = {
        "language": "en",
        "request": {"metric": "wer"},
        "references": ["who is there", "b"],
        "systems": {"prediction": ["is there", "b"]},
        "ids": ["x", "y"],
        "groups": None,
    }
    html = run(report(sent))["html"]
    assert "25.00 %" in html
    assert html.startswith("<!DOCTYPE html>")


TARGET = ['{"name": "tea", "price": 2.5, "all": "x"}', '{"name": "milk"}']
READ = ['{"name": "ten", "price": "no price", "more": 1}', '{"name": "milk"}']


def of_records(metric="record", **options):
    return value(READ, TARGET, metric=metric, **options)


def test_records_have_counts_of_fields_and_no_edits():
    shown = of_records()
    (system,) = shown["systems"]
    assert (shown["score"], shown["key"], shown["edits"]) == ("ANLS*", "record_anls", [])
    assert (shown["lengths"], shown["lengths_are"]) == ([3, 1], "fields")
    assert system["errors"] == [4, 0]
    assert system["counts"]["misread"] == [2, 0]


def words(html):
    return re.sub(r"<[^>]+>", " ", html)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ["record", "record:donut"])
def test_nothing_says_tokens_or_alignment_of_records(language, metric):
    said = of_records(metric)["languages"][language]
    shown = words(said["top"] + said["fields"] + drawn({**of_a_record(metric, language)}))
    assert not re.search("token|align|トークン|対応", shown, re.IGNORECASE)


def of_a_record(metric="record", language="en", **request):
    sent = asked({"": READ[0]}, TARGET[0], metric=metric, **request)
    return {**sent, "language": language}


def test_the_fields_of_all_records_are_shown_and_what_was_misread():
    fields = words(of_records()["languages"]["en"]["fields"])
    assert "Scores by field" in fields
    assert re.search(r"name\s+text\s+1\s+1\s+0\s+0\s+50.00 %\s+83.33 %", fields)
    assert re.search(r"Values that were misread.*\bname\s+tea\s+ten\s+1", fields, re.DOTALL)


def test_a_record_is_shown_as_a_tree():
    html = drawn(of_a_record())
    assert "<figure" not in html
    shown = words(html)
    assert re.search(r"name\s+tea\s+ten\s+text\s+misread\s+66.67 %", shown)
    assert re.search(r"price\s+2.5\s+no price\s+number\s+misread, the prediction is not a", shown)


def test_every_word_of_the_tables_is_japanese_but_for_what_was_given():
    said = words(of_records()["languages"]["ja"]["fields"] + drawn(of_a_record(language="ja")))
    given = {"name", "price", "all", "more", "tea", "ten", "no", "x", "F1", "text", "number"}
    assert set(re.findall(r"[A-Za-z]\w+|\bx\b", said)) <= given
    assert "予測が次の型ではない:number" in said


def test_a_schema_counts_in_an_opened_record_as_it_does_in_the_score():
    schema = json.dumps({"properties": {"name": {"enum": ["tea", "milk"]}}})
    assert of_records(schema=schema)["systems"][0]["scores"][0] == 0
    shown = words(drawn(of_a_record(schema=schema)))
    assert re.search(r"name\s+tea\s+ten\s+choice\s+misread[^%]*\s0.00 %", shown)
    assert of_records(schema=schema)["document"]["schema"] == json.loads(schema)


def test_metrics_that_say_nothing_of_fields_show_them_by_type_and_say_so():
    shown = drawn(of_a_record("record:donut"))
    assert "The fields as the metric record compares them:" in shown


def test_systems_of_records_have_tables_each():
    systems = {"A": READ, "<B>": TARGET}
    fields = json.loads(explored(compared(TARGET, systems, "record")))["languages"]["en"]
    assert "<strong><bdi>A</bdi></strong></p><h3>Scores by field</h3>" in fields["fields"]
    assert "<bdi>&lt;B&gt;</bdi>" in fields["fields"]


def test_confusions_of_texts_beside_values_are_in_the_visitors_language():
    found = value(["tea", '{"a": "b"}', "ab"], ["ten", '{"a": "c"}', "a"], metric="anls:star")
    captions = {
        language: re.findall("<h3>(.*?)</h3>", found["languages"][language]["fields"])
        for language in LANGUAGES
    }
    assert captions["en"] == [
        *("Scores by field", "Values that were misread", "Substitutions", "Insertions")
    ]
    assert captions["ja"] == ["項目別のスコア", "読み違えた値", "置換", "挿入"]


def test_hostile_records_are_inert():
    text = json.dumps({HOSTILE: HOSTILE, "b": ["x"] * 100})
    sides = [text], [json.dumps({HOSTILE: HOSTILE[::-1]})]
    shown = value(*sides, metric="record")["languages"]["en"]["fields"]
    shown += drawn(asked({"": text}, sides[1][0], metric="record"))
    assert "<script" not in shown
    assert not re.search(r"<[^>]*\bonload", shown)
    assert "\u202e" not in shown


@pytest.mark.parametrize("is_similarity", [True, False])
def test_a_metric_of_another_package_has_the_page_and_its_samples_are_compared(
    monkeypatch, is_similarity
):
    monkeypatch.setattr(LastWords, "higher_is_better", is_similarity)
    with a_strangers_metric() as name:
        shown = value(["a b", "c, d"], ["a b", "c, e"], metric=name)
        html = drawn(asked({"": "c d"}, "c e", metric=name))
    assert shown["score"] == "last words"
    assert shown["systems"][0]["errors"] == [0, 1]
    assert shown["lengths"] == [1, 2]
    assert shown["languages"]["en"]["lengths"] == "last words by length of the reference"
    for language, said in (("en", "Last words"), ("ja", "Last words")):
        assert said in shown["languages"][language]["top"]
    assert "1 replaced (S)" in html
