"""Alternatives, compounds and phrases from the command line; sclite's files as it scores them."""

import csv
import json
import random

import pytest
from typer.testing import CliRunner

from levmetrics.cli import app
from tests.formats.kinds.sclite import needs_sclite, sclite

WORDS = ["a", "b", "c", "d"]


def scored(*arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
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


def test_other_scores_refuse_the_alternatives_that_they_would_take_for_words(tmp_path):
    for name, text in (("ref", "{ a / b } (u-1)\n"), ("hyp", "a (u-1)\n")):
        (tmp_path / f"{name}.trn").write_text(text)
    files = [str(tmp_path / "ref.trn"), str(tmp_path / "hyp.trn")]
    done = CliRunner().invoke(app, ["anls", *files])
    assert done.exit_code == 2
    assert "line 1 has alternatives" in done.stderr


@pytest.mark.parametrize(
    ("reference", "options"),
    [
        ("my high school", ["--compounds", "merge"]),
        ("my { highschool / college }", ["--alternatives", "braces"]),
        ("my college", ["--glm", "same.glm"]),
        ("My high-school", ["--config", "openasr"]),
    ],
)
def test_other_wordings_are_right_by_option(tmp_path, monkeypatch, reference, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text(f"{reference}\n")
    (tmp_path / "hyp.txt").write_text("my highschool\n")
    (tmp_path / "same.glm").write_text("highschool => college\n")
    assert scored("wer", "ref.txt", "hyp.txt", *options)["wer"] == 0
