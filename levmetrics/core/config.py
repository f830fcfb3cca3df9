"""A config: a metric as its name asks for it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from levmetrics.core.metric import Metric, SideInput
from levmetrics.errors import InputError, reason
from levmetrics.lazy import re
from levmetrics.normalizers import NORMALIZERS, NormalizerLike
from levmetrics.registry import Registry
from levmetrics.rendering.labels import Label
from levmetrics.tokenizers import TOKENIZERS, TokenizerLike

_signature = cache(inspect.signature)
# What names of a registry are annotated as.
_REGISTRIES: tuple[tuple[tuple[Any, ...], Registry[Any]], ...] = (
    ((TokenizerLike, TokenizerLike | None), TOKENIZERS),
    ((NormalizerLike,), NORMALIZERS),
)


class Option(NamedTuple):
    """An option of a metric, as the constructor of its class declares it.

    Attributes:
        name: its name.
        flag: its name in a shell.
        help: what it does, from the docstring of the class or of one of its bases: a sentence in
            plain text.
        default: its value if it is not given; ``None`` also if it must be given.
        types: the plain types of its values, from the annotation.
        values: the names to choose from, if the annotation or the class lists them.
        is_file: whether a file beside the two sides holds it.
        registry: the registered names that its value may be; ``None``: it is no such name.
        asked: whether the page asks for it.

    """

    name: str
    flag: str
    help: str
    default: Any
    types: tuple[type, ...]
    values: tuple[str, ...]
    is_file: bool = False
    registry: Registry[Any] | None = None
    asked: bool = False

    @property
    def short_help(self) -> str:
        """What it does, without what is said of Python alone."""
        return re.sub(r"[;,] (?:or )?in Python[^;.]*", "", self.help)

    @property
    def has_choice(self) -> bool:
        """Whether it takes more than its default."""
        return self.values != (self.default,)


@dataclass(frozen=True, eq=False)  # each is equal to itself alone, and so a key of caches
class Config:
    """A metric as its name asks for it: a class, and the options that the name fixes.

    Attributes:
        title: the label in lists of choices.
        made_by: the class of the metric, whose keyword arguments are the options; or its import
            path, for a module that is imported when the metric is made.
        key: the key of the main score in a result.
        fixed: the options that define the config.
        tokenizer: the default tokenizer; ``None``: the class's own default.
        required: the options without a default.
        description: a definition for programs, in one line; empty: the title.
        described: what options do in this config, by name, where the class does not say it.
        is_rare: whether the page leaves it out, where people choose from all metrics.

    """

    title: str
    made_by: type[Metric[Any]] | str
    key: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    tokenizer: str | None = None
    required: tuple[str, ...] = ()
    description: str = ""
    described: Mapping[str, str] = field(default_factory=dict)
    is_rare: bool = False

    @cached_property
    def kind(self) -> type[Metric[Any]]:
        """The class of the metric."""
        if not isinstance(self.made_by, str):
            return self.made_by
        module, _, name = self.made_by.rpartition(".")
        kind: type[Metric[Any]] = getattr(import_module(module), name)
        return kind

    def option_names(self) -> list[str]:
        """Return the names of the options that a caller may give."""
        # Configs do not take token ids, so they need no padding id.
        left_out = {"ignore_index", *self.fixed}
        return [name for name in _signature(self.kind).parameters if name not in left_out]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that a caller may give, as the class or the config declares them.

        >>> from levmetrics.core.names import config_of
        >>> config_of("anls:docvqa").options[0]
        Option(name='threshold', flag='threshold',
               help='Similarities below it count as 0 (default 0.5).', default=None,
               types=(<class 'float'>,), values=(), is_file=False, registry=None, asked=True)

        """
        return _options(self)

    def option_of(self, registry: Registry[Any]) -> str:
        """Return the option whose values are names of a registry, fixed or not; empty: it has none.

        >>> from levmetrics.core.names import config_of
        >>> config_of("cer").option_of(NORMALIZERS), config_of("meeting:der").option_of(TOKENIZERS)
        ('normalizer', '')

        """
        hints = _hints(self.kind)
        names = (name for name in _signature(self.kind).parameters if name in hints)
        return next((name for name in names if _registry(hints[name]) is registry), "")

    @property
    def side_inputs(self) -> dict[str, SideInput]:
        """The options that come beside the two sides as a file, with what reads each."""
        known = self.option_names()
        return {name: read for name, read in self.kind.side_inputs().items() if name in known}

    def alternatives_in(self, side: Literal["references", "predictions"]) -> dict[str, Any]:
        """Return the options by which alternative wordings in the files of a side are read.

        >>> from levmetrics.core.names import config_of
        >>> [config_of(name).alternatives_in("references") for name in ("wer", "anls")]
        [{'alternatives': 'braces'}, {}]

        """
        found, known = self.kind.alternatives_in(side), self.option_names()
        return {name: value for name, value in found.items() if name in known}

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with what comes beside the two sides read, where it is the path of a file.

        Args:
            given: the options by name, as a shell or a harness has them.

        Raises:
            InputError: for a file that cannot be read.

        """
        options = dict(given)
        for name, read in self.side_inputs.items():
            if not isinstance(value := options.get(name), (str, Path)):
                continue
            try:
                options[name] = read(str(value))
            except InputError:
                raise
            except (OSError, ValueError) as error:  # of a reader of another package
                raise InputError("file.unreadable", file=str(value), why=reason(error)) from error
        return options

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.kind.label_of(self.key)


@lru_cache(maxsize=256)
def _options(config: Config) -> tuple[Option, ...]:
    """Return the options of a config, which are read once."""
    hints, parameters = _hints(config.kind), _signature(config.kind).parameters
    files, choices, flags = config.side_inputs, config.kind.choices(), config.kind.flags
    found = []
    for name in config.option_names():
        default = parameters[name].default
        default = None if default is inspect.Parameter.empty else default
        hint = hints.get(name, type(default))
        types, values = _types_and_values(hint)
        values = choices.get(name, values)
        flag = flags.get(name, name.replace("_", "-"))
        help = config.described.get(name) or _helps(config.kind).get(name, "")
        registry = _registry(hint)
        if registry is TOKENIZERS and default is None:
            default = config.tokenizer or getattr(config.kind, "default_tokenizer", None)
        asked = name in config.kind.asked
        about = _sentence(help), default, types, values, name in files, registry, asked
        found.append(Option(name, flag, *about))
    return tuple(found)


def _registry(hint: Any) -> Registry[Any] | None:
    """Return the registry whose names an annotation takes."""
    return next((known for like, known in _REGISTRIES if hint in like), None)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    """Return the annotations of a constructor, and where it has none, of those of the bases.

    One that names types which are not there has none.
    """
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        with suppress(NameError, TypeError):
            found |= get_type_hints(vars(each)["__init__"]) if "__init__" in vars(each) else {}
    return found


def _types_and_values(hint: Any) -> tuple[tuple[type, ...], tuple[str, ...]]:
    """Return the plain types and the names in an annotation."""
    if get_origin(hint) is Literal:
        listed = get_args(hint)
        types = tuple(dict.fromkeys(type(one) for one in listed if one is not None))
        return types, tuple(one for one in listed if isinstance(one, str))
    if hint in (bool, int, float, str):
        return (hint,), ()
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    found = [*map(_types_and_values, parts)]
    return tuple(chain(*(types for types, _ in found))), tuple(
        chain(*(names for _, names in found))
    )


def _sentence(help: str) -> str:
    """Return what a docstring says of an option without markup and references."""
    plain = re.sub(r";? see :\w+:`[^`]+`|(?<!`)`(?!`)|``", "", help)
    end = "" if plain.endswith(".") or not plain else "."
    return plain[:1].upper() + plain[1:] + end


_EXPLAINED = re.compile(
    r"^( +)(\w+)(?: \([^)\n]*\))?: (?!see )(.+?)(?=^\1\w|^ *$|\Z)", re.DOTALL | re.MULTILINE
)


@cache
def _helps(kind: type[Any]) -> dict[str, str]:
    """Return what the docstring of a class, or of the first of its bases, says of each argument."""
    found: dict[str, str] = {}
    for each in kind.__mro__:
        for _, name, said in _EXPLAINED.findall(inspect.cleandoc(each.__doc__ or "")):
            found.setdefault(name, " ".join(said.split()))
    return found
