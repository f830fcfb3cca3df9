"""Errors of words, case and marks are those that textbook alignments have."""

import random
import unicodedata

import numpy as np
import pytest

import levmetrics as lm
from levmetrics import InputError, Run
from levmetrics.error_rates.formatting import (
    FormattingCounts,
    FormattingMetric,
    pieces,
)
from tests import oracles

WORDS = ["a", "A", "b", "Straße", "STRASSE", "don't", "語", "שלום"]
MARKS = [".", ",", "?", "…", "「", "。", "،"]
WORD_COUNTS = ["substitutions", "deletions", "insertions", "hits"]
NAMES = [*WORD_COUNTS, "case_errors", *(f"punctuation_{name}" for name in WORD_COUNTS)]


def formatted(**options):
    return FormattingMetric(**options).called("formatted", "formatted_wer")


def counted(pred, target, tokenizer="whitespace"):
    """The counts of one sample by their names, without those that are 0."""
    counts = lm.score([pred], [target], "formatted", tokenizer=tokenizer).counts()
    return {name: count for name in NAMES if (count := int(counts[name][0]))}


def alignments(pred, target):
    """Every alignment of words with the fewest errors, as pairs of positions, of which one is None.

    By the recursion of Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 1974.
    """

    def distance(i, j):
        return oracles.edit_distance(
            [word.casefold() for word in pred[:i]], [word.casefold() for word in target[:j]]
        )

    def to(i, j):
        if not i and not j:
            yield []
        if i and distance(i - 1, j) + 1 == distance(i, j):
            yield from ([*steps, (i - 1, None)] for steps in to(i - 1, j))
        if j and distance(i, j - 1) + 1 == distance(i, j):
            yield from ([*steps, (None, j - 1)] for steps in to(i, j - 1))
        if i and j:
            cost = pred[i - 1].casefold() != target[j - 1].casefold()
            if distance(i - 1, j - 1) + cost == distance(i, j):
                yield from ([*steps, (i - 1, j - 1)] for steps in to(i - 1, j - 1))

    return to(len(pred), len(target))


def between(tokens, words):
    """The marks before, between and after these words of the tokens, which are their positions."""
    places, number = [[]], -1
    for token in tokens:
        if token in MARKS:
            places[-1].append(token)
        else:
            number += 1
            if number in words:
                places.append([])
    return places


def possible_counts(pred, target):
    """The counts of every alignment with the fewest errors, as tuples in the order of NAMES."""
    heard, said = ([token for token in side if token not in MARKS] for side in (pred, target))
    found = set()
    for steps in alignments(heard, said):
        both = [(i, j) for i, j in steps if i is not None and j is not None]
        equal = [(i, j) for i, j in both if heard[i].casefold() == said[j].casefold()]
        marks = {(0, 0, 0, 0)}
        for p, t in zip(
            between(pred, [i for i, _ in both]), between(target, [j for _, j in both]), strict=True
        ):
            errors = oracles.edit_distance(p, t)
            here = set()
            for hits in oracles.possible_hits(p, t):
                s = len(p) + len(t) - 2 * hits - errors
                here.add((s, len(t) - hits - s, len(p) - hits - s, hits))
            marks = {tuple(map(sum, zip(a, b, strict=True))) for a in marks for b in here}
        words = (
            len(both) - len(equal),
            sum(i is None for i, _ in steps),
            sum(j is None for _, j in steps),
            len(equal),
            sum(heard[i] != said[j] for i, j in equal),
        )
        found |= {(*words, *of_marks) for of_marks in marks}
    return found


def test_counts_are_those_of_an_alignment_by_the_textbook():
    rng = random.Random(0)
    samples = []
    for _ in range(400):
        few = rng.sample(WORDS, 3) + rng.sample(MARKS, 2)
        target = oracles.random_tokens(rng, rng.randrange(7), few)
        samples.append((oracles.mutated(rng, target, few)[:7], target))
    texts = [[" ".join(side) for side in sides] for sides in zip(*samples, strict=True)]
    counts = lm.score(*texts, "formatted").counts()
    rows = np.stack([counts[name] for name in NAMES], axis=1).tolist()
    possible = [possible_counts(*sample) for sample in samples]
    assert all(tuple(row) in counts for row, counts in zip(rows, possible, strict=True))
    assert sum(len(counts) == 1 for counts in possible) > 250
    assert np.sum(rows, axis=0).all()  # every kind of error occurs


def test_the_example_of_librispeech_pc_has_its_error_rate_of_punctuation():
    run = Run.of(
        formatted(), ["Hi dear! Nice to see you! What's?"], ["Hi, dear! Nice to see you. What's"]
    )
    assert run.result()["punctuation_error_rate"] == 0.75
    assert run.result()["wer"] == 0
    assert run.result()["formatted_wer"] == 3 / 10


@pytest.mark.parametrize(
    ("pred", "target", "expected"),
    [
        ("", "", {}),
        ("a b", "a b", {"hits": 2}),
        ("...", "", {"punctuation_insertions": 3}),
        ("", "…", {"punctuation_deletions": 1}),
        ("a - b", "a b", {"hits": 2, "punctuation_insertions": 1}),
        ("a— b", "a —b", {"hits": 2, "punctuation_hits": 1}),
        ("a.", "a b.", {"hits": 1, "deletions": 1, "punctuation_hits": 1}),
        ("x.", "hello.", {"substitutions": 1, "punctuation_hits": 1}),
        ("a. b", "a b.", {"hits": 2, "punctuation_deletions": 1, "punctuation_insertions": 1}),
        ("ΟΔΟΣ", "οδός", {"substitutions": 1}),
        ("ΟΔΟΣ", "οδος", {"hits": 1, "case_errors": 1}),
        ("كيف؟", "كيف?", {"hits": 1, "punctuation_substitutions": 1}),
        ("क्या।", "क्या", {"hits": 1, "punctuation_insertions": 1}),
    ],
)
def test_counts_by_hand(pred, target, expected):
    assert counted(pred, target) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't Don’t rock'n'roll", ["don't", "Don’t", "rock'n'roll"]),
        ("well-known 日本‐米国 snake_case", ["well-known", "日本‐米国", "snake_case"]),
        ("U.S. e.g. 3.14, 1,000.", ["U.S", "e.g", "3.14", "1,000"]),
        ("yes—no (word)s 'quoted' -5", ["yes", "no", "word", "s", "quoted", "5"]),
        ("今日は、いい。", ["今日は", "いい"]),
        ("e\u0301's", ["e\u0301's"]),
        ("$5 = 4€", ["$5", "=", "4€"]),
        ("。！", []),
    ],
)
def test_marks_within_words_and_numbers_are_a_part_of_them(text, words):
    cut = [piece for token in text.split() for piece in pieces(token)]
    assert [piece for piece, is_mark in cut if not is_mark] == words
    assert "".join(piece for piece, _ in cut) == "".join(text.split())


def test_every_character_of_category_p_alone_is_a_mark_and_no_other_is():
    every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    is_mark = {c: pieces(c)[0][1] for c in every}
    of_python = {c for c in every if unicodedata.category(c).startswith("P")}
    assert of_python <= {c for c in every if is_mark[c]}  # regex may know a newer Unicode
    letters = [c for c, mark in is_mark.items() if mark and unicodedata.category(c)[0] in "LNS"]
    assert not letters


def test_japanese_takes_a_tokenizer_that_finds_words():
    pytest.importorskip("fugashi")
    assert counted("今日はいい天気。", "今日は、良い天気。", "mecab") == {
        "substitutions": 1,
        "hits": 3,
        "punctuation_deletions": 1,
        "punctuation_hits": 1,
    }


def test_the_reference_with_the_lowest_formatted_error_rate_counts():
    run = Run.of(formatted(reduction="none"), ["Yes."], [["yes", "Yes."]])
    assert (run.result()["formatted_wer"], run.result()["reference"]) == ([0.0], [1])


def test_the_alignment_is_of_words_and_marks_as_they_are_written():
    run = Run.of(formatted(), ["yes no"], ["Yes, no."])
    assert run.alignment(0).target == ("Yes", ",", "no", ".")
    assert run.confusions().deletions == ((",", 1), (".", 1))


def test_tokens_are_refused_since_they_have_no_marks_of_their_own():
    with pytest.raises(
        InputError, match=r"predictions\[0\] is of type list; every prediction must be"
    ):
        Run.of(formatted(), [["a", "."]], [["a"]])


def test_nothing_has_no_errors():
    result = Run.of(formatted(), [], []).result()
    rates = FormattingCounts.empty().rates()
    assert {name for name, value in result.items() if value != 0} == {*rates}
    assert FormattingCounts.empty().rows().shape == (0, len(NAMES) + 1)
