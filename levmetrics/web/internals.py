"""The parts of Gradio that are not its public interface, because of which it must be below 7.

The page imports them from here alone. Of the objects behind them it also uses:

- ``Blocks._queue``, its waiting requests and pending messages (``page``, ``waiting``);
- ``SessionState``: its attributes, ``_state_ttl`` among them, of which a session gets a copy
  (``waiting``);
- ``Blocks.validate_inputs``, ``preprocess_data`` and ``process_api``, which check values and answer
  errors (``programs``); ``mcp_server_obj`` and the server of ``GradioMCPServer`` (``tools``).
"""

from gradio.blocks import Blocks
from gradio.context import LocalContext
from gradio.events import Dependency, api
from gradio.mcp import GradioMCPServer
from gradio.processing_utils import save_bytes_to_cache
from gradio.queueing import Event
from gradio.route_utils import STATIC_TEMPLATE_LIB, FnIndexInferError, get_root_url
from gradio.routes import templates
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import LRUCache
from gradio_client.utils import (  # type: ignore[import-untyped]
    is_file_obj_with_meta,
    is_http_url_like,
    traverse,
)

__all__ = [
    "STATIC_TEMPLATE_LIB",
    "Blocks",
    "Dependency",
    "Event",
    "FnIndexInferError",
    "GradioMCPServer",
    "LRUCache",
    "LocalContext",
    "SessionState",
    "StateHolder",
    "api",
    "get_root_url",
    "is_file_obj_with_meta",
    "is_http_url_like",
    "save_bytes_to_cache",
    "templates",
    "traverse",
]
