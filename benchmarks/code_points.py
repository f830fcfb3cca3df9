"""What normalizers do to every character of Unicode: ``python -m benchmarks.code_points``.

It prints the table of ``docs/normalizers.md``, for this Python's version of Unicode.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from levmetrics.normalizers import NORMALIZERS, Chain, get_normalizer

VERSION = unicodedata.unidata_version
_BESIDE = "q"  # on both sides, so that spaces at the ends stay; no mark composes with it
_AT_ONCE = 64
_KINDS = {
    "L": "letters",
    "M": "marks",
    "N": "numbers",
    "P": "punctuation",
    "S": "symbols",
    "Z": "spaces",
    "C": "controls",
}
# Their rules are of words, or they are of a language of those that are in the table.
_OF_WORDS = (
    "contractions:",
    "numbers:",
    "openasr:multilingual:",
    "openasr:english",
    "whisper:english",
)


def code_point_table() -> str:
    """Return the table in Markdown: a row for each normalizer of characters."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    of_all = f"of Unicode {VERSION}'s {len(_characters()):,} characters"
    yield f"| {of_all} | deletes | makes a space of | changes |"
    yield "|---|---|---|---|"
    for name in NORMALIZERS:
        if not name.startswith(_OF_WORDS):
            found = _found(get_normalizer(name))
            cells = (_cell(found[what]) for what in ("deleted", "space", "changed"))
            yield f"| `{name}` | {' | '.join(cells)} |"


@cache
def _characters() -> list[str]:
    """Return the characters that Unicode has assigned, but for private ones."""
    characters = map(chr, range(sys.maxunicode + 1))
    return [c for c in characters if unicodedata.category(c) not in ("Cn", "Co", "Cs")]


def _found(normalizer: Chain) -> dict[str, dict[str, str]]:
    """Return what is deleted, becomes a space, and changes; each with what becomes of it."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for character in _that_change(normalizer):
        text = normalizer(f"{_BESIDE}{character}{_BESIDE}")
        inside = text.removeprefix(_BESIDE).removesuffix(_BESIDE)
        if inside != character:
            what = "changed" if inside.strip() else "space" if inside else "deleted"
            found[what][character] = inside
    return found


def _that_change(normalizer: Chain) -> Iterator[str]:
    """Yield the characters that may change: most others are passed over together."""
    characters = _characters()
    for start in range(0, len(characters), _AT_ONCE):
        some = characters[start : start + _AT_ONCE]
        text = " ".join(f"{_BESIDE}{character}{_BESIDE}" for character in some)
        if normalizer(text) != text:
            yield from some


def _cell(found: dict[str, str]) -> str:
    """Return the number of characters of each kind, with the first of them."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for character in found:
        kinds[_KINDS[unicodedata.category(character)[0]]].append(character)
    most_first = sorted(kinds.items(), key=lambda item: -len(item[1]))
    return ", ".join(
        f"{kind} {len(of_kind):,} ({_example(of_kind[0], found[of_kind[0]])})"
        for kind, of_kind in most_first
    )


def _example(character: str, changed: str) -> str:
    return f"{_shown(character)} to {_shown(changed)}" if changed.strip() else _shown(character)


def _shown(text: str) -> str:
    is_plain = all(unicodedata.category(character)[0] in "LNPS" for character in text)
    if is_plain and "|" not in text:
        return f"`{text}`" if text in "*_`<" else text
    return " ".join(f"U+{ord(character):04X}" for character in text)


if __name__ == "__main__":
    print(code_point_table())
