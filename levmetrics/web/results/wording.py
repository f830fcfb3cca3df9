"""A score in words: what it means, how sure it is, and why a rate may pass 100 %."""

from __future__ import annotations

import math
from collections.abc import Mapping

from levmetrics.alignment.presentation import AlignmentWords
from levmetrics.rendering.labels import COUNTS, ERRORS, SCORES, percent
from levmetrics.significance.few_units import too_few
from levmetrics.web.language import Language, say
from levmetrics.web.scored import Measured, Scored

_EXACT = 100  # so many tokens, or fewer, are counted and not given as a share
_TOKENIZERS = {"whitespace": "how_whitespace", "mecab": "how_mecab", "mixed": "how_mixed"}
_SHORT_NAMES = {"words": "WER", "characters": "CER", "tokens": "TER"}


def short_name(measured: Measured) -> str:
    """Return the abbreviation of a score, by what was counted."""
    if measured.run.metric.higher_is_better:
        return "ANLS"
    if measured.other_rates:
        return SCORES[measured.run.metric.key].name.short
    return _SHORT_NAMES[measured.unit]


def full_name(language: Language, measured: Measured) -> str:
    """Return the name of a score, with what was counted."""
    if measured.run.metric.higher_is_better:
        return say(language, "similarity_of")
    if measured.other_rates:
        return say(language, f"full_{measured.run.metric.key}")
    tokenizer = measured.tokenizer
    how = say(language, _TOKENIZERS.get(tokenizer, "how_tokenizer"), name=tokenizer)
    return say(language, f"rate_of_{measured.unit}", how=how)


def meaning(language: Language, scored: Scored) -> str:
    """Return what the score means, in a sentence or two."""
    if scored.is_similarity:
        return _similarity(language, scored)
    return _MEANINGS.get(scored.measured.run.metric.key, _rate)(language, scored)


def _rate(language: Language, scored: Scored) -> str:
    units = say(language, scored.measured.unit)
    errors = {count.key: int(scored.result[count.key]) for count in ERRORS}
    wrong, length = sum(errors.values()), int(scored.result["reference_length"])
    if not length:
        key = "references_empty" if wrong else "both_empty"
        return say(language, key, wrong=f"{wrong:,}", units=units)
    if not wrong:
        if length == 1:
            return say(language, "one_right", unit=say(language, scored.measured.unit[:-1]))
        return say(language, "all_right", base=f"{length:,}", units=units)
    if length == wrong == 1:
        parts = _parts(language, errors)
        return say(
            language, "one_wrong", unit=say(language, scored.measured.unit[:-1]), parts=parts
        )
    base = _base(wrong, length)
    shares = _apportioned(errors, base, length)
    kind = "wrong" if wrong <= length else "errors"
    sentence = say(
        language,
        "wrong_one" if base == length and wrong == 1 else f"{kind}_{_exactness(base, length)}",
        wrong=f"{sum(shares.values()):,}",
        base=f"{base:,}",
        units=units,
        parts=_parts(language, shares),
    )
    if wrong <= length:
        return sentence
    return _joined(language, sentence, say(language, "over", units=units))


def _formatted(language: Language, scored: Scored) -> str:
    result = scored.result
    words_wrong, marks_wrong = (_errors(result, of) for of in ("", "punctuation_"))
    marks = marks_wrong - result["punctuation_insertions"] + result["punctuation_hits"]
    numbers = {
        "words_wrong": words_wrong,
        "words": result["reference_length"],
        "case_wrong": result["case_errors"],
        "words_right": result["hits"],
        "marks_wrong": marks_wrong,
        "marks": marks,
    }
    return _with_numbers(language, "meaning_formatted_wer", numbers)


def _readings(language: Language, scored: Scored) -> str:
    result = scored.result
    numbers = {
        "read_wrong": _errors(result, "reading_"),
        "read": result["reading_length"],
        "written_wrong": _errors(result, ""),
        "written": result["reference_length"],
    }
    return _with_numbers(language, "meaning_reading_cer", numbers)


def _errors(result: Mapping[str, int], of: str) -> int:
    """Return the sum of the errors whose names begin so."""
    return sum(result[f"{of}{count.key}"] for count in ERRORS)


def _with_numbers(language: Language, key: str, numbers: Mapping[str, int]) -> str:
    return say(language, key, **{name: f"{number:,}" for name, number in numbers.items()})


def _joined(language: Language, *sentences: str) -> str:
    return say(language, "sentence_join").join(sentences)


def _exactness(base: int, length: int) -> str:
    return "exactly" if base == length else "about"


def _parts(language: Language, numbers: Mapping[str, int]) -> str:
    parts = [say(language, key, number=f"{number:,}") for key, number in numbers.items() if number]
    return say(language, "parts_join").join(parts)


def _base(wrong: int, length: int) -> int:
    """Return of how many tokens the errors are said: 100, or more where errors are rare.

    >>> _base(240, 1000), _base(5, 10_000), _base(1, 3)
    (100, 10000, 3)
    """
    base = 100
    while 100 * wrong * base < 200 * length and base < length:
        base *= 10
    return length if length <= max(_EXACT, base) else base


def _apportioned(numbers: Mapping[str, int], base: int, length: int) -> dict[str, int]:
    """Return numbers of ``length`` as whole numbers of ``base`` whose sum is the rounded sum.

    The largest remainders are rounded up.

    >>> _apportioned({"a": 181, "b": 14, "c": 41}, 100, 1000)
    {'a': 18, 'b': 2, 'c': 4}
    """
    exact = {key: number * base / length for key, number in numbers.items()}
    shares = {key: math.floor(value) for key, value in exact.items()}
    missing = round(sum(numbers.values()) * base / length) - sum(shares.values())
    by_remainder = sorted(exact, key=lambda key: shares[key] - exact[key])
    return {key: share + (key in by_remainder[:missing]) for key, share in shares.items()}


def _similarity(language: Language, scored: Scored) -> str:
    scores = scored.measured.run.sample_scores()
    share, samples = _whole_percent(scored.measured.value), len(scores)
    if samples == 1:
        return say(language, "alike_one", share=share)
    perfect, zero = int((scores == 1).sum()), int((scores == 0).sum())
    if perfect == samples:
        return say(language, "all_alike")
    numbers = {"perfect": perfect, "zero": zero, "samples": samples}
    written = {name: f"{number:,}" for name, number in numbers.items()}
    return _joined(
        language, say(language, "alike", share=share), say(language, "alike_parts", **written)
    )


def _whole_percent(share: float) -> str:
    """Write a share in whole percent, of which 0 and 100 are exact.

    >>> _whole_percent(0.998), _whole_percent(0.001), _whole_percent(1.0)
    ('99 %', '1 %', '100 %')
    """
    return percent(share if share in (0, 1) else min(max(share, 0.01), 0.99), 0)


def certainty(language: Language, scored: Scored) -> str:
    """Return how sure the score is, in a sentence or two."""
    samples = len(scored.given.references)
    if scored.interval is None:
        return say(language, "interval_none")
    low, high = scored.interval
    if low == high:
        return say(language, "interval_point")
    sentence = say(language, "interval", low=percent(low), high=percent(high))
    if not too_few(samples):
        return sentence
    return _joined(language, sentence, say(language, "interval_few", samples=samples))


def alignment_words(language: Language) -> AlignmentWords:
    """Return the words around an alignment in a language."""
    return AlignmentWords(
        reference=say(language, "row_reference"),
        prediction=say(language, "row_prediction"),
        counted={count.key: say(language, count.key, number="{number}") for count in COUNTS},
        edits={
            count.key: say(language, f"said_{count.key}", target="{target}", pred="{pred}")
            for count in ERRORS
        },
        more=say(language, "said_more", number="{number}"),
        separator=say(language, "said_join"),
    )


# Of scores that have other rates beside them; all others are said as a rate of errors.
_MEANINGS = {"formatted_wer": _formatted, "reading_cer": _readings}
