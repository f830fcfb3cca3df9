"""The table of commands in ``docs/cli.md`` is that of the commands as they are."""

import re

import pytest

from docs.commands import PAGE, renewed, table, table_of_metrics
from tests.shell import shell

# The metric of the commands that need none.
METRIC_OF = {name: name for name in ("wer", "cer", "anls", "record", "rouge")} | dict.fromkeys(
    ("baseline", "align", "confusions"), "wer"
)
COMMANDS = re.findall(r"^\| `levmetrics (\w+)", table(), flags=re.M)


def test_the_page_has_the_table_that_the_commands_make():
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page, "run python -m docs.commands"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_option_that_a_commands_help_names_is_in_the_table(command):
    words = [command, "--help"] if command else ["--help"]
    shown = shell(*words, columns=200).stdout
    options = {*re.findall(r"^  (?:-\w, )?(--?[a-z-]+)", shown, flags=re.M)} - {"--help"}
    name = command or "levmetrics"
    rows = [row for row in table().splitlines() if f"`{name}`" in row.split(" | ")[1]]
    if metric := METRIC_OF.get(command):
        of_metrics = table_of_metrics().splitlines()
        rows += [row for row in of_metrics if f"`{metric}`" in row.split(" | ")[1]]
    assert options == {re.search(r"--?[a-z-]+", row).group() for row in rows}


def test_every_command_of_the_help_is_in_the_table():
    shown = shell("--help", columns=200).stdout
    _, listed = shown.split("Commands")
    assert re.findall(r"^  (\w+)", listed, flags=re.M) == COMMANDS
