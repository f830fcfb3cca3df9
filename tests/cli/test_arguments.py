"""Commands that take groups of options."""

from dataclasses import dataclass
from typing import ClassVar

import click
import pytest
from click.testing import CliRunner

from levmetrics.cli.arguments import Command, MetricOptions, option, takes
from levmetrics.cli.metric_options import given_options


@dataclass(frozen=True)
class Colours:
    heading: ClassVar = "The colours"

    front: str = option("Before.", "--front", "-f", default="red")
    back: int = option("Behind.", default=3)


@pytest.fixture
def app():
    @click.command(cls=Command, context_settings={"show_default": True})
    @click.argument("name")
    @click.option("--loud", "is_loud", is_flag=True)
    @takes(colours=Colours)
    def paint(name: str, is_loud: bool, colours: Colours) -> None:
        """Paint it."""
        click.echo(f"{name} {is_loud} {colours}")

    return paint


def test_a_command_gets_a_group_of_options_as_one_value(app):
    done = CliRunner().invoke(app, ["house", "-f", "blue", "--loud"])
    assert done.output == f"house True {Colours('blue', 3)}\n"


def test_the_options_of_a_group_are_in_the_help(app):
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "Paint it." in shown
    _, of_group = shown.split("The colours:")
    assert "--front" in of_group
    assert "Behind.  [default: 3]" in of_group


def test_options_that_are_not_given_are_the_metric_s_own():
    assert given_options(MetricOptions()) == {}
    given = MetricOptions(config="cer", normalizer="nfkc, lower", threshold=0.0)
    assert given_options(given) == {"normalizer": "nfkc, lower", "threshold": 0.0}
