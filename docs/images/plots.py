"""Make the pictures of docs/plots.md: ``python -m docs.images.plots``, from a clone's root.

It needs matplotlib. Look at what it makes before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import levmetrics as lm
from levmetrics.formats.examples import read_example
from levmetrics.plotting import plot_systems

FOLDER = Path(__file__).parent


def main() -> None:
    """Draw runs of the example texts, and a comparison."""
    speech, ocr = read_example("speech_en"), read_example("ocr_ja")
    heard = lm.score(speech.systems["wide_beams"], speech.references, "wer")
    read = lm.score(ocr.systems["reading"], ocr.references, "cer")
    figures = {
        "rates": heard.plot("rates"),
        "lengths": heard.plot("lengths"),
        "confusions": read.plot("confusions"),
        "systems": plot_systems(lm.compare(speech.systems, speech.references, "wer")),
    }
    for name, figure in figures.items():
        figure.savefig(FOLDER / f"plot_{name}.png", dpi=100, facecolor="white")


if __name__ == "__main__":
    main()
