"""Records' scores and counts are those of a second, plain reading of the rules."""

import json
import math
import random
from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from levmetrics import score
from levmetrics.inputs.json_values import to_json
from levmetrics.records.explanation import FieldScores
from tests.oracles import edit_distance
from tests.records.test_anls_star import SciPy
from tests.records.trees import SAMPLES, expected

ALL_TEXT = {
    "x-levmetrics": {"compare": "text"},
    "additionalProperties": {"$ref": "#"},
    "items": {"$ref": "#"},
}

# --- beside ANLS* --------------------------------------------------------------------------------


def test_where_every_field_is_text_the_score_is_anls_star():
    predictions, references = map(list, zip(*SAMPLES, strict=True))
    found = score(predictions, references, "record", schema=ALL_TEXT).sample_scores()
    assert found.tolist() == score(predictions, references, "anls:star").sample_scores().tolist()


def test_where_every_field_is_text_the_score_is_that_of_the_package_anls_star(monkeypatch):
    peer = pytest.importorskip("anls_star.anls_star")
    monkeypatch.setattr(peer, "Munkres", SciPy)
    predictions, references = map(list, zip(*SAMPLES[:2000], strict=True))
    found = score(predictions, references, "record", schema=ALL_TEXT).sample_scores()
    assert found.tolist() == [expected(*sample)[0] for sample in SAMPLES[:2000]]


# --- the rules, read plainly ---------------------------------------------------------------------


class TiedError(Exception):
    """Several ways to pair the items of two lists are as good; which is chosen is left open."""


class Reading:
    """The rules for records whose leaves are texts, read plainly.

    Args:
        schema: of which only weights, keys and rules of lists are read.
        threshold: similarities below it are 0.
        lists: how items are paired.
        missing: whether what is missing is ``"wrong"``, or ``"skip"``.
        extra: the same of what is extra.

    """

    def __init__(self, schema, threshold=0.0, lists="optimal", missing="wrong", extra="wrong"):
        self.schema, self.threshold, self.lists = schema, threshold, lists
        self.missing, self.extra = missing, extra

    def match(self, reference, prediction):
        """Return weighted similarity, weight, and outcomes with their similarities."""
        return self._match(reference, prediction, self.schema, weight_of(self.schema))

    def _match(self, reference, prediction, part, weight):
        if isinstance(reference, tuple):
            matches = [self._match(each, prediction, part, weight) for each in reference]
            is_skipped = prediction is None and self.missing == "skip"
            equal = [is_skipped or is_same(each, prediction) for each in reference]
            return max(zip(matches, equal, strict=True), key=lambda it: (mean(it[0]), it[1]))[0]
        if isinstance(reference, str) and isinstance(prediction, str):
            similarity = self.similarity(reference, prediction)
            outcome = "right" if similarity == 1 else "misread"
            return similarity * weight, weight, [(outcome, similarity)] if weight else []
        if isinstance(reference, dict) and isinstance(prediction, dict):
            return self._fields(reference, prediction, part, weight)
        if isinstance(reference, list) and isinstance(prediction, list):
            return self._items(reference, prediction, part, weight)
        return self._unlike(reference, prediction, part, weight)

    def similarity(self, reference, prediction):
        ours, theirs = (" ".join(each.lower().split()) for each in (reference, prediction))
        longer = max(len(ours), len(theirs))
        similarity = 1 - edit_distance(ours, theirs) / longer if longer else 1.0
        return similarity if similarity >= self.threshold else 0.0

    def _unlike(self, reference, prediction, part, weight):
        if reference is None and prediction in (None, "", [], {}):
            return weight, weight, []
        sizes = size(reference, part, weight), size(prediction, part, weight)
        missing, extra = leaves(reference, part, weight), leaves(prediction, part, weight)
        if weight and not has_leaf(reference) and not has_leaf(prediction):
            extra = int(reference is None)
            missing = int(not extra and (prediction is None or max(sizes) > 0))
        outcomes = []
        if self.missing == "wrong" or prediction is not None:
            outcomes += [("missing", 0.0)] * missing
        if self.extra == "wrong" or reference is not None:
            outcomes += [("extra", 0.0)] * extra
        if (prediction is None and self.missing == "skip") or (
            reference is None and self.extra == "skip"
        ):
            return 0.0, 0.0, outcomes
        for absent, other, other_size in (
            (reference, prediction, sizes[1]),
            (prediction, reference, sizes[0]),
        ):
            if absent is None and has_leaf(other):
                return 0.0, other_size, outcomes
        return 0.0, max(sizes), outcomes

    def _fields(self, reference, prediction, part, weight):
        total, weights, outcomes = 0.0, 0.0, []
        for key in {**reference, **prediction}:
            inner = part.get("properties", {}).get(key, {})
            ours, theirs = reference.get(key), prediction.get(key)
            found = self._match(ours, theirs, inner, weight * weight_of(inner))
            is_empty = theirs in (None, "", [], {})
            if key in reference or not is_empty:
                total, weights = total + found[0], weights + found[1]
                outcomes += found[2]
            elif self.extra == "wrong":  # which the package anls_star counts as well
                weights += found[1]
                outcomes += [("extra", 0.0)] * (weight * weight_of(inner) > 0)
        return total, weights, outcomes

    def _items(self, reference, prediction, part, weight):
        inner = part.get("items", {})
        weight *= weight_of(inner)
        table = [
            [self._match(ours, each, inner, weight) for each in prediction] for ours in reference
        ]
        similarity = {
            (i, j): math.nextafter(mean(each), 2)
            if is_same(reference[i], prediction[j])
            else mean(each)
            for i, row in enumerate(table)
            for j, each in enumerate(row)
        }
        pairs = self._pairs(similarity, reference, prediction, inner)
        total = sum(table[i][j][0] for i, j in pairs)
        weights = sum(table[i][j][1] for i, j in pairs)
        outcomes = [each for i, j in pairs for each in table[i][j][2]]
        alone = [
            (
                "missing",
                self.missing,
                set(range(len(reference))) - {i for i, _ in pairs},
                reference,
            ),
            ("extra", self.extra, set(range(len(prediction))) - {j for _, j in pairs}, prediction),
        ]
        for outcome, policy, numbers, side in alone:
            if policy == "wrong":
                weights += sum(size(side[i], inner, weight) for i in numbers)
                outcomes += [(outcome, 0.0)] * sum(
                    leaves(side[i], inner, weight, is_within=True) for i in numbers
                )
        return total, weights, outcomes

    def _pairs(self, similarity, reference, prediction, inner):
        """Return the pairs of items by the rule, from all ways to pair them."""
        rows, columns = range(len(reference)), range(len(prediction))
        if self.lists == "greedy":
            return greedy_pairs(similarity)
        known = []
        if self.lists == "keyed":
            keys = [name for name, each in inner["properties"].items() if "key" in x_of(each)]
            for i in rows:
                same = (
                    j
                    for j in columns
                    if j not in {column for _, column in known}
                    and all(
                        key in reference[i]
                        and key in prediction[j]
                        and self.similarity(reference[i][key], prediction[j][key]) == 1
                        for key in keys
                    )
                )
                known += [(i, j) for j in [*same][:1]]
        rows = [i for i in rows if i not in {row for row, _ in known}]
        columns = [j for j in columns if j not in {column for _, column in known}]
        ways = [*(ordered if self.lists == "ordered" else in_any_order)(rows, columns)]
        # An item that is left out costs 1, a pair 1 - similarity.
        costs = [-sum(1 + similarity[pair] for pair in way) for way in ways]
        best = [way for way, cost in zip(ways, costs, strict=True) if cost < min(costs) + 1e-9]
        if len(best) > 1:
            raise TiedError
        return [*known, *best[0]]


def ordered(rows, columns):
    """Yield all ways to pair items of two lists in their order."""
    for count in range(min(len(rows), len(columns)) + 1):
        for chosen, others in product(combinations(rows, count), combinations(columns, count)):
            yield [*zip(chosen, others, strict=True)]


def in_any_order(rows, columns):
    """Yield all ways to pair as many items of two lists as there can be."""
    count = min(len(rows), len(columns))
    for chosen, others in product(combinations(rows, count), permutations(columns, count)):
        yield [*zip(chosen, others, strict=True)]


def greedy_pairs(similarity):
    """Return the most similar pair, then that of the rest, and so on."""
    if not similarity:
        return []
    best = max(similarity, key=lambda pair: (similarity[pair], [-number for number in pair]))
    rest = {
        pair: each for pair, each in similarity.items() if pair[0] != best[0] and pair[1] != best[1]
    }
    return [best, *greedy_pairs(rest)]


def is_same(reference, prediction):
    """Whether two items are equal, but for keys without a value that the prediction leaves out."""
    if isinstance(reference, dict) and isinstance(prediction, dict):
        return prediction.keys() <= reference.keys() and all(
            is_same(each, prediction[key]) if key in prediction else has_nothing(each)
            for key, each in reference.items()
        )
    if isinstance(reference, tuple):
        return any(is_same(each, prediction) for each in reference)
    return reference == prediction or (reference is None and prediction == "")


def has_nothing(reference):
    """Whether a value of the reference is one that the prediction may leave out."""
    return reference in (None, "") or (
        isinstance(reference, tuple) and any(map(has_nothing, reference))
    )


def x_of(part):
    return part.get("x-levmetrics", {})


def weight_of(part):
    return x_of(part).get("weight", 1)


def mean(match):
    return match[0] / match[1] if match[1] else 1.0


def leaves(value, part, weight, *, is_within=False):
    """Return the number of leaves with a weight in a value; of None itself only within another."""
    if isinstance(value, tuple):
        value = max(value, key=lambda each: size(each, part, weight))
    if isinstance(value, dict):
        inner = {key: part.get("properties", {}).get(key, {}) for key in value}
        weights = {key: weight * weight_of(each) for key, each in inner.items()}
        return sum(leaves(value[k], inner[k], weights[k], is_within=True) for k in inner)
    if isinstance(value, list):
        inner = part.get("items", {})
        weight *= weight_of(inner)
        return sum(leaves(each, inner, weight, is_within=True) for each in value)
    return int((is_within or value is not None) and weight > 0)


def has_leaf(value):
    """Whether there is a text in a value, or None within it."""
    return any(map(has_leaf, value)) if isinstance(value, tuple) else leaves(value, {}, 1) > 0


def size(value, part, weight):
    """Return the weight of a value without a counterpart."""
    if isinstance(value, dict):
        inner = {key: part.get("properties", {}).get(key, {}) for key in value}
        return sum(size(value[key], each, weight * weight_of(each)) for key, each in inner.items())
    if isinstance(value, list):
        inner = part.get("items", {})
        return sum(size(each, inner, weight * weight_of(inner)) for each in value)
    return max(size(each, part, weight) for each in value) if isinstance(value, tuple) else weight


# --- random records ------------------------------------------------------------------------------

texts = st.text("abcdef", min_size=1, max_size=7)
options = st.tuples(texts, texts) | st.tuples(texts, st.none())
leaf = st.one_of(texts, texts, texts, st.sampled_from([None, ""]), options)


def some(**fields):
    return st.fixed_dictionaries({}, optional=fields)


item = some(x=leaf, y=leaf)
records = some(
    a=leaf,
    b=leaf,
    tags=st.lists(texts, max_size=4),
    items=st.lists(item, max_size=4),
    inner=st.one_of(some(c=leaf, d=st.lists(texts, max_size=2)), st.none(), texts),
)


def one_of_each(value):
    """Return a value with the first of each alternatives, as a prediction has it."""
    if isinstance(value, tuple):
        return value[0]
    if isinstance(value, list):
        return [*map(one_of_each, value)]
    if isinstance(value, dict):
        return {key: one_of_each(each) for key, each in value.items()}
    return value


def like(rng, value):
    """Return a value like another: parts left out, changed, and in another order."""
    if isinstance(value, str):
        return value[:-1] + rng.choice("abcdef") if rng.random() < 0.3 else value
    if isinstance(value, list):
        items = [like(rng, each) for each in value if rng.random() < 0.85]
        return rng.sample(items, len(items))
    if isinstance(value, dict):
        return {key: like(rng, each) for key, each in value.items() if rng.random() < 0.85}
    return value


@st.composite
def pairs(draw):
    reference = draw(records)
    if draw(st.integers(0, 4)) == 0:
        return one_of_each(draw(records)), reference
    changed = like(random.Random(draw(st.integers(0, 999))), one_of_each(reference))
    return {**changed, **one_of_each(draw(some(b=leaf, new=leaf)))}, reference


PLAIN = {"properties": {}}


def assert_is_read(run, reading, samples):
    """Compare a run with the plain reading of its samples."""
    try:
        matches = [reading.match(reference, prediction) for prediction, reference in samples]
    except TiedError:
        event("tied")
        return
    assert run.sample_scores() == pytest.approx([*map(mean, matches)], abs=1e-12)
    rows = [of_outcomes([match[2]]) for match in matches]
    found = of_outcomes([match[2] for match in matches])
    for name in ("right", "misread", "missing", "extra"):
        assert run[name] == found[name], name
        assert run.counts()[name].tolist() == [row[name] for row in rows]
    for name in SHARES:
        assert run[name] == pytest.approx(found[name], abs=1e-12), name
        assert run[f"macro_{name}"] == pytest.approx(np.mean([row[name] for row in rows])), name
    exact = [not (row["misread"] or row["missing"] or row["extra"]) for row in rows]
    assert run["exact_match"] == pytest.approx(np.mean(exact))


SHARES = [f"{kind}{name}" for kind in ("", "soft_") for name in ("precision", "recall", "f1")]


def of_outcomes(records):
    """Return the counts, and precision, recall and F1 by the textbook, of records together."""
    every = [outcome for record in records for outcome in record]
    counts = Counter({"right": 0, "misread": 0, "missing": 0, "extra": 0})
    counts.update(name for name, _ in every)
    found = dict(counts)
    predicted = counts["right"] + counts["misread"] + counts["extra"]
    expected = counts["right"] + counts["misread"] + counts["missing"]
    for kind, right in (("", counts["right"]), ("soft_", sum(each for _, each in every))):
        precision, recall = (
            right / count if count else float(predicted == expected)
            for count in (predicted, expected)
        )
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        found |= {f"{kind}precision": precision, f"{kind}recall": recall, f"{kind}f1": f1}
    return found


def run_of(samples, **options):
    predictions, references = map(list, zip(*samples, strict=True))
    return score(predictions, references, "record", **options)


several = st.lists(pairs(), min_size=1, max_size=3)


@given(several, st.sampled_from([0.0, 0.5]))
def test_scores_counts_and_shares(samples, threshold):
    run = run_of(samples, schema=PLAIN, threshold=threshold)
    assert_is_read(run, Reading(PLAIN, threshold), samples)


weights = st.sampled_from([0.5, 1, 1.5, 2, 3, 0])


@st.composite
def weighted(draw):
    def field(**parts):
        return {"x-levmetrics": {"weight": draw(weights)}, **parts}

    within = {"c": field(), "d": field(items=field())}
    lines = field(items=field(properties={"x": field(), "y": field()}))
    return field(
        properties={
            "a": field(),
            "b": field(),
            "tags": field(items=field()),
            "items": lines,
            "inner": field(properties=within),
        }
    )


@given(several, weighted())
def test_weights(samples, schema):
    run = run_of(samples, schema=schema, threshold=0)
    assert_is_read(run, Reading(schema), samples)


@given(several, st.sampled_from(["ordered", "greedy"]))
def test_rules_of_lists(samples, lists):
    run = run_of(samples, schema=PLAIN, threshold=0, lists=lists)
    assert_is_read(run, Reading(PLAIN, lists=lists), samples)


KEYED = {
    "properties": {
        "items": {"items": {"properties": {"x": {"x-levmetrics": {"key": True}}, "y": {}}}}
    }
}
keyed_items = st.lists(some(x=st.sampled_from("abc"), y=texts), max_size=4)


@given(keyed_items, keyed_items)
def test_items_whose_keys_are_equal_are_paired_first(prediction, reference):
    samples = [({"items": prediction}, {"items": reference})]
    run = run_of(samples, schema=KEYED, threshold=0)
    assert_is_read(run, Reading(KEYED, lists="keyed"), samples)


policies = st.sampled_from(["wrong", "skip"])


@given(several, policies, policies)
def test_what_is_missing_or_extra_may_be_left_out(samples, missing, extra):
    run = run_of(samples, schema=PLAIN, threshold=0, missing_fields=missing, extra_fields=extra)
    assert_is_read(run, Reading(PLAIN, missing=missing, extra=extra), samples)


def without(value, dropped):
    """Return a value without keys and items of certain values, from the innermost on."""
    if isinstance(value, tuple):
        return tuple(without(each, dropped) for each in value)
    if isinstance(value, list):
        return [each for each in (without(each, dropped) for each in value) if each not in dropped]
    if isinstance(value, dict):
        fields = {key: without(each, dropped) for key, each in value.items()}
        return {key: each for key, each in fields.items() if each not in dropped}
    return value


@given(several, st.booleans(), st.booleans())
def test_null_and_what_is_empty_may_be_dropped(samples, null, empty):
    dropped = [*([None] if null else []), *(["", [], {}] if empty else [])]
    names = ["keep", "drop"]
    run = run_of(
        samples, schema=PLAIN, threshold=0, null_fields=names[null], empty_fields=names[empty]
    )
    assert_is_read(
        run, Reading(PLAIN), [[without(each, dropped) for each in pair] for pair in samples]
    )


# --- what holds of all records -------------------------------------------------------------------


@given(several, several)
def test_runs_add_up(one, other):
    both = run_of(one) + run_of(other)
    whole = run_of([*one, *other])
    assert both.summary() == pytest.approx(whole.summary(), abs=1e-12)
    fields = FieldScores.added([run_of(one).confusions(), run_of(other).confusions()])
    whole_fields = whole.confusions()
    assert fields.keys() == whole_fields.keys()
    for path, field in fields.items():
        assert vars(field) == {**vars(whole_fields[path]), "similarity": field.similarity}
        assert field.score == pytest.approx(whole_fields[path].score, abs=1e-12)


@given(several, policies, policies)
def test_the_counts_of_the_fields_are_those_of_the_run(samples, missing, extra):
    run = run_of(samples, missing_fields=missing, extra_fields=extra)
    fields = run.confusions()
    for name in ("right", "misread", "missing", "extra"):
        assert sum(getattr(field, name) for field in fields.values()) == run[name]
        counted = [
            sum(each.outcome == name and each.is_counted for each in run.alignment(i).fields)
            for i in range(len(samples))
        ]
        assert counted == run.counts()[name].tolist()


def turned(value):
    """Return a value with the keys of all objects in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(each) for key, each in reversed(value.items())}
    return type(value)(map(turned, value)) if isinstance(value, (list, tuple)) else value


@given(several, st.booleans(), st.booleans())
def test_the_order_of_keys_does_not_count(samples, of_predictions, of_references):
    other = [
        (turned(pred) if of_predictions else pred, turned(ref) if of_references else ref)
        for pred, ref in samples
    ]
    assert run_of(other).summary() == pytest.approx(run_of(samples).summary(), abs=1e-12)


@given(several)
def test_json_text_stands_for_its_value(samples):
    written = [(json.dumps(pred), to_json(reference)) for pred, reference in samples]
    assert run_of(written).summary() == run_of(samples).summary()
