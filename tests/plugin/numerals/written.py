"""The share of a reference's numbers, of which a file says how they are written as words."""

import json
from pathlib import Path

from numerals.texts import Numerals


def read_words(path):
    """Return the figures of words, from a file of JSON."""
    return json.loads(Path(path).read_text("utf-8"))


class WrittenNumerals(Numerals):
    """The mean share, where some words are numbers."""

    counted = "numbers and words"

    def __init__(self, reduction="mean", *, words):
        super().__init__(reduction, normalizer=self._in_figures)
        self.words = words
        self.settings |= {"normalizer": "none", "words": " ".join(sorted(words))}

    @classmethod
    def side_inputs(cls):
        return {"words": read_words}

    def _in_figures(self, text):
        return " ".join(self.words.get(word, word) for word in text.split())
