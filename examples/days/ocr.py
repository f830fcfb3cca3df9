"""A day of a librarian who has old prints read by OCR.

The character error rate of what Tesseract read from printed Japanese: in characters and in
graphemes, with texts composed (NFC) or folded (NFKC), what was taken for what, and the same from
files in a shell. Each number stands beside that of a plain dynamic programme over texts
that `unicodedata` composed. It needs levmetrics alone, and runs in seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import regex

import levmetrics as lm
from levmetrics.formats.examples import read_example


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the edit distance, by the textbook."""
    row = [*range(len(other) + 1)]
    for i, a in enumerate(one, start=1):
        above, row = row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(above[j - 1] + (a != b), above[j] + 1, row[j - 1] + 1))
    return row[-1]


def rate(readings: list[Sequence[str]], prints: list[Sequence[str]]) -> float:
    """Return all errors, divided by the length of what is right."""
    return sum(map(distance, readings, prints)) / sum(map(len, prints))


def beside(name: str, ours: float, programme: float) -> None:
    """Print a number beside the programme's, and stop if they differ."""
    print(f"{name:<28} {ours:<20} by the programme {programme}")
    assert ours == programme, name


def main() -> None:
    """Score the readings in Python, then as files."""
    example = read_example("ocr_ja")
    prints, readings = example.references, example.systems["reading"]
    run = lm.score(readings, prints, "cer")
    plain = rate([*readings], [*prints])
    beside("cer", run.score, plain)

    # Some programs write が as か and a mark: two characters, and one grapheme. NFC mends it.
    decomposed = [normalize("NFD", text) for text in readings]
    beside("cer, decomposed", lm.cer(decomposed, prints), rate([*decomposed], [*prints]))
    beside("cer, decomposed, nfc", lm.cer(decomposed, prints, normalizer="nfc"), plain)
    seen = [[regex.findall(r"\X", text) for text in side] for side in (decomposed, prints)]
    by_graphemes = lm.cer(decomposed, prints, tokenizer="grapheme")
    beside("cer, decomposed, graphemes", by_graphemes, rate(*seen))
    folded = [[normalize("NFKC", text) for text in side] for side in (readings, prints)]
    beside("cer, nfkc", lm.cer(readings, prints, normalizer="nfkc"), rate(*folded))

    # What was taken for what, and where it went worst.
    confusions = run.confusions()
    kinds = confusions.substitutions, confusions.deletions, confusions.insertions
    counted = sum(count for kind in kinds for *_, count in kind)
    beside("confusions, all", counted, sum(map(distance, readings, prints)))
    print(run.confusions(5))
    print(run.alignment(run.worst(1)["sample"][0].as_py()))

    # The same in a shell: levmetrics cer prints.txt readings.txt --json
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "prints.txt"), Path(folder, "readings.txt")
        for file, texts in zip(files, (prints, readings), strict=True):
            file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        command = [sys.executable, "-m", "levmetrics", "cer", *map(str, files), "--json"]
        done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    beside("levmetrics cer --json", json.loads(done.stdout)["cer"], plain)


if __name__ == "__main__":
    main()
