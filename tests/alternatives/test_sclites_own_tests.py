"""The tests that NIST publishes with sclite, and the counts that it publishes as expected."""

import csv
import re
from pathlib import Path

import pytest

from tests.shell import run, shell

DATA = Path(__file__).parents[1] / "data" / "sclite"
COUNTS = ("hits", "substitutions", "deletions", "insertions")
EXPECTED = {
    name: tuple(map(int, counts))
    for name, *counts in csv.reader((DATA / "tests.counts.tsv").open(), delimiter="\t")
}
# What comes to other counts here, and why.
OPTIONAL = "sclite forgives optional words after it has aligned; here they are part of the search"
FRAGMENTS = "with -F, the fragment 'c-' is right for 'c'; there is no such option here"
TAGS = "what follows a semicolon in a word is a tag to sclite, and text here"
OTHERS = {
    "od1-5": ((2, 1, 0, 2), OPTIONAL),
    "od3-5": ((2, 1, 0, 2), OPTIONAL),
    "od3-2": ((2, 1, 0, 1), FRAGMENTS),
    "od3-4": ((2, 1, 0, 2), FRAGMENTS),
    "od3-8": ((3, 1, 1, 1), FRAGMENTS),
    "tags-1": ((3, 3, 0, 0), TAGS),
    "tags-4": ((1, 5, 0, 0), TAGS),
}
# Hypotheses with alternatives, which are refused.
REFUSED = {"h_0", "i_1", "i_2", "i_3", "i_4", "alt-4", "alt-5", "alt-6", "alt-9"}
OPTIONS = ["--costs", "nist", "--normalizer", "lower"]  # sclite folds case


def utterances(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return {re.search(r"\((\S+)\)$", line)[1]: line for line in lines if not line.startswith(";;")}


def counted(references, predictions, folder):
    """Return the four counts of every utterance by its id, as the command line has them."""
    files = [folder / "ref.trn", folder / "hyp.trn"]
    for file, lines in zip(files, (references, predictions), strict=True):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    details = folder / "samples.csv"
    run("wer", *files, *OPTIONS, "--details", details)
    rows = csv.DictReader(details.open(encoding="utf-8-sig"))
    return {row["id"]: tuple(int(row[count]) for count in COUNTS) for row in rows}


def test_sclites_own_cases_have_the_counts_of_its_report(tmp_path):
    references, predictions = utterances("tests.ref.trn"), utterances("tests.hyp.trn")
    assert references.keys() == predictions.keys() == EXPECTED.keys()
    kept = references.keys() - REFUSED
    found = counted(
        [references[name] for name in kept], [predictions[name] for name in kept], tmp_path
    )
    others = {name: counts for name, (counts, _) in OTHERS.items()}
    assert found == {name: EXPECTED[name] for name in kept} | others
    assert all(EXPECTED[name] != counts for name, counts in others.items())


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_hypothesis_with_alternatives_is_refused(name, tmp_path):
    line = utterances("tests.hyp.trn")[name]
    for file in ("ref.trn", "hyp.trn"):
        (tmp_path / file).write_text(line if file == "hyp.trn" else f"a ({name})")
    done = shell("wer", tmp_path / "ref.trn", tmp_path / "hyp.trn")
    assert done.exit_code == 2
    assert "has alternatives ({), which only references may have" in done.stderr


def test_ukrainian_has_the_sums_of_sclites_report(tmp_path):
    references, predictions = utterances("ukrainian.ref.trn"), utterances("ukrainian.hyp.trn")
    found = counted(references.values(), predictions.values(), tmp_path)
    assert tuple(map(sum, zip(*found.values(), strict=True))) == (59, 7, 0, 2)
    assert sum(any(errors) for _, *errors in found.values()) == 5
