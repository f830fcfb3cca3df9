"""Loads the bundled evaluate modules from any directory, without a network."""

from __future__ import annotations

from typing import Any

from levmetrics.core.aliases import qualified
from levmetrics.core.names import config_of, metric_name
from levmetrics.errors import unknown_name
from levmetrics.integrations.module_files import MODULES, module_file
from levmetrics.system.extras import needed_by

with needed_by("levmetrics.load", "evaluate"):
    import evaluate


def load(metric: str, config: str | None = None, **options: Any) -> evaluate.EvaluationModule:
    """Load a metric by one name, as ``evaluate.load`` does.

    Harnesses and configuration files have one string for a metric, without a separate config.

    Args:
        metric: a metric's name, ``"cer"``, ``"anls:docvqa"``, also of another package; or that of a
            module, ``"anls"``, ``"wer_lev"`` or ``"rouge_lev"``.
        config: the module's config, if ``metric`` does not include it.
        **options: for ``evaluate.load``: ``num_process``, ``experiment_id``, ``cache_dir`` ...

    Raises:
        InputError: for unknown names, and for metrics without an evaluate module.

    >>> load("anls:docvqa").compute(predictions=["Seven."], references=["seven"])
    {'anls': 0.8333333333333334}

    """
    name = metric_name(metric, config)
    module, config_name = qualified(name)
    if module in MODULES:
        return evaluate.load(str(module_file(module, f"{module}.py")), config_name, **options)
    if not config_of(name).kind.takes.in_columns:
        raise unknown_name(MODULES, name, "evaluate module")
    from levmetrics.integrations.evaluate_module import AnyModule

    return AnyModule(module, config_name, **options)
