"""Decoding of files, with errors that name the faulty bytes and their likely encoding."""

from __future__ import annotations

import codecs
import re
from typing import cast

from levmetrics.errors import InputError

# Characters that only binary files have, and the escape sequences of ISO-2022.
_ESCAPE = b"\x1b$"
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x7f]|\x1b(?=\$)")
_BINARY_BYTES = bytes(code for code in range(128) if _BINARY.match(f"{chr(code)}$"))
_NOT_ASCII = re.compile(rb"[\x80-\xff]+")
# Of the bytes that are not ASCII, the share in runs of UTF-8 that shows a mixture.
_LEAST_UTF_8, _LEAST_UTF_8_IN_WESTERN = 0.25, 0.05
_NARROW_KANA = re.compile("[\uff61-\uff9f]")

_SAMPLE = 1 << 16  # bytes; more do not improve the guess
# The usual encodings beside UTF-8, by their names in Python, with their common names and the bytes
# that only they have (zeros, at least those of line feeds). Ties for a short text go to the first.
_USUAL = {
    b"\0": {
        "utf_16_le": "UTF-16 without a byte order mark",
        "utf_16_be": "UTF-16 without a byte order mark",
    },
    _ESCAPE: {"iso2022_jp": "JIS"},
    b"": {
        "cp932": "Shift_JIS",
        "euc_jp": "EUC-JP",
        "cp1252": "Windows Western European",
        "cp1251": "Windows Cyrillic",
        "gb18030": "Chinese",
        "big5": "Chinese",
        "cp949": "Korean",
        "koi8_r": "Russian",
    },
}
_NAMES = {encoding: known for names in _USUAL.values() for encoding, known in names.items()}
KNOWN_ENCODINGS = ("utf-8", *_USUAL[b""], *_USUAL[_ESCAPE], "utf-16", *_USUAL[b"\0"])
"""The usual encodings of texts, by their names in Python."""

# The longest first: the mark of UTF-16 is a prefix of that of UTF-32.
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: ("utf-32", "utf-32-le"),
    codecs.BOM_UTF32_BE: ("utf-32", "utf-32-be"),
    codecs.BOM_UTF16_LE: ("utf-16", "utf-16-le"),
    codecs.BOM_UTF16_BE: ("utf-16", "utf-16-be"),
    codecs.BOM_UTF8: ("utf-8", "utf-8-sig"),
}

# The first bytes of files that users mistake for texts.
_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a WAV, AVI or WebP file",
    b"ID3": "an MP3 file",
    b"fLaC": "a FLAC file",
    b"OggS": "an Ogg file",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "an Office document (as .xlsx or .docx) or a zip archive (unpack it first)",
    b"\xd0\xcf\x11\xe0": "an Office document of an old kind (save .xls as .xlsx, .doc as text)",
    b"\x1f\x8b": "a gzip archive",
    b"PAR1": "a parquet file",
}


class EncodingError(InputError):
    """The error for a text that is not in the expected encoding."""

    @property
    def guess(self) -> str | None:
        """The likely encoding, by its name in Python; ``None`` if there is none."""
        return cast("str | None", self.fields.get("guess"))


class CheckedDecoder:
    r"""A decoder of a file's text, whose errors name the bytes that are not in the encoding.

    The decoded text has no byte order mark. If its first part has no line feed, as in files of old
    Macintosh computers, carriage returns become line feeds.

    Args:
        name: the name of the file.
        encoding: the requested encoding; ``None``: that of a byte order mark, or UTF-8.
        start: the file's first part, which is decoded at once.

    Attributes:
        encoding: the encoding of the text, by its name in Python.
        first_text: the text of the first part.
        pending: the bytes of an incomplete character at the end of the last part.

    Raises:
        InputError: for an unknown encoding, for the byte order mark of another one, and as in
            :meth:`decode`.

    >>> CheckedDecoder("a.txt", "cp932", "a".encode("utf-16"))
    Traceback (most recent call last):
    levmetrics.formats.encodings.EncodingError: a.txt cannot be read: it begins with the byte order
    mark of UTF-16, and encoding is 'cp932'; leave the encoding out
    >>> CheckedDecoder("a.csv", None, "id,text\n1,今日は\n".encode("cp932"))
    Traceback (most recent call last):
    levmetrics.formats.encodings.EncodingError: a.csv cannot be read: it is not text in UTF-8
    (line 2, byte 11 of the file is 0x8D); this looks like Shift_JIS (cp932): give its encoding, or
    save it as UTF-8

    """

    def __init__(self, name: str, encoding: str | None, start: bytes) -> None:
        marks = (names for mark, names in _BYTE_ORDER_MARKS.items() if start.startswith(mark))
        marked = next(marks, ())
        wanted = (marked or ("utf-8",))[0] if encoding is None else encoding
        try:
            b"a".decode(wanted, "replace")  # which accepts only text encodings
            codec = codecs.lookup(wanted)
        except (LookupError, ValueError):
            raise InputError("file.unknown_encoding", encoding=encoding) from None
        if marked and codec.name not in marked:
            mark = _written(marked[0])
            raise EncodingError("file.other_mark", file=name, marked=mark, encoding=encoding)
        self._decoder = codec.incrementaldecoder("strict")
        self._name, self.encoding, self._start = name, codec.name, start
        self._line, self._at = 1, 0  # where the next part starts
        self.pending, self._has_old_ends = b"", False
        text = self.decode(start).removeprefix("\ufeff")
        self._has_old_ends = "\n" not in text and "\r" in text[:-1]
        self.first_text = text.replace("\r", "\n") if self._has_old_ends else text

    def decode(self, part: bytes) -> str:
        """Return the text of the file's next part; an empty part ends the file.

        Raises:
            InputError: if the part is not in the encoding, or has control characters that only
                binary files have.

        """
        try:
            text = self._decoder.decode(part, final=not part)
        except UnicodeDecodeError as error:
            data, bad = error.object, error.start
            line = self._line + data.count(b"\n", 0, bad)
            byte = self._at - len(self.pending) + bad + 1
            why = InputError("file.bad_byte", line=line, byte=byte, value=data[bad])
            raise self._fault("file.not_in_encoding", why, _sample(data, bad)) from None
        except UnicodeError as error:  # as UTF-16 without its mark
            sample = _sample(self._start, 0)
            raise self._fault("file.not_in_encoding", str(error), sample) from None
        has_controls = len(part.translate(None, _BINARY_BYTES)) < len(part)  # faster than a search
        if has_controls and (control := _BINARY.search(text)):
            why = InputError("file.control_character", character=ord(control[0]))
            raise self._fault("file.binary", why, _sample(part, 0))
        self._line += text.count("\n")
        self._at += len(part)
        self.pending = self._decoder.getstate()[0]
        return text.replace("\r", "\n") if self._has_old_ends else text

    def _fault(self, code: str, why: object, sample: bytes) -> InputError:
        """Return the error for bytes that are not in the encoding, with their likely encoding."""
        if kind := kind_error(self._name, self._start):
            return kind
        fields = {"file": self._name, "encoding": _written(self.encoding), "why": why}
        guess = guessed_encoding(sample)
        if self.encoding == "utf-8" and _is_partly_utf_8(sample, guess):
            return EncodingError("file.mixed_encodings", file=self._name, why=why)
        if guess is None:
            return EncodingError(code, **fields)
        looks = _NAMES[guess]
        return EncodingError("file.in_other_encoding", **fields, looks=looks, guess=guess)


def kind_error(name: str, start: bytes) -> InputError | None:
    r"""Return the error for a file of a kind that holds no plain text.

    Args:
        name: the name of the file.
        start: its first bytes.

    Returns:
        The error; ``None`` if the file is not of a known kind.

    >>> print(kind_error("a.txt", b"\x89PNG\r\n\x1a\n"))
    a.txt cannot be read: it is a PNG picture; give text, or a table in one of the formats

    """
    for first, kind in _KINDS.items():
        if start.startswith(first):
            return InputError("file.not_text", file=name, kind=kind)
    return None


def guessed_encoding(data: bytes) -> str | None:
    """Return the likely encoding of some bytes of text, by its name in Python.

    >>> guessed_encoding("こんにちは".encode("cp932")), guessed_encoding(bytes(range(256)))
    ('cp932', None)
    """
    from charset_normalizer import from_bytes  # slow to load, and seldom needed

    usual = next([*names] for only, names in _USUAL.items() if only in data)
    matches = [
        match
        for match in from_bytes(data, cp_isolation=usual, preemptive_behaviour=False)
        if match.encoding in usual and _is_text(str(match), data)
    ]
    matches.sort(
        key=lambda match: (
            round(match.chaos, 2),
            _is_narrow_kana(str(match)),
            -match.coherence,
            usual.index(match.encoding),
        )
    )
    return matches[0].encoding if matches else None


def _is_partly_utf_8(data: bytes, guess: str | None) -> bool:
    """Whether too much of a text is UTF-8 for another encoding.

    A run of bytes that are not ASCII is seldom UTF-8 by chance: never in Western texts, whose
    accented letters are single bytes, and up to 17 % of Chinese characters that stand alone.

    >>> _is_partly_utf_8("café ".encode() + "café".encode("cp1252"), "cp932")
    True
    >>> _is_partly_utf_8("いい天気".encode("cp932"), "cp932")
    False
    """
    runs = _NOT_ASCII.findall(data)
    of_utf_8 = sum(len(run) for run in runs if _is_utf_8(run))
    least = _LEAST_UTF_8_IN_WESTERN if guess == "cp1252" else _LEAST_UTF_8
    return of_utf_8 > least * sum(map(len, runs))


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def known_as(encoding: str) -> str:
    """Return the common name of an encoding, or Python's name of an unusual one.

    >>> known_as("cp932"), known_as("utf-8"), known_as("cp037")
    ('Shift_JIS (cp932)', 'UTF-8', 'cp037')
    """
    name = _NAMES.get(encoding)
    return f"{name} ({encoding})" if name else _written(encoding)


def _is_text(decoded: str, data: bytes) -> bool:
    """Whether decoded bytes are text, and at least 3 of 4 bytes 0x0A became line feeds."""
    return not _BINARY.search(decoded) and 4 * decoded.count("\n") >= 3 * data.count(b"\n")


def _is_narrow_kana(decoded: str) -> bool:
    """Whether a text is mostly narrow katakana, as Korean looks in Shift_JIS."""
    return 2 * len(_NARROW_KANA.findall(decoded)) > sum(char > "\x7f" for char in decoded)


def _sample(data: bytes, bad: int) -> bytes:
    """Return the part of a text around the byte at ``bad``, of whole lines unless they are few."""
    if len(data) <= _SAMPLE:
        return data
    start = 0 if bad < _SAMPLE // 2 else data.rfind(b"\n", 0, bad) + 1
    part = data[start : start + _SAMPLE]
    return part if b"\0" in part else part[: part.rfind(b"\n") + 1] or part


def _written(encoding: str) -> str:
    return encoding.upper() if encoding.startswith("utf") else encoding
