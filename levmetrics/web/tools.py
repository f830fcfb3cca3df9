"""The arguments and descriptions of endpoints for programs and, as tools, for models.

Gradio builds an endpoint's schema from its types, and its description from the docstring, of which
it reads one line per argument. So names become ``Literal`` types, which the schema lists, and
wrapped lines are joined. Placeholders such as ``$limits`` hold texts that several endpoints share.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from string import Template
from typing import Any, Literal, TypeAlias, get_origin

from levmetrics.core.config import Config, Option
from levmetrics.errors import InputError
from levmetrics.formats.kinds.lines import SEPARATOR, Lines
from levmetrics.normalizers import NORMALIZERS
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.internals import GradioMCPServer
from levmetrics.web.limits import FOR_PROGRAMS, SYSTEMS
from levmetrics.web.requests import asked_options, installed_tokenizers, quick_normalizers

Endpoint: TypeAlias = Callable[..., dict[str, Any]]

TOKENIZER_NAMES = {
    name: f"{TOKENIZERS[name].summary.partition(';')[0]} ({TOKENIZERS[name].language})"
    for name in installed_tokenizers()
}
FORMATS = {
    "": "",
    Lines.name: "the texts are lines, though they look like another form (subtitles, CSV, JSON, "
    "ids beside the words ...); without it such texts are refused",
}
_FACTS = {
    "limits": FOR_PROGRAMS,
    "separator": f'Several references of one sample are separated by "{SEPARATOR}" (a space, three '
    "vertical bars, a space), which cannot be escaped; the one that fits best counts.",
    "systems": str(SYSTEMS),
}
_NUMBER = float | None  # what an option that is a number is annotated as
_KINDS: dict[Any, str] = {
    str: "one text, as a string",
    dict: "texts by names",
    _NUMBER: "a number, or nothing for the default",
}


def tool(
    configs: Mapping[str, Config] = {}, **names: Mapping[str, str]
) -> Callable[[Endpoint], Endpoint]:
    """Make an endpoint from a function of texts, and of texts by name.

    It rejects arguments of other types, and its description has all that a caller needs to know.

    Args:
        configs: the configs of which it scores one, by name. Their options are arguments in place
            of the function's ``**options``, which get them as texts, before those that it takes by
            name alone; numbers are the last of them.
        **names: the names that an argument may be, with what each means; ``$ARGUMENT`` lists them.

    """
    asked = asked_options(configs.values())
    options = dict(sorted(asked.items(), key=lambda option: float in option[1].types))
    known = names | {
        name: {"": "", **TOKENIZER_NAMES}
        for name, one in options.items()
        if one.registry is TOKENIZERS
    }
    listed = {name: _listed(each) for name, each in known.items()}
    literals = {name: Literal[tuple(each)] for name, each in known.items()}

    def endpoint_of(function: Endpoint) -> Endpoint:
        signature = _signature(function, options, literals)
        said = (f"{name}: {_described(one, configs)}" for name, one in options.items())
        about = (function.__doc__ or "").replace("**options: $options", "\n        ".join(said))

        @functools.wraps(function)
        def endpoint(*args: Any, **kwargs: Any) -> dict[str, Any]:
            given = signature.bind(*args, **kwargs).arguments
            for name, value in given.items():
                _check_type(name, value, signature.parameters[name].annotation)
            given |= {
                name: "" if given[name] is None else str(given[name])
                for name in options.keys() & given
            }
            return function(**given)

        endpoint.__signature__ = signature  # type: ignore[attr-defined]
        endpoint.__annotations__ = {
            one.name: one.annotation for one in signature.parameters.values()
        }
        endpoint.__doc__ = one_line_each(Template(about).substitute(_FACTS | listed))
        return endpoint

    return endpoint_of


def _signature(
    function: Callable[..., object], options: Mapping[str, Option], literals: Mapping[str, Any]
) -> Signature:
    """Return the signature of a function, with options in place of those that it takes by name."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    own = inspect.signature(function, eval_str=True)
    added = [
        Parameter(name, kind, default=None, annotation=_NUMBER)
        if float in one.types
        else Parameter(name, kind, default="", annotation=str)
        for name, one in options.items()
    ]
    named = [one for one in own.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    parameters = [
        one.replace(kind=kind, annotation=literals.get(one.name, one.annotation))
        for one in sorted([*named, *added], key=lambda one: one.kind)
    ]
    return Signature(parameters, return_annotation=own.return_annotation)


def _described(option: Option, configs: Mapping[str, Config]) -> str:
    """Return the description of an option, and which of the configs have it if few do."""
    asked = {name: asked_options([one]).get(option.name) for name, one in configs.items()}
    helps = {name: one.short_help for name, one in asked.items() if one is not None}
    if option.registry is TOKENIZERS:
        return f"{option.short_help} Empty for the default. ${option.name}"
    if option.registry is NORMALIZERS:
        known = {name: one.description for name, one in quick_normalizers().items()}
        joined = 'Names joined by "+", as "lower+remove_punctuation"; empty for none.'
        return f"{option.short_help} {joined} {_listed(known)}"
    if float in option.types:
        return f"a number, or null for the default. {_listed(helps)}"
    return f"{option.short_help} Only for {', '.join(map(json.dumps, helps))}."


def _listed(names: Mapping[str, str]) -> str:
    said = (f'"{name}": {each.rstrip(".")}' for name, each in names.items() if name)
    return "; ".join(said) + "."


def _check_type(name: str, value: object, annotation: Any) -> None:
    """Raise for an argument of another type, and for invalid texts by name.

    Raises:
        InputError: the error names the argument.

    """
    kind = {Literal: str, dict: dict}.get(get_origin(annotation), annotation)
    if not isinstance(value, int | kind if kind is _NUMBER else kind) or isinstance(value, bool):
        given = type(value).__name__
        raise InputError("page.argument_type", name=name, type=given, kind=_KINDS[kind])
    if isinstance(value, dict):
        for key, text in value.items():
            _check_type(f"{name}[{key!r}]", text, str)


def one_line_each(docstring: str) -> str:
    r"""Join the lines of each paragraph and of each argument of a docstring.

    >>> one_line_each("A\nb.\n\nArgs:\n    x: one\n        two.\n    y: three.")
    'A b.\n\nArgs:\n    x: one two.\n    y: three.'
    """

    def joined(section: str) -> str:
        # Arguments begin at an indent of four; of the return value, only the first line does.
        parts = re.split(r"\n    (?! )", section, maxsplit=section.startswith("Returns:"))
        return "\n    ".join(" ".join(part.split()) for part in parts)

    return "\n\n".join(map(joined, inspect.cleandoc(docstring).split("\n\n")))


def adapt_tools(server: GradioMCPServer) -> None:
    """Make tools answer in JSON instead of Python's notation, and check their own arguments.

    The library's check would quote the schema in place of the argument's name.
    """

    def texts(data: list[Any], _root_url: str) -> list[Any]:
        return [
            server.types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))
            for result in data
        ]

    async def unchecked(tool_name: str) -> None:
        pass

    server.postprocess_output_data = texts  # type: ignore[assignment]
    server.mcp_server._get_cached_tool_definition = unchecked
