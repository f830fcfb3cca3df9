"""The page as a whole: its tabs, endpoints and theme, and the server that serves it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

import gradio as gr
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Route

from levmetrics.core.aliases import NEW_NAMES
from levmetrics.rendering.html import render
from levmetrics.version import __version__
from levmetrics.web import limits
from levmetrics.web.address import allowed_hosts, named_proxies
from levmetrics.web.controls import first_choice
from levmetrics.web.endpoints import ENDPOINTS
from levmetrics.web.file_sizes import file_size_script
from levmetrics.web.held_files import HELD, Uploads, delete_empty_files, make_cache_folder
from levmetrics.web.inside_tab import inside_tab
from levmetrics.web.internals import FnIndexInferError, api
from levmetrics.web.language import I18N, LANGUAGES, Language, label, relabelled, say
from levmetrics.web.middleware import FairQueue, Faults, NamedProxies, SameOrigin
from levmetrics.web.programs import PATH, Blocks, answer, refuse
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
_METRIC = ""  # the automatic choice


def build(metric: str = _METRIC) -> gr.Blocks:
    """Build the page with its endpoints.

    Args:
        metric: the name of the initially chosen metric, with or without a config.

    """
    first = first_choice(metric)
    page = Blocks(
        title="levmetrics: ANLS, WER and CER",
        analytics_enabled=False,
        delete_cache=(60, limits.HELD_SECONDS),
    )
    with page:
        language = gr.Textbox(LANGUAGES[0], visible=False)
        with gr.Row(elem_id="head"):
            name = gr.HTML(_title(LANGUAGES[0]), elem_id="title")
            switch = gr.Button(label("other_language"), size="sm", scale=0, elem_id="language")
        language.change(_title, language, name, api_visibility="private")
        with gr.Tabs(elem_id="pages"):
            with gr.Tab(label("score"), id="score") as score:
                settings = systems_tab(SCORE, language, first)
            with gr.Tab(label("compare"), id="compare") as compare:
                of_comparison = systems_tab(COMPARE, language, first)
            with gr.Tab(label("inside"), id="inside") as inside:
                inside_tab(language)
        for tab in (score, compare, inside):
            opened = f"() => levmetricsAddress({{ tab: {json.dumps(tab.id)} }})"
            tab.select(None, None, None, js=opened, api_visibility="private")
        components, changed = relabelled(page)
        toggled = """(language) => {
            const other = language === "ja" ? "en" : "ja";
            levmetricsChooseLanguage(other);
            return other;
        }"""
        switch.click(None, language, language, js=toggled, api_visibility="private").then(
            changed, language, components, api_visibility="private", show_progress="hidden"
        )
        _bind_address(page, language, {"score": settings, "compare": of_comparison})
        page.load(None, None, None, js=file_size_script(), api_visibility="private")
        page.unload(_leave)
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


def _bind_address(
    page: gr.Blocks, language: gr.Textbox, settings: Mapping[str, Mapping[str, Any]]
) -> None:
    """Keep the settings of tabs in the page's address, so that links and reloads keep them.

    Args:
        page: the page.
        language: the visitor's language, from the browser.
        settings: the components of each tab's settings, by name.

    """
    components: dict[str, Any] = {
        f"{tab}.{name}": component
        for tab, by_name in settings.items()
        for name, component in by_name.items()
    }
    defaults = {name: component.value or "" for name, component in components.items()}
    shown = [*components.values()]
    changed = f"(...values) => levmetricsSettings({json.dumps(defaults)}, values)"
    events = [component.change for component in shown]
    gr.on(events, None, shown, None, js=changed, api_visibility="private")
    script = render("page/address.js.j2", components=components, new_names=NEW_NAMES)
    page.load(None, None, [language, *shown], js=script, api_visibility="private")


def launch(
    host: str | None = None,
    port: int | None = None,
    *,
    metric: str = _METRIC,
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
    _keep_no_statistics()
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
            "exception_handlers": dict.fromkeys((FnIndexInferError, KeyError, TypeError), refuse),
        },
    )
    page.app.state_holder = Sessions(page)
    if page.mcp_server_obj is not None:
        adapt_tools(page.mcp_server_obj)
    if block:
        page.block_thread()
    return page


def _keep_no_statistics() -> None:
    """Keep Gradio from recounting its table of the last 10,000 requests after every request."""
    os.environ.setdefault("GRADIO_ANALYTICS_MAX_EVENTS", "1")
    os.environ.setdefault("GRADIO_ANALYTICS_CACHE_FREQUENCY", str(sys.maxsize))


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
        Middleware(Faults),
        Middleware(NamedProxies, proxies=proxies),
        Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        Middleware(SameOrigin, names=hosts),
        Middleware(RequestBodyLimitMiddleware, max_body_size=limits.BODY_MEGABYTES * 1_000_000),
        Middleware(Uploads),
        Middleware(FairQueue, addresses=addresses, most=limits.REQUESTS_OF_VISITOR),
    ]
