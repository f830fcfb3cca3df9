"""The parts of Gradio that are not its public interface, because of which it must be below 7.

The page imports them from here alone. Of the objects behind them it also uses:

- ``Blocks._queue``, its waiting requests and pending messages (``page``, ``waiting``);
- ``SessionState``: its attributes, ``_state_ttl`` among them, of which a session gets a copy
  (``waiting``);
- ``Blocks.validate_inputs``, ``preprocess_data`` and ``process_api``, which check values and answer
  errors (``programs``); ``mcp_server_obj``, the server of ``GradioMCPServer``,
  and mcp's ``_get_cached_tool_definition`` (``tools``).
"""

from gradio.blocks import Blocks as Blocks
from gradio.context import LocalContext as LocalContext
from gradio.events import Dependency as Dependency
from gradio.events import api as api
from gradio.mcp import GradioMCPServer as GradioMCPServer
from gradio.processing_utils import save_bytes_to_cache as save_bytes_to_cache
from gradio.queueing import Event as Event
from gradio.route_utils import STATIC_TEMPLATE_LIB as STATIC_TEMPLATE_LIB
from gradio.route_utils import FnIndexInferError as FnIndexInferError
from gradio.route_utils import get_root_url as get_root_url
from gradio.routes import templates as templates
from gradio.state_holder import SessionState as SessionState
from gradio.state_holder import StateHolder as StateHolder
from gradio.utils import LRUCache as LRUCache
from gradio_client import utils  # type: ignore[import-untyped]

of_client = utils
"""What its client has for values of JSON: which of them are files, and where."""
