"""The constructors of classes have the options, and their defaults, of the metrics they hold."""

import inspect

import pytest

from levmetrics import torch
from levmetrics.core.names import maker

CLASSES = {
    torch.ErrorRates: ("wer", "error_rates"),
    torch.WordErrorRate: ("wer", "word_error_rate"),
    torch.CharErrorRate: ("wer", "character_error_rate"),
    torch.EditDistance: ("anls", "edit_distance"),
    torch.ANLS: ("anls", "similarity"),
}


@pytest.mark.parametrize(("kind", "made_by"), CLASSES.items())
def test_a_class_has_the_options_of_its_metric(kind, made_by):
    own, of_metric = (
        {each.name: (each.kind, each.default, each.annotation) for each in parameters.values()}
        for parameters in map(_parameters, (kind, maker(*made_by)))
    )
    del own["kwargs"]
    assert own == of_metric


def test_a_similarity_has_the_options_of_its_metric_but_the_rule():
    own, of_metric = map(
        _parameters, (torch.NormalizedLevenshteinSimilarity, maker("anls", "similarity"))
    )
    assert {*own} - {"kwargs"} == {*of_metric} - {"rule"}


def _parameters(kind):
    return inspect.signature(kind).parameters
