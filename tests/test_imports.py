"""Who may import whom: the contracts in pyproject.toml."""

import re
from pathlib import Path

import pytest

pytest.importorskip("importlinter")

from importlinter.api import read_configuration

ROOT = Path(__file__).parents[1]
CONTRACTS = {
    contract["id"]: contract
    for contract in read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]
}


def test_all_layers_below_the_metrics_are_kept_free_of_the_packages_of_extras():
    layers = CONTRACTS["layers"]["layers"]
    below = [
        f"levmetrics.{module.strip()}"
        for layer in layers[layers.index("torch") + 1 :]
        for module in layer.split("|")
    ]
    above = ("reports", "view", "comparison", "frames")
    light = [*map("levmetrics.{}".format, above), *below]
    assert CONTRACTS["light"]["source_modules"] == light


def test_the_documented_layers_are_those_of_the_contract():
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    [house] = re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
    documented = [re.split(" {2,}", row)[0] for row in house.splitlines()]
    layers = CONTRACTS["layers"]["layers"]
    assert layers[0] == "__main__"  # the command line once more
    assert documented == layers[1:]
