"""What the page begins with: real recognised speech and real OCR."""

from __future__ import annotations

from functools import cache

from levmetrics.files import example_path, read_pairs

ENGLISH = "English speech, 200 sentences"
JAPANESE = "Japanese OCR, 日本語"
_METRICS = {ENGLISH: "wer_lev:wer", JAPANESE: "wer_lev:ja"}
NAMES = tuple(_METRICS)


@cache
def example(name: str) -> tuple[str, str, str]:
    """Return an example's predictions and references as lines, and the metric that suits it."""
    preds, target = read_pairs(example_path("asr_en.tsv" if name == ENGLISH else "ocr_ja.tsv"))
    columns = (column.texts[:200].to_pylist() for column in (preds, target))
    predictions, references = map("\n".join, columns)
    return predictions, references, _METRICS[name]
