"""The page as a whole: its tabs, endpoints and theme, and the server that serves it."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import gradio as gr
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Route

from levmetrics.core.aliases import NEW_NAMES
from levmetrics.rendering.html import render
from levmetrics.version import __version__
from levmetrics.web import limits
from levmetrics.web.address import allowed_hosts, named_proxies
from levmetrics.web.controls import first_choice
from levmetrics.web.endpoints import ENDPOINTS
from levmetrics.web.faults import is_of_the_server
from levmetrics.web.file_sizes import file_size_script
from levmetrics.web.held_files import HELD, Uploads, delete_empty_files, make_cache_folder
from levmetrics.web.inside_tab import inside_tab
from levmetrics.web.internals import api
from levmetrics.web.language import I18N, LANGUAGES, Language, label, relabelled, say
from levmetrics.web.middleware import FairQueue, NamedProxies, SameOrigin
from levmetrics.web.programs import PATH, WRONG, Blocks, answer, refuse
from levmetrics.web.running import cancel, with_deadline
from levmetrics.web.systems_tab import systems_tab
from levmetrics.web.texts import COMPARE, SCORE
from levmetrics.web.theme import head, start_head, theme
from levmetrics.web.tools import adapt_tools
from levmetrics.web.waiting import Sessions, take_turns

_MAX_QUEUE = 200  # waiting requests; more are rejected
# Concurrent requests: of each quick event of the page, and of all endpoints together. Runs have
# their own limit; see :mod:`levmetrics.web.showing`.
_QUICK, _OF_PROGRAMS = 4, 2


def build(metric: str = "") -> gr.Blocks:
    """Build the page with its endpoints.

    Args:
        metric: the name of the initially chosen metric, with or without a config; empty for the
            automatic choice.

    """
    first = first_choice(metric)
    page = Blocks(
        title="levmetrics: WER, CER, ANLS and ROUGE",
        analytics_enabled=False,
        delete_cache=(60, limits.HELD_SECONDS),
    )
    settings: dict[str, Any] = {}
    with page:
        page.language = language = gr.Textbox(LANGUAGES[0], visible=False)
        with gr.Row(elem_id="head"):
            name = gr.HTML(_title(LANGUAGES[0]), elem_id="title")
            switch = gr.Button(label("other_language"), size="sm", scale=0, elem_id="language")
        language.change(_title, language, name)
        with gr.Tabs(elem_id="pages"):
            for kind in (SCORE, COMPARE):
                with gr.Tab(label(kind.name), id=kind.name) as tab:
                    shown = systems_tab(kind, language, first)
                settings |= {f"{kind.name}.{name}": one for name, one in shown.items()}
                _bind_tab(tab)
            with gr.Tab(label("inside"), id="inside") as tab:
                inside_tab(language)
            _bind_tab(tab)
        components, changed = relabelled(page)
        switch.click(None, language, language, js="levmetricsOtherLanguage").then(
            changed, language, components, show_progress="hidden"
        )
        _bind_address(page, language, settings)
        page.load(None, None, None, js=file_size_script())
        page.unload(_leave)
        for function in page.fns.values():  # programs call the endpoints alone
            function.api_visibility, function.api_name = "private", None
        for endpoint in ENDPOINTS:
            api(
                with_deadline(endpoint),
                api_name=endpoint.__name__,
                concurrency_id="programs",
                concurrency_limit=_OF_PROGRAMS,
            )
    return page


def _title(language: Language) -> str:
    """Draw the page's header: its name, purpose, version and links."""
    return render(
        "page/title.html.j2",
        purpose=say(language, "purpose"),
        version=say(language, "version", version=__version__),
        links=[(f"{PATH[1:]}?language={language}", say(language, "for_programs"))],
    )


def _bind_tab(tab: gr.Tab) -> None:
    """Keep the opened tab in the page's address."""
    tab.select(None, None, None, js=f"() => levmetricsAddress({json.dumps({'tab': tab.id})})")


def _bind_address(page: gr.Blocks, language: gr.Textbox, settings: Mapping[str, Any]) -> None:
    """Keep settings in the page's address, so that links and reloads keep them.

    Args:
        page: the page.
        language: the visitor's language, from the browser.
        settings: the components of the settings, by tab and name.

    """
    defaults = {name: component.value or "" for name, component in settings.items()}
    shown = [*settings.values()]
    changed = f"(...values) => levmetricsSettings({json.dumps(defaults)}, values)"
    gr.on([component.change for component in shown], None, shown, None, js=changed)
    script = render("page/address.js.j2", components=settings, new_names=NEW_NAMES)
    page.load(None, None, [language, *shown], js=script)


def launch(
    host: str | None = None,
    port: int | None = None,
    *,
    metric: str = "",
    block: bool = True,
) -> gr.Blocks:
    """Serve the page.

    Args:
        host: the address to listen on; ``None``: ``GRADIO_SERVER_NAME``, or 127.0.0.1.
        port: ``None``: ``GRADIO_SERVER_PORT``, or the first free one from 7860.
        metric: the initially chosen metric.
        block: whether to serve until interrupted.

    """
    make_cache_folder()
    hosts, proxies = allowed_hosts(host, os.environ), named_proxies(os.environ)
    os.environ["FORWARDED_ALLOW_IPS"] = ""  # for uvicorn, which would trust all of this machine
    # Gradio would recount its table of the last 10,000 requests after every request.
    os.environ.setdefault("GRADIO_ANALYTICS_MAX_EVENTS", "1")
    os.environ.setdefault("GRADIO_ANALYTICS_CACHE_FREQUENCY", str(sys.maxsize))
    logging.getLogger("uvicorn.error").addFilter(is_of_the_server)
    start_head()
    page = build(metric)
    # All requests pass the queue, which limits the concurrent ones.
    page.queue(
        status_update_rate=1,  # second; else all waiting visitors are notified after each request
        max_size=_MAX_QUEUE,
        default_concurrency_limit=_QUICK,
        api_open=False,
    )
    take_turns(page)
    page.launch(
        server_name=host,
        server_port=port,
        prevent_thread_lock=True,
        max_file_size=f"{limits.FILE_MEGABYTES}mb",
        state_session_capacity=200,
        mcp_server=find_spec("mcp") is not None,
        i18n=I18N,
        theme=theme(),
        head=head(),
        show_error=False,  # the message of an unexpected error may show a path
        run_history=False,  # texts may be private, and browsers may be shared
        enable_monitoring=False,
        footer_links=["gradio", "settings"],  # the page's header links to the API
        ssr_mode=False,  # the page's head is changed here instead of by Node
        app_kwargs={
            "middleware": _middleware(page, hosts, proxies),
            "routes": [Route(PATH, answer)],
            "exception_handlers": dict.fromkeys((*WRONG, Exception), refuse),
        },
    )
    page.app.state_holder = Sessions(page)
    if page.mcp_server_obj is not None:
        adapt_tools(page.mcp_server_obj)
    if block:
        page.block_thread()
    return page


def _leave(request: gr.Request) -> None:
    """End a visitor's runs, and delete the visitor's uploads."""
    cancel(request)
    HELD.leave(request.session_hash or "")
    delete_empty_files()


def _middleware(page: gr.Blocks, hosts: list[str], proxies: list[str]) -> list[Middleware]:
    """Return the middleware of every request, in order.

    Args:
        page: the page, for its queue.
        hosts: the names of the page.
        proxies: the addresses and networks of proxies.

    """

    def addresses() -> Iterator[str | None]:
        for event in [*page._queue.event_ids_to_events.values()]:
            yield event.request.client.host if event.request.client else None

    return [
        Middleware(NamedProxies, proxies=proxies),
        Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        Middleware(SameOrigin, names=hosts),
        Middleware(Uploads),
        Middleware(FairQueue, addresses=addresses, most=limits.REQUESTS_OF_VISITOR),
    ]
