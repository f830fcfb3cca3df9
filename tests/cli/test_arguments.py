"""Commands that take groups of options."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from levmetrics import list_metrics
from levmetrics.cli import app as program
from levmetrics.cli import arguments, wording
from levmetrics.cli.arguments import MetricOptions, command
from levmetrics.cli.metric_command import MetricCommand
from levmetrics.cli.metric_options import options_of_metrics
from levmetrics.core.config import Config, Option
from levmetrics.core.metric import Metric
from levmetrics.core.names import all_configs, config_of, get_metric
from tests.shell import shell


@dataclass(frozen=True)
class Colours:
    heading: ClassVar = "The colours"

    front: "str" = "red"
    back: "int" = 3


WORDS = {
    "Colours": {
        "front": {"help": "Before.", "flags": ["--front", "-f"]},
        "back": {"help": "Behind."},
    },
    "paint": {
        "name": {"argument": True},
        "is_loud": {"flags": ["--loud"]},
        "coats": {"type": "count"},
        "rooms": {"type": ["hall", "attic"]},
        "photo": {"help": "A photo."},
    },
    "shown": {
        "metric": {"argument": True},
        "own_collar": {"flags": ["--collar"]},
        "compounds": {"flags": ["--own"]},
        "definition": {"help": "Its own."},
    },
}


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr(arguments, "_WORDS", {**arguments._WORDS, **WORDS})
    monkeypatch.setitem(arguments._GROUPS, "Colours", Colours)
    monkeypatch.setattr(wording, "_OFFERED", {})


@pytest.fixture
def app():
    @command(context_settings={"show_default": True})
    def paint(
        name: "str",
        *,
        is_loud: "bool" = False,
        coats: "int" = 1,
        rooms: "Sequence[str]" = (),
        photo: "Path | None" = None,
        colours: "Colours",
    ) -> None:
        """Paint it."""
        click.echo(f"{name} {is_loud} {coats} {rooms} {photo!r} {colours}")

    return paint


def test_a_command_gets_a_group_of_options_as_one_value(app):
    done = CliRunner().invoke(app, ["house", "-f", "blue", "--loud"])
    assert done.output == f"house True 1 () None {Colours('blue', 3)}\n"


def test_what_is_read_has_the_type_of_its_parameter(app):
    words = ["house", "--coats", "2", "--rooms", "hall", "--rooms", "attic", "--photo", "a.png"]
    done = CliRunner().invoke(app, words)
    assert done.output == (
        f"house False 2 ('hall', 'attic') {Path('a.png')!r} {Colours('red', 3)}\n"
    )
    assert "0 is not in the range x>=1" in CliRunner().invoke(app, ["house", "--coats", "0"]).output
    refused = CliRunner().invoke(app, ["house", "--rooms", "roof"]).output
    assert "'roof' is not one of 'hall', 'attic'" in refused


def test_a_parameter_without_a_default_is_required(app):
    assert "Missing argument 'NAME'" in CliRunner().invoke(app, []).output


def test_the_options_of_a_group_are_in_the_help(app):
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "Paint it." in shown
    _, of_group = shown.split("The colours:")
    assert "--front" in of_group
    assert "Behind.  [default: 3]" in of_group


@pytest.fixture
def show():
    @command(MetricCommand, metric="anls")
    def shown(
        metric: "str | None" = None,
        *,
        own_collar: "str | None" = None,
        compounds: "str | None" = None,
        definition: "str | None" = None,
        metric_options: "MetricOptions",
    ) -> None:
        own = " ".join(filter(None, (own_collar, compounds, definition))) or None
        click.echo(f"{metric} {own} {metric_options.given} {[*metric_options.files]}")

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
    assert "--keywords" in show("wer", "--config=keywords", "--help")
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


def test_an_option_named_as_a_parameter_of_the_command_has_a_value_of_its_own(show):
    assert show("der", "--definition", "a") == "der a {} []\n"
    assert show("der", "--metric-definition", "b") == "der None {'definition': 'b'} []\n"
    assert show("wer", "--own", "a") == "wer a {} []\n"
    assert show("wer", "--metric-compounds", "b") == "wer None {'compounds': 'b'} []\n"


@pytest.mark.parametrize("name", ["metric", "help"])
def test_an_option_of_a_metric_takes_no_word_of_the_command(show, name, monkeypatch):
    option = Option(name, name, "Another thing.", None, (str,), (), False)
    monkeypatch.setattr(Config, "options", [option])
    assert show("wer", f"--metric-{name}", "x") == f"wer None {{'{name}': 'x'}} []\n"
    assert f"--metric-{name}" in show("wer", "--help")


def test_a_refused_option_is_named_by_the_flag_that_the_command_gives_it(monkeypatch):
    option = Option("seed", "seed", "A seed.", None, (int,), (), False)
    of_der = config_of("der").kind
    monkeypatch.setattr(Config, "options", property(lambda each: [option] * (each.kind is of_der)))
    words = ["score", "wer", "-r", "a", "-p", "b", "--metric-seed", "2"]
    refused = shell(*words)
    assert "wer has no option --metric-seed;" in refused.stderr


@pytest.mark.parametrize("value", ["lower", "docvqa"])  # the latter is a metric too
def test_the_value_of_an_option_before_the_metric_is_not_the_metric(show, value):
    words = "--normalizer", value, "wer"
    assert show(*words) == f"wer None {{'normalizer': '{value}'}} []\n"
    shown = show(*words, "--help")
    assert "--costs" in shown
    assert "--threshold" not in shown


def test_the_help_of_every_metric_s_option_is_a_sentence():
    for metric in all_configs():
        for each in options_of_metrics([metric], None, []):
            assert each.help.split("  [default")[0].endswith("."), f"{metric} {each.name}"


def test_an_option_without_a_choice_is_not_offered(tmp_path):
    assert "--reduction corpus|mean" in " ".join(shell("wer", "--help").output.split())
    (path := tmp_path / "a").write_text("a cat\n", "utf-8")
    refused = shell("score", "anls", "-r", path, "-p", path, "--reduction", "mean")
    assert "anls has no option --reduction;" in refused.stderr


def test_in_python_no_alternatives_are_none():
    metrics = [get_metric("wer", options={"alternatives": each}) for each in ("none", None)]
    assert metrics[0].signature() == metrics[1].signature()


def test_no_alternatives_is_a_choice(tmp_path):
    (path := tmp_path / "a").write_text("a cat\n", "utf-8")
    words = ["wer", str(path), str(path), "--alternatives", "non"]
    refused = shell(*words)
    assert "did you mean 'none'? Known: braces, brackets, none" in refused.stderr
    assert "braces|brackets|none" in shell("wer", "--help").output


@pytest.mark.parametrize(
    ("before", "begun", "completed"),
    [
        (["score", "wer", "--costs"], "n", "nist"),
        (["score", "--normalizer", "lower", "wer", "--costs"], "n", "nist"),
        (["score", "--normalizer"], "nfkc,low", "nfkc,lower"),
        (["gate", "a", "b"], "--coll", "--collar"),
        (["score", "wer"], "--coll", None),
        (["gate", "-m"], "ce", "cer"),
        (["baseline", "--metric"], "anls:doc", "anls:docvqa"),
    ],
)
def test_a_shell_completes_the_options_of_metrics_and_their_values(before, begun, completed):
    completion = ShellComplete(program, {}, "levmetrics", "_LEVMETRICS_COMPLETE")
    found = [one.value for one in completion.get_completions(before, begun)]
    assert completed in found if completed else not found


class Stranger(Metric[Any]):
    """A metric of another package.

    Args:
        word (str): a word
        size (int, optional): a size
        depth: a depth.

    """

    def __init__(
        self,
        word: str,
        size: Literal[1, 2] = 2,
        depth: float | Literal["auto", "none"] = 0.0,
        width: Literal["a", None] = None,
    ) -> None: ...


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("--size", "1"), {"size": 1}),
        (("--depth", "0.5"), {"depth": 0.5}),
        (("--depth", "auto"), {"depth": "auto"}),
        (("--width", "a"), {"width": "a"}),
        (("--word", "1"), {"word": "1"}),
    ],
)
def test_options_of_another_package_have_the_types_that_it_annotates(
    show, words, given, monkeypatch
):
    options = Config("Another", Stranger, "key").options
    monkeypatch.setattr(Config, "options", options)
    assert show("wer", *words) == f"wer None {given} []\n"
    lines = [" ".join(line.split()) for line in show("wer", "--help").splitlines()]
    assert "--word NAME A word." in lines
    assert "--size NUMBER A size. [default: 2]" in lines
    assert "--depth auto|none A depth. [default: 0.0]" in lines
    assert "--width a" in lines


def test_files_of_options_are_known(show):
    shown = show("wer", "--glm", "rules.glm")
    assert shown == "wer None {'equivalences': 'rules.glm'} ['equivalences']\n"


def test_an_option_of_no_metric_is_refused_with_the_nearest(show):
    assert "No such option '--colar'" in show("wer", "--colar", "1")


def test_the_help_of_a_command_that_no_metric_is_named_to_lists_all():
    shown = shell("score", "--help", columns=200).output
    assert {*list_metrics()} <= {*shown.split()}
