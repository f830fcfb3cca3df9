"""The accuracy of numbers, in texts and in values: a package that adds metrics to levmetrics."""

from levmetrics.core.config import Config
from numerals.texts import Numerals
from numerals.values import ValueNumerals
from numerals.written import WrittenNumerals

CONFIGS = {
    "texts": Config("Numbers in texts", Numerals, "numeral_accuracy"),
    "values": Config("Numbers in values", ValueNumerals, "value_accuracy", {"digits": 1}),
    "written": Config("Numbers as words", WrittenNumerals, "numeral_accuracy", required=("words",)),
}


def configs(metric):
    """Return the configs of the metric ``numerals``, the default one first."""
    return CONFIGS
