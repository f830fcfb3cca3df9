"""Schemas of records: how each field is compared, weighted and paired.

A schema is a JSON Schema (with ``x-levmetrics`` where types are not enough), a pydantic model, or a
mapping of paths. It becomes a tree of :class:`Field`.

Source: "JSON Schema: A Media Type for Describing JSON Documents", draft 2020-12, for ``type``,
``format``, ``enum``, ``const``, ``properties``, ``items``, ``$ref``, ``allOf``, ``anyOf``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any, Literal, TypeAlias, cast
from urllib.parse import unquote

from levmetrics.errors import InputError, few, quoted, unknown_name
from levmetrics.inputs.arguments import checked_number
from levmetrics.inputs.values import Value
from levmetrics.records.comparators import COMPARATORS, Comparator
from levmetrics.records.comparators.custom import Custom
from levmetrics.records.comparators.date import Date
from levmetrics.records.comparators.datetime import DateTime
from levmetrics.records.comparators.number import Number
from levmetrics.records.comparators.spelling import Boolean, Choice
from levmetrics.records.comparators.text import Text
from levmetrics.records.comparators.time import Time
from levmetrics.registry import lookup
from levmetrics.signature import fingerprint

ListRule: TypeAlias = Literal["optimal", "ordered", "greedy", "keyed"]
LIST_RULES: Mapping[str, str] = {
    "optimal": "the pairs whose similarities have the highest sum, in any order, as ANLS* has it",
    "ordered": "the pairs of the cheapest alignment that keeps the order of both lists",
    "greedy": "the most similar pair first, then of what is left",
    "keyed": "items whose key fields are equal first, then of what is left the optimal pairs",
}
"""The rules that pair the items of two lists, by name."""

_EXTENSION = "x-levmetrics"
_EXTENSION_WORD = "levmetric"  # in any spelling of it
_HEAVIEST = 1_000_000


@dataclass(eq=False)
class Field:
    """The scoring options of the values at a path.

    Args:
        compare: the comparator, or a function that returns the similarity of a reference and a
            prediction; ``None``: chosen by the type of the reference.
        weight: the weight of each leaf; the weight of an object or a list multiplies the weights
            within.
        threshold: similarities below it count as 0; ``None``: the comparator's threshold.
        key: whether the field identifies an item of a list.
        lists: the rule that pairs items, if it is a list; ``None``: the metric's rule, or by keys
            if the items have any.

    Attributes:
        properties: the known fields of an object; their names are composed (NFC).
        items: the field of a list's items; ``None``: unknown.
        others: the fields of an object that are not among ``properties``.
        text: the default comparator of texts, with the threshold; ``None``: the metric's.
        said: the part of a JSON Schema it is read from, with references resolved.

    >>> from levmetrics.records.comparators.number import Number
    >>> Field(Number(tolerance=0.01), weight=2)
    Field(number(tolerance=0.01), weight=2.0)

    """

    compare: Comparator | Callable[[Any, Any], float] | None = None
    weight: float = field(default=1.0, kw_only=True)
    threshold: float | None = field(default=None, kw_only=True)
    key: bool = field(default=False, kw_only=True)
    lists: ListRule | None = field(default=None, kw_only=True)
    properties: dict[str, Field] = field(default_factory=dict, init=False, repr=False)
    items: Field | None = field(default=None, init=False, repr=False)
    others: Field | None = field(default=None, init=False, repr=False)
    text: Text | None = field(default=None, init=False, repr=False)
    said: Mapping[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            InputError: for invalid values.

        """
        if self.compare is not None and not isinstance(self.compare, Comparator):
            self.compare = Custom(self.compare)
        self.weight = checked_number(self.weight, "weight", 0, _HEAVIEST)
        if self.threshold is not None:
            self.threshold = checked_number(self.threshold, "threshold", 0, 1)
            if self.compare is None:
                self.text = Text(threshold=self.threshold)
            if hasattr(self.compare, "threshold"):
                self.compare = replace(cast("Any", self.compare), threshold=self.threshold)
        if not isinstance(self.key, bool):
            raise InputError("record.key", given=quoted(self.key))
        if self.lists is not None:
            lookup(LIST_RULES, self.lists, "rule of lists")

    def __repr__(self) -> str:
        changed = []
        for option in fields(self):
            value = getattr(self, option.name)
            if option.init and value != option.default:
                changed.append(str(value) if option.name == "compare" else f"{option.name}={value}")
        return f"Field({', '.join(changed)})"

    def take_options(self, other: Field) -> None:
        """Take the options of another field, and keep the fields within."""
        for name in (*_OPTIONS, "text"):
            setattr(self, name, getattr(other, name))

    def of(self, key: str) -> Field:
        """Return an object's field by its key."""
        return self.properties.get(key) or self.others or UNKNOWN

    @property
    def item(self) -> Field:
        """The field of the items of a list."""
        return self.items or UNKNOWN

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the fields that identify an item of this list."""
        return tuple(name for name, each in self.item.properties.items() if each.key)


_OPTIONS = tuple(option.name for option in fields(Field) if option.init)

UNKNOWN = Field()
"""The field of a path that is not in a schema."""

SchemaLike: TypeAlias = Mapping[str, Any] | type[Any] | None
"""A JSON Schema, a mapping of paths, or a pydantic model."""


@dataclass(frozen=True, eq=False)
class Schema:
    """The checked fields of records.

    Attributes:
        root: the field of a whole record.
        name: identifies the schema in signatures.
        by_path: the fields that a caller gave by path; each must be in some reference.

    """

    root: Field
    name: str
    by_path: Mapping[str, Field] = field(default_factory=dict)

    @classmethod
    def read(
        cls, schema: SchemaLike, text: Text | None = None, locale: str | None = None
    ) -> Schema:
        """Check a caller's schema.

        Args:
            schema: a JSON Schema; a pydantic model; or by path (``"items[].price"``) a comparator,
                a function of reference and prediction, or a :class:`Field`; ``None``: no schema.
            text: the default comparator of strings.
            locale: the locale of numbers and dates, if the schema names none.

        Raises:
            InputError: for anything else; the error has the path.

        >>> Schema.read({"properties": {"total": {"type": "number"}}}).root.of("total")
        Field(number)
        >>> from levmetrics.records.comparators.date import Date
        >>> Schema.read({"lines[].due": Date()}).root.of("lines").item.of("due")
        Field(date)
        >>> Schema.read({"properties": {"total": {"type": "decimal"}}})
        Traceback (most recent call last):
        levmetrics.errors.InputError: schema: total has the unknown type 'decimal'; ...

        """
        if schema is None:
            return cls(UNKNOWN, "types_of_references")
        if isinstance(schema, Mapping) and any(map(_compares, schema.values())):
            in_order = sorted(schema, key=str)
            by_path = {path: _as_field(path, schema[path], text, locale) for path in in_order}
            written = "\0".join(f"{path}:{each}" for path, each in by_path.items())
            return cls(_of_paths(by_path), _name(len(schema), written), by_path)
        schema = json_schema(schema)
        reader = _JsonSchema(schema, text or Text(), locale)
        try:
            root = reader.field(schema, "")
        except RecursionError:
            raise InputError("record.deep_schema") from None
        return cls(root, _name(reader.leaves, json.dumps(schema, sort_keys=True, default=str)))

    def check_paths(self, references: Iterable[Value]) -> None:
        """Raise for a path that is in no reference, or whose values are lists or objects.

        Raises:
            InputError: the error names the path, and a path of the references.

        """
        known: dict[str, Value] = {}
        for reference in references:
            known.update(_paths(reference, ""))
        for given, own in self.by_path.items():
            path = composed(given)
            if path not in known:
                raise unknown_name(known, path, "path of the schema, which no reference has:")
            has_parts = isinstance(known[path], (list, dict))
            if has_parts and own.compare is not None and not isinstance(own.compare, Custom):
                inner = f"{path}[]" if isinstance(known[path], list) else f"{path}.KEY"
                raise InputError(
                    "record.compares_parts", path=path, compare=str(own.compare), inner=inner
                )


def composed(name: str) -> str:
    """Return a key or path in Unicode's form NFC, in which texts that look alike are equal."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def json_schema(schema: SchemaLike) -> Mapping[str, Any]:
    """Return a JSON Schema, unchanged or from a pydantic model.

    Raises:
        InputError: for anything else.

    >>> json_schema({"type": "object"})
    {'type': 'object'}
    """
    if isinstance(schema, type) and hasattr(schema, "model_json_schema"):
        schema = schema.model_json_schema()
    if not isinstance(schema, Mapping):
        raise InputError("record.no_schema", given=f"of type {type(schema).__name__}")
    if not schema.keys() & _KEYWORDS:
        raise InputError("record.no_schema", given=f"an object with {few(schema) or 'nothing'}")
    return schema


# A JSON Schema has at least one of these keys.
_KEYWORDS = {
    *("type", "properties", "items", "additionalProperties", "enum", "const", "format"),
    *("$schema", "$defs", "$ref", "allOf", "anyOf", "oneOf", _EXTENSION),
}


def _compares(value: object) -> bool:
    return isinstance(value, (Comparator, Field)) or callable(value)


def _paths(value: Value, path: str) -> Iterator[tuple[str, Value]]:
    """Yield the paths of a reference with its values; a list has the path of its items too."""
    if path and not isinstance(value, tuple):
        yield path, value
    if isinstance(value, tuple):
        for option in value:
            yield from _paths(option, path)
    elif isinstance(value, list):
        if not value:
            yield f"{path}[]", None
        for item in value:
            yield from _paths(item, f"{path}[]")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _paths(each, _below(path, key))


def _below(path: str, key: str) -> str:
    """Return the path of a key of an object."""
    return f"{path}.{escaped(key)}" if path else escaped(key)


def _name(count: int, written: str) -> str:
    return fingerprint(count, written, ",custom" if "custom(" in written else "")


def _as_field(path: object, given: Any, text: Text | None, locale: str | None) -> Field:
    """Return a caller's value for a path as a field, with the metric's locale and threshold.

    Raises:
        InputError: if it is not a comparator, or the path is invalid.

    """
    if not isinstance(path, str):
        raise InputError("record.path", path=path)
    if not _compares(given):
        raise InputError("record.no_comparator", path=path, given=quoted(given))
    if isinstance(given, type) and issubclass(given, Comparator):
        given = given()
    own = copy(given) if isinstance(given, Field) else Field(given)
    if locale is not None and getattr(own.compare, "locale", locale) is None:
        own.compare = replace(cast("Any", own.compare), locale=locale)
    if text is not None and own.compare == Text():
        own.compare = text
    return own


_STEP = re.compile(r"((?:\\.|[^.\\\[\]])+)|(\[\])")


def steps_of(path: str) -> list[str | None]:
    r"""Return the steps of a path: keys, and ``None`` for the items of a list.

    Raises:
        InputError: for an invalid path.

    >>> steps_of("items[].price"), steps_of(r"v\.a\.t")
    (['items', None, 'price'], ['v.a.t'])

    """
    steps: list[str | None] = []
    place = 0
    while place < len(path):
        place += path[place] == "." and 0 < place < len(path) - 1
        found = _STEP.match(path, place)
        if not found:
            break
        key = found[1]
        unescaped = key if key is None or key == '""' else re.sub(r"\\(.)", r"\1", key)
        steps.append("" if key == '""' else unescaped)
        place = found.end()
    if not steps or place != len(path):
        raise InputError("record.path", path=path)
    return steps


def path_of(steps: Iterable[str | None]) -> str:
    r"""Return steps as a path.

    >>> path_of(["items", None, "price"]), path_of(["v.a.t"])
    ('items[].price', 'v\\.a\\.t')
    """
    path = ""
    for step in steps:
        path = f"{path}[]" if step is None else _below(path, step)
    return path


def escaped(key: str) -> str:
    """Return a key as written in paths; an empty key is two quotation marks."""
    if key in ("", '""'):
        return r"\"\"" if key else '""'
    return re.sub(r"([.\\\[\]])", r"\\\1", key)


def _of_paths(by_path: Mapping[str, Field]) -> Field:
    """Read a mapping of paths.

    Raises:
        InputError: for an invalid path, and for invalid options.

    """
    root = Field()
    for path, own in by_path.items():
        *parents, last = steps_of(composed(path))
        parent = root
        for step in parents:
            parent = _child(parent, step, Field())
        _child(parent, last, Field()).take_options(own)
    return root


def _child(parent: Field, step: str | None, new: Field) -> Field:
    if step is not None:
        return parent.properties.setdefault(step, new)
    parent.items = parent.items or new
    return parent.items


_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
_FORMATS: Mapping[str, type[Comparator]] = {"date": Date, "time": Time, "date-time": DateTime}


class _JsonSchema:
    """Reads a JSON Schema.

    Args:
        root: the whole schema, to which references point.
        text: the default comparator of strings.
        locale: the locale of numbers and dates, if the schema names none.

    Attributes:
        leaves: the number of leaves.

    """

    def __init__(self, root: Mapping[str, Any], text: Text, locale: str | None) -> None:
        self._root, self._text, self._locale = root, text, locale
        self._read: dict[int, Field] = {}  # by the identity of the part, like the next two
        self._merged: dict[int, Mapping[str, Any] | None] = {}  # None: it is being merged
        self.leaves = 0

    def field(self, part: Any, path: str) -> Field:
        """Read one part of the schema.

        Raises:
            InputError: for an invalid part; the error has the path.

        """
        said = self._said(part, path)
        if id(part) in self._read:  # a recursive record
            return self._read[id(part)]
        for kind in types_of(said):
            if kind not in _TYPES:
                where, known = path or "the record", ", ".join(_TYPES)
                raise InputError("record.type", path=where, given=quoted(kind), known=known)
        own = self._read[id(part)] = Field()
        for keyword in said:
            if keyword != _EXTENSION and _EXTENSION_WORD in str(keyword).lower():
                raise InputError("record.keyword", path=path or "schema", given=quoted(keyword))
        given = said.get(_EXTENSION, {})
        if not isinstance(given, Mapping):
            raise InputError("record.extension", path=path or "schema", given=quoted(given))
        chosen = {name: given[name] for name in _OPTIONS if name in given and name != "compare"}
        others = {name: value for name, value in given.items() if name not in _OPTIONS}
        try:
            own.take_options(Field(self._comparator(said, given, others), **chosen))
        except InputError as error:
            raise InputError("record.field", path=path or "the record", why=error) from None
        own.said = said
        properties = said.get("properties", {})
        if not isinstance(properties, Mapping):
            raise InputError("record.part", path=path or "schema", given=quoted(properties))
        for key, each in properties.items():
            own.properties[composed(key)] = self.field(each, _below(path, key))
        if "items" in said or "array" in types_of(said):
            items = said.get("items")
            own.items = self.field(items if isinstance(items, Mapping) else True, f"{path}[]")
        if isinstance(said.get("additionalProperties"), Mapping):
            own.others = self.field(said["additionalProperties"], _below(path, "*"))
        types = {*types_of(said)} - {"null"}
        if "compare" in given and types and types <= {"array", "object"}:
            inner = f"{path}[]" if own.items else _below(path, "KEY")
            raise InputError(
                "record.compares_parts",
                path=path or "the record",
                compare=str(own.compare),
                inner=inner,
            )
        self.leaves += not (own.properties or own.items or own.others)
        return own

    def _said(self, part: Any, path: str) -> Mapping[str, Any]:
        """Return a part with its references resolved and its alternatives merged.

        Keys beside a reference take precedence.

        Raises:
            InputError: for an invalid or endless reference, and for a part that is not a schema.

        """
        if isinstance(part, bool):  # true or false: any value, or none
            return {}
        if not isinstance(part, Mapping):
            raise InputError("record.part", path=path or "schema", given=quoted(part))
        key = id(part)
        if key not in self._merged:
            self._merged[key] = None
            said = dict(part)
            others = [self._target(part["$ref"], path)] if "$ref" in part else []
            for other in [*others, *self._list(part, "allOf", path)]:
                _add(said, self._said(other, path))
            choices = [*self._list(part, "anyOf", path), *self._list(part, "oneOf", path)]
            read = [self._said(choice, path) for choice in choices]
            _add(said, self._merged_choices([one for one in read if one.get("type") != "null"]))
            self._merged[key] = said
        merged = self._merged[key]
        if merged is None:
            raise InputError("record.endless", path=path or "the record")
        return merged

    def _merged_choices(self, choices: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return all choices merged: their types, and the properties of each."""
        if len(choices) < 2:
            return choices[0] if choices else {}
        types = [*chain.from_iterable(map(types_of, choices))]
        texts = [one for one in choices if "string" in types_of(one)]
        # A pydantic decimal is a number or a string of digits.
        if {*types} == {"number", "string"} and all("pattern" in one for one in texts):
            types = ["number"]
        said: dict[str, Any] = {"type": types} if types else {}
        for one in choices:
            _add(said, {name: one[name] for name in ("items", "properties") if name in one})
        return said

    def _target(self, target: object, path: str) -> Any:
        """Return the part at a JSON pointer (RFC 6901) such as ``#/$defs/item``.

        Raises:
            InputError: if there is no such part.

        """
        part: Any = self._root
        try:
            start, *steps = str(target).split("/")
            if start != "#":
                raise KeyError(start)
            for step in steps:
                key = unquote(step).replace("~1", "/").replace("~0", "~")
                part = part[int(key)] if isinstance(part, list) else part[key]
        except (IndexError, KeyError, TypeError, ValueError):
            where = path or "the record"
            raise InputError("record.reference", path=where, target=quoted(target)) from None
        return part

    def _list(self, part: Mapping[str, Any], name: str, path: str) -> list[Any]:
        parts = part.get(name, [])
        if not isinstance(parts, list):
            raise InputError("record.part", path=path or "schema", given=quoted(parts))
        return parts

    def _comparator(
        self, said: Mapping[str, Any], given: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Comparator | None:
        """Return the comparator of a part; ``None``: chosen by type.

        Raises:
            InputError: for an unknown comparator, and for options that it does not take.

        """
        kind = COMPARATORS.lookup(given["compare"]) if "compare" in given else _kind(said)
        known = [] if kind is None else [option.name for option in fields(kind)]
        for option in options:
            if option not in known:
                raise unknown_name({*known, *_OPTIONS}, option, "option of a field")
        if kind is None:
            return None
        if kind is Text and not options:
            return self._text
        of_schema = {"locale": self._locale} if self._locale and "locale" in known else {}
        lists = {name: tuple(each) for name, each in options.items() if isinstance(each, list)}
        return kind(**{**of_schema, **options, **lists})


def _kind(said: Mapping[str, Any]) -> type[Comparator] | None:
    """Return the comparator of a type, format, choice or constant.

    Raises:
        InputError: for another spelling of a format.

    """
    types = {*types_of(said)} - {"null"}
    if "enum" in said or "const" in said:
        return Choice
    if types == {"string"}:
        return _of_format(str(said.get("format")))
    if types == {"boolean"}:
        return Boolean
    return Number if types and types <= {"number", "integer"} else None


def _of_format(name: str) -> type[Comparator]:
    """Return the comparator of a format; other formats than those of dates and times are texts.

    Raises:
        InputError: for another spelling of a format, such as ``datetime``.

    """
    letters = {re.sub("[^a-z]", "", known): known for known in _FORMATS}
    meant = letters.get(re.sub("[^a-z]", "", name.lower()), name)
    if meant != name:
        raise InputError("record.format_name", given=quoted(name), meant=quoted(meant))
    return _FORMATS.get(name, Text)


def _add(said: dict[str, Any], other: Mapping[str, Any]) -> None:
    """Add the keys of another part that are missing here; properties and options are merged."""
    for name, value in other.items():
        ours = said.setdefault(name, value)
        if (
            name in ("properties", _EXTENSION)
            and isinstance(ours, Mapping)
            and isinstance(value, Mapping)
        ):
            said[name] = {**value, **ours}


def types_of(said: Mapping[str, Any]) -> list[Any]:
    """Return the types that a part of a JSON Schema names."""
    kinds = said.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]
