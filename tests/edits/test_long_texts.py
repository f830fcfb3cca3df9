"""Long texts: found sooner where they are alike, the same numbers, and open to an interrupt."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import levmetrics
from levmetrics import align, error_counts, score
from levmetrics.edits.kernel import (
    count_edits,
    edit_places,
    pair_counts,
    pair_distances,
    single_edits,
)
from levmetrics.edits.pairs import numbered
from levmetrics.edits.reader import token_pairs
from tests import oracles
from tests.packages import every_tokenizer

ROOT = Path(__file__).parents[2]
WORDS = ["who", "is", "there", "猫", "今日", "한국어", "é"]


@pytest.mark.usefixtures("everything_is_long")
@pytest.mark.parametrize("tokenizer", ["char", "whitespace", str.split])
@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]))
def test_searches_that_are_cut_off_find_what_the_textbook_finds(tokenizer, seed, cost):
    join = "" if tokenizer == "char" else " "
    pairs = oracles.random_pairs(random.Random(seed), 8, WORDS, longest=40)
    texts = [[join.join(side) for side in sides] for sides in zip(*pairs, strict=True)]
    given_pairs = token_pairs(*texts, tokenizer)
    sides = [[list(text) if tokenizer == "char" else text.split() for text in t] for t in texts]
    found = pair_distances(given_pairs, substitution_cost=cost).distance.tolist()
    assert found == [oracles.edit_distance(p, t, cost) for p, t in zip(*sides, strict=True)]
    counts = pair_counts(given_pairs)
    places = edit_places(given_pairs)
    for i, (pred, target) in enumerate(zip(*sides, strict=True)):
        target_numbers, pred_numbers = numbered(target, pred)
        plain = Levenshtein.editops(target_numbers, pred_numbers)
        assert counts.hits[i] == sum(block.size for block in plain.as_matching_blocks())
        assert counts.hits[i] in oracles.possible_hits(pred, target)
        assert single_edits(pred_numbers, target_numbers).as_list() == plain.as_list()
        slots = [2 * place + (kind != "insert") for kind, place, _ in plain.as_list()]
        assert places.slot[places.sample == i].tolist() == slots
    assert sum(count_edits(given_pairs).values()) == len(places.slot)


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.02, 0.2, 0.7, 1.0])
def test_texts_of_thousands_of_words_have_the_counts_of_jiwer(rate):
    jiwer = pytest.importorskip("jiwer")
    pytest.importorskip("torchmetrics")
    rng = random.Random(int(1000 * rate))
    vocabulary = [f"w{i}" for i in range(700)]
    reference = oracles.random_tokens(rng, 6_000, vocabulary)
    prediction = [rng.choice(vocabulary) if rng.random() < rate else word for word in reference]
    del prediction[100:130]
    pred, target = " ".join(prediction), " ".join(reference)
    theirs = jiwer.process_words(target, pred)
    counts = error_counts([pred, "a b"], [target, "a c"]).take([0])
    aligned = align(pred, target).counts
    for name in ("substitutions", "deletions", "insertions", "hits"):
        assert getattr(counts, name).tolist() == [getattr(theirs, name)]
        assert getattr(aligned, name).tolist() == [getattr(theirs, name)]
    assert levmetrics.WordErrorRate()(pred, target).item() == theirs.wer


@pytest.mark.slow
def test_a_million_distinct_words_with_few_edits_are_counted_and_aligned():
    reference = [f"w{i}" for i in range(1_060_000)]
    prediction = [*reference[:500_000], "x", "y", *reference[500_003:-1]]
    pred, target = " ".join(prediction), " ".join(reference)
    counts = error_counts(pred, target)
    assert repr(counts) == (
        "ErrorCounts(substitutions=[2], deletions=[2], insertions=[0], hits=[1059996])"
    )
    assert align(prediction, reference).counts == counts
    assert score([pred], [target]).confusions().deletions == (("w1059999", 1), ("w500002", 1))


# --- interrupts and the end of a process ---------------------------------------------------------

LONG_WORK = """
import os, signal, threading, time
from random import randbytes
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
from levmetrics import align, align_all, error_counts
from levmetrics.sums.error_counts import total_errors
from levmetrics.edits.reader import token_pairs
def text(n):
    return randbytes(n // 2).hex()
def words(n):
    return randbytes(2 * n).hex(" ", 2)
def interrupt_soon():
    # By processor time, on a busy machine too: the texts are prepared then, and are searched.
    end = time.process_time() + 0.8
    while time.process_time() < end:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
"""
CALLS = {
    "characters": ("text(4_000_000)", "total_errors(token_pairs(a, a[::-1], 'char'))"),
    "words": ("words(2_000_000)", "total_errors(token_pairs(a, a[::-1], 'whitespace'))"),
    "many characters": (
        "[text(60_000) for _ in range(300)] * 3",
        "error_counts(a, a[::-1], tokenizer='char')",
    ),
    "many words": ("[words(30_000) for _ in range(200)]", "error_counts(a, a[::-1])"),
    "alignments": ("[words(30_000) for _ in range(200)]", "list(align_all(a, a[::-1]))"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(("texts", "call"), CALLS.values(), ids=CALLS)
def test_an_interrupt_is_answered_while_long_texts_are_searched(texts, call):
    assert_interrupt_is_answered(texts, call)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_an_interrupt_is_answered_while_a_single_pair_is_aligned(kernel):
    if kernel == "portable":
        pytest.skip("RapidFuzz's alignment of one pair holds the GIL")
    assert_interrupt_is_answered("words(2_000_000)", "align(a, a[::-1])")


def assert_interrupt_is_answered(texts, call):
    """The searches take minutes; without an answer the process does not end in time."""
    code = (
        f"{LONG_WORK}a = {texts}\nthreading.Thread(target=interrupt_soon, daemon=True).start()\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n    os._exit(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


@pytest.mark.parametrize("tokenizer", every_tokenizer(["char", "whitespace", "mecab"]))
def test_large_input_is_scored_while_the_process_ends(tokenizer):
    code = (
        "import atexit, levmetrics\n"
        "from tests.corpora import ASR_EN, read_pairs\n"
        "preds, references = read_pairs(ASR_EN)\n"
        "preds, references = (c.texts.to_pylist() * 12 for c in (preds, references))\n"
        f"score = lambda: levmetrics.error_counts(preds, references, tokenizer={tokenizer!r}).wer\n"
        "before = score()\n"
        "atexit.register(lambda: print(score() == before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
