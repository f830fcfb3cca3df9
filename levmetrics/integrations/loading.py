"""Loads the bundled evaluate modules from any directory, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from levmetrics.errors import unknown_name
from levmetrics.extras import needed_by
from levmetrics.metric import find_config

_PACKAGE = Path(__file__).parents[1]
MODULES = ("wer_lev", "anls")


def module_file(metric: str, name: str) -> Path:
    """Return the path of a module's file, in the installed package or beside the source package.

    Args:
        metric: the name of the module.
        name: the name of the file.

    >>> module_file("anls", "anls.py").parent.name
    'anls'

    """
    inside = _PACKAGE / "modules" / metric / name
    return inside if inside.exists() else _PACKAGE.parent / metric / name


with needed_by("levmetrics.load", "evaluate"):
    import evaluate


def load(metric: str, config: str | None = None, **options: Any) -> evaluate.EvaluationModule:
    """Load a metric by one name, as ``evaluate.load`` does.

    Harnesses and configuration files have one string for a metric, without a separate config.

    Args:
        metric: ``"anls"`` or ``"wer_lev"``, or with a config, ``"anls:docvqa"``.
        config: the config, if ``metric`` does not include it.
        **options: for ``evaluate.load``: ``num_process``, ``experiment_id``, ``cache_dir`` ...

    Raises:
        InputError: for unknown names, and for metrics without an evaluate module.

    >>> load("anls:docvqa").compute(predictions=["Seven."], references=["seven"])
    {'anls': 0.8333333333333334}

    """
    name, config_name, _ = find_config(metric, config)
    if name not in MODULES:
        raise unknown_name(MODULES, name, "evaluate module")
    return evaluate.load(str(module_file(name, f"{name}.py")), config_name, **options)
