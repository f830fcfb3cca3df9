"""The page for programs and models: each endpoint, what calls it, and what a wrong call gets."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

import gradio as gr
from gradio.exceptions import Error
from gradio.route_utils import get_root_url
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from levmetrics.errors import InputError, unknown_name
from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render
from levmetrics.web.language import LANGUAGES, Language, say

PATH = "/api-and-mcp"
_CALL = "/gradio_api/call/"
_ARGUMENT = re.compile(r"^    (\w+): (.*)$", re.MULTILINE)
_EXAMPLES: dict[str, object] = {
    "prediction": "who is their",
    "predictions": "who is their\nis there",
    "reference": "who is there",
    "references": "who is there\nis there",
    "systems": {"old": "who is their\nis their", "new": "who is there\nis their"},
}


@dataclass(frozen=True)
class _Argument:
    name: str
    default: str | None
    description: str


@dataclass(frozen=True)
class Endpoint:
    """An endpoint, as the page shows it.

    Attributes:
        name: without a slash.
        about: what it does.
        arguments: of the function, in their order.
        returns: what it answers.
        curl: commands of a shell that call it.
        python: a program that calls it.

    """

    name: str
    about: str
    arguments: list[_Argument]
    returns: str
    curl: str
    python: str

    @classmethod
    def of(cls, function: Callable[..., object], root: str) -> Endpoint:
        """Describe an endpoint by its function.

        Args:
            function: that :func:`levmetrics.web.tools.tool` made.
            root: the address of the page, without a slash at its end.

        """
        name = function.__name__
        about, _, rest = inspect.getdoc(function).partition("\n\nArgs:\n")  # type: ignore[union-attr]
        of_arguments, _, returns = rest.partition("\n\nReturns:\n")
        defaults = {key: one.default for key, one in inspect.signature(function).parameters.items()}
        given = {key: value for key, value in _EXAMPLES.items() if key in defaults}
        body = json.dumps(given)
        values = "".join(f"    {key}={json.dumps(value)},\n" for key, value in given.items())
        return cls(
            name,
            about.replace("\n\n", " "),
            [
                _Argument(
                    key,
                    None if (value := defaults[key]) is inspect.Parameter.empty else value,
                    said,
                )
                for key, said in _ARGUMENT.findall(of_arguments)
            ],
            returns.strip(),
            f"event=$(curl -s {root}{_CALL}v2/{name} -H 'Content-Type: application/json' \\\n"
            f"  -d '{body}' | cut -d '\"' -f 4)\n"
            f"curl -sN {root}{_CALL}{name}/$event",
            "from gradio_client import Client\n\n"
            f'client = Client("{root}")\n'
            f'print(client.predict(\n{values}    api_name="/{name}",\n))',
        )


def draw(language: Language, root: str, functions: Iterable[Callable[..., object]]) -> str:
    """Draw the page.

    Args:
        language: of its words; what endpoints say of themselves is English.
        root: the address of the page, without a slash at its end.
        functions: of the endpoints.

    """
    settings = {"mcpServers": {"levmetrics": {"url": f"{root}/gradio_api/mcp/"}}}
    return render(
        "page/programs.html.j2",
        t=partial(say, language),
        language=language,
        others=[other for other in LANGUAGES if other != language],
        root=root,
        endpoints=[Endpoint.of(function, root) for function in functions],
        mcp=None if find_spec("mcp") is None else json.dumps(settings, indent=2),
        light=LIGHT,
        dark=DARK,
    )


def answering(functions: Iterable[Callable[..., object]]) -> Callable[[Request], Response]:
    """Return what answers a request for the page."""

    def answer(request: Request) -> Response:
        asked = request.query_params.get("language")
        language = next((own for own in LANGUAGES if own == asked), LANGUAGES[0])
        root: Any = get_root_url(request, PATH, request.scope.get("root_path"))
        return HTMLResponse(draw(language, root, functions))

    return answer


class Blocks(gr.Blocks):
    """Gradio's page, which says in a sentence which values a program has left out."""

    def validate_inputs(self, block_fn: Any, inputs: list[Any]) -> None:
        """Refuse too few values."""
        if block_fn.api_visibility == "public" and len(inputs) < len(block_fn.inputs):
            error = InputError(
                "page.values_missing",
                count=len(inputs),
                most=len(block_fn.inputs),
                names=", ".join(inspect.signature(block_fn.fn).parameters),
                name=block_fn.api_name,
            )
            raise Error(str(error), print_exception=False)
        super().validate_inputs(block_fn, inputs)


def refusing(
    functions: Iterable[Callable[..., object]],
) -> Callable[[Request, Exception], Response]:
    """Return what answers a call that Gradio fails at: of no endpoint, or with other arguments."""
    names = [function.__name__ for function in functions]

    def refuse(request: Request, error: Exception) -> Response:
        path = request.url.path.rstrip("/")
        name = path.rpartition("/")[2]
        if _CALL not in path or (name in names and not isinstance(error, TypeError)):
            raise error
        if name in names:
            return JSONResponse({"error": str(error)}, 400)  # of the argument, as Gradio's client
        return JSONResponse({"error": str(unknown_name(names, name, "endpoint"))}, 404)

    return refuse
