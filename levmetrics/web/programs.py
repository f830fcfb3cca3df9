"""The page for programs and models, and how their calls are checked and refused."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import gradio as gr
from gradio.exceptions import Error
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from levmetrics.errors import InputError, unknown_name
from levmetrics.rendering.html import render
from levmetrics.web.endpoints import ENDPOINTS
from levmetrics.web.error_messages import error_message, language_of
from levmetrics.web.faults import log_fault
from levmetrics.web.internals import FnIndexInferError, get_root_url, of_client
from levmetrics.web.language import LANGUAGES, Language, say
from levmetrics.web.middleware import answer as answer_with

PATH = "/api-and-mcp"
WRONG = (FnIndexInferError, KeyError, TypeError)
"""What Gradio raises for a request that the page does not send."""
_CALL = "/gradio_api/call/"
_EXAMPLES: dict[str, object] = {
    "prediction": "who is their",
    "predictions": "who is their\nis there",
    "reference": "who is there",
    "references": "who is there\nis there",
    "systems": {"old": "who is their\nis their", "new": "who is there\nis their"},
}


def draw(language: Language, root: str) -> str:
    """Draw the page: the endpoints with an example call of each.

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
        endpoints=[(each.__name__, each.__doc__, _example_of(each)) for each in ENDPOINTS],
        has_mcp=find_spec("mcp") is not None,
        as_json=json.dumps,
    )


def _example_of(endpoint: Callable[..., object]) -> dict[str, object]:
    """Return the arguments of a call: those that are needed, and the others' defaults."""
    parameters = inspect.signature(endpoint).parameters
    return {name: _EXAMPLES.get(name, one.default) for name, one in parameters.items()}


def answer(request: Request) -> Response:
    """Answer a request for the page."""
    language: Language = "ja" if request.query_params.get("language") == "ja" else "en"
    root: Any = get_root_url(request, PATH, request.scope.get("root_path"))
    return HTMLResponse(draw(language, root))


class Blocks(gr.Blocks):
    """Gradio's page, which checks all values first, and answers any error by one sentence.

    Attributes:
        language: the component of the visitor's language.

    """

    language: gr.Textbox

    def validate_inputs(self, block_fn: Any, inputs: list[Any]) -> None:
        """Check the values of an event or a call; the last may be left out if they have a default.

        Raises:
            InputError: for a wrong number of values, for an unknown language, and for a file of the
                network.

        """
        if block_fn.fn is None:  # runs in browsers alone
            raise InputError("page.not_sent")
        if block_fn.api_visibility == "public":
            parameters = inspect.signature(block_fn.fn).parameters
            defaults = [one.default for one in parameters.values()][len(inputs) :]
            if len(inputs) > len(parameters) or inspect.Parameter.empty in defaults:
                listed = {"most": len(parameters), "names": ", ".join(parameters)}
                name = block_fn.api_name
                raise InputError("page.value_count", count=len(inputs), **listed, name=name)
            inputs += defaults
        if len(inputs) < len(block_fn.inputs):
            raise InputError("page.not_sent")
        for component, value in zip(block_fn.inputs, inputs, strict=False):
            if component is self.language and value not in LANGUAGES:
                raise InputError("page.not_sent")
        of_client.traverse(inputs, _checked_file, of_client.is_file_obj_with_meta)

    async def preprocess_data(self, *values: Any, **options: Any) -> list[Any]:
        """Return the values for the function.

        Raises:
            InputError: for values that the page does not send.

        """
        try:
            return [*await super().preprocess_data(*values, **options)]
        except InputError:
            raise
        except Exception as error:  # such as an entry that a list does not have
            raise InputError("page.not_sent") from error

    async def process_api(
        self, block_fn: Any, inputs: list[Any], *rest: Any, **options: Any
    ) -> dict[str, Any]:
        """Answer a request.

        Raises:
            gr.Error: its message is a sentence, in the language that is an event's first value.

        """
        try:
            return await super().process_api(block_fn, inputs, *rest, **options)
        except Exception as error:
            if isinstance(error, Error) and not error.print_exception:
                raise
            values = () if block_fn.api_visibility == "public" else tuple(inputs)
            raise Error(error_message(error, language_of(values)), print_exception=False) from error


def _checked_file(file: dict[str, Any]) -> dict[str, Any]:
    """Return a file that a browser names, unless it is elsewhere in the network.

    Gradio would fetch it, of any size. It refuses files of the server that were not uploaded.
    """
    if of_client.is_http_url_like(file["path"]):
        raise InputError("page.not_sent")
    return file


def refuse(request: Request, error: Exception) -> Response:
    """Answer a request that fails before its handler, such as a call of an unknown endpoint."""
    names = [function.__name__ for function in ENDPOINTS]
    path = request.url.path.rstrip("/")
    name = path.rpartition("/")[2]
    is_call = _CALL in path and (name not in names or isinstance(error, TypeError))
    if not is_call or not isinstance(error, WRONG):
        log_fault(error)
        failure = (400, "page.not_sent") if isinstance(error, WRONG) else (500, "page.failed")
        return answer_with(request.scope, failure[0], InputError(failure[1]))
    if name in names:
        return JSONResponse({"error": str(error)}, 400)  # of the argument, as Gradio's client
    return JSONResponse({"error": str(unknown_name(names, name, "endpoint"))}, 404)
