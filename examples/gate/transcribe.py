"""Stands for a speech recogniser: prints an id and a transcript a line.

The transcripts are those of PocketSphinx with wide beams, in the folder of the examples' data.
``python transcribe.py narrow_beams`` prints those with narrow beams, which are worse.
"""

import csv
import sys
from pathlib import Path

system = sys.argv[1] if len(sys.argv) > 1 else "wide_beams"
here = Path(__file__).parent
with (here / "references.tsv").open(encoding="utf-8") as file:
    ids = [row["id"] for row in csv.DictReader(file, delimiter="\t")]
with (here.parent / "data/speech_en.tsv").open(encoding="utf-8") as file:
    said = {row["id"]: row[system] for row in csv.DictReader(file, delimiter="\t")}
print("id\ttext")
for name in ids:
    print(f"{name}\t{said[name]}")
