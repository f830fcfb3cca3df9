"""Loads the bundled evaluate modules from any directory, without a network."""

from __future__ import annotations

from typing import Any

from levmetrics.core.names import find_config
from levmetrics.errors import unknown_name
from levmetrics.integrations.module_files import MODULES, module_file
from levmetrics.system.extras import needed_by

with needed_by("levmetrics.load", "evaluate"):
    import evaluate


def load(metric: str, config: str | None = None, **options: Any) -> evaluate.EvaluationModule:
    """Load a metric by one name, as ``evaluate.load`` does.

    Harnesses and configuration files have one string for a metric, without a separate config.

    Args:
        metric: ``"anls"`` or ``"wer_lev"``, or with a config, ``"anls:docvqa"``; or a metric of
            another package.
        config: the config, if ``metric`` does not include it.
        **options: for ``evaluate.load``: ``num_process``, ``experiment_id``, ``cache_dir`` ...

    Raises:
        InputError: for unknown names, and for metrics without an evaluate module.

    >>> load("anls:docvqa").compute(predictions=["Seven."], references=["seven"])
    {'anls': 0.8333333333333334}

    """
    name, config_name, found = find_config(metric, config)
    if name in MODULES:
        return evaluate.load(str(module_file(name, f"{name}.py")), config_name, **options)
    if not found.kind.takes.in_columns:
        raise unknown_name(MODULES, name, "evaluate module")
    from levmetrics.integrations.evaluate_module import AnyModule

    return AnyModule(name, config_name, **options)
