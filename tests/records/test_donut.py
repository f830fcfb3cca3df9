"""Donut's scores are those of donut-python, of a textbook's tree edit distance, and by hand."""

import json
import os
import random
import subprocess
import sys
from functools import cache

import pytest

from levmetrics.inputs.values import MAX_DEPTH
from levmetrics.records.donut import DonutScore, donut_scores
from tests.oracles import edit_distance
from tests.thoroughness import times

KEYS = ["a", "b", "ab", "", "a.b", "Z", "é", "<leaf>", "b<leaf>", "<root>", "<subtree>"]
TEXTS = ["", " ", "x", "xy", " yx\n", "xyz", "0", "True", "é", "e\u0301", "<leaf>", "x<leaf>y"]
LEAVES = [*TEXTS, 0, 1, -3, 0.0, 1.0, 2.5, 1e100, True, False, None]


def random_record(rng, depth):
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        return rng.choice(LEAVES)
    if kind < 0.6:
        return {key: random_record(rng, depth - 1) for key in rng.sample(KEYS, rng.randint(0, 3))}
    items = [random_record(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.5:
        items = [item for item in items if isinstance(item, dict)]
    return items


def changed(rng, record, depth):
    """A copy with some of its values replaced, left out or in another order."""
    if rng.random() < 0.15:
        return random_record(rng, depth)
    if isinstance(record, dict):
        return {
            key: changed(rng, value, depth - 1)
            for key, value in record.items()
            if rng.random() < 0.9
        }
    if isinstance(record, list):
        items = [changed(rng, item, depth - 1) for item in record if rng.random() < 0.9]
        return items[::-1] if rng.random() < 0.2 else items
    return record


def random_pair(rng):
    depth = rng.choice([1, 2, 3, 4])
    reference = random_record(rng, depth)
    while costs_nothing(reference) and rng.random() < 0.95:
        reference = random_record(rng, depth)
    related = rng.random() < 0.7
    return changed(rng, reference, depth) if related else random_record(rng, depth), reference


def costs_nothing(reference):
    """Whether donut divides by zero: nothing is left, or blank texts without keys."""
    return donut_scores({}, reference).accuracy == 1


def f1(score):
    return score.right / (score.right + score.wrong / 2)


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ({"a": "bc"}, {"a": "bc"}, (1.0, 1, 0)),
        ({"a": "bd"}, {"a": "bc"}, (1 - 1 / 3, 0, 2)),  # of a key and two letters
        ({"b": "bc"}, {"a": "bc"}, (1 - 1 / 3, 0, 2)),
        ({}, {"a": "bc"}, (0.0, 0, 1)),
        ({"a": "bcdefghi"}, {"a": "b"}, (0.0, 0, 2)),  # a distance of 7 over 2
        ({"b": "1", "a": "2"}, {"a": "2", "b": "1"}, (1.0, 2, 0)),
        # An item of a list costs 1, and so does its key.
        ({"a": [{"k": "x"}]}, {"a": [{"k": "x"}, {"k": "y"}]}, (1 - 3 / 7, 1, 1)),
        # An object is a list of one.
        ({"a": {"k": "x"}}, {"a": [{"k": "x"}]}, (1.0, 1, 0)),
        ({"a": "x"}, {"a": ["x"]}, (1.0, 1, 0)),
        # A text for a key with a text: the key costs 1, and the item 1.
        ({"a": "x"}, {"a": {"k": "x"}}, (1 - 2 / 4, 0, 2)),
        ({"a": ["x", "x", "y"]}, {"a": ["x", "y", "y"]}, (1 - 1 / 4, 2, 2)),
        ("bc", "bd", (0.5, 0, 2)),
    ],
)
def test_the_scores_are_those_computed_by_hand(prediction, reference, expected):
    assert donut_scores(prediction, reference) == expected


def test_the_record_of_donuts_documentation_is_a_tree_of_its_drawing():
    reference = {"menu": [{"name": ["cake"], "count": ["2"]}, {"name": ["juice"], "count": ["1"]}]}
    # 7 nodes for menu, the items and the keys, and 11 letters and digits.
    assert donut_scores({}, reference) == (0, 0, 4)
    without_juice = {"menu": [reference["menu"][0]]}
    assert donut_scores(without_juice, reference) == DonutScore(1 - 9 / 18, 2, 2)


@pytest.mark.parametrize(
    ("record", "same"),
    [
        ({"a": 0}, {}),
        ({"a": False}, {}),
        ({"a": None}, {}),
        ({"a": []}, {}),
        ({"a": [{}, {"b": ""}]}, {}),
        ({"a": ["", " ", None, True, ["x"], {"b": "x"}, "y"]}, {"a": "y"}),
        ({"a": ["y", 0, 0.0]}, {"a": ["y", "0", "0.0"]}),
        ({"a": True}, {"a": "True"}),
        ({"a": 1.0}, {"a": "1.0"}),
        ({"a": "\tx "}, {"a": "x"}),
        ({"bb": "1", "a": "2", "B": "3"}, {"B": "3", "a": "2", "bb": "1"}),
    ],
)
def test_records_are_normalized_as_donut_does(record, same):
    both_ways = [
        ({**record, "z": "z"}, {**same, "z": "z"}),
        ({**same, "z": "z"}, {**record, "z": "z"}),
    ]
    for prediction, reference in both_ways:
        score = donut_scores(prediction, reference)
        assert (score.accuracy, score.wrong) == (1, 0)


def test_keys_are_in_the_order_of_their_lengths():
    # Of "b", "m" and "m", "aa" one pair has to be inserted and one deleted; the alphabet's order
    # would have "b", "m" and "aa", "m", where one key is replaced.
    reference, prediction = {"b": "xyz", "m": "uvw"}, {"aa": "xyz", "m": "uvw"}
    assert donut_scores(prediction, reference).accuracy == 0


def test_a_blank_value_is_an_empty_text_with_its_key():
    assert donut_scores({}, {"a": " "}) == (0, 0, 1)
    assert donut_scores({"a": " "}, {"a": "\n"}) == (1, 1, 0)


def test_fields_are_matched_by_their_keys_joined_by_dots():
    assert donut_scores({"a.b": "x"}, {"a": {"b": "x"}}).right == 1
    assert donut_scores({"": {"a": "x"}}, {"a": "x"}).right == 1


def test_the_word_for_a_text_is_no_part_of_it():
    assert donut_scores({"a": "x<leaf>y"}, {"a": "xy"}) == (1.0, 0, 2)


@pytest.mark.parametrize("empty", [{}, [], None, "", 0, False, {"a": None}, [{}], ["", None]])
@pytest.mark.parametrize("other", [{}, [], None, {"a": []}])
def test_two_empty_records_are_equal_and_have_no_fields(empty, other):
    assert donut_scores(empty, other) == (1, 0, 0)
    assert donut_scores({"a": "x"}, empty) == (0, 0, 1)
    assert donut_scores(empty, {"a": "x"}) == (0, 0, 1)


@pytest.mark.parametrize("wrap", [lambda inner: {"k": inner}, lambda inner: [{"k": inner}]])
def test_records_of_every_depth_are_scored(wrap):
    records = []
    for text in ("x", "y"):
        record = text
        while depth_of(record) < MAX_DEPTH - 1:
            record = wrap(record)
        records.append(record)
    assert donut_scores(*records).accuracy > 0.98


def depth_of(record):
    depth = 0
    while not isinstance(record, str):
        record, depth = (
            next(iter(record.values() if isinstance(record, dict) else record)),
            depth + 1,
        )
    return depth


# The textbook's algorithm, of records that need no normalization.


def normal_record(rng, depth):
    """An object whose keys are in order, of lists of texts or of objects."""
    record = {}
    for key in sorted(rng.sample("abcd", rng.randint(1, 3))):
        count = rng.randint(1, 2)
        if depth == 0 or rng.random() < 0.5:
            record[key] = ["".join(rng.choices("xyz", k=rng.randint(1, 3))) for _ in range(count)]
        else:
            record[key] = [normal_record(rng, depth - 1) for _ in range(count)]
    return record


def varied(rng, record):
    """A copy with other texts, and without some of its parts, that needs no normalization."""
    if isinstance(record, str):
        return record if rng.random() < 0.8 else rng.choice("xyz") + record
    if isinstance(record, dict):
        copies = ((key, varied(rng, items)) for key, items in record.items())
        return {key: items for key, items in copies if items}
    copies = (varied(rng, item) for item in record if rng.random() < 0.85)
    return [item for item in copies if item]


def tree(record):
    """The children of a node: (kind, label, children)."""
    if isinstance(record, dict):
        return tuple(("key", key, tree(held)) for key, held in record.items())
    return tuple(
        ("text", item, ()) if isinstance(item, str) else ("item", "", tree(item)) for item in record
    )


def cost(node):
    return len(node[1]) if node[0] == "text" else 1


def replacing(mine, yours):
    texts = [node[1] for node in (mine, yours) if node[0] == "text"]
    if len(texts) == 2:
        return edit_distance(*texts)
    return 1 + len(texts[0]) if texts else int(mine[:2] != yours[:2])


@cache
def textbook_distance(mine, yours):
    """The distance of two forests, by their last trees: Zhang and Shasha 1989, Lemma 3."""
    ways = []
    if mine:
        ways.append(textbook_distance(mine[:-1] + mine[-1][2], yours) + cost(mine[-1]))
    if yours:
        ways.append(textbook_distance(mine, yours[:-1] + yours[-1][2]) + cost(yours[-1]))
    if mine and yours:
        ways.append(
            textbook_distance(mine[:-1], yours[:-1])
            + textbook_distance(mine[-1][2], yours[-1][2])
            + replacing(mine[-1], yours[-1])
        )
    return min(ways, default=0)


# Here one subtree would be too near, were the one before it, in the same table, to count for it.
CLOSE_WITHIN_FAR = (
    {"a": ["xy"], "b": ["xz"], "d": ["xzz", "x", "yzz"]},
    {"a": ["xxy", "xx"], "c": ["yz", "xz"], "d": ["yxx"]},
)


def test_the_distance_is_that_of_the_textbooks_recursion():
    rng = random.Random(7)
    found = set()
    references = [normal_record(rng, rng.randint(0, 2)) for _ in range(80)]
    pairs = [(varied(rng, reference), reference) for reference in references]
    for records in [CLOSE_WITHIN_FAR, *pairs]:
        mine, yours = ((("root", "", tree(record)),) for record in records)
        size = textbook_distance((), yours) - 1  # without the root
        expected = max(0, 1 - textbook_distance(mine, yours) / size)
        assert donut_scores(*records).accuracy == expected, records
        found.add(expected)
        textbook_distance.cache_clear()
    assert len(found) > 30


# Donut itself, in an environment of its own: donut-python of 2022 wants packages of its time.

DONUT = os.environ.get("LEVMETRICS_DONUT", "")  # the path of its Python
ORACLE = """
import json, sys, warnings
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

def stub(module, **names):
    sys.modules[module] = ModuleType(module)
    vars(sys.modules[module]).update(names)

# Its scorer needs none of them.
stub("torch", Tensor=None)
stub("torch.utils")
stub("torch.utils.data", Dataset=object)
stub("datasets", load_dataset=None)
stub("transformers")
stub("transformers.modeling_utils", PreTrainedModel=object)
spec = spec_from_file_location("util", distribution("donut-python").locate_file("donut/util.py"))
util = module_from_spec(spec)
spec.loader.exec_module(util)
scorer = util.JSONParseEvaluator()
warnings.simplefilter("ignore")  # of divisions by zero

def said(score, *given):
    try:
        return float(score(*given))
    except ZeroDivisionError as error:
        return type(error).__name__

for line in sys.stdin:
    pred, answer = json.loads(line)
    print(json.dumps([said(scorer.cal_acc, pred, answer), said(scorer.cal_f1, [pred], [answer])]))
"""


def of_donut(pairs):
    """Return donut's accuracy and F1 of each pair."""
    done = subprocess.run(
        [DONUT, "-c", ORACLE],
        input="".join(json.dumps(pair) + "\n" for pair in pairs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.skipif(not DONUT, reason="needs LEVMETRICS_DONUT, a Python that has donut-python")
def test_random_records_have_the_scores_of_donut_python():
    rng = random.Random(11)
    pairs = [random_pair(rng) for _ in range(times(2_000, of=10_000))]
    counts = {"equal": 0, "reference costs nothing": 0, "no fields": 0}
    unknown = []
    for pair, (accuracy, donuts_f1) in zip(pairs, of_donut(pairs), strict=True):
        score = donut_scores(*pair)
        same_f1 = score.right + score.wrong > 0 and f1(score) == donuts_f1
        if score.accuracy == accuracy and same_f1:
            counts["equal"] += 1
        elif costs_nothing(pair[1]) and accuracy == 0 and score.accuracy in (0, 1):
            counts["reference costs nothing"] += 1
            assert same_f1 or donuts_f1 == "ZeroDivisionError"
            counts["no fields"] += not same_f1
        else:
            unknown.append((pair, score, accuracy, donuts_f1))
    print(counts, file=sys.stderr)
    assert not unknown
    assert counts["equal"] > 0.9 * len(pairs)
