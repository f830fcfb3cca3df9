"""The classes are torchmetrics metrics, equal to torchmetrics' own where that is exact."""

import multiprocessing
import os
import pickle
import random
import re
import socket

import jiwer
import numpy as np
import pytest
import torch
import torchmetrics.text
from hypothesis import given, settings
from hypothesis import strategies as st
from torchmetrics import MetricCollection

import levmetrics
from levmetrics import (
    ANLS,
    CharErrorRate,
    EditDistance,
    ErrorRates,
    MatchErrorRate,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
    WordInfoLost,
    WordInfoPreserved,
)
from levmetrics.errors import InputError
from levmetrics.formats.examples import read_pairs
from tests import oracles
from tests.corpora import ASR_EN

ERROR_RATES = [CharErrorRate, MatchErrorRate, WordErrorRate, WordInfoLost, WordInfoPreserved]
MAKERS = {
    "distance": EditDistance,
    "distance, none": lambda **k: EditDistance(reduction="none", **k),
    "similarity": NormalizedLevenshteinSimilarity,
    "similarity, sum": lambda **k: NormalizedLevenshteinSimilarity(reduction="sum", **k),
    "similarity, none": lambda **k: NormalizedLevenshteinSimilarity(reduction="none", **k),
    "anls": ANLS,
    "anls, docvqa": lambda **k: ANLS("docvqa", **k),
    "anls, star": lambda **k: ANLS("star", **k),
    "anls, star, none": lambda **k: ANLS("star", reduction="none", **k),
    "rates": ErrorRates,
    "rates, mean": lambda **k: ErrorRates("mean", **k),
    "rates, none": lambda **k: ErrorRates(None, **k),
    **{kind.__name__: kind for kind in ERROR_RATES},
}
TEXT_MAKERS = {name: make for name, make in MAKERS.items() if "star" not in name}
every_metric_of_texts = pytest.mark.parametrize("make", TEXT_MAKERS.values(), ids=TEXT_MAKERS)
every_metric = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
PREDS = ["rain", "lnaguaeg", "", "who  is", "今日は\u3000いい"]
TARGET = ["shine", "language", "a", "is there", "今日は 良い"]


def values(result):
    """A result as plain numbers, by name."""
    result = result if isinstance(result, dict) else {"value": result}
    return {name: tensor.tolist() for name, tensor in result.items()}


def assert_same(result, expected):
    result, expected = values(result), values(expected)
    assert result.keys() == expected.keys()
    for name, value in expected.items():
        # Counts are equal; sums of floats may differ in the last bits with the order of adding.
        assert result[name] == (pytest.approx(value, rel=0, abs=1e-12)), name


def scored(metric, preds=PREDS, target=TARGET):
    metric.update(preds, target)
    return metric.compute()


# --- the numbers ---------------------------------------------------------------------------------


def test_the_reference_examples_of_the_similarity():
    metric = NormalizedLevenshteinSimilarity()
    assert metric(["rain"], ["shine"]).item() == 0.4
    assert metric(["lnaguaeg"], ["language"]).item() == 0.5
    assert metric.compute().item() == 0.45
    assert metric.compute().dtype == torch.float64


def test_numbers_of_numpy_are_numbers():
    metric = NormalizedLevenshteinSimilarity(np.int64(2), threshold=np.float32(0.5))
    assert metric("ab", "cd").item() == 0
    assert EditDistance(10**30)("ab", "cd").item() == 4


def test_the_reference_examples_of_the_distance():
    preds, target = ["rain", "lnaguaeg"], ["shine", "language"]
    assert EditDistance(reduction="none")(preds, target).tolist() == [3, 4]
    assert EditDistance()(preds, target).item() == 3.5
    assert EditDistance(reduction="sum")(preds, target).item() == 7
    assert EditDistance(substitution_cost=2)("rain", "shine").item() == 5


def test_asr_en_has_the_known_rates():
    preds, references = read_pairs(ASR_EN)
    result = values(ErrorRates()(preds, references))
    assert result["wer"] == 0.04966729164368957
    assert [result[n] for n in ("substitutions", "deletions", "insertions", "hits")] == [
        892,
        922,
        888,
        52588,
    ]
    assert result["reference_length"] == 892 + 922 + 52588
    assert result["prediction_length"] == 892 + 888 + 52588
    assert WordErrorRate()(preds, references).item() == result["wer"]


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 2, 5]))
def test_distances_equal_torchmetrics_where_its_beam_holds_the_best_alignment(rng, cost):
    pairs = oracles.random_pairs(rng, 8, oracles.ALPHABET, longest=24)
    preds, target = (["".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    for reduction in ("mean", "sum", "none", None):
        ours = EditDistance(cost, reduction)(preds, target)
        theirs = torchmetrics.text.EditDistance(cost, reduction)(preds, target)
        assert ours.dtype == theirs.dtype
        # Of one sample torchmetrics makes a scalar, against its documentation.
        assert torch.equal(ours, theirs if reduction in ("mean", "sum") else theirs.reshape(-1))


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_word_and_character_error_rates_equal_torchmetrics(rng):
    pairs = oracles.random_pairs(rng, 6, ["a", "b", "cc", "今", "は"], longest=20)
    preds = [" ".join(p) for p, _ in pairs]
    target = [" ".join(t) for _, t in pairs] + ["never empty"]
    preds.append("never empty")
    for kind in (WordErrorRate, CharErrorRate):
        ours = kind()(preds, target)
        theirs = getattr(torchmetrics.text, kind.__name__)()(preds, target)
        assert ours.item() == pytest.approx(theirs.item(), rel=1e-6)


def test_the_26_character_shift_that_torchmetrics_misses_is_right():
    text = "".join(chr(0x4E00 + i) for i in range(100))
    preds, target = "x" * 26 + text, text + "y" * 26
    assert torchmetrics.text.EditDistance()(preds, target).item() == 126
    assert EditDistance()(preds, target).item() == 52 == oracles.edit_distance(preds, target)


def test_match_error_rate_and_word_information_are_morris_not_torchmetrics():
    """torchmetrics takes an alignment with an insertion and a deletion for shorter than it is."""
    pred, target = "a b c", "x a b"
    theirs = jiwer.process_words(target, pred)
    assert (theirs.mer, theirs.wil) == (0.5, 1 - 4 / 9)
    assert MatchErrorRate()(pred, target).item() == theirs.mer
    assert WordInfoLost()(pred, target).item() == theirs.wil
    assert WordInfoPreserved()(pred, target).item() == theirs.wip
    assert torchmetrics.text.MatchErrorRate()(pred, target).item() == pytest.approx(2 / 3)
    assert torchmetrics.text.WordInfoLost()(pred, target).item() == pytest.approx(1 - 1 / 9)


def test_several_references_score_by_the_best_one():
    preds, target = ["ab", "xyz"], [["cd", "ac", "ab"], ["xy", "x"]]
    assert EditDistance(reduction="none")(preds, target).tolist() == [0, 1]
    similarity = NormalizedLevenshteinSimilarity(reduction="none")
    assert similarity(preds, target).tolist() == pytest.approx([1, 2 / 3])
    assert ErrorRates("none", tokenizer="char")(preds, target)["insertions"].tolist() == [0, 1]


def test_tokenizer_and_normalizer_apply_to_both_sides():
    metric = EditDistance(tokenizer="whitespace", normalizer="lower")
    assert metric("Who IS there", "who is Here").item() == 1
    japanese = WordErrorRate(tokenizer="mecab")
    assert japanese("今日はいい天気です", "今日は良い天気です").item() == 0.2


def test_a_mean_of_rates_is_not_the_rate_of_the_corpus():
    preds, target = ["a", "b c d e"], ["x", "b c d e"]
    assert WordErrorRate()(preds, target).item() == 0.2
    assert WordErrorRate("mean")(preds, target).item() == 0.5
    assert WordErrorRate("none")(preds, target).tolist() == [1.0, 0.0]
    mean = values(ErrorRates("mean")(preds, target))
    assert (mean["wer"], mean["hits"], mean["reference_length"]) == (0.5, 4, 5)


@pytest.mark.parametrize("kind", ERROR_RATES)
def test_each_rate_is_that_of_the_dictionary(kind):
    tokenizer = "char" if kind is CharErrorRate else "whitespace"
    whole = ErrorRates(tokenizer=tokenizer)(PREDS, TARGET)
    assert kind()(PREDS, TARGET).item() == whole[kind._rate].item()


def test_empty_texts_have_defined_scores():
    for pred, target, wer, nls in (("", "", 0, 1), ("a b", "", 2, 0), ("", "a b", 1, 0)):
        assert WordErrorRate()(pred, target).item() == wer
        assert NormalizedLevenshteinSimilarity()(pred, target).item() == nls


@every_metric
def test_no_samples_have_a_defined_result(make):
    for result in (make().compute(), scored(make(), [], [])):
        per_sample = make().reduction == "none"
        for name, value in values(result).items():
            perfect = name == "wip" or make is WordInfoPreserved
            assert value == ([] if per_sample else float(perfect)), name


def test_no_samples_are_zero():
    for metric in (
        EditDistance(),
        EditDistance(reduction="sum"),
        *(NormalizedLevenshteinSimilarity(reduction=r) for r in ("mean", "sum")),
        WordErrorRate(),
        WordErrorRate("mean"),
    ):
        assert metric.compute().item() == 0.0
    for reduction in (
        EditDistance(reduction=None),
        NormalizedLevenshteinSimilarity(reduction=None),
    ):
        assert reduction.compute().shape == (0,)


def test_the_functional_forms_give_the_numbers_of_the_classes():
    assert levmetrics.edit_distance(PREDS, TARGET).item() == EditDistance()(PREDS, TARGET).item()
    found = levmetrics.edit_distance("who is", "is", 1, "none", tokenizer="whitespace")
    assert found.tolist() == [1]
    similarity = levmetrics.normalized_levenshtein_similarity(
        PREDS, TARGET, 2, "sum", threshold=0.3, normalizer="lower"
    )
    metric = NormalizedLevenshteinSimilarity(2, "sum", threshold=0.3, normalizer="lower")
    assert similarity.item() == metric(PREDS, TARGET).item()


# --- the state -----------------------------------------------------------------------------------


@every_metric
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_split_into_updates_gives_the_same_result(make, data):
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    pairs = oracles.random_pairs(rng, rng.randint(1, 12), ["a", "b ", "今日", "は", " "], longest=9)
    preds, target = (["".join(side) for side in sides] for sides in zip(*pairs, strict=True))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(preds)), max_size=4)))
    split, merged = make(), make()
    for start, stop in zip([0, *cuts], [*cuts, len(preds)], strict=True):
        split.update(preds[start:stop], target[start:stop])
        shard = make()
        shard.update(preds[start:stop], target[start:stop])
        shard.merge_state(merged)  # in torchmetrics the incoming state comes first
        merged = shard
    whole = scored(make(), preds, target)
    assert_same(split.compute(), whole)
    assert_same(merged.compute(), whole)


@every_metric
def test_forward_scores_the_batch_and_adds_it_to_the_state(make):
    metric = make()
    assert_same(metric(PREDS[:2], TARGET[:2]), scored(make(), PREDS[:2], TARGET[:2]))
    assert_same(metric(PREDS[2:], TARGET[2:]), scored(make(), PREDS[2:], TARGET[2:]))
    assert_same(metric.compute(), scored(make()))


@every_metric
def test_reset_clone_pickle_and_state_dict(make):
    metric = make()
    first = scored(metric)
    clone, restored = metric.clone(), pickle.loads(pickle.dumps(metric))
    metric.reset()
    assert metric.update_count == 0
    assert_same(scored(metric), first)
    metric.persistent(True)
    loaded = make()
    loaded.load_state_dict(metric.state_dict())
    for copy in (clone, restored, loaded):
        assert_same(copy.compute(), first)
        copy.update(["more"], ["text"])
        assert_same(copy.compute(), scored(make(), [*PREDS, "more"], [*TARGET, "text"]))


@pytest.mark.parametrize(
    "make",
    [m for n, m in MAKERS.items() if "none" not in n],
    ids=[n for n in MAKERS if "none" not in n],
)
def test_a_thousand_updates_keep_nothing(make):
    metric = make()
    for _ in range(300):
        metric.update(PREDS, TARGET)
    size = len(pickle.dumps(metric))
    for _ in range(1000):
        metric.update(PREDS, TARGET)
    assert len(pickle.dumps(metric)) == size


def test_counts_stay_exact_past_the_precision_of_float32():
    metric = EditDistance(reduction="sum")
    metric.edit_scores += 2**24
    metric.update("a", "b")
    assert metric.compute().item() == 2**24 + 1
    rates = ErrorRates()
    rates.counts += torch.tensor([0, 0, 0, 2**53])
    rates.update("a", "a")
    assert rates.compute()["hits"].item() == 2**53 + 1


@every_metric_of_texts
@pytest.mark.parametrize("call", ["update", "forward"])
@pytest.mark.parametrize(
    ("preds", "target"),
    [
        (["a", None], ["a", "b"]),
        (["a"], ["a", "b"]),
        (["a"], [[]]),
        (["a\udc00"], ["a"]),
        (3, ["a"]),
        ([["a"]], ["a"]),
        (["a", ["b"]], ["a", "b"]),
    ],
)
def test_refused_input_leaves_the_state_as_it_was(make, call, preds, target):
    metric = make()
    metric.update(PREDS, TARGET)
    before = metric.compute()
    with pytest.raises(InputError):
        getattr(metric, call)(preds, target)
    assert metric.update_count == 1
    assert metric.sync_on_compute == metric._to_sync
    metric._computed = None  # the state itself, not what was computed of it
    assert_same(metric.compute(), before)
    metric.update(["more"], ["text"])
    assert_same(metric.compute(), scored(make(), [*PREDS, "more"], [*TARGET, "text"]))


def test_a_failing_tokenizer_leaves_the_state_as_it_was():
    def tokenizer(text):
        if text == "bad":
            raise RuntimeError("no such word")
        return text.split()

    metric = WordErrorRate(tokenizer=tokenizer)
    metric.update("a b", "a c")
    with pytest.raises(InputError, match=r"failed on target\[1\]: RuntimeError: no such word"):
        metric.forward(["a", "b"], ["a", "bad"])
    assert metric.compute().item() == 0.5


# --- among other metrics -------------------------------------------------------------------------


def test_a_collection_computes_rates_of_the_same_tokens_once():
    collection = MetricCollection([MatchErrorRate(), WordInfoLost(), ErrorRates()])
    collection.update(PREDS, TARGET)
    assert list(collection.compute_groups.values()) == [
        ["MatchErrorRate", "WordInfoLost", "ErrorRates"]
    ]
    collection.update(["a b"], ["a c"])
    assert collection.compute()["MatchErrorRate"] == scored(
        MatchErrorRate(), [*PREDS, "a b"], [*TARGET, "a c"]
    )


def test_a_collection_keeps_metrics_apart_that_agree_on_the_first_batch_only():
    collection = MetricCollection(
        {
            "wer": WordErrorRate(),
            "cer": CharErrorRate(),
            "nls plain": NormalizedLevenshteinSimilarity(),
            "nls half": NormalizedLevenshteinSimilarity(threshold=0.5),
            "nls lower": NormalizedLevenshteinSimilarity(normalizer="lower"),
            "cost 1": EditDistance(),
            "cost 2": EditDistance(substitution_cost=2),
        }
    )
    collection.update(["a"], ["a"])
    collection.update(["ABC d"], ["abc d"])
    result = {name: value.item() for name, value in collection.compute().items()}
    assert result == pytest.approx(
        {
            "wer": 1 / 3,
            "cer": 3 / 6,
            "nls plain": 0.7,
            "nls half": 0.5,
            "nls lower": 1.0,
            "cost 1": 1.5,
            "cost 2": 3.0,
        }
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"tokenizer": "char"}),
        ({}, {"normalizer": "lower"}),
        ({}, {"ignore_index": None}),
        ({}, {"costs": "nist"}),
        ({"ignore_index": -1}, {"ignore_index": -2}),
        ({"tokenizer": re.compile(r"\S+").findall}, {"tokenizer": re.compile(r"\w").findall}),
        ({"normalizer": "-".join}, {"normalizer": " ".join}),
    ],
)
def test_metrics_of_other_settings_neither_merge_nor_share_a_state(one, other):
    ours, theirs = WordErrorRate(**one), WordErrorRate(**other)
    theirs.update("a", "b")
    with pytest.raises(InputError, match="the metrics to merge have other settings"):
        ours.merge_state(theirs)
    assert ours.compute().item() == 0
    theirs.reset()
    collection = MetricCollection({"one": ours, "other": theirs})
    collection.update("a", "a")
    assert len(collection.compute_groups) == 2


def test_ids_that_pad_are_told_apart_in_a_collection():
    kinds = {f"pad {pad}": EditDistance(ignore_index=pad) for pad in (-1, -2)}
    collection = MetricCollection(kinds)
    collection.update(torch.tensor([[5, 6]]), torch.tensor([[5, 6]]))
    collection.update(torch.tensor([[5, -2]]), torch.tensor([[5]]))
    assert {k: v.item() for k, v in collection.compute().items()} == {"pad -1": 0.5, "pad -2": 0.0}


def gathered(rank, port, queue):
    """Every metric on two processes: once the first has no samples, once each has its own."""
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    results = {}
    for start in (5, 2):
        for name, make in MAKERS.items():
            metric = make()
            shard = slice(0, 5 - start) if rank == 0 else slice(5 - start, 5)
            if PREDS[shard]:
                metric.update(PREDS[shard], TARGET[shard])
            result = metric.compute()
            dtypes = result if isinstance(result, dict) else {"value": result}
            results[name, start] = values(result), [str(t.dtype) for t in dtypes.values()]
    torch.distributed.destroy_process_group()
    queue.put(results)


def test_two_processes_give_what_one_gives_also_where_one_has_no_samples():
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    workers = [context.Process(target=gathered, args=(rank, port, queue)) for rank in range(2)]
    for worker in workers:
        worker.start()
    results = [queue.get(timeout=120) for _ in workers]
    for worker in workers:
        worker.join()
    for result in results:
        for name, make in MAKERS.items():
            expected = scored(make())
            tensors = expected if isinstance(expected, dict) else {"value": expected}
            dtypes = [str(tensor.dtype) for tensor in tensors.values()]
            for start in (5, 2):
                found, found_dtypes = result[name, start]
                assert found == {n: pytest.approx(v) for n, v in values(expected).items()}, name
                assert found_dtypes == dtypes, name


def test_custom_tokenizers_are_kept_apart_too():
    class Unhashable(list):
        def tokenize(self, text):
            return list(text)

    collection = MetricCollection(
        {
            "words": WordErrorRate(tokenizer=lambda text: text.split()),
            "letters": WordErrorRate(tokenizer=lambda text: list(text)),
            "unhashable": WordErrorRate(tokenizer=Unhashable()),
        }
    )
    collection.update("a", "a")
    collection.update("bc", "bd")
    result = {name: value.item() for name, value in collection.compute().items()}
    assert result == {"words": 1 / 2, "letters": 1 / 3, "unhashable": 1 / 3}


@every_metric
def test_states_and_results_follow_the_device(make):
    metric = make().to("meta")  # a device that holds no values, but is no CPU
    metric.update(PREDS, TARGET)
    for state in metric.metric_state.values():
        for tensor in state if isinstance(state, list) else [state]:
            assert tensor.device.type == "meta"


@pytest.mark.parametrize(
    "make", [NormalizedLevenshteinSimilarity, WordErrorRate, EditDistance, ErrorRates]
)
def test_plot_draws_one_or_several_results(make):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    metric = make()
    results = [metric(PREDS, TARGET), metric(PREDS[:2], TARGET[:2])]
    for figure, _ in (metric.plot(), metric.plot(results)):
        assert figure is not None


def test_error_rates_are_plotted_without_their_counts():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    metric = ErrorRates()
    results = [metric(PREDS, TARGET), metric(PREDS[:2], TARGET[:2])]
    for _, axis in (metric.plot(), metric.plot(results)):
        legend = [text.get_text() for text in axis.get_legend().get_texts()]
        assert legend == ["wer", "mer", "wil", "wip"]


def test_the_distance_is_a_torchmetrics_edit_distance():
    assert isinstance(EditDistance(), torchmetrics.text.EditDistance)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: EditDistance(reduction="avg"), "unknown reduction 'avg'; Known: mean, none, sum"),
        (
            lambda: ErrorRates("corpsu"),
            "unknown reduction 'corpsu'; did you mean 'corpus'? Known: corpus, mean, none",
        ),
        (
            lambda: EditDistance(reduction=np.array(["mean", "sum"])),
            "unknown reduction array(['mean', 'sum'], dtype='<U4'); Known: mean, none, sum",
        ),
        (
            lambda: NormalizedLevenshteinSimilarity(threshold=True),
            "threshold is True; it must be a number from 0 to 1",
        ),
        (
            lambda: EditDistance(substitution_cost=-1),
            "substitution_cost is -1; it must be a whole number of 0 or more",
        ),
        (
            lambda: NormalizedLevenshteinSimilarity(substitution_cost=1.5),
            "substitution_cost is 1.5; it must be a whole number of 0 or more",
        ),
        (
            lambda: NormalizedLevenshteinSimilarity(threshold=2),
            "threshold is 2; it must be a number from 0 to 1",
        ),
        (
            lambda: NormalizedLevenshteinSimilarity(threshold=float("nan")),
            "threshold is nan; it must be a number from 0 to 1",
        ),
        (
            lambda: WordErrorRate(tokenizer="words"),
            "unknown tokenizer 'words'; Known: char, grapheme, jieba, kiwi, mecab, mecab:ipadic, "
            "mixed, sudachi:A, sudachi:B, sudachi:C, whitespace",
        ),
    ],
)
def test_bad_arguments_are_named(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "option",
    [
        {"threshold": 0.5},
        {"normalizer": "lower"},
        {"tokenizer": "mecab"},
        {"substitution_cost": 2},
        {"reduction": "sum"},
        {"ignore_index": 0},
    ],
)
def test_other_settings_have_another_signature(option):
    usual = NormalizedLevenshteinSimilarity().signature()
    assert NormalizedLevenshteinSimilarity(**option).signature() != usual


def test_signatures_name_everything_that_decides_the_number():
    parts = dict(
        part.split(":", 1)
        for part in NormalizedLevenshteinSimilarity(threshold=0.5, normalizer="lower")
        .signature()
        .split("|")
    )
    assert parts["metric"] == "NormalizedLevenshteinSimilarity"
    assert parts["levmetrics"] == levmetrics.__version__
    assert (parts["tokenizer"], parts["normalizer"], parts["threshold"]) == ("char", "lower", "0.5")
    assert {"rapidfuzz", "pyarrow", "torchmetrics"} <= parts.keys()


def test_columns_of_arrow_and_numpy_are_taken():
    pa = pytest.importorskip("pyarrow")
    assert_same(
        scored(ErrorRates(), pa.array(PREDS), pa.array([[t] for t in TARGET])),
        scored(ErrorRates(), np.array(PREDS), np.array(TARGET)),
    )
