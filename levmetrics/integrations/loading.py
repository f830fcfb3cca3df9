"""The evaluate modules that levmetrics brings, loaded from any directory and without a network."""

from __future__ import annotations

from typing import Any

from levmetrics.extras import needed_by
from levmetrics.integrations.module_files import module_file
from levmetrics.metric import find_config

with needed_by("levmetrics.load", "evaluate"):
    import evaluate


def load(metric: str, config: str | None = None, **options: Any) -> evaluate.EvaluationModule:
    """Load a metric as ``evaluate.load`` does, by one name.

    Harnesses and configuration files have one string for a metric, and no place for a config.

    Args:
        metric: ``"anls"`` or ``"wer_lev"``, or with a config, ``"anls:docvqa"``.
        config: the config, if it is not in ``metric``.
        **options: of ``evaluate.load``: ``num_process``, ``experiment_id``, ``cache_dir`` ...

    Raises:
        InputError: for unknown names.

    >>> load("anls:docvqa").compute(predictions=["Seven."], references=["seven"])
    {'anls': 0.8333333333333334}

    """
    name, config_name, _ = find_config(metric, config)
    return evaluate.load(str(module_file(name, f"{name}.py")), config_name, **options)
