"""The constructors of classes have the options, and their defaults, of the metrics they hold."""

import inspect
import re
from typing import Literal, get_args, get_origin, get_type_hints

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


@pytest.mark.parametrize(
    "kind",
    [torch.ErrorRates, torch.EditDistance, torch.ANLS, torch.NormalizedLevenshteinSimilarity],
)
def test_a_class_describes_every_option_and_names_what_it_may_be(kind):
    _, _, described = inspect.getdoc(kind).partition("Args:\n")
    said = dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", described.partition("\n\n")[0], re.M))
    hints = get_type_hints(kind.__init__)
    for name in _parameters(kind):
        named = [f'``"{each}"``' for each in _names(hints[name])]
        assert [each for each in named if each not in said[name]] == [], name


def _names(hint):
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return [each for each in parts if isinstance(each, str)]
    return [name for part in parts if get_origin(part) for name in _names(part)]


def _parameters(kind):
    return inspect.signature(kind).parameters
