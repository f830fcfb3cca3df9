"""Japanese words: MeCab with any dictionary, and Sudachi in its three split modes."""

from __future__ import annotations

import functools
import os
import re
import shlex
import threading
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from levmetrics.errors import InputError, unknown_name
from levmetrics.signature import version
from levmetrics.system.pointers import check_file_is_fetched
from levmetrics.tokenizers.tokenizer import (
    WordTokenizer,
    built_in,
    pieces,
    require,
)

# Dictionaries that are packages: the module, and the package to install.
_MECAB_PACKAGES = {"unidic-lite": "unidic_lite", "ipadic": "ipadic"}
_MECAB_FILES = ("sys.dic", "unk.dic", "char.bin", "matrix.bin", "dicrc")
_MECAB_LONGEST = 10_000  # MeCab crashes on some texts of 200,000 characters
# Sudachi refuses texts of more than 65,535 bytes after normalization, which can turn one character
# into 18.
_SUDACHI_LONGEST = 1_200


@dataclass(frozen=True, repr=False)
class MecabTokenizer(WordTokenizer):
    """Japanese words by MeCab (fugashi).

    Args:
        dictionary: ``"unidic-lite"``, ``"ipadic"``, or a folder with a compiled dictionary.
        user_dictionary: the path of a compiled user dictionary with further words.

    Raises:
        ImportError: if fugashi or the named dictionary is not installed.
        InputError: if a path has no dictionary.

    Source: Kudo, Yamamoto and Matsumoto, "Applying Conditional Random Fields to Japanese
    Morphological Analysis", EMNLP 2004.

    >>> MecabTokenizer()("今日はいい天気です")
    ['今日', 'は', 'いい', '天気', 'です']

    """

    dictionary: str = "unidic-lite"
    user_dictionary: str | None = None
    _label: str = field(init=False, default="")

    def __post_init__(self) -> None:
        # Absolute paths and checksums taken now keep words and signature those of these files, even
        # if the working directory or the files change.
        if self.dictionary not in _MECAB_PACKAGES:
            object.__setattr__(self, "dictionary", os.path.abspath(self.dictionary))
        if self.user_dictionary is not None:
            path = os.path.abspath(self.user_dictionary)
            if not os.path.isfile(path):
                raise InputError("tokenizer.no_user_dictionary", path=path)
            check_file_is_fetched(path)
            if "," in path:
                raise InputError("tokenizer.comma", path=path)
            object.__setattr__(self, "user_dictionary", path)
        _mecab_packages(self.dictionary)  # raises for a missing package or folder
        object.__setattr__(self, "_label", _mecab_label(self.dictionary, self.user_dictionary))
        self._tagger  # noqa: B018  # raises for a broken dictionary here, not while scoring

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        return parse_with(self._tagger.parse, text, " ")

    @property
    def _tagger(self) -> Any:
        return _mecab_tagger(self.dictionary, self.user_dictionary, self._label)

    def __repr__(self) -> str:
        return self._label


@dataclass(frozen=True, repr=False)
class SudachiTokenizer(WordTokenizer):
    """Japanese words by Sudachi, with its core dictionary.

    Args:
        mode: ``"A"`` (short units), ``"B"`` (middle) or ``"C"`` (named entities).

    Raises:
        ImportError: if sudachipy or sudachidict_core is not installed.

    Source: Takaoka et al., "Sudachi: a Japanese Tokenizer for Business", LREC 2018.

    >>> SudachiTokenizer("A")("国家公務員"), SudachiTokenizer("C")("国家公務員")
    (['国家', '公務', '員'], ['国家公務員'])

    """

    mode: str

    def __post_init__(self) -> None:
        if self.mode not in ("A", "B", "C"):
            raise unknown_name("ABC", self.mode, "mode of Sudachi")
        _sudachi(self.mode, threading.get_ident())

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        tokenize = _sudachi(self.mode, threading.get_ident())
        words = chain.from_iterable(map(tokenize, pieces(text, _SUDACHI_LONGEST)))
        return " ".join(word.surface() for word in words)

    def __repr__(self) -> str:
        parts = (f"{name}-{version(name)}" for name in ("sudachidict_core", "sudachipy"))
        return f"sudachi:{self.mode}[{','.join(parts)}]"


def make_tagger(fugashi: ModuleType, folder: str, arguments: str) -> Any:
    """Return a ``fugashi.GenericTagger`` with the dictionary in this folder, and no other.

    fugashi by itself prefers a full unidic if one is installed, so that the same call would return
    other words on another machine.

    Args:
        fugashi: the module.
        folder: a folder with a compiled dictionary.
        arguments: further arguments for MeCab's command line.

    Raises:
        RuntimeError: if MeCab cannot read the dictionary.

    """
    return fugashi.GenericTagger(f"-r {os.devnull} -d {shlex.quote(folder)} {arguments}")


def parse_with(parse: Callable[[str], str], text: str, joint: str) -> str:
    r"""Return the parse of a text, made piece by piece so that MeCab reads all of it.

    Args:
        parse: parses one piece.
        text: a text of any length; MeCab would stop at NUL, which is kept here.
        joint: the separator between the pieces' results, and around NUL.

    >>> parse_with(str.upper, "a\0b", "-")
    'A-\x00-B'

    """
    if len(text) > _MECAB_LONGEST:
        return joint.join(parse_with(parse, piece, joint) for piece in pieces(text, _MECAB_LONGEST))
    return f"{joint}\0{joint}".join(map(parse, text.split("\0")))


@functools.cache
def _mecab_tagger(dictionary: str, user_dictionary: str | None, _label: str) -> Any:
    fugashi, folder = _mecab_packages(dictionary)
    arguments = "-Owakati"
    if user_dictionary is not None:
        arguments += f" -u {shlex.quote(user_dictionary)}"
    try:
        return make_tagger(fugashi, folder, arguments)
    except RuntimeError as error:
        name = _mecab_name(dictionary)
        files = " with ".join(filter(None, (folder, user_dictionary)))
        raise InputError("tokenizer.broken_dictionary", name=name, files=files) from error


def _mecab_packages(dictionary: str) -> tuple[ModuleType, str]:
    """Return fugashi and the dictionary's folder."""
    name, module = _mecab_name(dictionary), _MECAB_PACKAGES.get(dictionary)
    fugashi = require("fugashi", name)
    folder = require(module, name).DICDIR if module else dictionary
    if not os.path.isfile(os.path.join(folder, "sys.dic")):
        known = ", ".join(_MECAB_PACKAGES)
        raise InputError("tokenizer.no_dictionary", name=name, folder=folder, known=known)
    check_file_is_fetched(os.path.join(folder, "sys.dic"))
    return fugashi, folder


def _mecab_name(dictionary: str) -> str:
    return "mecab" if dictionary == "unidic-lite" else f"mecab:{dictionary}"


def _mecab_label(dictionary: str, user_dictionary: str | None) -> str:
    """Return a label with the dictionaries and versions, which determine the words."""
    if dictionary in _MECAB_PACKAGES:
        parts = [f"{dictionary}-{version(dictionary)}"]
    else:
        parts = [_files_label(Path(dictionary), *_MECAB_FILES)]
    if user_dictionary is not None:
        parts.append(_files_label(Path(user_dictionary), ""))
    return f"mecab[{','.join(parts)},fugashi-{version('fugashi')}]"


def _files_label(path: Path, *names: str) -> str:
    """Return the name of a file, or of a folder with files of these names, and a checksum."""
    checksum = 0
    for file in (path / name for name in names):
        if file.is_file():
            stat = file.stat()
            checksum = zlib.crc32(_checksum(file, stat.st_mtime_ns, stat.st_size), checksum)
    plain = re.sub(r"[^-.\w]", "_", path.name)  # without the separators of a signature
    return f"{plain}-{checksum:08x}"


@functools.cache
def _checksum(path: Path, _modified: int, _size: int) -> bytes:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            checksum = zlib.crc32(block, checksum)
    return checksum.to_bytes(4, "big")


@functools.cache
def _sudachi_dictionary(sudachipy: ModuleType) -> Any:
    """Return a ``sudachipy.Dictionary``."""
    return sudachipy.Dictionary(dict="core")


@functools.cache
def _sudachi(mode: str, _thread: int) -> Callable[[str], Iterable[Any]]:
    """Return this thread's tokenizer of text into morphemes; Sudachi's are not thread-safe."""
    name = f"sudachi:{mode}"
    sudachipy = require("sudachipy", name)
    require("sudachidict_core", name)
    tokenizer = _sudachi_dictionary(sudachipy).tokenizer(getattr(sudachipy.SplitMode, mode))
    tokenize: Callable[[str], Iterable[Any]] = tokenizer.tokenize
    return tokenize


built_in("mecab", MecabTokenizer)
built_in("mecab:ipadic", functools.partial(MecabTokenizer, "ipadic"))
for _mode in "ABC":
    built_in(f"sudachi:{_mode}", functools.partial(SudachiTokenizer, _mode))
