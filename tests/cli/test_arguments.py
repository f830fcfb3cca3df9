"""Commands that take groups of options."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from levmetrics.cli.arguments import MetricOptions, takes_groups
from levmetrics.cli.samples import given_options


@dataclass(frozen=True)
class Colours:
    front: Annotated[str, typer.Option("--front", "-f", help="Before.")] = "red"
    back: Annotated[int, typer.Option(help="Behind.")] = 3


@pytest.fixture
def app():
    program = typer.Typer()

    @program.command()
    @takes_groups
    def paint(
        name: Annotated[str, typer.Argument()],
        *,
        is_loud: Annotated[bool, typer.Option("--loud")] = False,
        colours: Colours,
    ) -> None:
        """Paint it."""
        typer.echo(f"{name} {is_loud} {colours}")

    return program


def test_a_command_gets_a_group_of_options_as_one_value(app):
    done = CliRunner().invoke(app, ["house", "-f", "blue", "--loud"])
    assert done.output == f"house True {Colours('blue', 3)}\n"


def test_the_options_of_a_group_are_in_the_help(app):
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "Paint it." in shown
    assert "--front" in shown
    assert "Behind. [default: 3]" in shown


def test_options_that_are_not_given_are_the_metric_s_own():
    assert given_options(MetricOptions()) == {}
    given = MetricOptions(config="cer", normalizer="nfkc, lower", threshold=0.0)
    assert given_options(given) == {"normalizer": "nfkc, lower", "threshold": 0.0}
