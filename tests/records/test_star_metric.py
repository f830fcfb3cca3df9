"""How ANLS* compared a sample, and what was taken for what, beside the package ``anls_star``."""

import pytest

import levmetrics as lm
from levmetrics import anls_star
from levmetrics.alignment.alignment import TokenAlignment
from levmetrics.alignment.confusions import TokenConfusions
from levmetrics.alignment.explanation import UnexplainedError, added
from levmetrics.records.explanation import FieldScores, Record
from tests.records.test_anls_star import SciPy
from tests.records.trees import SAMPLES, expected

INVOICE = {
    "total": ("12.50", "€ 12.50"),
    "items": [{"name": "tea"}, {"name": "milk"}],
    "paid": None,
}
READ = {"total": "12.5", "items": [{"name": "milk"}, {"name": "ten"}, {"name": "rice"}]}
# Values, a text with several answers, and a text that is written as JSON.
PREDICTIONS, REFERENCES = [READ, "tea", '"x"'], [INVOICE, ["milk", "ten"], '"xy"']


def star(predictions, references, **options):
    return lm.score(predictions, references, "anls:star", **options)


def test_values_are_shown_field_by_field_as_they_were_matched():
    record = star([READ], [INVOICE]).alignment(0)
    assert isinstance(record, Record)
    found = [(each.path, each.outcome, each.reference, each.prediction) for each in record.fields]
    assert found == [
        ("total", "misread", "12.50", "12.5"),
        ("items[].name", "misread", "tea", "ten"),
        ("items[].name", "right", "milk", "milk"),
        ("items[].name", "extra", None, "rice"),
        ("paid", "absent", None, None),
    ]
    assert [each.similarity for each in record.fields] == pytest.approx([0.8, 2 / 3, 1, 0, 1])
    assert record.score == pytest.approx((0.8 + 2 / 3 + 1 + 0 + 1) / 5)
    assert record.note == ""


def test_leaves_are_compared_as_texts_by_the_metrics_own_settings():
    run = star([{"a": "ABCX", "b": 1.0}], [{"a": "abcd", "b": 1}], threshold=0.8)
    a, b = run.alignment(0).fields
    assert (a.similarity, a.why) == (0, "below the threshold")
    assert (b.outcome, b.similarity) == ("misread", 0)  # "1.0" and "1" as texts
    run = star([{"a": "１２"}], [{"a": "12"}], normalizer="nfkc")
    assert run.alignment(0).fields[0].outcome == "right"


def test_the_score_of_each_record_is_that_of_the_package(monkeypatch):
    peer = pytest.importorskip("anls_star.anls_star")
    monkeypatch.setattr(peer, "Munkres", SciPy)
    samples = SAMPLES[:600]
    run = star(*zip(*samples, strict=True))
    records = [
        (record.score, expected(*sample)[0])
        for i, sample in enumerate(samples)
        if isinstance(record := run.alignment(i), Record)
    ]
    assert len(records) > 400
    assert [ours for ours, _ in records] == [theirs for _, theirs in records]


@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_a_text_is_aligned_with_the_answer_that_counted_also_beside_values(reduction):
    run = star(PREDICTIONS, REFERENCES, ids=["a", "b", "c"], reduction=reduction)
    kinds = [type(run.alignment(name)) for name in ("a", "b", "c")]
    assert kinds == [Record, TokenAlignment, TokenAlignment]
    assert run.alignment("b").reference == 1
    assert str(run.alignment("b")) == str(lm.align("tea", "ten", tokenizer="char"))
    assert str(run.alignment("c")) == str(lm.align("x", "xy", tokenizer="char"))


def test_confusions_are_of_the_fields_of_values_and_of_the_tokens_of_texts():
    fields = star(PREDICTIONS[:1], REFERENCES[:1]).confusions()
    assert isinstance(fields, FieldScores)
    assert fields.rows() == [("total", "12.50", "12.5", 1), ("items[].name", "tea", "ten", 1)]
    assert fields["items[].name"].extra == 1
    tokens = star(PREDICTIONS[1:], REFERENCES[1:]).confusions()
    assert tokens == TokenConfusions((("n", "a", 1),), (("y", 1),), ())
    both = star(PREDICTIONS, REFERENCES).confusions()
    assert both.rows() == [*fields.rows(), *tokens.rows()]
    assert both.to_dict() == {**fields.to_dict(), **tokens.to_dict()}
    assert [table.caption for table in both.tables()] == [
        *("Scores by field", "Values that were misread", "Substitutions", "Deletions")
    ]


def test_confusions_of_parts_are_those_of_the_whole_wherever_it_is_parted():
    predictions, references = PREDICTIONS * 3, REFERENCES * 3
    whole = star(predictions, references).confusions()
    for size in (1, 2, 4):
        parts = [
            star(predictions[i : i + size], references[i : i + size]).confusions()
            for i in range(0, len(predictions), size)
        ]
        assert added(parts).to_dict() == whole.to_dict()


def test_tokens_of_values_are_refused_and_those_of_texts_are_shown():
    run = star(PREDICTIONS, REFERENCES)
    with pytest.raises(UnexplainedError, match=r"^this run is of nested values, which have no tok"):
        run.metric.shown_pairs(run)
    assert [*run.metric.shown_pairs(run, slice(2, 3)).rows()] == [(["x"], ["x", "y"])]


@pytest.mark.parametrize(
    "preds", [["[laughter]", "null", "{a", "plain"], ["a", "nul", "b", "plain"], ["null"] * 4]
)
def test_lists_of_answers_are_compared_as_each_is_alone_whatever_they_begin_like(preds):
    answers = [["[laughter]", "x"], ["null", "nul"], ["{b", '"a"'], ["[1]", "plainer"]]
    for accepted in (answers, [*map(tuple, answers)]):
        alone = [anls_star(*sample).score for sample in zip(preds, accepted, strict=True)]
        assert lm.score(preds, accepted, "anls:star").sample_scores().tolist() == alone
        assert lm.score(preds, accepted, "anls:star", reduction="none")["anls"] == alone
