"""Texts that many tests read: with synthetic errors, see tests/data/README.md, and of real OCR."""

from pathlib import Path

ASR_EN = Path(__file__).parent / "data" / "asr_en.tsv"
OCR_JA = Path(__file__).parents[1] / "examples" / "data" / "ocr_ja.tsv"
