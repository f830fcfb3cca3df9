"""The error for invalid arguments, which names the position and the remedy; and warnings."""

from __future__ import annotations

import json
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from numbers import Number
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from levmetrics.lazy import difflib, regex

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


# The most characters of a name, a list or reason, and a message: a file may have megabytes of each.
_NAME, _LIST, _MESSAGE = 200, 1_000, 2_000
# A grapheme, or an escaped control character.
_UNIT = regex.compile(r"⟨[0-9A-F]{2,6}⟩|\X")


def shortened(text: str, most: int = _MESSAGE) -> str:
    r"""Return a text for a message: without controls, and cut at a whole grapheme if it is long.

    Args:
        text: the text.
        most: the largest number of characters.

    >>> shortened("a\x1b"), shortened("e\u0301" * 3, 4), shortened("abc", 3)
    ('a⟨1B⟩', 'e\u0301…', 'abc')

    """
    return _cut(without_controls(text[: most + 1]), most)


def _cut(text: str, most: int) -> str:
    """Return a text, or its first graphemes and an ellipsis if it is longer."""
    if len(text) <= most:
        return text
    ends = [unit.end() for unit in _UNIT.finditer(text[:most])]
    whole = ends[-2] if len(ends) > 1 else most - 1  # the last one may go on
    return f"{text[:whole]}…"


def quoted(value: object) -> str:
    """Return a value as Python writes it, for a message; or its type, if it cannot be written.

    >>> quoted("a"), quoted("b" * 300)[-3:], quoted(10**5_000)
    ("'a'", "b…'", 'of type int')
    """
    return _written(_cut(value, _NAME - 2) if isinstance(value, str) else value, repr)


def _written(value: object, write: Callable[[object], str], most: int = _NAME) -> str:
    try:
        return _cut(write(value), most)
    except Exception:  # of the caller's own class
        return f"of type {type(value).__name__}"


class _Template(Formatter):
    """The filling of a sentence's placeholders, of which none becomes longer than its limit."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return a field, and the most characters that it may have."""
        is_long = key in _catalogue()["long_fields"]
        return super().get_value(key, args, kwargs), _LIST if is_long else _NAME

    def convert_field(self, field: tuple[Any, int], conversion: Any) -> Any:
        """Return a field as a text, as Python writes it for ``r``; or a number or an error."""
        value, most = field
        if conversion == "r":
            return quoted(value)
        if isinstance(value, (Number, InputError)):
            return value
        return shortened(value if isinstance(value, str) else _written(value, str, most), most)


_PACKAGE = __name__.partition(".")[0]
_ITEMS, _ITEM = 10, 90  # the most items of a list, and the most characters of each
_TRANSLATED = ("place", "side", "other", "what", "kind")  # fields that may hold terms of ours
_ERROR, _NOTE, _PLACE = "__error__", "__note__", "__place__"  # the keys of their objects in JSON

Language: TypeAlias = Literal["en", "ja"]


class InputError(TypeError, ValueError):
    r"""An argument that cannot be scored; the message names it, the position and the remedy.

    It is a ``TypeError``, as Python raises for wrong types, and a ``ValueError``, as torchmetrics
    and evaluate raise, so that code written for either catches it. Control characters in quoted
    texts, names and paths are escaped.

    Args:
        message: a code of ``errors.json``, which has the sentences; or a plain sentence, as a
            caller's tokenizer or normalizer may raise.
        fields: the values for the sentence's placeholders.

    Attributes:
        code: the code, which stays stable while the sentence may change; ``""`` for a plain
            sentence.
        fields: the values by name: numbers, texts, places, or the error that was the cause.

    >>> error = InputError("samples.none", place="a\x1b[2J.txt")
    >>> str(error), error.code
    ('a⟨1B⟩[2J.txt has no samples; there is nothing to score', 'samples.none')
    >>> error.sentence("ja")
    'a⟨1B⟩[2J.txtにデータがありません'
    >>> str(InputError("it returned None"))
    'it returned None'

    """

    def __init__(self, message: str, /, **fields: object) -> None:
        self.code = message if message in _catalogue()["sentences"] else ""
        self.fields = fields
        self._message = message
        super().__init__(self.sentence())

    def __reduce__(self) -> tuple[Callable[[], InputError], tuple[()]]:
        """Support copying and pickling, with the code and the fields."""
        return partial(type(self), self._message, **self.fields), ()

    def sentence(self, language: Language = "en") -> str:
        """Return the sentence in a language, or in English if that language has none."""
        if not self.code:
            return shortened(self._message)
        return _sentence(self.code, self.fields, language)


@dataclass(frozen=True)
class Note:
    """A sentence about how an input was read, to be shown beside the result.

    Attributes:
        code: a code of ``errors.json``.
        fields: the values for the sentence's placeholders.

    >>> Note("note.shared_ids", {"columns": "a.csv: path, b.csv: path"}).sentence()
    'rows are matched by the ids in a.csv: path, b.csv: path'

    """

    code: str
    fields: Mapping[str, object]

    def sentence(self, language: Language = "en") -> str:
        """Return the sentence in a language, or in English if that language has none."""
        return _sentence(self.code, self.fields, language)


class InputWarning(UserWarning):
    """A warning about how an input was read, or about a part that was not.

    Python shows it as a warning, the command line as a line of standard error, and the web page on
    the card of the file and beside the result.

    Args:
        note: the sentence.

    >>> str(InputWarning(Note("note.unread_line", {"file": "p1.xml", "element": "ImageRegion"})))
    '1 line of text in ImageRegion is not read: p1.xml'

    """

    def __init__(self, note: Note) -> None:
        self.note = note
        super().__init__(note)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.note.sentence()


def _sentence(code: str, fields: Mapping[str, object], language: Language) -> str:
    sentences = _catalogue()["sentences"][code]
    if language not in sentences:
        return _sentence(code, fields, "en")
    if language == "ja":
        fields = {name: _in_japanese(name, value) for name, value in fields.items()}
    return shortened(_TEMPLATE.vformat(sentences[language], (), fields))


_TEMPLATE = _Template()


class Place(str):
    """A line, a row, an unnamed column or an item of the input, as sentences name it.

    Args:
        name: the name of the file or argument, or a place in it; for a column, it ends with the
            separator between the two.
        number: the number of the line, row, column or item; the key of an item, the name of a cell,
            or an id.
        unit: ``"line"``, ``"row"``, ``"column"``, ``"cell"`` or ``"id"`` for a file, ``""`` for an
            item of an argument, or for a key of a row's object, which is named a field.

    >>> Place("a.csv", 1200, "line"), Place(Place("references", 1), 0), Place("a: ", 2, "column")
    ('a.csv, line 1,200', 'references[1][0]', 'a: column 2, no header')
    >>> Place(Place(Place("a.json", 1, "row"), "date"), "year")
    "a.json, row 1, field 'date'['year']"

    """

    parts: tuple[str, int | str, str]

    def __new__(cls, name: str, number: int | str, unit: str = "") -> Place:
        """Format the place in English, and keep its parts."""
        is_of_row = isinstance(name, Place) and name.parts[2] in ("row", "id")
        if is_of_row and not unit and isinstance(number, str):
            unit = "field"
        place = str.__new__(cls, _place("en", unit, name, number))
        place.parts = (name, number, unit)
        return place

    def __reduce__(self) -> tuple[type[Place], tuple[str, int | str, str]]:
        """Support copying and pickling, with the parts."""
        return Place, self.parts

    @property
    def japanese(self) -> str:
        """The place in Japanese.

        >>> Place("references", 1200, "row").japanese, Place("references", 0).japanese
        ('正解の1,200行目', '正解[0]')
        """
        name, number, unit = self.parts
        return _place("ja", unit, str(_in_japanese("place", name)), number)


def _place(language: Language, unit: str, name: str, number: int | str) -> str:
    short = _cut(number, _NAME) if isinstance(number, str) else number
    form: str = _catalogue()["places"][unit][language]
    return form.format(name=shortened(name, _NAME), number=short)


@cache
def _catalogue() -> Mapping[str, Any]:
    """Return the words of messages.

    Returns:
        ``terms``: the Japanese terms by the English ones; ``places``: the forms of a place by its
        unit and language; ``long_fields``: the fields that hold lists, reasons and settings, or
        places in places; ``sentences``: by code and language.

    """
    from pkgutil import get_data

    words: Mapping[str, Any] = json.loads(get_data("levmetrics", "errors.json") or b"")
    return words


def _in_japanese(name: str, value: object) -> object:
    if isinstance(value, InputError):
        return value.sentence("ja")
    if isinstance(value, Place):
        return value.japanese
    return _catalogue()["terms"].get(str(value), value) if name in _TRANSLATED else value


def as_json(value: object) -> object:
    """Return an error, note or place in a form for JSON, for ``json.dumps(..., default=as_json)``.

    >>> error = InputError("samples.none", place=Place("a.csv", 2, "row"))
    >>> read = json.loads(json.dumps(error, default=as_json), object_hook=from_json)
    >>> read.sentence("ja")
    'a.csvの2行目にデータがありません'
    """
    if isinstance(value, InputError):
        fields = {name: as_json(field) for name, field in value.fields.items()}
        return {_ERROR: value.code or str(value), "fields": fields}
    if isinstance(value, Note):
        fields = {name: as_json(field) for name, field in value.fields.items()}
        return {_NOTE: value.code, "fields": fields}
    if isinstance(value, Place):
        return {_PLACE: [as_json(part) for part in value.parts]}
    return value


def from_json(value: dict[str, Any]) -> Any:
    """Return what :func:`as_json` wrote, for ``json.loads(..., object_hook=from_json)``."""
    if _ERROR in value:
        return InputError(value[_ERROR], **value["fields"])
    if _NOTE in value:
        return Note(value[_NOTE], value["fields"])
    return Place(*value[_PLACE]) if _PLACE in value else value


def warn(message: str | InputWarning, category: type[Warning] = UserWarning) -> None:
    """Warn at the caller's line outside this package, once for each such line.

    A line warns again when Python resets its record of warnings, which any change of the filters
    does. Matplotlib, which draws a report's plots, changes them in ``warnings.catch_warnings``.

    Args:
        message: the text of the warning, or the warning itself.
        category: the class of a warning given as a text.

    """
    frame, level = sys._getframe(1), 2
    passed_over = (_PACKAGE, "functools")  # whose cached_property calls back
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in passed_over:
        frame, level = frame.f_back, level + 1
    said = shortened(message) if isinstance(message, str) else message
    warnings.warn(said, category, stacklevel=level)


def few(items: Iterable[object]) -> str:
    """Return a list for a message: at most ten items, and the number of the others.

    >>> few(["a", "b"])
    'a, b'
    >>> few(range(5_349))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 5,339 more'
    """
    rest = iter(items)
    first = ", ".join(_written(item, str, _ITEM) for item in islice(rest, _ITEMS))
    more = sum(1 for _ in rest)
    return f"{first} and {more:,} more" if more else first


def unknown_name(
    known: Iterable[object],
    name: object,
    what: str,
    others: Mapping[str, object] = MappingProxyType({}),
) -> InputError:
    """Return the error for an unknown name, which suggests the nearest known one.

    Args:
        known: all known names; names of columns may be numbers, and "0" is not 0.
        name: the unknown name.
        what: the kind of thing named, such as ``"tokenizer"``.
        others: known names by other names of theirs, which may be nearer.

    """
    names = sorted(known, key=lambda known_name: _written(known_name, str))
    written = [_written(known_name, str) for known_name in names]
    folded = {**others, **dict(zip(map(str.lower, written), names, strict=True))}
    if not written:
        return InputError("name.none", what=what, name=name)
    nearest = difflib.get_close_matches(_written(name, str).lower(), folded, n=1)
    asked = {"what": what, "name": name, "known": ", ".join(written)}
    if not nearest:
        return InputError("name.unknown", **asked)
    return InputError("name.misspelt", **asked, nearest=folded[nearest[0]])


def reason(error: Exception) -> str:
    """Return the cause of an error as one line, to quote in another message.

    >>> reason(KeyError("x")), reason(InputError("it returned None"))
    ("KeyError: 'x'", 'it returned None')
    """
    message = _written(error, str, _LIST).strip().partition("\n")[0]
    if isinstance(error, InputError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
