"""Whisper's normalizers, which its paper and most leaderboards of speech recognition use.

Source: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022, appendix
C. The rules are those of ``transformers``. Its table of British spellings is a download from the
Hub; the same table is in the package ``whisper_normalizer``, whose own rules differ: they turn
every "cause" into "because".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.resources import files
from importlib.util import find_spec, module_from_spec
from typing import Any

from levmetrics.lazy import re
from levmetrics.normalizers.normalizer import built_in
from levmetrics.normalizers.part_by_part import (
    PARTS_OF_PHRASES,
    PartByPart,
    has_brackets,
    without_brackets,
)
from levmetrics.system.extras import needed_by

_EXTRA = "whisper"
_MARKUP = "</span>"  # from a page that the table was once copied from; OpenAI has since removed it
_SPACES = re.compile(r"\s{3,}")
_OPEN = str.maketrans("<[(", "{{{")


def _rules() -> Any:
    """Return only the module of ``transformers`` with the rules; all of it takes seconds to load.

    Raises:
        ModuleNotFoundError: if ``transformers`` is not installed.

    """
    package = find_spec("transformers")
    if package is None:
        raise ModuleNotFoundError("no module of Whisper's rules", name="transformers")
    folders = [f"{each}/models/whisper" for each in package.submodule_search_locations or ()]
    spec = PathFinder.find_spec("english_normalizer", folders)
    if spec is None or spec.loader is None:  # a version with the rules elsewhere
        return import_module("transformers.models.whisper.english_normalizer")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _load_basic() -> Callable[[str], str]:
    with needed_by("the normalizer 'whisper:basic'", _EXTRA):
        rules: Callable[[str], str] = _rules().BasicTextNormalizer()
    return rules


@cache
def _load_english() -> PartByPart:
    with needed_by("the normalizer 'whisper:english'", _EXTRA):
        english = _rules().EnglishTextNormalizer
        table = files("whisper_normalizer") / "normalizers" / "english.json"
    spellings: dict[str, str] = json.loads(table.read_text("utf-8").replace(_MARKUP, ""))
    rules, of_few = english(spellings), english(spellings)
    of_few.replacers = {}  # each takes a pass over the text, and most texts do not need it
    joining = {*PARTS_OF_PHRASES, *rules.standardize_numbers.words}
    replaced = (rule.replace(r"\b", "") for rule in [rules.ignore_patterns, *rules.replacers])
    words = "|".join(rule for rule in replaced if "'" not in rule)
    changing = re.compile(rf"\b(?:{words})\b|'")

    def normalized(text: str) -> str:
        text = _without_long_searches(text)
        return str((rules if changing.search(text) else of_few)(text))

    def alone(word: str) -> str:
        stays = word not in joining and changing.search(word) is None
        return spellings.get(word, word) if stays else ""

    return PartByPart(normalized, alone)


def _basic(text: str) -> str:
    return _load_basic()(_without_long_searches(text))


def _without_long_searches(text: str) -> str:
    """Return a text with the same result under the rules, but without what makes them slow.

    That is brackets that are never closed, which the rules treat like any symbol, and long runs of
    white space.
    """
    return _SPACES.sub("  ", without_brackets(text.lower()).translate(_OPEN))


def _english(text: str) -> str:
    return _load_english()(text)


def _english_context(text: str) -> bool:
    return _load_english().has_context(text)


built_in(
    "whisper:basic", _basic, load=_load_basic, packages=("transformers",), context=has_brackets
)
built_in(
    "whisper:english",
    _english,
    load=_load_english,
    packages=("transformers", "whisper_normalizer"),
    context=_english_context,
)
