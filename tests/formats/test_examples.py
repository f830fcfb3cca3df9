"""The examples are what they are said to be."""

from collections import Counter

import pytest

from levmetrics import InputError, error_counts
from levmetrics.formats.examples import example_path, read_example
from tests.corpora import read_pairs


@pytest.mark.parametrize(
    ("system", "errors", "rates"),
    [
        (
            "wide_beams",
            [1763, 147, 346, 7402],
            [0.2422680412371134, 0.2335887347276869, 0.3813727982177265, 0.11934760448521917],
        ),
        (
            "narrow_beams",
            [2395, 523, 243, 6394],
            [
                0.3394544673539519,
                0.33082155939298796,
                0.5139081185947483,
                0.19164118246687054,
            ],
        ),
    ],
)
def test_speech_en_has_the_error_rates_that_jiwer_finds(system, errors, rates):
    speech = read_example("speech_en")
    texts = speech.systems[system], speech.references
    counts, characters = error_counts(*texts), error_counts(*texts, tokenizer="char")
    named = ("substitutions", "deletions", "insertions", "hits")
    assert [int(getattr(counts, name).sum()) for name in named] == errors
    found = [counts.wer, counts.mer, counts.wil, characters.wer]
    assert found == pytest.approx(rates, rel=0, abs=1e-15)


def test_the_groups_of_speech_en_are_four_voices():
    speech = read_example("speech_en")
    assert Counter(speech.groups) == dict.fromkeys(["slt", "rms", "awb", "kal16"], 150)
    assert [*speech.systems] == ["wide_beams", "narrow_beams"]


def test_ocr_ja_is_a_reading_of_each_reference_and_has_no_groups():
    ocr = read_example("ocr_ja")
    preds, references = read_pairs(example_path("ocr_ja.tsv"))
    assert ocr.systems == {"reading": preds.texts.to_pylist()}
    assert ocr.references == references.texts.to_pylist()
    assert ocr.groups is None
    assert "" in ocr.systems["reading"]


def test_an_unknown_example_is_named_with_the_nearest_one():
    with pytest.raises(InputError, match=r"^unknown example 'speech'; did you mean 'speech_en'\?"):
        read_example("speech")
