"""Texts that many tests read: with synthetic errors, see tests/data/README.md, and of real OCR."""

from pathlib import Path

from levmetrics.formats.examples import read_example
from levmetrics.inputs.columns import prediction_column, reference_column

SPEECH, OCR = read_example("speech_en"), read_example("ocr_ja")
ASR_EN = Path(__file__).parent / "data" / "asr_en.tsv"
OCR_JA = Path(__file__).parents[1] / "examples" / "data" / "ocr_ja.tsv"


def read_pairs(path):
    """Predictions and references of a file of ids, references and hypotheses between tabs."""
    rows = [line.split("\t") for line in path.read_text("utf-8").removesuffix("\n").split("\n")]
    _, references, preds = map(list, zip(*rows, strict=True))
    return prediction_column(preds), reference_column(references)
