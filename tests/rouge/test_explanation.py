"""What is shared is marked on both sides, and what is missing and surplus is counted."""

import json
import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics.alignment.explanation import added
from levmetrics.core.tables import result_cells
from levmetrics.view.language import words_of

PRED, TARGET = "a mat the cat sat on", "The cat is on the mat."
TEXTS = st.lists(st.sampled_from("abcd"), max_size=12).map(" ".join)


def test_a_sample_has_its_common_subsequence_shared_ngrams_and_scores():
    alignment = lm.score([PRED], [TARGET], "rouge").alignment(0)
    shared = [each.target for each in alignment.operations if each.kind == "equal"]
    assert shared == [("the", "cat"), ("on",)]
    assert alignment.shared == {
        1: Counter({("mat",): 1, ("the",): 1, ("cat",): 1, ("on",): 1}),
        2: Counter({("the", "cat"): 1}),
    }
    assert alignment.shares["rouge1"] == (4 / 6, 4 / 6, 4 / 6)
    assert alignment.shares["rouge2"] == pytest.approx((0.2, 0.2, 0.2))
    drawn = str(alignment)
    assert re.search(r"ROUGE-1 +mat · the · cat · on +66\.67 %", drawn)
    assert json.loads(json.dumps(alignment.to_dict()))["shared"]["2"] == [[["the", "cat"], 1]]


def test_precision_and_recall_stand_beside_the_score_that_they_are_of():
    run = lm.score([PRED], [TARGET], "rouge")
    cells = result_cells(run.metric, run.summary())
    assert [*cells][2:5] == ["ROUGE-L", "precision", "recall"]
    assert cells["precision"].text == f"{100 * run['rougeL_precision']:.2f} %"


@given(TEXTS, TEXTS)
def test_operations_span_both_sides_and_share_the_longest_subsequence(pred, target):
    run = lm.score([pred], [target], "rouge:L")
    alignment = run.alignment(0)
    for side, start, end in (
        ("pred", "pred_start", "pred_end"),
        ("target", "target_start", "target_end"),
    ):
        tokens = getattr(alignment, side)
        assert sum((getattr(each, side) for each in alignment.operations), ()) == tokens
        places = [(getattr(each, start), getattr(each, end)) for each in alignment.operations]
        assert [place for pair in places for place in pair][1:-1:2] == [
            place for pair in places for place in pair
        ][2::2]
    equal = [each for each in alignment.operations if each.kind == "equal"]
    assert all(each.pred == each.target for each in equal)
    assert sum(each.size for each in equal) == round(run["rougeL_recall"] * len(alignment.target))


@pytest.mark.parametrize("kind", ["1", "2", "3", "L", "Lsum"])
def test_confusions_are_the_ngrams_of_one_side_beyond_those_of_the_other(kind):
    rng = random.Random(kind)
    sides = [[" ".join(rng.choices("abcde", k=rng.randint(0, 9))) for _ in range(40)] for _ in "ab"]
    found = lm.score(*sides, f"rouge:{kind}").confusions()
    missing, surplus = Counter(), Counter()
    n = int(kind) if kind.isdigit() else 1
    for texts in zip(*sides, strict=True):
        pred, target = (
            Counter(zip(*(text.split()[i:] for i in range(n)), strict=False)) for text in texts
        )
        missing += target - pred
        surplus += pred - target
    assert dict(found.missing) == missing
    assert dict(found.surplus) == surplus
    for side in (found.missing, found.surplus):
        assert [*side] == sorted(side, key=lambda item: (-item[1], item[0]))


def test_the_metric_rouge_counts_words_and_pairs_of_words():
    found = lm.score(["a b"], ["a c"], "rouge").confusions()
    assert found.rows() == [
        ("missing", "c", "", 1),
        ("missing", "a c", "", 1),
        ("surplus", "", "b", 1),
        ("surplus", "", "a b", 1),
    ]
    assert found.to_dict(1) == {"missing": [[["c"], 1]], "surplus": [[["b"], 1]]}
    assert lm.score(["a"], ["a"], "rouge").confusions().tables() == []


def test_confusions_of_parts_are_those_of_the_whole():
    preds, target = ["a b", "c d", "b b"], ["a c", "b d", "b a"]
    whole = lm.score(preds, target, "rouge").confusions()
    parts = [
        lm.score([pred], [text], "rouge").confusions()
        for pred, text in zip(preds, target, strict=True)
    ]
    assert added(parts) == whole


def test_the_reference_that_counted_is_shown():
    run = lm.score(["a b c"], [["x y", "a b", "a b c d"]], "rouge")
    assert run.request.reference.tolist() == [2]
    assert run.alignment(0).target == ("a", "b", "c", "d")
    assert run.confusions().missing[0] == (("d",), 1)


def test_tokens_of_any_kind_are_explained():
    run = lm.score([[1, 2, 3]], [[2, 3, 4]], "rouge")
    assert run.alignment(0).shared[2] == Counter({(2, 3): 1})
    assert run.confusions().missing[0] == ((4,), 1)


def test_the_words_of_its_tables_are_japanese_in_a_japanese_report():
    run = lm.score([PRED], [TARGET], "rouge")
    words = words_of(run.metric, "ja")
    assert "適合率" in run.alignment(0).markup(words)
    assert "足りない単語列" in run.confusions().to_html(words)
    several = lm.score([PRED] * 12, [TARGET, "mat", "the cat"] * 4, "rouge")
    report = several.report(language="ja", title="x").html()
    assert "正解の単語数別のROUGE-L" in report
    assert "足りない単語列" in report
    assert "Missing n-grams" not in report


def test_a_result_says_how_many_references_have_no_words():
    run = lm.score(["a", "b"], ["a", "?!"], "rouge")
    assert run["references_without_words"] == 1
    said = "no words in the reference, so scored 0: 1 of 2 samples"
    assert run.metric.notes(run.result(), 2) == [said]
    assert said[1:] in run.report(title="x").html()
