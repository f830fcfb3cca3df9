"""Records' counts and scores beside those of stickler-eval 1.0.0, and where the two differ.

Random records have the same counts of every field, the same pairs of items and the same
similarities in both. Precision, recall and F1 are the same, and the score is the same mean, once
what differs by definition is left out: ``DIFFERENCES`` names it, with an example of each.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from levmetrics import InputError, score
from tests.thoroughness import times

STICKLER = os.environ.get("LEVMETRICS_STICKLER", "")  # the path of a Python that has stickler-eval
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not STICKLER, reason="needs LEVMETRICS_STICKLER, a Python that has it"),
]

ORACLE = """
import json, sys, warnings
from functools import cache
from typing import List, Optional
from stickler import (
    ComparableField, ExactComparator, LevenshteinComparator, NumericComparator, StructuredModel
)
from stickler.comparators.date import DateComparator

warnings.simplefilter("ignore")

@cache
def invoice(match, threshold, clip, tolerance):
    def field(comparator):
        options = {"threshold": threshold, "clip_under_threshold": clip}
        return ComparableField(default=None, comparator=comparator, **options)

    class Line(StructuredModel):
        match_threshold = match
        sku: Optional[str] = field(ExactComparator())
        name: Optional[str] = field(LevenshteinComparator())
        price: Optional[float] = field(NumericComparator(tolerance=tolerance))

    class Invoice(StructuredModel):
        number: Optional[str] = field(ExactComparator())
        seller: Optional[str] = field(LevenshteinComparator())
        total: Optional[float] = field(NumericComparator(tolerance=tolerance))
        rate: Optional[str] = field(NumericComparator(tolerance=tolerance))
        paid: Optional[bool] = field(ExactComparator())
        due: Optional[str] = field(DateComparator())
        notes: Optional[List[str]] = field(LevenshteinComparator())
        lines: Optional[List[Line]] = ComparableField(default=None)

    return Invoice

for line in sys.stdin:
    prediction, reference, recall_with_fd, *options = json.loads(line)
    model = invoice(*options)
    print(json.dumps(model(**reference).compare_with(
        model(**prediction),
        include_confusion_matrix=True,
        document_field_comparisons=True,
        recall_with_fd=recall_with_fd,
    ), default=str))
"""

TEXT = {"type": "string"}  # whose threshold is an option of the metric
EXACT = {"x-levmetrics": {"compare": "exact"}}
NUMBER = {"x-levmetrics": {"compare": "number", "tolerance": 0.01}}
LINE = {"sku": EXACT, "name": TEXT, "price": NUMBER}
SCHEMA = {
    "properties": {
        "number": EXACT,
        "seller": TEXT,
        "total": NUMBER,
        "rate": NUMBER,
        "paid": {"type": "boolean"},
        "due": {"type": "string", "format": "date"},
        "notes": {"items": TEXT},
        "lines": {"items": {"properties": LINE}},
    }
}
FIELDS = tuple(SCHEMA["properties"])
FLAT = FIELDS[:-2]
OF_LINE = tuple(LINE)

# With these, null and what is empty is missing, as it is in stickler.
EMPTY = {"null_fields": "drop", "empty_fields": "drop"}
# Our name of each count, and theirs.
COUNTS = {"right": "tp", "misread": "fd", "missing": "fn", "extra": "fa"}


def of_stickler(
    pairs, *, recall_with_fd=True, match=0.0, threshold=1.0, clip=False, tolerance=0.01
):
    """Return what stickler says of pairs of a prediction and a reference.

    Args:
        pairs: each of a prediction and a reference.
        recall_with_fd: whether values that are wrong count as missed, as they do here.
        match: the similarity from which paired items are compared field by field.
        threshold: the similarity from which a value counts as right.
        clip: whether lower similarities are 0.
        tolerance: of numbers.

    """
    options = recall_with_fd, match, threshold, clip, tolerance
    done = subprocess.run(
        [STICKLER, "-c", ORACLE],
        input="".join(json.dumps([*pair, *options]) + "\n" for pair in pairs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def scored(pairs, **options):
    """Return the run of pairs."""
    options = {"schema": SCHEMA, "threshold": 0, **EMPTY, **options}
    return score(*map(list, zip(*pairs, strict=True)), "record", **options)


# --- random records ------------------------------------------------------------------------------

WORDS = [
    "Tea",
    "tea",
    "Green  tea",
    "milk",
    "Whole milk",
    "oat milk",
    "日本茶",
    "café",
    "bread roll",
]
DATES = ["2024-04-03", "3 April 2024", "April 3, 2024", "2024/04/03", "2024-04-04", "2023-12-31"]
PRICES = [0, 1, 1.0, 1.005, 1.01, 1.02, 2.5, -2.5, 1999.99, 2000, 1e6]
RATES = ["12.50", "$12.50", "12.5051", "12.51", "-3", "1,234,567.5"]
SKUS = ["A-1", "a-1", "B-2", "C3", "D4", "E5", None]


def random_value(rng, field):
    if field == "lines":
        return [random_item(rng, field) for _ in range(rng.randint(0, 4))]
    if field == "notes":
        return [random_item(rng, field) for _ in range(rng.randint(0, 4))]
    return {
        "number": f"{rng.choice('Aa')}-{rng.randint(1, 3)}",
        "seller": rng.choice([random_item(rng, "notes"), ""]),
        "total": rng.choice(PRICES),
        "rate": rng.choice(RATES),
        "paid": rng.random() < 0.5,
        "due": rng.choice(DATES),
    }[field]


def random_item(rng, field):
    name = " ".join(rng.choices(WORDS, k=rng.choice([1, 1, 2])))
    if field == "notes":
        return name
    line = {"sku": rng.choice(SKUS), "name": name, "price": rng.choice([*PRICES, None])}
    return {key: line[key] for key in rng.sample(OF_LINE, 3) if key == "name" or rng.random() < 0.9}


def random_invoice(rng):
    return {
        field: None if rng.random() < 0.1 else random_value(rng, field)
        for field in rng.sample(FIELDS, len(FIELDS))
        if rng.random() < 0.9
    }


def predicted(rng, reference):
    """Return a record like another: fields left out, changed and added, items in another order."""
    prediction = {}
    for field in rng.sample(FIELDS, len(FIELDS)):
        value = reference.get(field)
        if rng.random() < 0.25:
            value = random_value(rng, field)
        elif isinstance(value, list):
            value = [changed(rng, item) for item in value if rng.random() < 0.9]
            value += [random_item(rng, field)] * (len(value) < 4 and rng.random() < 0.2)
            value = rng.sample(value, len(value)) if rng.random() < 0.5 else value
        if rng.random() < 0.9:
            prediction[field] = value
    return prediction


def changed(rng, item):
    if rng.random() < 0.6:
        return item
    return item + "s" if isinstance(item, str) else {**item, **random_item(rng, "lines")}


def counted(outcomes):
    return {name: sum(each.outcome == name for each in outcomes) for name in COUNTS}


def theirs(counts):
    return {name: counts[their] for name, their in COUNTS.items()}


def mean_similarity(outcomes, fields):
    """Return the mean over so many fields; one of which nothing is said is absent, and so right."""
    return (sum(each.similarity for each in outcomes) + fields - len(outcomes)) / fields


def pairs_of_stickler(result):
    """Return the numbers of the lines that it paired."""
    numbers = [
        [re.match(r"lines\[(\d+)\]", str(each[side])) for side in ("expected_key", "actual_key")]
        for each in result["field_comparisons"]
    ]
    return {tuple(int(each[1]) for each in sides) for sides in numbers if all(sides)}


def similarity_of_lines(pred, reference):
    """Return the similarity by which both pair lines."""
    return scored([({"lines": [pred]}, {"lines": [reference]})]).score


class Compared:
    """One record, of which every field is compared.

    Args:
        pair: a prediction and a reference.
        record: what became of its fields here.
        result: what stickler says of it.

    Attributes:
        scores: of each field, as stickler defines it, from the outcomes here.
        has_ties: whether lines were paired in another way that is as good.

    """

    def __init__(self, pair, record, result):
        self.pair, self.result = pair, result
        self.outcomes = {field: [] for field in FIELDS}
        for outcome in record.fields:
            self.outcomes[outcome.steps[0]].append(outcome)
        self.scores = {}
        self.has_ties = False
        for field in FLAT:
            self.flat(field)
        for field in ("notes", "lines"):
            self.listed(field)

    def flat(self, field):
        outcomes = self.outcomes[field]
        assert counted(outcomes) == theirs(self.counts(field)), (field, self.pair)
        assert self.counts(field)["tn"] == (not outcomes)
        self.scores[field] = mean_similarity(outcomes, 1)
        # RapidFuzz rounds differently, by less than 1e-15.
        assert self.result["field_scores"][field] == pytest.approx(self.scores[field], abs=1e-12)

    def counts(self, field):
        return self.result["confusion_matrix"]["fields"][field]["overall"]

    def listed(self, field):
        items = {}
        for outcome in self.outcomes[field]:
            items.setdefault(outcome.steps[1], []).append(outcome)
        pairs = {step for step in items if None not in step}
        sides = [self.pair[side].get(field) or [] for side in (1, 0)]
        numbers = {"missing": len(sides[0]) - len(pairs), "extra": len(sides[1]) - len(pairs)}
        found = theirs(self.counts(field))
        assert found.items() >= numbers.items()
        assert found["right"] + found["misread"] == len(pairs)
        if field == "notes":
            assert counted(self.outcomes[field]) == found, self.pair
        else:
            their_pairs = pairs_of_stickler(self.result)
            if pairs != their_pairs:  # then both must be the best
                best = [
                    sum(similarity_of_lines(sides[1][j], sides[0][i]) for i, j in each)
                    for each in (pairs, their_pairs)
                ]
                assert best[0] == pytest.approx(best[1], abs=1e-9), self.pair
                self.has_ties = True
                return
            self.lines(items, pairs)
        size = len(OF_LINE) if field == "lines" else 1
        total = sum(mean_similarity(items[pair], size) for pair in pairs)
        self.scores[field] = total / len(items) if items else 1.0
        assert self.result["field_scores"][field] == pytest.approx(self.scores[field], abs=1e-12)

    def aggregate(self):
        """Return the counts of all fields as stickler adds them up.

        Lines that are not paired do not count, or where none is, as one each.
        """
        outcomes = [each for field in FIELDS if field != "lines" for each in self.outcomes[field]]
        lines = self.outcomes["lines"]
        paired = [each for each in lines if None not in each.steps[1]]
        unpaired = {each.steps[1]: each for each in lines}.values()
        return counted([*outcomes, *(paired or unpaired)])

    def lines(self, items, pairs):
        """Compare the fields of the lines that are paired."""
        within = self.result["confusion_matrix"]["fields"]["lines"].get("fields", {})
        assert bool(within) == bool(pairs)
        for field in within:
            ours = [each for pair in pairs for each in items[pair] if each.steps[-1] == field]
            assert counted(ours) == theirs(within[field]["overall"]), (field, self.pair)
            assert within[field]["overall"]["tn"] == len(pairs) - len(ours)


def test_random_records_have_the_counts_pairs_similarities_and_scores_of_stickler():
    rng = random.Random(3)
    records = times(500, of=10_000)
    references = [random_invoice(rng) for _ in range(records)]
    pairs = [(predicted(rng, reference), reference) for reference in references]
    run = scored(pairs, reduction="none")
    seen = Counter()
    for i, result in enumerate(of_stickler(pairs)):
        compared = Compared(pairs[i], run.alignment(i), result)
        seen["fields"] += sum(map(len, compared.outcomes.values()))
        if compared.has_ties:
            seen["records of other pairs that are as good"] += 1
            continue
        mean = sum(compared.scores.values()) / len(FIELDS)
        assert result["overall_score"] == pytest.approx(mean, abs=1e-12)
        counts = result["confusion_matrix"]["aggregate"]
        assert theirs(counts) == compared.aggregate()
        if compared.aggregate() != counted(run.alignment(i).fields):
            seen["records with lines that are not paired"] += 1
            continue
        seen["records"] += 1
        for name in ("precision", "recall", "f1"):
            if counts["tp"] + counts["fp"] and counts["tp"] + counts["fd"] + counts["fn"]:
                assert run[name][i] == pytest.approx(counts["derived"][f"cm_{name}"], abs=1e-12)
    print(dict(seen), file=sys.stderr)
    assert seen["records"] > 0.3 * records
    assert seen["records of other pairs that are as good"] < 0.1 * records


# --- differences ---------------------------------------------------------------------------------


class Difference(NamedTuple):
    """A pair on which both differ by definition.

    Attributes:
        why: what differs.
        prediction: a record.
        reference: another.
        theirs: what stickler finds.
        ours: what the metric finds.
        options: of stickler.

    """

    why: str
    prediction: dict
    reference: dict
    theirs: dict
    ours: dict
    options: Mapping = MappingProxyType({})


TEA = {"sku": "A-1", "name": "tea", "price": 2}
MILK = {"sku": "B-2", "name": "milk", "price": 3}
DIFFERENCES = [
    Difference(
        "their score counts keys that neither record has as right (their issues 345 and 354)",
        {"number": "B"},
        {"number": "A"},
        {"score": 7 / 8, "f1": 0},
        {"score": 0, "f1": 0},
    ),
    Difference(
        "their score has a list as one field, however long it is",
        {"number": "B", "notes": ["a", "b", "c"]},
        {"number": "A", "notes": ["a", "b", "c"]},
        {"notes": 1, "score": 7 / 8},
        {"notes": 1, "score": 3 / 4},
    ),
    Difference(
        "their recall leaves out misread values, unless it is asked to count them",
        {"number": "B", "total": 1},
        {"number": "A", "total": 1},
        {"precision": 1 / 2, "recall": 1, "f1": 2 / 3},
        {"precision": 1 / 2, "recall": 1 / 2, "f1": 1 / 2},
        {"recall_with_fd": False},
    ),
    Difference(
        "their values are right from a similarity of 0.5 on",
        {"seller": "Ten"},
        {"seller": "Tea"},
        {"right": 1, "misread": 0},
        {"right": 0, "misread": 1},
        {"threshold": 0.5},
    ),
    Difference(
        "their precision, recall and F1 are 0 where there is nothing to find and nothing is found",
        {},
        {"number": None},
        {"precision": 0, "recall": 0, "f1": 0, "score": 1},
        {"precision": 1, "recall": 1, "f1": 1, "score": 1},
    ),
    Difference(
        "their counts leave out the fields of items that are missing, where another one is paired",
        {"lines": [TEA]},
        {"lines": [TEA, MILK]},
        {"right": 3, "missing": 0, "recall": 1},
        {"right": 3, "missing": 3, "recall": 1 / 2},
    ),
    Difference(
        "their counts are of items, where all of a list is missing",
        {},
        {"lines": [TEA, MILK]},
        {"missing": 2},
        {"missing": 6},
    ),
    Difference(
        "their items that are less alike than 0.7 are not compared field by field",
        {"lines": [{**TEA, "sku": "A-2", "price": 3}, MILK]},
        {"lines": [TEA, MILK]},
        {"right": 3, "misread": 0, "f1": 1},
        {"right": 4, "misread": 2, "f1": 2 / 3},
        {"match": 0.7},
    ),
    Difference(
        "their texts are paired by similarity, and only then compared with the threshold",
        {"notes": ["baa", "bc"]},
        {"notes": ["ac", "cbb"]},
        {"notes": 0},
        {"notes": 1 / 4},
        {"threshold": 0.5, "clip": True},
    ),
    Difference(
        "their counts leave out keys that the model does not have",
        {"number": "A", "page": 1},
        {"number": "A"},
        {"extra": 0, "precision": 1},
        {"extra": 1, "precision": 1 / 2},
    ),
    Difference(
        "their numbers that are none are never right",
        {"rate": "n/a"},
        {"rate": "n/a"},
        {"right": 0, "misread": 1},
        {"right": 1, "misread": 0},
    ),
    Difference(
        "their numbers are what is left without commas and letters",
        {"rate": "1250 kg"},
        {"rate": "12,50"},
        {"right": 1, "misread": 0},
        {"right": 0, "misread": 1},
    ),
    Difference(
        "their tolerance is a binary fraction, that of 0.3 less than 0.3",
        {"total": 1.3},
        {"total": 1.0},
        {"right": 0, "misread": 1},
        {"right": 1, "misread": 0},
        {"tolerance": 0.3},
    ),
    Difference(
        "their dates have every reading",
        {"due": "03/04/2024"},
        {"due": "2024-04-03"},
        {"right": 1},
        {"error": "may be"},
    ),
    Difference(
        "their dates that are none are never right",
        {"due": "n/a"},
        {"due": "n/a"},
        {"right": 0, "misread": 1},
        {"right": 1, "misread": 0},
    ),
]


def schema_with(tolerance):
    """Return the schema with another tolerance of numbers."""
    written = json.dumps(SCHEMA).replace('"tolerance": 0.01', f'"tolerance": {tolerance}')
    return json.loads(written)


def measures_of_stickler(result):
    counts = result["confusion_matrix"]["aggregate"]
    derived = {name: counts["derived"][f"cm_{name}"] for name in ("precision", "recall", "f1")}
    fields = result["field_scores"]
    return {"score": result["overall_score"], **theirs(counts), **derived, **fields}


@pytest.mark.parametrize("difference", DIFFERENCES, ids=[each.why for each in DIFFERENCES])
def test_differences(difference):
    pair = difference.prediction, difference.reference
    (result,) = of_stickler([pair], **difference.options)
    found = measures_of_stickler(result)
    assert {name: found[name] for name in difference.theirs} == pytest.approx(difference.theirs)
    options = difference.options
    schema = schema_with(options.get("tolerance", 0.01))
    threshold = options.get("threshold", 0) if options.get("clip") else 0
    if "error" in difference.ours:
        with pytest.raises(InputError, match=difference.ours["error"]):
            scored([pair], schema=schema)
        return
    run = scored([pair], schema=schema, threshold=threshold)
    ours = {"score": run.score, **run.summary(), "notes": run.confusions().get("notes[]")}
    ours["notes"] = ours["notes"] and ours["notes"].score
    assert {name: ours[name] for name in difference.ours} == pytest.approx(difference.ours)
    assert difference.theirs != difference.ours
