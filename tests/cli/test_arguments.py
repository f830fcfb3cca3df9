"""Commands that take groups of options."""

from dataclasses import dataclass
from typing import ClassVar

import click
import pytest
from click.testing import CliRunner

from levmetrics.cli import app as program
from levmetrics.cli.arguments import Command, MetricOptions, option, takes
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.metric import list_metrics


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


@pytest.fixture
def show():
    @click.command(cls=MetricCommand, metric="anls")
    @click.argument("metric", required=False)
    @click.option("--collar", "own_collar")
    @takes(metric_options=MetricOptions)
    def shown(metric: str, own_collar: str | None, metric_options: MetricOptions) -> None:
        click.echo(f"{metric} {own_collar} {metric_options.given} {[*metric_options.files]}")

    def show(*words: str) -> str:
        return CliRunner().invoke(shown, words).output

    return show


def test_options_that_are_not_given_are_the_metric_s_own(show):
    assert show("wer") == "wer None {} []\n"
    assert (
        show("wer", "--normalizer", "nfkc, lower") == "wer None {'normalizer': 'nfkc, lower'} []\n"
    )


def test_the_options_are_those_of_the_metric_and_the_config_that_are_named(show):
    assert "--threshold" in show("--help")  # of the command's own metric
    assert "--threshold" not in show("wer", "--help")
    assert "--keywords" in show("wer_lev", "--config=keywords", "--help")
    assert "--schema" in show("wer", "--config", "record", "--help")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("anls", "--threshold", "0"), {"threshold": 0.0}),
        (("anls", "--substitution-cost", "2"), {"substitution_cost": 2}),
        (("record", "--repair", "--lists", "keyed"), {"repair": True, "lists": "keyed"}),
        (("der", "--no-overlap"), {"overlap": False}),
        (("keywords", "--keywords", "a//b,c"), {"keywords": "a//b,c"}),
        (("--threshold", "1", "anls"), {"threshold": 1.0}),  # before the name
        (("wer", "--threshold", "1"), {"threshold": 1.0}),  # another's, which is refused later
    ],
)
def test_values_have_the_types_of_the_constructor_s_annotations(show, words, given):
    assert f" None {given} " in show(*words)


def test_an_option_whose_flag_the_command_has_gets_a_flag_of_its_own(show):
    assert show("der", "--collar", "1", "--metric-collar", "2") == "der 1 {'collar': 2.0} []\n"


def test_files_of_options_are_known(show):
    shown = show("wer", "--glm", "rules.glm")
    assert shown == "wer None {'equivalences': 'rules.glm'} ['equivalences']\n"


def test_an_option_of_no_metric_is_refused_with_the_nearest(show):
    assert "No such option '--colar'" in show("wer", "--colar", "1")


def test_the_help_of_a_command_that_no_metric_is_named_to_lists_all():
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(program, ["score", "--help"]).output
    assert {*list_metrics()} <= {*shown.split()}
