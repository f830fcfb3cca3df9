"""A day of somebody whose code calls Hugging Face's evaluate.

`levmetrics.load` in place of `evaluate.load`: it needs no network and no folder. Samples that are
added batch by batch, the options of `compute`, and a result that is a dictionary where evaluate's
own "wer" returns a number. Each number stands beside jiwer's, which evaluate's "wer" and "cer"
return. It needs evaluate and jiwer, and runs in seconds.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import evaluate
import jiwer

import levmetrics as lm
from levmetrics.formats.examples import read_example

ROOT = Path(__file__).parents[2]


def beside(name: str, ours: float, theirs: float) -> None:
    """Print a number beside jiwer's, and stop if they differ by more than rounding."""
    print(f"{name:<32} {ours:<20} jiwer {theirs}")
    assert abs(ours - theirs) < 1e-15, name


def main() -> None:
    """Score what a real recogniser heard of synthetic voices."""
    speech = read_example("speech_en")
    said, heard = speech.references, speech.systems["wide_beams"]

    # It was: evaluate.load("wer").compute(predictions=heard, references=said), a number.
    wer = lm.load("wer")
    result = wer.compute(predictions=heard, references=said)
    theirs = jiwer.process_words(said, heard)
    for measure in ("wer", "mer", "wil", "wip", "substitutions", "deletions", "insertions", "hits"):
        beside(f"compute, {measure}", result[measure], getattr(theirs, measure))

    # It was: evaluate.load("cer").
    cer = lm.load("cer")
    result = cer.compute(predictions=heard, references=said)
    beside('load("cer")', result["cer"], jiwer.cer(said, heard))

    # evaluate loads the same modules from their folders in a clone, and combines them.
    from_folder = evaluate.load(str(ROOT / "wer_lev"), "cer")
    result = from_folder.compute(predictions=heard, references=said)
    beside("evaluate.load, cer", result["cer"], jiwer.cer(said, heard))
    both = evaluate.combine([wer, lm.load("anls")])
    result = both.compute(predictions=heard, references=said)
    beside("evaluate.combine, wer", result["wer"], theirs.wer)

    # Batch by batch, as in an evaluation loop.
    for start in range(0, len(said), 64):
        batch = slice(start, start + 64)
        wer.add_batch(predictions=heard[batch], references=said[batch])
    beside("add_batch", wer.compute()["wer"], theirs.wer)

    # Options of compute: a value a sample, their mean, a normalizer, groups, an interval.
    given = {"predictions": heard, "references": said}
    rows = [*map(jiwer.wer, said, heard)]
    assert wer.compute(**given, reduction="none")["wer"] == rows
    beside('reduction="mean"', wer.compute(**given, reduction="mean")["wer"], fmean(rows))
    loud = [text.upper() for text in heard]
    lower = wer.compute(predictions=loud, references=said, normalizer="lower")["wer"]
    beside('normalizer="lower"', lower, theirs.wer)
    for voice, result in wer.compute(**given, groups=speech.groups)["groups"].items():
        of_voice = [i for i, name in enumerate(speech.groups) if name == voice]
        rate = jiwer.wer([said[i] for i in of_voice], [heard[i] for i in of_voice])
        beside(f"groups, {voice}", result["wer"], rate)
    result = wer.compute(**given, confidence_level=0.95, signature=True)
    low, high = result["wer_interval"]
    assert low < theirs.wer < high
    print(f"between {low:.3f} and {high:.3f} with 95 % confidence; {result['signature']}")


if __name__ == "__main__":
    main()
