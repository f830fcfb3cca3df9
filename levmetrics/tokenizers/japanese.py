"""Japanese words: MeCab with any dictionary, and Sudachi in its three split modes."""

from __future__ import annotations

import functools
import os
import re
import shlex
import threading
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Protocol

from levmetrics.errors import InputError, unknown_name
from levmetrics.tokenizers.facts import TOKENIZERS, TokenizerFacts
from levmetrics.tokenizers.mecab import Tagger, make_tagger, parse_with
from levmetrics.tokenizers.tokenizer import WordTokenizer, pieces, require

# Dictionaries that come as packages: the module, and the package to install.
_MECAB_PACKAGES = {"unidic-lite": "unidic_lite", "ipadic": "ipadic"}
_MECAB_FILES = ("sys.dic", "unk.dic", "char.bin", "matrix.bin", "dicrc")
_SUDACHI_PACKAGES = "sudachipy sudachidict_core"
_in_thread = threading.local()
# Sudachi refuses texts of more than 65,535 bytes after normalization, in which one character can
# become 18.
_SUDACHI_LONGEST = 1_200


@dataclass(frozen=True, repr=False)
class MecabTokenizer(WordTokenizer):
    """Japanese words by MeCab (fugashi).

    Args:
        dictionary: ``"unidic-lite"``, ``"ipadic"``, or a folder with a compiled dictionary.
        user_dictionary: path of a compiled user dictionary with further words.

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
        # Absolute paths and present checksums: words and signature remain those of these files even
        # if the working directory or the files change.
        if self.dictionary not in _MECAB_PACKAGES:
            object.__setattr__(self, "dictionary", os.path.abspath(self.dictionary))
        if self.user_dictionary is not None:
            path = os.path.abspath(self.user_dictionary)
            _check_user_dictionary(path)
            object.__setattr__(self, "user_dictionary", path)
        object.__setattr__(self, "_label", _mecab_label(self.dictionary, self.user_dictionary))
        self._tagger  # noqa: B018  # raises here for a broken dictionary, not while scoring

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        return parse_with(self._tagger.parse, text, " ")

    @property
    def _tagger(self) -> Tagger:
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
        _sudachi(self.mode)

    def spaced(self, text: str) -> str:
        """Return the text with spaces between its words."""
        tokenize = _sudachi(self.mode).tokenize
        return " ".join(
            word.surface() for piece in pieces(text, _SUDACHI_LONGEST) for word in tokenize(piece)
        )

    def __repr__(self) -> str:
        parts = (f"{name}-{version(name)}" for name in ("sudachidict_core", "sudachipy"))
        return f"sudachi:{self.mode}[{','.join(parts)}]"


class _SudachiWord(Protocol):
    """A ``sudachipy.Morpheme``."""

    def surface(self) -> str:
        """Return the word in its surface form."""
        ...


class _SudachiWords(Protocol):
    """A ``sudachipy.Tokenizer``."""

    def tokenize(self, text: str) -> Iterable[_SudachiWord]:
        """Find the words of one text."""
        ...


class _SudachiDictionary(Protocol):
    """A ``sudachipy.Dictionary``."""

    def tokenizer(self, mode: object) -> _SudachiWords:
        """Return a tokenizer of one thread."""
        ...


@functools.cache
def _mecab_tagger(dictionary: str, user_dictionary: str | None, _label: str) -> Tagger:
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
    name = _mecab_name(dictionary)
    package = dictionary if dictionary in _MECAB_PACKAGES else ""
    install = _mecab_install(package)
    fugashi = require("fugashi", name, install)
    folder = require(_MECAB_PACKAGES[package], name, install).DICDIR if package else dictionary
    if not os.path.isfile(os.path.join(folder, "sys.dic")):
        known = ", ".join(_MECAB_PACKAGES)
        raise InputError("tokenizer.no_dictionary", name=name, folder=folder, known=known)
    return fugashi, folder


def _mecab_install(package: str) -> str:
    return f"fugashi {package}".strip()


def _mecab_name(dictionary: str) -> str:
    return "mecab" if dictionary == "unidic-lite" else f"mecab:{dictionary}"


def _check_user_dictionary(path: str) -> None:
    if not os.path.isfile(path):
        raise InputError("tokenizer.no_user_dictionary", path=path)
    if "," in path:
        raise InputError("tokenizer.comma", path=path)


def _mecab_label(dictionary: str, user_dictionary: str | None) -> str:
    """Return a label with dictionaries and versions that differs where the words may differ."""
    _, folder = _mecab_packages(dictionary)
    if dictionary in _MECAB_PACKAGES:
        parts = [f"{dictionary}-{version(dictionary)}"]
    else:
        files = (Path(folder) / name for name in _MECAB_FILES)
        parts = [_files_label(Path(folder).name, [file for file in files if file.is_file()])]
    if user_dictionary is not None:
        path = Path(user_dictionary)
        parts.append(_files_label(path.name, [path]))
    return f"mecab[{','.join(parts)},fugashi-{version('fugashi')}]"


def _files_label(name: str, files: list[Path]) -> str:
    checksum = 0
    for file in files:
        stat = file.stat()
        checksum = zlib.crc32(_checksum(file, stat.st_mtime_ns, stat.st_size), checksum)
    plain = re.sub(r"[^-.\w]", "_", name)  # without the separators of a signature
    return f"{plain}-{checksum:08x}"


@functools.cache
def _checksum(path: Path, _modified: int, _size: int) -> bytes:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            checksum = zlib.crc32(block, checksum)
    return checksum.to_bytes(4, "big")


@functools.cache
def _sudachi_dictionary() -> _SudachiDictionary:
    sudachipy = require("sudachipy", "sudachi", _SUDACHI_PACKAGES)
    dictionary: _SudachiDictionary = sudachipy.Dictionary(dict="core")
    return dictionary


def _sudachi(mode: str) -> _SudachiWords:
    """Return this thread's tokenizer: Sudachi's are not thread-safe."""
    cache: dict[str, _SudachiWords] = _in_thread.__dict__
    if mode not in cache:
        sudachipy = require("sudachipy", f"sudachi:{mode}", _SUDACHI_PACKAGES)
        require("sudachidict_core", f"sudachi:{mode}", _SUDACHI_PACKAGES)
        cache[mode] = _sudachi_dictionary().tokenizer(getattr(sudachipy.SplitMode, mode))
    return cache[mode]


TOKENIZERS.register(
    TokenizerFacts(
        "mecab",
        MecabTokenizer,
        'words by MeCab with unidic-lite; "mecab:FOLDER": with the dictionary in that folder',
        language="Japanese",
        extra="ja",
        packages=_mecab_install("unidic-lite"),
        takes_argument=True,
        takes_user_dictionary=True,
    )
)
TOKENIZERS.register(
    TokenizerFacts(
        "mecab:ipadic",
        functools.partial(MecabTokenizer, "ipadic"),
        "words by MeCab with ipadic",
        language="Japanese",
        extra="ipadic",
        packages=_mecab_install("ipadic"),
        takes_user_dictionary=True,
    )
)
for _mode, _units in {"A": "short", "B": "middle", "C": "long"}.items():
    TOKENIZERS.register(
        TokenizerFacts(
            f"sudachi:{_mode}",
            functools.partial(SudachiTokenizer, _mode),
            f"words by Sudachi, {_units} units",
            language="Japanese",
            extra="sudachi",
            packages=_SUDACHI_PACKAGES,
        )
    )
