"""What tokenizers cost a processor: ``python -m benchmarks.page_costs``.

The numbers in ``levmetrics/web/costs.py`` are from here: microseconds a character, on texts of
each kind in lines of 100, 1,000 and 10,000 characters; what grows with the lines takes a time that
is quadratic in them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import product

from benchmarks.results import table
from levmetrics.formats.examples import read_example
from levmetrics.tokenizers import get_tokenizer
from levmetrics.web.requests import installed_tokenizers

_CHARACTERS = 20_000
_LINES = (100, 1_000, 10_000)
_RANDOM = random.Random(0)
_WHOLE = {
    "English": " ".join(read_example("speech_en").references),
    "Japanese": "".join(read_example("ocr_ja").references),
    **{"one Han character": "国", "one kana": "あ", "punctuation": "…!?。", "digits": "0123456789"},
}
_DRAWN = {  # the first and the last character
    **{"random Han": "一龟", "random hiragana": "ぁゖ", "random katakana": "ァヺ"},
    **{"random Hangul": "가힣", "random letters": "az", "random Thai": "กฮ"},
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield texts of 20,000 characters, honest ones and the worst, each after what it is."""
    for name, text in _WHOLE.items():
        yield name, (text * _CHARACTERS)[:_CHARACTERS]
    for name, ends in _DRAWN.items():
        codes = range(ord(ends[0]), ord(ends[1]) + 1)
        yield name, "".join(map(chr, _RANDOM.choices(codes, k=_CHARACTERS)))


def rows() -> Iterator[list[str]]:
    """Measure every tokenizer on every text."""
    for name, (kind, text) in product(installed_tokenizers(), texts()):
        tokenize = get_tokenizer(name)
        tokenize(text[:100])  # loads the dictionary
        cells = []
        for length in _LINES:
            started = time.process_time()
            for start in range(0, len(text), length):
                tokenize(text[start : start + length])
            cells.append(f"{1e6 * (time.process_time() - started) / len(text):.2f}")
        yield [name, kind, *cells]


if __name__ == "__main__":
    print(table(["tokenizer", "text", *(f"lines of {length:,}" for length in _LINES)], rows()))
