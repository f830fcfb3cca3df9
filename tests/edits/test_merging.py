"""Compounds that one side joins, and Kaldi's choice among alignments, against kaldialign."""

import random

import numpy as np
import pytest

from levmetrics import align, error_counts, get_tokenizer
from levmetrics.edits.kernel import pair_counts, pair_merges
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, WordColumn
from tests.corpora import ASR_EN, OCR_JA, SPEECH, read_pairs
from tests.packages import needs

WORDS = ["a", "b", "ab", "ba", "aa", "aab", "aba", "日", "日本", "本"]


def random_texts(number, seed):
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randint(0, 9))) for _ in range(number)]


def columns(kind, *sides):
    return [kind(Texts.of(side)) for side in sides]


def kaldialigns(pred, target, costs, merges):
    import kaldialign

    counts = kaldialign.edit_distance(target, pred, costs == "nist", merges)
    return [counts["sub"], counts["del"], counts["ins"]]


def counted(counts):
    deletions = counts.target_length - counts.hits - counts.substitutions
    insertions = counts.pred_length - counts.hits - counts.substitutions
    return np.stack([counts.substitutions, deletions, insertions], axis=1).tolist()


@needs("kaldialign")
@pytest.mark.parametrize(("costs", "merges"), [("kaldi", False), ("unit", True), ("nist", True)])
def test_every_count_is_kaldialigns_on_random_texts(costs, merges, kernel):
    number = 5_000 if kernel == "compiled" else 500
    preds, target = random_texts(number, 1), random_texts(number, 2)
    pairs = TokenPairs(*columns(WordColumn, preds, target), merges_compounds=merges)
    assert counted(pair_counts(pairs, costs=costs)) == [
        kaldialigns(pred.split(), reference.split(), costs, merges)
        for pred, reference in zip(preds, target, strict=True)
    ]


@needs("kaldialign")
@pytest.mark.parametrize("system", [*SPEECH.systems])
def test_every_count_is_kaldialigns_on_real_speech(system, kernel):
    rows = slice(None if kernel == "compiled" else 40)
    preds, target = SPEECH.systems[system][rows], SPEECH.references[rows]
    spaced = [text.replace("o", "o ", 1) for text in preds]  # so that words are to be merged
    for texts in (preds, spaced):
        pairs = TokenPairs(*columns(WordColumn, texts, target), merges_compounds=True)
        assert counted(pair_counts(pairs)) == [
            kaldialigns(pred.split(), reference.split(), "unit", True)
            for pred, reference in zip(texts, target, strict=True)
        ]


@needs("kaldialign")
@pytest.mark.parametrize(("costs", "merges"), [("kaldi", False), ("unit", True)])
@pytest.mark.parametrize("path", [ASR_EN, OCR_JA], ids=["asr_en", "ocr_ja"])
def test_every_count_is_kaldialigns_on_recognised_texts(path, costs, merges, kernel):
    tokenizer = get_tokenizer("grapheme" if path == OCR_JA else "whitespace")
    rows = slice(None if kernel == "compiled" else 40)
    preds, target = (
        [" ".join(tokenizer(text)) for text in column.texts.to_pylist()[rows]]
        for column in read_pairs(path)
    )
    pairs = TokenPairs(*columns(WordColumn, preds, target), merges_compounds=merges)
    assert counted(pair_counts(pairs, costs=costs)) == [
        kaldialigns(pred.split(), reference.split(), costs, merges)
        for pred, reference in zip(preds, target, strict=True)
    ]


@needs("kaldialign")
def test_characters_have_kaldis_choice_too():
    preds, target = random_texts(300, 3), random_texts(300, 4)
    pairs = TokenPairs(*columns(Characters, preds, target))
    assert counted(pair_counts(pairs, costs="kaldi")) == [
        kaldialigns([*pred], [*reference], "kaldi", False)
        for pred, reference in zip(preds, target, strict=True)
    ]


def test_merges_have_the_same_characters_on_both_sides_and_one_word_on_one():
    preds, target = random_texts(300, 5), random_texts(300, 6)
    merges = pair_merges(TokenPairs(*columns(WordColumn, preds, target), merges_compounds=True))
    assert len(merges.pair) > 30
    for pair, *span in zip(*(column.tolist() for column in merges), strict=True):
        words = target[pair].split()[span[0] : span[1]]
        heard = preds[pair].split()[span[2] : span[3]]
        assert "".join(words) == "".join(heard)
        assert sorted([len(words), len(heard)])[0] == 1 < max(len(words), len(heard))


@pytest.mark.parametrize("costs", ["unit", "nist", "kaldi"])
def test_the_alignment_has_the_counts_of_the_scores(costs):
    for pred, target in zip(random_texts(100, 9), random_texts(100, 10), strict=True):
        counts = error_counts(pred, target, costs=costs, compounds="merge")
        assert align(pred, target, costs=costs, compounds="merge").counts == counts
        if costs == "kaldi":
            assert align(pred, target, costs=costs).counts == error_counts(
                pred, target, costs=costs
            )


def test_an_alignment_shows_a_merge_as_one_column():
    alignment = align("my highschool", "a high school", compounds="merge")
    assert [operation.kind for operation in alignment.operations] == ["substitute", "merge"]
    assert str(alignment).splitlines()[2].split() == ["S", "="]
    assert "high" in alignment.to_html()
    assert alignment.to_dict()["counts"]["hits"] == 2


def test_a_word_can_be_merged_of_more_than_two():
    assert error_counts("a b c d", "abcd", compounds="merge").wer == 0
    counts = error_counts("abcd", "a b c d", compounds="merge")
    assert counts.hits.tolist() == [4]
    assert counts.prediction_length.tolist() == [4]
