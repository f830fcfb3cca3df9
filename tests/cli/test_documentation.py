"""Every example of docs/cli.md shows what the command prints."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from levmetrics.cli import app
from levmetrics.formats.examples import read_example
from tests.packages import needs_tokenizer

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
EXAMPLES = [example for block in BLOCKS for example in re.split(r"^(?=\$ )", block, flags=re.M)[1:]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that the examples name."""
    speech = read_example("speech_en")
    wide, narrow = speech.systems["wide_beams"], speech.systems["narrow_beams"]
    columns = {
        "ref.txt": speech.references,
        "hyp.txt": wide,
        "wide.txt": wide,
        "narrow.txt": narrow,
        "groups.txt": speech.groups,
        "two.txt": speech.references[1:3],
        "two_heard.txt": wide[1:3],
    }
    for name, texts in columns.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n", "utf-8")
    rows = zip(speech.references, wide, speech.groups, strict=True)
    table = "\n".join(",".join(row) for row in [("reference", "prediction", "voice"), *rows])
    (tmp_path / "speech.csv").write_text(table, "utf-8")
    monkeypatch.chdir(tmp_path)


@needs_tokenizer("mecab")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[text.partition("\n")[0][2:] for text in EXAMPLES]
)
def test_an_example_shows_what_the_command_prints(example):
    command, _, shown = example[2:].partition("\n")
    program, *arguments = shlex.split(command)
    assert program == "levmetrics"
    done = CliRunner(env={"COLUMNS": "80"}).invoke(app, arguments)
    assert done.exit_code == 0
    assert as_shown(done.output) == shown


def as_shown(output):
    """Leave out the versions of packages, and spaces at the ends of lines."""
    lines = [line.rstrip() for line in output.rstrip().split("\n")]
    return "".join(re.sub(r"\|rapidfuzz:.*", "|...", line) + "\n" for line in lines)
