"""MeCab with an explicit dictionary, on texts of any length and content."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from types import ModuleType
from typing import Protocol

from levmetrics.tokenizers.tokenizer import pieces

_LONGEST = 10_000  # MeCab crashes on some texts of 200,000 characters


class Tagger(Protocol):
    """A ``fugashi.GenericTagger``."""

    def parse(self, text: str) -> str:
        """Return the words of the text, as the tagger's arguments say."""
        ...


def make_tagger(fugashi: ModuleType, folder: str, arguments: str) -> Tagger:
    """Return a tagger of the dictionary in this folder and of no other.

    fugashi prefers a full unidic if it is installed, and the same call would return other words on
    another machine.

    Args:
        fugashi: the module.
        folder: with a compiled dictionary.
        arguments: further ones of MeCab's command line.

    Raises:
        RuntimeError: if MeCab cannot read the dictionary.

    """
    tagger: Tagger = fugashi.GenericTagger(
        f"-r {os.devnull} -d {shlex.quote(folder)} {arguments}".strip()
    )
    return tagger


def parse_with(parse: Callable[[str], str], text: str, joint: str) -> str:
    r"""Parse a text piece by piece, so that MeCab reads it to its end.

    Args:
        parse: parses one piece.
        text: of any length; MeCab would end it at NUL, which is kept here.
        joint: stands between the pieces' results, and around NUL.

    >>> parse_with(str.upper, "a\0b", "-")
    'A-\x00-B'

    """
    if len(text) > _LONGEST:
        return joint.join(parse_with(parse, piece, joint) for piece in pieces(text, _LONGEST))
    return f"{joint}\0{joint}".join(map(parse, text.split("\0")))
