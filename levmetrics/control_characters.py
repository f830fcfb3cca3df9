"""Characters that steer what shows them: a terminal, the direction of text, the end of a line."""

from __future__ import annotations

import unicodedata

# Control and format characters, halves of surrogate pairs (which no terminal takes), and the
# separators of lines and paragraphs.
_STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Of category Cf, but a part of what is read: joiners of emoji and of Indic and Arabic letters.
_JOINERS = "\u200c\u200d"


def unsteered(text: str) -> str:
    r"""Return a text with the numbers of the characters that would steer what shows it.

    >>> unsteered("a b\x1b[2J\n\u202e")
    'a b⟨1B⟩[2J⟨0A⟩⟨202E⟩'
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if unicodedata.category(character) in _STEERING and character not in _JOINERS:
        return f"⟨{ord(character):02X}⟩"
    return character
