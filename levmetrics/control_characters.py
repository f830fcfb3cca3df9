"""Escaping of control characters: of terminals, of the direction of text, of line ends."""

from __future__ import annotations

import unicodedata

# Unicode categories: control and format characters, surrogates (which terminals cannot encode), and
# line and paragraph separators.
_ESCAPED = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Of category Cf, but parts of readable text: joiners of emoji and of Indic and Arabic letters.
_JOINERS = "\u200c\u200d"


def without_controls(text: str) -> str:
    r"""Return a text with its control characters replaced by their code points in brackets.

    >>> without_controls("a b\x1b[2J\n\u202e")
    'a b⟨1B⟩[2J⟨0A⟩⟨202E⟩'
    """
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if unicodedata.category(character) in _ESCAPED and character not in _JOINERS:
        return f"⟨{ord(character):02X}⟩"
    return character
