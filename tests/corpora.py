"""A corpus with known numbers, whose errors are synthetic: see tests/data/README.md."""

from pathlib import Path

ASR_EN = Path(__file__).parent / "data" / "asr_en.tsv"
