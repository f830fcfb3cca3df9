"""The characters that tests over all of Unicode try."""

import unicodedata

from tests.thoroughness import ALL

_LARGE = ("Cn", "Co", "Lo")  # unassigned, private, letters without case: of each 31st, one is tried
_FIRST_LARGE = 0x3400  # of the blocks of thousands of such characters


def _is_tried(code: int) -> bool:
    if 0xD800 <= code < 0xE000:  # surrogates
        return False
    if ALL or code < _FIRST_LARGE or code % 31 == 0:
        return True
    return unicodedata.category(chr(code)) not in _LARGE


CODE_POINTS = [chr(code) for code in range(0x110000) if _is_tried(code)]
"""All code points with LEVMETRICS_TESTS=all; else those below U+3400 and a sample of others."""
