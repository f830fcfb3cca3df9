"""The share of a reference's numbers that the prediction has at the same place, in values."""

from collections import Counter

import numpy as np

from levmetrics.alignment.explanation import Confusions
from levmetrics.core.sample_kind import VALUES
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.rendering.table import Table, whole
from levmetrics.sums.similarity import SampleScores
from numerals.texts import NumeralAlignment, Numerals


def leaves(value, path=""):
    """Yield the numbers of a value, each with its path."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}")
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from leaves(each, f"{path}[]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield f"{path} = {value:g}"


class Missing(Confusions):
    """The numbers that predictions lack, by how often they do."""

    def __init__(self, counts):
        self.counts = counts

    @classmethod
    def added(cls, parts):
        return cls(sum((part.counts for part in parts), start=Counter()))

    def to_dict(self, n=None):
        return {"missing": dict(self.counts.most_common(n))}

    def tables(self, n=None):
        rows = [[place, whole(count)] for place, count in self.counts.most_common(n)]
        return [Table("Missing numbers", ["number"], ["count"], rows)] if rows else []

    def rows(self):
        return [("missing", place, "", count) for place, count in self.counts.items()]


class ValueNumerals(Numerals):
    """The mean share of the numbers of values."""

    takes = VALUES
    counted = "numbers of values"

    def measure(self, reader):
        systems, target = reader.values()
        found = []
        for preds in systems:
            shares = [one.share for one in compared(*json_value_columns(preds, target))]
            found.append(SampleScores(np.array(shares, float), np.zeros(len(shares), np.int64)))
        return found

    def alignment(self, run, sample):
        return compared(*run.request.values(slice(sample, sample + 1)))[0]

    def confusions(self, run, n):
        samples = compared(*run.request.values())
        return Missing(sum((one.missing for one in samples), start=Counter()))


def compared(preds, target):
    """Compare the numbers of every sample."""
    pairs = zip(preds.values, target.values, strict=True)
    return [NumeralAlignment([*leaves(pred)], [*leaves(one)]) for pred, one in pairs]
