"""Costs "nist": of the alignments with the lowest cost, the one that sclite takes."""

import csv
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics import align, error_counts
from tests import oracles

TIES = Path(__file__).parents[1] / "data" / "sclite" / "ties.tsv"
LETTERS = {"equal": "C", "substitute": "S", "delete": "D", "insert": "I"}
VOCABULARIES = {size: [f"w{i}" for i in range(size)] for size in (3, 8, 26)}


def aligned(pred, target):
    """Return the steps of the alignment that is shown, whose counts are those of the score."""
    shown = align(pred, target, costs="nist")
    counts = error_counts([pred], [target], costs="nist")
    assert shown.counts == counts
    return "".join(LETTERS[each.kind] * each.size for each in shown.operations)


def counted(pairs):
    preds, target = zip(*pairs, strict=True)
    found = error_counts([*preds], [*target], costs="nist")
    columns = found.hits, found.substitutions, found.deletions, found.insertions
    return [*zip(*(column.tolist() for column in columns), strict=True)]


def random_texts(rng, size, longest, number):
    """Return predictions and references of which a third are similar."""
    pairs = oracles.random_pairs(rng, number // 3, VOCABULARIES[size], longest)
    while len(pairs) < number:
        pairs.append([rng.choices(VOCABULARIES[size], k=rng.randint(1, longest)) for _ in "pt"])
    return [(" ".join(pred), " ".join(target or ["w0"])) for pred, target in pairs]


def test_pairs_with_ties_are_aligned_as_sclite_aligns_them():
    rows = [*csv.reader(TIES.open(encoding="utf-8"), delimiter="\t")]
    assert len(rows) == 300
    for reference, hypothesis, steps in rows:
        assert aligned(hypothesis, reference) == steps


@settings(max_examples=50)
@given(st.randoms(use_true_random=False), st.sampled_from([1, 3, 8, 26]))
def test_the_alignment_is_the_textbooks_with_sclites_order_of_ties(rng, letters):
    pairs = oracles.random_pairs(rng, 8, oracles.ALPHABET[:letters], longest=30)
    for pred, target in pairs:
        assert aligned(pred, target) == oracles.sclites_steps(pred, target)


def test_texts_of_more_than_a_word_of_the_kernel_are_counted_so_too():
    rng = random.Random(7)
    pairs = [pair for size in VOCABULARIES for pair in random_texts(rng, size, 300, 6)]
    steps = [oracles.sclites_steps(pred.split(), target.split()) for pred, target in pairs]
    assert counted(pairs) == [tuple(map(each.count, "CSDI")) for each in steps]


@pytest.mark.skipif(not shutil.which("sctk"), reason="sclite is not installed")
@pytest.mark.parametrize(("size", "longest"), [(3, 12), (8, 12), (26, 12), (8, 60)])
def test_the_counts_of_random_pairs_are_sclites(tmp_path, size, longest):
    pairs = random_texts(random.Random(size), size, longest, 3_000 if longest == 12 else 300)
    for side, texts in zip(("hyp", "ref"), zip(*pairs, strict=True), strict=True):
        lines = (f"{text} (s-{i:04d})\n" for i, text in enumerate(texts))
        (tmp_path / side).write_text("".join(lines))
    files = f"-r {tmp_path}/ref trn -h {tmp_path}/hyp trn -i spu_id -s -o pra stdout"
    done = subprocess.run(
        ["sctk", "sclite", *files.split()], capture_output=True, text=True, check=True
    )
    found = re.findall(r"Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)", done.stdout)
    assert [tuple(map(int, each)) for each in found] == counted(pairs)
