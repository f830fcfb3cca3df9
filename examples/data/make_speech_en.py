"""Make speech_en.tsv: synthetic voices read sentences, and a real recogniser listens to them.

The voices are flite's, the recogniser is PocketSphinx, once with its default, wide beams and once
with narrow ones. The sentences are references of tests/data/asr_en.tsv, whose hypotheses are not
read. Half an hour on one core; it needs Debian's flite and sox, and
``pip install pocketsphinx==5.1.1``, which brings its English model.

Usage: make_speech_en.py asr_en.tsv > speech_en.tsv
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

from pocketsphinx import Decoder

VOICES = ["slt", "rms", "awb", "kal16"]
SENTENCES = 600
WORDS = range(5, 29)  # in a sentence
# Sentences in which a slur and an insult were heard, and the places of those that stand for them.
REPLACED = {"5694-64038-0006": 602, "6241-66616-0003": 601}
NARROW = {"beam": 1e-37, "pbeam": 1e-37, "wbeam": 1e-20}


def sentences(path: str) -> list[tuple[str, str]]:
    """Draw sentences of LibriSpeech with their ids."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    drawn = [(row[0], row[1]) for row in rows if len(row[1].split()) in WORDS]
    random.Random(7).shuffle(drawn)
    places = {key: place for place, (key, _) in enumerate(drawn)}
    for key, instead in REPLACED.items():
        drawn[places[key]] = drawn[instead]
    return drawn[:SENTENCES]


def spoken(text: str, voice: str, folder: Path) -> bytes:
    """Let a voice read a text, and return the samples: 16 bits, 16 kHz."""
    sound, resampled = folder / "a.wav", folder / "b.wav"
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", sound], check=True)
    subprocess.run(["sox", "-R", sound, "-r", "16000", "-c", "1", resampled], check=True)
    with wave.open(str(resampled)) as opened:
        return opened.readframes(opened.getnframes())


def heard(decoder: Decoder, samples: bytes) -> str:
    """Return what the recogniser heard."""
    decoder.start_utt()
    decoder.process_raw(samples, full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr if hypothesis else ""


def main() -> None:
    """Write the table."""
    wide, narrow = Decoder(loglevel="FATAL"), Decoder(loglevel="FATAL", **NARROW)
    print("id", "voice", "reference", "wide_beams", "narrow_beams", sep="\t")
    with tempfile.TemporaryDirectory() as folder:
        for i, (key, reference) in enumerate(sentences(sys.argv[1])):
            voice = VOICES[i % len(VOICES)]
            samples = spoken(reference, voice, Path(folder))
            hypotheses = heard(wide, samples), heard(narrow, samples)
            print(key, voice, reference, *hypotheses, sep="\t", flush=True)


if __name__ == "__main__":
    main()
