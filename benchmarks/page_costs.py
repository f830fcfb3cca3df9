"""What requests to the web page cost a processor: ``python -m benchmarks.page_costs``.

The numbers in ``levmetrics/demo/costs.py`` are from here. The first table is the time of each
tokenizer in microseconds a character, on texts of each kind in lines of 100, 1,000 and 10,000
characters; what grows with the lines takes a time that is quadratic in them. The second one has the
largest requests that the page takes of each kind, with the seconds that it expects of all its runs
and that they took.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table

from levmetrics.demo.limits import PAGE
from levmetrics.demo.requests import Request, installed_tokenizers
from levmetrics.demo.results.planned import plan
from levmetrics.demo.results.scored import score
from levmetrics.demo.results.scripts import script_of
from levmetrics.errors import InputError
from levmetrics.formats.examples import read_example
from levmetrics.tokenizers import get_tokenizer

_CHARACTERS = 20_000
_LINES = (100, 1_000, 10_000)
_IN_REQUESTS = ("English", "Japanese", "punctuation", "random Han", "random katakana")
_RANDOM = random.Random(0)


def _drawn(first: int, last: int) -> str:
    """Return random characters between two code points."""
    return "".join(chr(_RANDOM.randint(first, last)) for _ in range(_CHARACTERS))


def texts() -> dict[str, str]:
    """Return texts of 20,000 characters, honest ones and the worst, by what they are."""
    english, japanese = read_example("speech_en"), read_example("ocr_ja")
    whole = {
        "English": " ".join(english.references),
        "Japanese": "".join(japanese.references),
        "one Han character": "国",
        "one kana": "あ",
        "punctuation": "…!?。",
        "digits": "0123456789",
    }
    drawn = {
        "random Han": _drawn(0x4E00, 0x9F9F),
        "random hiragana": _drawn(0x3041, 0x3096),
        "random katakana": _drawn(0x30A1, 0x30FA),
        "random Hangul": _drawn(0xAC00, 0xD7A3),
        "random letters": _drawn(0x61, 0x7A),
        "random Thai": _drawn(0x0E01, 0x0E2E),
    }
    repeated = {
        name: (text * (_CHARACTERS // len(text) + 1))[:_CHARACTERS] for name, text in whole.items()
    }
    return repeated | drawn


def in_lines(text: str, length: int) -> list[str]:
    """Cut a text into lines of so many characters."""
    return [text[start : start + length] for start in range(0, len(text), length)]


def _seconds(work: Callable[..., object], *arguments: object) -> float:
    started = time.process_time()
    work(*arguments)
    return time.process_time() - started


def _tokenize_all(tokenize: Callable[[str], list[str]], lines: list[str]) -> None:
    for line in lines:
        tokenize(line)


def tokenizer_table() -> Table:
    """Measure every tokenizer on every text."""
    table = Table("tokenizer", "text", *(f"lines of {length:,}" for length in _LINES))
    for name in installed_tokenizers():
        tokenize = get_tokenizer(name)
        for kind, text in texts().items():
            tokenize(text[:100])  # loads the dictionary
            times = [_seconds(_tokenize_all, tokenize, in_lines(text, n)) for n in _LINES]
            table.add_row(name, kind, *(f"{1e6 * seconds / len(text):.2f}" for seconds in times))
    return table


def _largest(request: Request, kind: str, length: int) -> tuple[list[str], list[str]] | None:
    """Return as many lines of a text, on both sides, as the page takes; ``None``: not even one."""
    both = in_lines(texts()[kind], length)
    rows = min(PAGE.rows or 0, (PAGE.characters or 0) // length)
    lines = [_shuffled(both[i % len(both)]) for i in range(rows)]
    while lines:
        try:
            request.checked(lines, lines[::-1])
        except InputError:
            lines = lines[: len(lines) * 3 // 4]
        else:
            return lines, lines[::-1]
    return None


def _shuffled(text: str) -> str:
    return "".join(_RANDOM.sample(text, len(text)))  # no line is twice there, and so split once


def request_rows() -> Iterator[tuple[str, ...]]:
    """Score the largest requests that the page takes; yield what each is, expected and took."""
    asked = [("wer_lev:cer", ""), ("wer_lev:ja", ""), ("anls", "")]
    for metric, tokenizer in [*asked, *(("wer_lev:wer", name) for name in installed_tokenizers())]:
        request = Request(metric, tokenizer)
        for kind in _IN_REQUESTS:
            for length in (100, 10_000):
                largest = _largest(request, kind, length)
                if largest is None:
                    continue
                expected = plan(request, *largest, script_of(largest[1])).seconds
                took = _seconds(score, request, *largest, lambda *_: None)
                lines = f"{len(largest[0]):,} lines of {length:,}"
                yield metric, tokenizer, kind, lines, f"expected {expected:.1f}", f"took {took:.1f}"


if __name__ == "__main__":
    console = Console(width=120)
    console.print(tokenizer_table())
    for row in request_rows():
        console.print(*row)
