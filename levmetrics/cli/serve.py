"""``levmetrics app``: serve the web page."""

from __future__ import annotations

import gc
import inspect
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from levmetrics.cli.arguments import command


@command()
def app(*, host: str | None = None, port: int | None = None, metric: str = "") -> None:
    """Serve the web page; GRADIO_SERVER_NAME and GRADIO_SERVER_PORT set its address too."""
    from rich.console import Console

    from levmetrics.core.names import metric_name
    from levmetrics.errors import InputError
    from levmetrics.system.extras import needed_by
    from levmetrics.system.garbage import collect_as_usual
    from levmetrics.web.address import check_address

    check_address(host, port)
    if metric:
        metric_name(metric)  # before the page is loaded, which takes seconds
    gc.disable()  # collections take a sixth of the load time and free nothing
    with needed_by("the page", "app"), Console().status("Loading ..."):
        with without_stubs():
            import gradio  # noqa: F401
        from levmetrics.web.page import launch
        from levmetrics.web.warm_up import warm_up
    gc.freeze()
    gc.enable()
    collect_as_usual()
    try:
        page = launch(host, port, metric=metric, block=False)
    except OSError as error:  # another program took the port after the check
        raise InputError("command.not_served", reason=str(error)) from error
    threading.Thread(target=warm_up, daemon=True).start()
    page.block_thread()


@contextmanager
def without_stubs() -> Iterator[None]:
    """Keep Gradio from writing type stubs while it loads, which takes a third of the time.

    At each start Gradio parses its own source twice for every component. It writes no stub of a
    class whose file Python cannot find.
    """

    def unknown(object: Any) -> str:  # its callers may name the argument
        raise OSError

    getfile = inspect.getfile
    inspect.getfile = unknown
    try:
        yield
    finally:
        inspect.getfile = getfile
