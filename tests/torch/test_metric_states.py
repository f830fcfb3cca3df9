"""States keep their types and their meaning, whatever is done to the module that holds them."""

import copy
import pickle

import pytest
import torch
from torch import Tensor, nn
from torchmetrics import MetricCollection, SumMetric

from levmetrics import (
    ANLS,
    CharErrorRate,
    EditDistance,
    ErrorRates,
    InputError,
    MatchErrorRate,
    NormalizedLevenshteinSimilarity,
    WordErrorRate,
)
from levmetrics.tokenizers import CharTokenizer, Tokenizer
from tests.interrupts import Tracer, lines_of
from tests.torch.makers import PREDS, TARGET, assert_same, every_kind_of_state, every_metric, scored

HALVES = [torch.bfloat16, torch.float16]
CONVERSIONS = {
    "to bfloat16": lambda module: module.to(torch.bfloat16),
    "to float16": lambda module: module.to(torch.float16),
    "to float32 on a device": lambda module: module.to("cpu", torch.float32),
    "half": lambda module: module.half(),
    "bfloat16": lambda module: module.bfloat16(),
    "float": lambda module: module.float(),
    "type": lambda module: module.type(torch.float16),
    "type by name": lambda module: module.type("torch.HalfTensor"),
    "apply": lambda module: module._apply(lambda t: t.to(torch.bfloat16)),
    "apply to all": lambda module: module.requires_grad_(False)._apply(
        lambda tensor: tensor.to(torch.int8)
    ),
    "the metric's own": lambda module: [module.metric.set_dtype(torch.float16), module][1],
    "to a tensor's type": lambda module: module.to(torch.zeros(1, dtype=torch.bfloat16)),
    "copied": copy.deepcopy,
    "pickled": lambda module: pickle.loads(pickle.dumps(module)),
}
every_conversion = pytest.mark.parametrize("convert", CONVERSIONS.values(), ids=CONVERSIONS)


class Model(nn.Module):
    """A model that holds a metric beside its weights, as a LightningModule does."""

    def __init__(self, metric):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.metric = metric
        self.collection = MetricCollection({"one": metric.clone(), "other": metric.clone()})


def types(metric):
    """The types of all states, and of the values that reset gives them."""
    states = {**metric.metric_state, **{f"default {k}": v for k, v in metric._defaults.items()}}
    return {
        name: [part.dtype for part in state] if isinstance(state, list) else state.dtype
        for name, state in states.items()
    }


@every_kind_of_state
@every_conversion
def test_a_module_that_is_converted_keeps_sums_and_counts_as_they_were(make, convert):
    module = Model(make())
    module.metric.update(PREDS, TARGET)
    before = types(module.metric)
    module = convert(module)
    assert types(module.metric) == before
    for _ in range(3):
        module.metric.update(PREDS, TARGET)
    assert_same(module.metric.compute(), scored(make(), PREDS * 4, TARGET * 4))
    module.metric.reset()
    assert_same(scored(module.metric), scored(make()))
    assert_same(module.metric(PREDS, TARGET), scored(make()))
    assert types(module.collection["one"]) == types(make())


@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize("make", [ANLS, NormalizedLevenshteinSimilarity, lambda: ANLS("docvqa")])
def test_four_thousand_right_answers_score_one_in_half_precision(make, dtype):
    module = Model(make()).to(dtype)
    module.metric.update(["a"] * 3_900, ["a"] * 3_900)
    for _ in range(100):  # halves do not grow by one anymore
        module.metric.update(["a"], ["a"])
    assert module.metric.compute().item() == 1.0
    assert module.metric.samples.item() == 4_000


def test_the_mean_distance_is_no_half_where_torch_makes_halves():
    metric = EditDistance()
    metric.update(["a" * 1_001, "a"], ["", ""])
    torch.set_default_dtype(torch.bfloat16)
    try:
        assert metric.compute().item() == 501.0
        assert metric.compute().dtype == EditDistance().compute().dtype == torch.float32
    finally:
        torch.set_default_dtype(torch.float32)


@every_metric
@pytest.mark.parametrize("back", ["to", "to_empty", "the metric alone"])
def test_what_comes_back_from_the_meta_device_begins_anew(make, back):
    module = Model(make())
    module.metric.update(PREDS, TARGET)
    expected = types(make())
    module.metric.to("meta")
    assert module.metric.device.type == "meta"
    if back == "to_empty":
        module.to("meta").to_empty(device="cpu")
    elif back == "to":
        module.to("cpu")
    else:
        module.metric.to_empty(device="cpu")
    assert types(module.metric) == expected
    assert module.metric.update_count == 0
    assert_same(scored(module.metric), scored(make()))
    module.metric.reset()
    assert_same(scored(module.metric), scored(make()))
    assert torch.equal(module.metric.settings, make().settings)


def test_a_metric_made_on_the_meta_device_scores_once_it_has_left_it():
    with torch.device("meta"):
        module = Model(EditDistance())
    module.to_empty(device="cpu")
    assert module.metric("ab", "cb").item() == 1.0


# --- checkpoints ---------------------------------------------------------------------------------


def saved(metric):
    metric.persistent(True)
    return Model(metric).state_dict()


@every_metric
@pytest.mark.parametrize("dtype", HALVES)
def test_a_checkpoint_in_half_precision_is_said_and_loaded_as_sums_and_counts(make, dtype):
    metric = make()
    metric.update(PREDS, TARGET)
    state = {
        name: [part.to(dtype) for part in value]
        if isinstance(value, list)
        else value.to(dtype if "settings" not in name else value.dtype)
        for name, value in saved(metric).items()
    }
    loaded = Model(make())
    overflows = any(
        isinstance(value, Tensor) and not torch.isfinite(value).all() for value in state.values()
    )
    if overflows:  # float16 ends at 65,504: a similarity's limbs do not fit
        assert dtype == torch.float16
        with pytest.raises(RuntimeError, match="too narrow for it; save the state without"):
            loaded.load_state_dict(state, strict=False)
        return
    with pytest.warns(UserWarning, match="it may have been rounded"):
        loaded.load_state_dict(state, strict=False)
    assert types(loaded.metric) == types(metric)


@every_metric
def test_two_metrics_loaded_from_one_checkpoint_do_not_share_it(make):
    state = saved(scored_metric := make())
    scored_metric.update(PREDS, TARGET)
    state = saved(scored_metric)
    first, second = Model(make()), Model(make())
    first.metric.persistent(True)
    second.metric.persistent(True)
    first.load_state_dict(state)
    second.load_state_dict(state)
    first.metric.update(["more"], ["text"])
    assert_same(second.metric.compute(), scored(make()))
    third = Model(make())
    third.load_state_dict(state)
    assert_same(third.metric.compute(), scored(make()))


@every_metric
def test_what_was_computed_before_is_forgotten_where_a_state_is_loaded_or_merged(make):
    metric, other = make(), make()
    metric.update(["a"], ["b"])
    metric.compute()
    other.update(PREDS, TARGET)
    other.persistent(True)
    metric.load_state_dict(other.state_dict())
    assert_same(metric.compute(), scored(make()))
    metric.merge_state(other)
    assert_same(metric.compute(), scored(make(), PREDS * 2, TARGET * 2))


def test_the_state_of_a_metric_of_torchmetrics_is_refused_by_torchmetrics():
    with pytest.raises(ValueError, match="Expected incoming state to be an instance of ErrorRates"):
        ErrorRates().merge_state(SumMetric())


OTHERS = {
    "another tokenizer": (CharErrorRate, WordErrorRate),
    "another class": (WordErrorRate, MatchErrorRate),
    "another reduction": (ErrorRates, lambda: ErrorRates("mean")),
    "another threshold": (ANLS, lambda: ANLS(threshold=0.5)),
    "another rule": (lambda: ANLS("stvqa"), lambda: ANLS("docvqa")),
    "another cost": (EditDistance, lambda: EditDistance(2)),
    "another score": (EditDistance, NormalizedLevenshteinSimilarity),
}


@pytest.mark.parametrize(("make", "other"), OTHERS.values(), ids=OTHERS)
def test_the_state_of_a_metric_with_other_settings_is_refused_and_nothing_loaded(make, other):
    metric, source = make(), other()
    metric.update(PREDS, TARGET)
    source.update(["a"], ["b"])
    source.persistent(True)
    before = {name: copy.deepcopy(value) for name, value in metric.metric_state.items()}
    with pytest.raises(RuntimeError, match=r"with other settings|is without"):
        metric.load_state_dict(source.state_dict())
    with pytest.raises((InputError, ValueError)):
        metric.merge_state(source.metric_state)
    for name, value in before.items():
        assert torch.equal(metric.metric_state[name], value)
    assert_same(metric.compute(), scored(make()))


def test_a_state_of_another_version_whose_sums_have_another_shape_is_refused():
    metric = ANLS()
    metric.update(PREDS, TARGET)
    state = {**metric.metric_state, "score_sum": torch.tensor(0.5, dtype=torch.float64)}
    with pytest.raises(RuntimeError, match=r"score_sum in the shape \(\), not \(4,\): it was"):
        ANLS().load_state_dict(state)


def test_a_part_of_a_state_is_refused():
    metric = WordErrorRate()
    with pytest.raises(RuntimeError, match="is without samples, settings; load it whole"):
        metric.load_state_dict({"counts": torch.tensor([1, 2])})
    assert metric.counts.tolist() == [0, 0]


def test_a_state_of_a_custom_tokenizer_of_the_same_name_is_loaded_and_merged():
    """As in a process that goes on with a training: the function is another object there."""

    def make():
        def tokenizer(text):
            return text.split(",")

        return WordErrorRate(tokenizer=tokenizer)

    metric, resumed = make(), make()
    metric.update("a,b", "a,c")
    metric.persistent(True)
    own = resumed.settings.clone()
    resumed.load_state_dict(metric.state_dict())
    assert resumed.compute().item() == 0.5
    assert torch.equal(resumed.settings, own)  # another object all the same, in a collection
    resumed.merge_state(metric.metric_state)
    assert resumed.counts.tolist() == [2, 4]
    assert torch.equal(resumed.settings, own)


# --- names that say too little -------------------------------------------------------------------


class Named(Tokenizer):
    """A caller's own tokenizer that calls itself as a built-in one does."""

    def __init__(self, name):
        self.name = name

    def __call__(self, text):
        return text.split(",")

    def column(self, column):
        from levmetrics.inputs.tokens import Tokens

        return Tokens.of(map(self, column.texts.to_pylist()))

    def __repr__(self):
        return self.name


class Shouting(CharTokenizer):
    """A caller's own, made of a built-in one."""

    def __call__(self, text):
        return super().__call__(text.upper())


@pytest.mark.parametrize("rule", ["stvqa", "docvqa", "star"])
@pytest.mark.parametrize("own", [Named("char"), Shouting()])
def test_the_published_rules_refuse_a_custom_tokenizer_that_is_called_char(rule, own):
    with pytest.raises(InputError, match="counts characters"):
        ANLS(rule, tokenizer=own)
    assert ANLS(rule, tokenizer="char")("ab", "ab").item() == 1.0


def test_a_custom_tokenizer_that_is_called_char_has_a_state_of_its_own():
    collection = MetricCollection(
        {
            "built-in": NormalizedLevenshteinSimilarity(),
            "own": NormalizedLevenshteinSimilarity(tokenizer=Named("char")),
        }
    )
    collection.update(["a"], ["a"])
    collection.update(["a,bc"], ["a,xy"])
    assert collection["built-in"].compute().item() == pytest.approx((1 + 0.5) / 2)
    assert collection["own"].compute().item() == pytest.approx((1 + 0.5) / 2)
    collection.update(["ab"], ["ac"])
    assert collection["own"].compute().item() == pytest.approx((1 + 0.5 + 0) / 3)
    assert len(collection.compute_groups) == 2


# --- updates that are broken off -----------------------------------------------------------------


@pytest.mark.slow
@every_metric
@pytest.mark.parametrize("call", ["update", "forward"])
def test_an_update_that_is_broken_off_adds_nothing(make, call):
    metric = make()
    metric.update(PREDS, TARGET)
    before, after = scored(make()), scored(make(), [*PREDS, "more"], [*TARGET, "text"])
    stopped = 0
    lines = lines_of(lambda: getattr(metric.clone(), call)(["more"], ["text"]))
    # Every line where rows are kept, which an update adds in place; elsewhere some of them.
    for stop in range(1, 1 + lines, 1 if metric.reduction == "none" else 5):
        copied = metric.clone()
        if not Tracer(stop).run(lambda c=copied: getattr(c, call)(["more"], ["text"])):
            continue  # what is done once for all took lines the first time
        stopped += 1
        assert copied.update_count == 1
        assert_same(copied.compute(), before)
        copied.update(["more"], ["text"])
        assert_same(copied.compute(), after)
    assert stopped > 10
