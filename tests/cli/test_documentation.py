"""Every example of a command in the documentation shows what the command prints."""

import re
import shlex

import pytest

from tests.documentation import blocks
from tests.packages import needed_packages, needs_tokenizer
from tests.shell import shell

EXAMPLES = [
    pytest.param(example, id=f"{block.page}: {example.partition(chr(10))[0][2:]}")
    for block in blocks("console")
    for example in re.split(r"^(?=\$ )", block.code, flags=re.M)[1:]
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that the examples name, as the page says how to make them."""
    assert shell("demo", "--to", tmp_path).exit_code == 0
    questions, answers = (block.code for block in blocks("json") if block.page == "docs/python.md")
    (tmp_path / "ground_truth.json").write_text(questions, "utf-8")
    (tmp_path / "submission.json").write_text(answers, "utf-8")
    monkeypatch.chdir(tmp_path)
    stored = ["baseline", "ref.txt", "wide.txt", "-o", "baseline.parquet"]
    assert shell(*stored).exit_code == 0


@needs_tokenizer("mecab")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_shows_what_the_command_prints(example):
    command, _, shown = example[2:].partition("\n")
    program, *arguments = shlex.split(command)
    assert program == "levmetrics"
    done = shell(*arguments, columns=80)
    if missing := done.exit_code and needed_packages(done.output):
        pytest.skip(f"needs {' and '.join(missing)}")
    assert done.exit_code == 0
    assert as_shown(done.output) == shown


def as_shown(output):
    """Leave out the versions of packages, sizes of files, and spaces at the ends of lines."""
    lines = [line.rstrip() for line in output.rstrip().split("\n")]
    shown = "".join(
        re.sub(r"\|(pyarrow|python|rapidfuzz|regex|scipy):.*", "|...", line) + "\n"
        for line in lines
    )
    return re.sub(r"[\d,]+ bytes$", "... bytes", shown, flags=re.M)
