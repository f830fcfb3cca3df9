"""Corpora for the benchmarks, synthetic from a fixed seed: the same on every machine."""

from __future__ import annotations

import random
from pathlib import Path
from string import ascii_lowercase
from typing import Any, TypeAlias

import pyarrow as pa

from levmetrics.formats.examples import read_example

Texts: TypeAlias = list[str]
Corpus: TypeAlias = tuple[Texts, Texts]  # predictions, references

PAIRS_PER_BATCH = 10_000
_SYNTHETIC_ERRORS = Path(__file__).parents[1] / "tests" / "data" / "asr_en.tsv"
_MIXED_IN = (
    "don't it's we'll he'd been can't they've i'm twenty one three hundred 1960s 5 $20 1,000 2nd "
    "mr. dr. half past two colour uh um"
)


def _vocabulary(rng: random.Random, size: int) -> list[str]:
    return ["".join(rng.choices(ascii_lowercase, k=rng.randint(2, 9))) for _ in range(size)]


def _misread(rng: random.Random, text: str) -> str:
    """Replace every tenth character or so."""
    return "".join(c if rng.random() > 0.1 else rng.choice(ascii_lowercase) for c in text)


def synthetic_speech(pairs: int) -> Corpus:
    """Make references of about 18 words, and predictions with about 7 % of the words wrong.

    Words follow a power law over a vocabulary of 20,000, as words do.
    """
    rng = random.Random(0)
    words = _vocabulary(rng, 20_000)
    both = [_heard(rng, words, rng.randint(9, 27), 0.05, 0.02) for _ in range(pairs)]
    return [heard for heard, _ in both], [reference for _, reference in both]


def two_systems(pairs: int) -> tuple[dict[str, Texts], Texts]:
    """Make the same pairs, and a second system that is right in each third text."""
    preds, target = synthetic_speech(pairs)
    better = [target[i] if i % 3 == 0 else pred for i, pred in enumerate(preds)]
    return {"a": preds, "b": better}, target


def read_pages(pages: int) -> Corpus:
    """Make pages of 40 utterances each, some 5,000 characters, of which every tenth is misread."""
    rng = random.Random(0)
    lines = utterances()[1]
    target = ["\n".join(rng.choices(lines, k=40)) for _ in range(pages)]
    return [_misread(rng, page) for page in target], target


def _heard(
    rng: random.Random, words: Texts, count: int, wrong: float, lost: float
) -> tuple[str, str]:
    """Make a text of so many words, and before it what is heard of it."""
    reference = [words[int(rng.paretovariate(0.5)) % len(words)] for _ in range(count)]
    heard = [w if rng.random() > wrong else rng.choice(words) for w in reference]
    return " ".join(w for w in heard if rng.random() > lost), " ".join(reference)


def repeated_speech(pairs: int) -> pa.Table:
    """Return so many pairs of synthetic speech as columns ``preds`` and ``target``.

    They are 100,000 pairs, repeated, which share their memory until they are written or copied.
    """
    preds, target = synthetic_speech(min(pairs, 100_000))
    table = pa.table({"preds": preds, "target": target})
    times = -(-pairs // len(table))
    batches = pa.concat_tables([table] * times)[:pairs].to_batches(PAIRS_PER_BATCH)
    return pa.Table.from_batches(batches)


def long_pair(words: int) -> Corpus:
    """Make one reference of so many words, and a prediction with about 10 % of them wrong."""
    rng = random.Random(0)
    heard, reference = _heard(rng, _vocabulary(rng, 20_000), words, 0.07, 0.03)
    return [heard], [reference]


def compounds(words: int) -> Corpus:
    """Make the same pair, with some spaces of the prediction lost."""
    rng = random.Random(0)
    preds, target = long_pair(words)
    return ["".join(c for c in preds[0] if c != " " or rng.random() > 0.04)], target


def with_alternatives(corpus: Corpus) -> Texts:
    """Return each reference with what was heard as another wording of two words, in braces."""
    rng = random.Random(0)
    written = []
    for heard, words in zip(*(map(str.split, texts) for texts in corpus), strict=True):
        at = rng.randrange(len(words) - 1)
        words[at : at + 2] = ["{", *words[at : at + 2], "/", *(heard[at : at + 2] or "@"), "}"]
        written.append(" ".join(words))
    return written


def spoken_numbers(count: int) -> Texts:
    """Make utterances of words of speech_en, with numbers, contractions and titles among them."""
    rng = random.Random(0)
    words = " ".join(read_example("speech_en").references).split()
    pools = words, _MIXED_IN.split()
    return [
        " ".join(rng.choice(pools[rng.random() < 0.12]) for _ in range(rng.randint(10, 26)))
        for _ in range(count)
    ]


def questions(count: int) -> tuple[list[str], list[list[str]]]:
    """Make answers of one to three words, and one to three accepted answers for each."""
    rng = random.Random(0)
    words = _vocabulary(rng, 5_000)
    accepted = [
        [" ".join(rng.choices(words, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]
        for _ in range(count)
    ]
    return [_misread(rng, rng.choice(answers)) for answers in accepted], accepted


def invoices(count: int, line_items: int) -> tuple[list[Any], list[Any]]:
    """Make invoices of five fields and some line items, and what a model may read from them."""
    rng = random.Random(0)
    words = _vocabulary(rng, 5_000)

    def line_item() -> dict[str, str]:
        return {
            "description": " ".join(rng.choices(words, k=3)),
            "quantity": str(rng.randint(1, 20)),
            "price": f"{100 * rng.random():.2f}",
        }

    def read(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: read(item) for key, item in value.items() if rng.random() > 0.02}
        if isinstance(value, list):
            return [read(item) for item in value if rng.random() > 0.03]
        return _misread(rng, value)

    references = [
        {
            "number": str(rng.randint(1_000, 99_999)),
            "date": f"2024-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
            "vendor": " ".join(rng.choices(words, k=2)),
            "total": f"{1_000 * rng.random():.2f}",
            "items": [line_item() for _ in range(line_items)],
        }
        for _ in range(count)
    ]
    return [read(reference) for reference in references], references


def lines(count: int, characters: int) -> Corpus:
    """Make texts of this length with some characters wrong; every tenth begins a third too late."""
    rng = random.Random(0)
    alphabet = ascii_lowercase + " "
    references = ["".join(rng.choices(alphabet, k=characters)) for _ in range(count)]
    predictions = [_misread(rng, text) for text in references]
    for i in range(0, count, 10):
        predictions[i] = predictions[i][characters // 3 :]
    return predictions, references


def utterances() -> Corpus:
    """Return the utterances of asr_en, whose errors are synthetic."""
    lines = _SYNTHETIC_ERRORS.read_text("utf-8").splitlines()
    _, references, predictions = zip(*(line.split("\t") for line in lines), strict=True)
    return [*predictions], [*references]


def read_characters(times: int) -> Corpus:
    """Return a larger corpus: the Japanese OCR examples, each concatenated with so many others.

    An eighth of the texts are duplicates: where OCR was correct.
    """
    ocr = read_example("ocr_ja")
    steps = range(1, times + 1)
    preds, target = (
        [text + side[(i + step) % len(side)] for step in steps for i, text in enumerate(side)]
        for side in (ocr.systems["reading"], ocr.references)
    )
    return preds, target
