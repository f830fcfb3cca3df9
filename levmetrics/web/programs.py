"""The page for programs and models: the endpoints, example calls, and the handling of bad calls."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import gradio as gr
from gradio.exceptions import Error
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from levmetrics.errors import InputError, unknown_name
from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render
from levmetrics.web.endpoints import ENDPOINTS
from levmetrics.web.error_messages import gradio_error, language_of
from levmetrics.web.faults import log_fault
from levmetrics.web.internals import get_root_url
from levmetrics.web.language import LANGUAGES, Language, say
from levmetrics.web.middleware import answer as answer_with
from levmetrics.web.sent_values import check_sent
from levmetrics.web.tools import check_arguments

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


def described(function: Callable[..., object]) -> dict[str, Any]:
    """Return the description of an endpoint for the page.

    Args:
        function: the endpoint's function, made by :func:`levmetrics.web.tools.tool`.

    Returns:
        Its ``name``, without a slash; ``about``, a description; ``arguments``: the name, default
        (``None``: required) and description of each; ``returns``, a description of the result; and
        ``given``, the arguments of an example.

    """
    about, _, rest = (function.__doc__ or "").partition("\n\nArgs:\n")
    listed, _, returns = rest.partition("\n\nReturns:\n")
    parameters = inspect.signature(function).parameters
    defaults = {
        name: None if one.default is one.empty else one.default for name, one in parameters.items()
    }
    return {
        "name": function.__name__,
        "about": about.replace("\n\n", " "),
        "arguments": [(name, defaults[name], said) for name, said in _ARGUMENT.findall(listed)],
        "returns": returns.strip(),
        "given": {name: value for name, value in _EXAMPLES.items() if name in parameters},
    }


def draw(language: Language, root: str) -> str:
    """Draw the page.

    Args:
        language: the language of the page; the endpoints' descriptions are English.
        root: the address of the page, without a trailing slash.

    """
    return render(
        "page/programs.html.j2",
        t=partial(say, language),
        language=language,
        others=[other for other in LANGUAGES if other != language],
        root=root,
        endpoints=[*map(described, ENDPOINTS)],
        has_mcp=find_spec("mcp") is not None,
        as_json=json.dumps,
        light=LIGHT,
        dark=DARK,
    )


def answer(request: Request) -> Response:
    """Answer a request for the page."""
    language: Language = "ja" if request.query_params.get("language") == "ja" else "en"
    root: Any = get_root_url(request, PATH, request.scope.get("root_path"))
    return HTMLResponse(draw(language, root))


class Blocks(gr.Blocks):
    """Gradio's page, which checks all values first, and answers any error by one sentence."""

    def validate_inputs(self, block_fn: Any, inputs: list[Any]) -> None:
        """Check the values of an event or a call; the last may be left out if they have a default.

        Raises:
            InputError: for values that an endpoint does not take, and that the page does not send.

        """
        if block_fn.fn is None:  # runs in browsers alone
            raise InputError("page.not_sent")
        if block_fn.api_visibility != "public":
            check_sent(block_fn.inputs, inputs)
            return
        names = [*(parameters := inspect.signature(block_fn.fn).parameters)]
        defaults = [parameters[name].default for name in names[len(inputs) :]]
        if inspect.Parameter.empty not in defaults:
            inputs += defaults
        if len(inputs) != len(names):
            listed = {"count": len(inputs), "most": len(names), "names": ", ".join(names)}
            raise InputError("page.value_count", **listed, name=block_fn.api_name)
        check_arguments(block_fn.fn, dict(zip(names, inputs, strict=True)))

    async def preprocess_data(
        self, block_fn: Any, inputs: list[Any], *state: Any, **options: Any
    ) -> list[Any]:
        """Return the values for the function.

        Raises:
            InputError: for values that the page does not send.

        """
        try:
            values: list[Any] = await super().preprocess_data(block_fn, inputs, *state, **options)
        except InputError:
            raise
        except Exception as error:  # such as an entry that a list does not have
            raise InputError("page.not_sent") from error
        return values

    async def process_api(
        self, block_fn: Any, inputs: list[Any], *rest: Any, **options: Any
    ) -> dict[str, Any]:
        """Answer a request.

        Raises:
            gr.Error: its message is a sentence, in the language that is the first value.

        """
        try:
            return await super().process_api(block_fn, inputs, *rest, **options)
        except Exception as error:
            if isinstance(error, Error) and not error.print_exception:
                raise
            raise gradio_error(error, language_of(tuple(inputs))) from error


def refuse(request: Request, error: Exception) -> Response:
    """Answer a request that Gradio cannot process, such as a call of an unknown endpoint."""
    names = [function.__name__ for function in ENDPOINTS]
    path = request.url.path.rstrip("/")
    name = path.rpartition("/")[2]
    if _CALL not in path or (name in names and not isinstance(error, TypeError)):
        log_fault(error)
        return answer_with(request.scope, 400, InputError("page.not_sent"))
    if name in names:
        return JSONResponse({"error": str(error)}, 400)  # of the argument, as Gradio's client
    return JSONResponse({"error": str(unknown_name(names, name, "endpoint"))}, 404)
