"""The share of a reference's numbers that the prediction has too, in texts."""

import re
from collections import Counter
from typing import ClassVar

import numpy as np

from levmetrics.alignment.explanation import Alignment
from levmetrics.core.token_metric import TokenMetric
from levmetrics.rendering.labels import Label, Labels, Name
from levmetrics.sums.sample_statistics import quotient
from levmetrics.sums.similarity import SampleScores, best_of_each


def in_tenths(share):
    """Return a share as a page shows it."""
    return f"{10 * share:.1f} of 10"


NUMBER = re.compile(r"\d+(?:\.\d+)?")


class NumeralAlignment(Alignment):
    """The numbers of a reference that a prediction has, and those that it lacks."""

    def __init__(self, prediction, reference):
        self.missing = Counter(reference) - Counter(prediction)
        self.right = Counter(reference) - self.missing
        self.share = self.right.total() / len(reference) if reference else 1.0

    def to_dict(self):
        return {"right": [*self.right.elements()], "missing": [*self.missing.elements()]}


def numerals(*texts, digits=1):
    """Compare the numbers of a prediction and a reference."""
    found = map(NUMBER.findall, texts)
    return NumeralAlignment(*([one for one in side if len(one) >= digits] for side in found))


class Numerals(TokenMetric[SampleScores]):
    """The mean share; it is 1 for a reference without numbers, and of several the best counts.

    Args:
        reduction: how the scores are combined.
        normalizer: applied to both sides first.
        digits: the fewest digits of a number
            that counts.

    """

    counted = "numbers"
    labels: ClassVar[Labels] = {
        "numeral_accuracy": Label(Name("numeral accuracy", "Numeral accuracy"), write=in_tenths)
    }

    def __init__(self, reduction="mean", *, normalizer=None, digits=1):
        super().__init__(reduction, None, normalizer, {"digits": digits})
        self.digits = digits

    def measure(self, reader):
        systems, target = reader.texts(self.normalizer)
        references = 1 if target.offsets is None else np.diff(target.offsets)
        accepted, found = target.texts.to_pylist(), []
        for preds in systems:
            answers = np.repeat(np.array(preds.texts.to_pylist(), object), references)
            pairs = zip(answers, accepted, strict=True)
            shares = [numerals(*pair, digits=self.digits).share for pair in pairs]
            found.append(best_of_each(np.array(shares, float), target.offsets))
        return found

    def kept(self, samples):
        return {"shares": samples.score}

    def added(self, samples):
        return {"share_sum": samples.score}

    def no_sums(self):
        return self.sums(SampleScores(np.zeros(0), np.zeros(0, np.int64)))

    def _measures(self, sums):
        if self.keeps_samples:
            return {"score": sums["shares"]}
        count = 1 if self.reduction == "sum" else np.maximum(sums["samples"], 1)
        return {"score": quotient(sums["share_sum"], count)}

    def alignment(self, run, sample):
        sides = (side[sample] for side in run.request.texts())
        return numerals(*sides, digits=self.digits)
