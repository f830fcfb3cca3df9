"""Errors of keywords are those of the listed words, as in Le et al.; phrases are found whole."""

import random
from itertools import pairwise
from math import isnan, nan

import numpy as np
import pytest

from levmetrics import InputError, Run, align, compare, error_counts
from levmetrics.error_rates.keywords import KeywordMetric
from tests import oracles

WORDS = ["ann", "bob", "new", "york", "city", "the", "a"]
ERRORS = ("substitutions", "deletions", "insertions", "hits")


def run(preds, target, keywords, **options):
    scorer = KeywordMetric(keywords=keywords, **options)
    return Run.of(scorer.called("keywords", "keyword_wer"), preds, target)


def corpus(samples):
    rng = random.Random(1)
    pairs = oracles.random_pairs(rng, samples, WORDS, longest=12)
    return [[" ".join(side) for side in sides] for sides in zip(*pairs, strict=True)]


def of_single_words(preds, target, words):
    """B-WER and U-WER: each error counts where the word of its reference (or insertion) is."""
    counts = {f"{side}_{kind}": 0 for side in ("keyword", "other") for kind in ERRORS}
    names = {"substitute": "substitutions", "delete": "deletions", "insert": "insertions"}
    for pred, reference in zip(preds, target, strict=True):
        for operation in align(pred, reference).operations:
            tokens = operation.pred if operation.kind == "insert" else operation.target
            for token in tokens:
                side = "keyword" if token in words else "other"
                counts[f"{side}_{names.get(operation.kind, 'hits')}"] += 1
    return counts


def occurrences(tokens, phrases):
    """The occurrences of phrases as (start, end), by trying all from the longest at every place."""
    found, start = [], 0
    while start < len(tokens):
        ends = [start + len(p) for p in phrases if tokens[start : start + len(p)] == p]
        if ends:
            found.append((start, max(ends)))
        start = max(ends, default=start + 1)
    return found


def test_single_words_have_the_errors_of_b_wer_and_u_wer():
    preds, target = corpus(300)
    words = ["ann", "york", "the"]
    result = run(preds, target, words).result()
    expected = of_single_words(preds, target, words)
    assert {name: result[name] for name in expected} == expected
    assert all(expected.values())
    keyword = [expected[f"keyword_{kind}"] for kind in ERRORS]
    assert result["keyword_wer"] == sum(keyword[:3]) / (keyword[0] + keyword[1] + keyword[3])


def test_phrases_are_counted_and_found_where_an_occurrence_is_aligned_with_one():
    preds, target = corpus(300)
    phrases = ["new york", "new york city", "ann", "city the"]
    tokens = [phrase.split() for phrase in phrases]
    expected = np.zeros(3, int)
    for pred, reference in zip(preds, target, strict=True):
        said, heard = (occurrences(text.split(), tokens) for text in (reference, pred))
        place = {}
        for operation in align(pred, reference).operations:
            if operation.kind == "equal":
                said_at = range(operation.target_start, operation.target_end)
                place |= dict(
                    zip(said_at, range(operation.pred_start, operation.pred_end), strict=True)
                )
        found = [
            all(i in place for i in range(start, end))
            and (place[start], place[end - 1] + 1) in heard
            and all(b == a + 1 for a, b in pairwise(place[i] for i in range(start, end)))
            for start, end in said
        ]
        expected += [sum(found), len(said), len(heard)]
    result = run(preds, target, phrases).result()
    names = ("keywords_found", "keywords_in_references", "keywords_in_predictions")
    assert [result[name] for name in names] == expected.tolist()
    found, said, heard = expected.tolist()
    assert 0 < found < min(said, heard)
    assert result["keyword_recall"] == found / said
    assert result["keyword_precision"] == found / heard
    assert result["keyword_f1"] == 2 * found / (said + heard)


def test_all_errors_are_of_keywords_or_of_others():
    preds, target = corpus(200)
    result = run(preds, target, ["new york", "bob"]).result()
    whole = error_counts(preds, target)
    for kind in ERRORS:
        assert result[f"keyword_{kind}"] + result[f"other_{kind}"] == getattr(whole, kind).sum()
    assert result["wer"] == whole.wer


@pytest.mark.parametrize(
    ("pred", "target", "found", "said", "heard"),
    [
        ("new york", "new york", 1, 1, 1),
        ("new york city", "new york", 0, 1, 1),  # another name
        ("new old york", "new york", 0, 1, 0),
        ("york", "new york", 0, 1, 0),
        ("new york", "a b", 0, 0, 1),
        ("new york new york", "new york", 1, 1, 2),
        ("", "new york", 0, 1, 0),
        ("", "", 0, 0, 0),
    ],
)
def test_a_phrase_is_right_only_as_a_whole(pred, target, found, said, heard):
    result = run([pred], [target], ["new york", "new york city"]).result()
    assert (
        result["keywords_found"],
        result["keywords_in_references"],
        result["keywords_in_predictions"],
    ) == (found, said, heard)
    empty = 0.0 if said or heard else nan
    for name, whole in (("keyword_recall", said), ("keyword_precision", heard)):
        np.testing.assert_equal(result[name], found / whole if whole else empty)


@pytest.mark.parametrize("reduction", ["corpus", "mean"])
def test_keywords_that_occur_nowhere_are_no_right_ones(reduction):
    texts = ["fly to New York", "to Rome"]
    scored = run(texts, texts, ["new york"], reduction=reduction)
    result = scored.result()
    of_keywords = {name: rate for name, rate in result.items() if isinstance(rate, float)}
    assert {name for name, rate in of_keywords.items() if isnan(rate)} == {
        "keyword_wer",
        "keyword_recall",
        "keyword_precision",
        "keyword_f1",
    }
    assert result["wer"] == result["other_wer"] == 0
    found = run(["new york"], ["new york"], ["new york"], reduction=reduction)
    assert (scored + found).result()["keyword_recall"] == 1.0
    groups = (run([*texts, "new york"], [*texts, "new york"], ["new york"])).by_group([0, 0, 1])
    assert [isnan(group["keyword_wer"]) for group in groups.values()] == [True, False]


def test_an_interval_or_test_of_keywords_that_occur_nowhere_is_refused():
    texts = ["fly to New York", "to Rome"]
    message = "no keyword is in any text, so there is no interval or test; give"
    with pytest.raises(InputError, match=message):
        run(texts, texts, ["new york"]).interval()
    with pytest.raises(InputError, match=message):
        compare({"a": texts, "b": texts}, texts, "keywords", keywords=["new york"])


def test_an_inserted_keyword_is_an_error_of_keywords():
    result = run(["take aspirin now"], ["take it now"], ["aspirin"]).result()
    assert (result["keyword_wer"], result["other_substitutions"]) == (0.0, 1)
    result = run(["take aspirin now"], ["take now"], ["aspirin"]).result()
    assert (result["keyword_wer"], result["keyword_insertions"]) == (1.0, 1)


def test_keywords_are_normalized_and_split_as_the_texts_are():
    result = run(["ＩＢＵＰＲＯＦＥＮ"], ["Ibuprofen"], ["iBuprofen"], normalizer=["nfkc", "lower"])
    assert result.result()["keyword_recall"] == 1.0
    result = run(["東京都へ"], ["東京へ"], ["東京"], tokenizer="char").result()
    assert (result["keyword_recall"], result["keyword_wer"]) == (1.0, 0.0)


def test_every_sample_may_have_keywords_of_its_own():
    preds, target = ["ann and bob", "ann and bob"], ["ann and rob", "ann and rob"]
    result = run(preds, target, [["ann"], ["rob", "bob"]], reduction="none").result()
    assert result["keyword_recall"] == [1.0, 0.0]
    assert result["keyword_wer"] == [0.0, 1.0]
    assert result["other_wer"] == [0.5, 0.0]
    assert run(["a"], ["b"], [[]]).result()["other_substitutions"] == 1


def test_the_keywords_of_a_sample_hold_for_all_of_its_references():
    result = run(["x ann", "bob"], [["ann", "x ann"], ["bob"]], [["x"], ["bob"]], reduction="none")
    assert result.result()["keywords_found"] == [1, 1]
    assert result.result()["reference"] == [1, 0]


def test_runs_add_up_to_the_whole_and_those_of_other_keywords_do_not():
    preds, target = corpus(40)
    whole = run(preds, target, ["ann", "new york"])
    parts = [run(preds[i : i + 7], target[i : i + 7], ["ann", "new york"]) for i in range(0, 40, 7)]
    assert sum(parts).result() == whole.result()
    assert Run.from_arrow(whole.metric, whole.to_arrow()).result() == whole.result()
    with pytest.raises(InputError, match="the runs to add have other settings"):
        whole + run(["a"], ["a"], ["bob"])
    lists = [["ann"], ["bob"]] * 20
    parts = [run(preds[i : i + 8], target[i : i + 8], lists[i : i + 8]) for i in range(0, 40, 8)]
    assert sum(parts).result() == run(preds, target, lists).result()


def test_the_signature_tells_lists_of_keywords_apart_and_not_their_order():
    signatures = [
        run([], [], words).signature() for words in (["a", "b"], ["b", "a", "a"], ["a", "c"])
    ]
    assert signatures[0] == signatures[1] != signatures[2]
    assert "|keywords:2[" in signatures[0]
    assert "|keywords:of_samples|" in run([], [], [["a"], []]).signature()


def test_groups_samples_and_the_interval_are_of_the_keyword_error_rate():
    of_all = run(["ann", "x", "a"], ["ann", "ann", "bob"], ["ann"])
    np.testing.assert_equal(of_all.sample_scores(), [0.0, 1.0, nan])  # no keyword in the third
    assert of_all.statistics().value == of_all.result()["keyword_wer"] == 0.5
    groups = of_all.by_group(["u", "v", "v"])
    assert [group["keyword_wer"] for group in groups.values()] == [0.0, 1.0]
    low, high = of_all.interval(n_resamples=200)
    assert low == 0 < 0.5 < high
    assert of_all.alignment(1).target == ("ann",)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        (None, "keywords is None; give a list of words and phrases, or one for each sample"),
        ([], "keywords is empty; give a list of words and phrases, or one for each sample"),
        ("ann", "keywords is one string; give a list: keywords=['ann']"),
        (["ann", " "], "keywords[1] is ' ', which has no token; give a word or phrase"),
        ([["ann"], ["a", ""]], "keywords[1][1] is '', which has no token; give a word or phrase"),
        (["ann", None], "keywords[1] is None; every keyword must be a string"),
        ([["ann"], [3]], "keywords[1][0] is of type int; every keyword must be a string"),
        (
            [["ann"], "bob"],
            "keywords[1] is one string where other samples are lists; give every sample a list of "
            "strings, or every sample one string",
        ),
        (
            [["ann"]],
            "keywords and samples differ in number (1 and 2); give a list of words and phrases for "
            "each sample, or one list of them for all",
        ),
    ],
)
def test_unusable_keywords_are_refused_in_one_sentence_with_their_position(keywords, message):
    with pytest.raises(InputError) as refusal:
        run(["a", "b"], ["a", "b"], keywords)
    assert str(refusal.value) == message


def test_a_keyword_of_which_the_normalizer_leaves_nothing_is_refused():
    with pytest.raises(InputError, match=r"keywords\[0\] is '\.\.\.', which has no token"):
        run(["a"], ["a"], ["..."], normalizer="remove_punctuation")
