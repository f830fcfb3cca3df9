"""Alternatives, compounds and phrases from the command line; sclite's files as it scores them."""

import csv
import json
import random
import re

import pytest

from tests.formats.kinds.sclite import needs_sclite, sclite
from tests.packages import needs_config
from tests.shell import shell

WORDS = ["a", "b", "c", "d"]


def scored(*arguments):
    done = shell(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout[done.stdout.index("{") :])


def random_side(draw, depth):
    parts = draw.choices(WORDS, k=draw.randint(1, 3))
    if depth:
        inner = [" ".join(random_side(draw, depth - 1)) for _ in range(draw.randint(1, 3))]
        alternatives = " / ".join([*inner, draw.choice(["@", "d d"])])
        parts.insert(draw.randint(0, len(parts)), f"{{ {alternatives} }}")
        parts.insert(draw.randint(0, len(parts)), draw.choice(["(b)", "@", "c"]))
    return parts


@needs_sclite
@pytest.mark.parametrize("optional_words", [False, True])
def test_a_trn_file_with_alternatives_costs_what_it_costs_in_sclite(tmp_path, optional_words):
    draw = random.Random(1)
    references = [" ".join(random_side(draw, 2)) for _ in range(200)]
    if not optional_words:
        references = [text.replace("(b)", "b") for text in references]
    predictions = [" ".join(draw.choices(WORDS, k=draw.randint(0, 6))) for _ in range(200)]
    for name, texts in (("ref", references), ("hyp", predictions)):
        lines = (f"{text} (s_{i})" for i, text in enumerate(texts))
        (tmp_path / f"{name}.trn").write_text("\n".join(lines) + "\n")
    ref, hyp = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    edits = sclite("-i", "spu_id", "-D", "-r", ref, "trn", "-h", hyp, "trn")
    assert len(edits) == 200
    costs = {"S": 4, "D": 3, "I": 3, "C": 0}
    theirs = [sum(costs[kind] for kind, *_ in edits[f"s_{i}"]) for i in range(200)]
    details = tmp_path / "samples.csv"
    summary = scored("wer", ref, hyp, "--costs", "nist", "--details", details)
    assert "|alternatives:braces|" in summary["signature"]
    rows = csv.DictReader(details.open(encoding="utf-8-sig"))
    ours = [
        4 * int(row["substitutions"]) + 3 * (int(row["deletions"]) + int(row["insertions"]))
        for row in rows
    ]
    if optional_words:  # sclite forgives them after it has aligned, and may miss the best alignment
        assert all(own <= other for own, other in zip(ours, theirs, strict=True))
        assert sum(own == other for own, other in zip(ours, theirs, strict=True)) > 180
    else:
        assert ours == theirs


def test_an_stm_file_with_alternatives_is_read(tmp_path):
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    ref.write_text("f 1 ann 0.0 2.0 <o> { going to / gonna } (uh) go\n")
    hyp.write_text("f 1 0.1 0.2 gonna\nf 1 0.5 0.2 go\n")
    result = scored("wer", ref, hyp)
    assert result["wer"] == 0
    assert result["reference_length"] == 3


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with references that have alternatives, faulty ones, and two systems."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "ref": "we { are / @ } here (u-1)\n(uh) yes (u-2)\n",
        "bad": "we are here (u-1)\nwe { are here (u-2)\n",
        "hyp": "we here (u-1)\nyes (u-2)\n",
        "other": "we are here (u-1)\nyes yes (u-2)\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.trn").write_text(text)


SYSTEMS = ["-r", "{}.trn", "-p", "hyp.trn", "other.trn"]
READERS = {
    "wer": ["wer", "{}.trn", "hyp.trn"],
    "align": ["align", "{}.trn", "hyp.trn"],
    "compare": ["compare", "wer", *SYSTEMS],
    "report": ["report", "wer", *SYSTEMS, "-o", "out.html"],
}


def run(arguments, references, *options):
    given = [argument.format(references) for argument in arguments]
    return shell(*given, *options)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("arguments", READERS.values(), ids=READERS)
def test_every_command_of_error_rates_reads_the_alternatives_of_a_trn_file(arguments):
    done = run(arguments, "ref")
    assert done.exit_code == 0, done.stderr
    assert re.search(r"\b0\.00 %|^hyp +0\.0000\b", done.stdout, re.M)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("arguments", READERS.values(), ids=READERS)
def test_a_fault_of_alternatives_is_said_with_its_file_and_id(arguments):
    done = run(arguments, "bad")
    assert done.exit_code == 2
    assert "bad.trn, text, id u-2, character 3: '{' has no '}' after it" in done.stderr


def test_a_fault_of_alternatives_is_said_with_its_row_in_whatever_batch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text("a\n" * 30_000 + "[a\n")
    (tmp_path / "hyp.txt").write_text("a\n" * 30_001)
    done = shell("wer", "ref.txt", "hyp.txt", "--alternatives", "brackets")
    assert "Error: ref.txt, row 30,001, character 0: '['" in done.stderr


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["anls", "ref.trn", "hyp.trn"], "which anls does not read; write one"),
        (
            ["wer", "ref.trn", "hyp.trn", "--config", "formatted"],
            "which formatted does not read; write one of them alone, or take wer",
        ),
        (["compare", "anls", *SYSTEMS], "which anls does not read"),
        (["report", "anls", *SYSTEMS, "-o", "out.html"], "which anls does not read"),
        (
            ["wer", "ref.trn", "hyp.trn", "--alternatives", "none"],
            "which --alternatives none leaves unread; leave it out, or write one of them alone",
        ),
        (
            ["wer", "ref.trn", "hyp.trn", "--alternatives", "brackets"],
            "which --alternatives brackets leaves unread",
        ),
        (["wer", "hyp.trn", "ref.trn"], "which only references may have; write one of them alone"),
    ],
)
def test_alternatives_that_would_be_taken_for_words_are_refused(arguments, message):
    done = run(arguments, "ref")
    assert done.exit_code == 2
    assert f"ref.trn, line 1 has alternatives ({{), {message}" in done.stderr


def test_words_in_parentheses_are_words_without_alternatives(tmp_path):
    for name, text in (("ref", "(uh) yes (u-1)\n"), ("hyp", "yes (u-1)\n")):
        (tmp_path / f"{name}.trn").write_text(text)
    files = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    assert scored("wer", *files)["wer"] == 0
    result = scored("wer", *files, "--alternatives", "none")
    assert result["wer"] == 0.5
    assert "alternatives" not in result["signature"]


def test_the_help_shows_how_alternatives_are_written():
    done = shell("wer", "--help", columns=200)
    shown = " ".join(done.stdout.split())
    assert "{ going to / gonna }, the default in trn and stm files;" in shown
    assert "brackets, as in [going to|gonna]; or none." in shown


@pytest.mark.parametrize(
    ("reference", "options"),
    [
        ("my high school", ["--compounds", "merge"]),
        ("my { highschool / college }", ["--alternatives", "braces"]),
        ("my college", ["--glm", "same.glm"]),
        pytest.param("My high-school", ["--config", "openasr"], marks=needs_config("openasr")),
    ],
)
def test_other_wordings_are_right_by_option(tmp_path, monkeypatch, reference, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text(f"{reference}\n")
    (tmp_path / "hyp.txt").write_text("my highschool\n")
    (tmp_path / "same.glm").write_text("highschool => college\n")
    assert scored("wer", "ref.txt", "hyp.txt", *options)["wer"] == 0


def test_a_lone_brace_is_a_letter_where_alternatives_are_not_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.trn").write_text("su}ila {lrajulu (u-1)\nna}ib (u-2)\n")
    (tmp_path / "hyp.trn").write_text("su}ila {lrajulu (u-1)\nnaib (u-2)\n")
    done = shell("wer", "ref.trn", "hyp.trn", "--alternatives", "none")
    assert (done.exit_code, "33.33 %" in done.stdout) == (0, True), done.output
