"""The descriptions of endpoints for programs and, as tools, for models; the answers of tools.

Gradio builds an endpoint's schema from its types, and its description from the docstring, of which
it reads one line per argument. So names become ``Literal`` types, which the schema lists, and
wrapped lines are joined. Placeholders such as ``$limits`` hold texts that several endpoints share.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from string import Template
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from levmetrics.core.config import Config, Option
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.normalizers import NORMALIZERS
from levmetrics.registry import lookup
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.error_messages import error_message
from levmetrics.web.internals import GradioMCPServer
from levmetrics.web.limits import FOR_PROGRAMS, PAGE, SYSTEMS
from levmetrics.web.requests import (
    asked_options,
    installed_tokenizers,
    page_configs,
    page_metrics,
    quick_normalizers,
)

R = TypeVar("R")

METRIC_NAMES = (*page_metrics(),)
TOKENIZER_NAMES = installed_tokenizers()


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


_OF_SESSIONS = [
    name for name, one in page_configs("wer_lev").items() if not one.kind.takes.in_columns
]
_FACTS = {
    "anls_configs": "; ".join(
        f'"{name}": {config.description or config.title}'
        for name, config in page_configs("anls").items()
    ),
    "characters": f"{PAGE.characters_per_text:,}",
    "error_rate_configs": "; ".join(
        f'"{name}": {config.title}' for name, config in page_configs("wer_lev").items()
    ),
    "format": (
        'empty, or "lines" for texts that look like another form (subtitles, CSV, JSON, ids of '
        "utterances beside the words ...) and are lines; without it such texts are refused."
    ),
    "json": (
        "With "
        + _quoted(name for name, one in page_configs("anls").items() if one.kind.takes.nulls)
        + " a sample is JSON: a value a line, or the whole text, if that is a JSON object, or an "
        "array of objects (a sample each)."
    ),
    "limits": FOR_PROGRAMS,
    "normalizers": (
        'Names joined by "+", as "lower+remove_punctuation"; empty for none. '
        + "; ".join(f'"{name}": {one.description}' for name, one in quick_normalizers().items())
    ),
    "separator": (
        f'Several references of one sample are separated by "{SEPARATOR}" (a space, three vertical '
        "bars, a space), which cannot be escaped; the one that fits best counts."
    ),
    "sessions": (
        f"Of meetings ({_quoted(_OF_SESSIONS[:2])} ...) each side is one text: SegLST (a JSON "
        "array of segments with session_id, speaker, words, start_time and end_time), or the lines "
        "of an stm file; "
        'sessions are matched by their ids. The rate is named by the config, as "cp_wer".'
    ),
    "systems": str(SYSTEMS),
    "tokenizers": "; ".join(
        f'"{name}": {TOKENIZERS[name].summary.partition(";")[0]} ({TOKENIZERS[name].language})'
        for name in TOKENIZER_NAMES
    ),
}
_NUMBER = float | None  # what an option that is a number is annotated as
_KINDS: dict[Any, str] = {
    str: "one text, as a string",
    dict: "texts by names",
    _NUMBER: "a number, or nothing for the default",
}


def tool(
    configs: Mapping[str, Config] = {}, **names: Iterable[str]
) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Make an endpoint from a function of texts, and of texts by name.

    It rejects arguments of other types, and its description has all that a caller needs to know.

    Args:
        configs: the configs of which it scores one, by name. Their options are arguments in place
            of the function's ``**options``, which get them as texts, before those that it takes by
            name alone; numbers are the last of them.
        **names: the allowed names of each argument that takes one of several names.

    """
    asked = asked_options(configs.values())
    options = dict(sorted(asked.items(), key=lambda option: float in option[1].types))

    def endpoint_of(function: Callable[..., R]) -> Callable[..., R]:
        of_registry = {
            name: ("", *TOKENIZER_NAMES)
            for name, one in options.items()
            if one.registry is TOKENIZERS
        }
        known = {**of_registry, **names}
        literals = {name: Literal[tuple(each)] for name, each in known.items()}
        kinds = {name: _NUMBER if float in one.types else str for name, one in options.items()}
        hints = get_type_hints(function) | kinds | literals
        signature = _signature(function, kinds, hints)
        function.__annotations__ = {name: hints[name] for name in (*signature.parameters, "return")}
        function.__signature__ = signature  # type: ignore[attr-defined]
        said = (f"{name}: {_described(one, configs)}" for name, one in options.items())
        listed = "\n        ".join(said)
        about = (function.__doc__ or "").replace("**options: those of the configs.", listed)
        function.__doc__ = one_line_each(Template(about).substitute(_FACTS))

        @functools.wraps(function)
        def endpoint(*args: Any, **kwargs: Any) -> R:
            given = signature.bind(*args, **kwargs).arguments
            check_arguments(function, given)
            texts = {name: _text_of(given[name]) for name in options if name in given}
            return function(**{**given, **texts})

        return endpoint

    return endpoint_of


def _signature(
    function: Callable[..., object], options: Mapping[str, Any], hints: Mapping[str, Any]
) -> inspect.Signature:
    """Return the signature of a function, with options in place of those that it takes by name."""
    own = [*inspect.signature(function).parameters.values()]
    by_name = [each for each in own if each.kind is each.KEYWORD_ONLY]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    defaults = {name: "" if each is str else None for name, each in options.items()}
    parameters = [
        *(each for each in own if each.kind is kind),
        *(inspect.Parameter(name, kind, default=each) for name, each in defaults.items()),
        *(each.replace(kind=kind) for each in by_name),
    ]
    annotated = [each.replace(annotation=hints[each.name]) for each in parameters]
    return inspect.Signature(annotated, return_annotation=hints["return"])


def _described(option: Option, configs: Mapping[str, Config]) -> str:
    """Return the description of an option, and which of the configs have it."""
    asked = {name: asked_options([one]) for name, one in configs.items()}
    having = [name for name, own in asked.items() if option.name in own]
    if float in option.types:  # whose meaning and default are the config's own
        each = (f'"{name}": {asked[name][option.name].short_help}' for name in having)
        return " ".join(["A number, null for the default.", *each])
    others = [name for name in configs if name not in having]
    said = [option.short_help]
    if others:
        few = f"Not for {_quoted(others)}." if len(others) < len(having) else ""
        said.append(few or f"Only for {_quoted(having)}.")
    if needing := [name for name in having if option.name in configs[name].required]:
        said.append(f"Required for {_quoted(needing)}.")
    if option.registry is TOKENIZERS:
        said.append("Empty for the default. $tokenizers.")
    if option.registry is NORMALIZERS:
        said.append("$normalizers.")
    return " ".join(said)


def check_arguments(
    endpoint: Callable[..., object], arguments: Mapping[str, object], *, as_listed: bool = False
) -> None:
    """Raise for arguments that an endpoint does not take.

    Args:
        endpoint: an endpoint with the annotations made by :func:`tool`.
        arguments: the arguments by name.
        as_listed: whether to reject also names that its description does not list.

    Raises:
        InputError: for an argument that is missing, unknown or of another type, and for an unknown
            name.

    """
    parameters = inspect.signature(endpoint).parameters
    for name in arguments:
        lookup(parameters, name, "argument")
    for name, parameter in parameters.items():
        origin = get_origin(parameter.annotation)
        kind = dict if origin is dict else str if origin is Literal else parameter.annotation
        if name in arguments:
            value, listed = arguments[name], get_args(parameter.annotation)
            _check_type(name, value, kind)
            if as_listed and origin is Literal and value not in listed:
                raise unknown_name(filter(None, listed), value, name)
        elif parameter.default is parameter.empty:
            raise InputError("page.argument_missing", name=name, kind=_KINDS[kind])


def _text_of(value: str | float | None) -> str:
    return "" if value is None else str(value)


def _check_type(name: str, value: object, kind: Any) -> None:
    """Raise for an argument of another type, and for invalid texts by name.

    Raises:
        InputError: the error names the argument.

    """
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


def refuse_in_sentences(
    server: GradioMCPServer, endpoints: Iterable[Callable[..., object]]
) -> None:
    """Make tools return one-sentence errors about arguments, where the library quotes the schema.

    Args:
        server: the server of the tools.
        endpoints: the endpoints made by :func:`tool`; each has the name of its tool.

    """
    types = server.types
    handlers = server.mcp_server.request_handlers
    call = handlers[types.CallToolRequest]
    tools = {endpoint.__name__: endpoint for endpoint in endpoints}

    async def checked(request: Any) -> Any:
        try:
            endpoint = lookup(tools, request.params.name, "tool")
            check_arguments(endpoint, request.params.arguments or {}, as_listed=True)
        except InputError as error:
            said = types.TextContent(type="text", text=error_message(error))
            return types.ServerResult(types.CallToolResult(content=[said], isError=True))
        return await call(request)

    handlers[types.CallToolRequest] = checked


def answer_in_json(server: GradioMCPServer) -> None:
    """Make tools answer in JSON instead of Gradio's Python notation of dictionaries."""

    def texts(data: list[Any], _root_url: str) -> list[Any]:
        return [
            server.types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))
            for result in data
        ]

    server.postprocess_output_data = texts  # type: ignore[assignment]
