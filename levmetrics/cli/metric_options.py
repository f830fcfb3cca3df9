"""The options of a metric as a command has them: read, checked and named by their flags."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from levmetrics.alternatives.glm import read_glm
from levmetrics.alternatives.parsing import SYNTAXES
from levmetrics.cli.arguments import MetricOptions
from levmetrics.core.config import Config
from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import table
from levmetrics.formats.session_files import read_uem

_REDUCTIONS = ("corpus", "mean")  # the reductions that give one score
_LIST_SUFFIXES = (".txt", ".lst", ".csv", ".tsv")


def given_options(asked: MetricOptions) -> dict[str, Any]:
    """Return the options of the metric that were given, by name.

    Raises:
        InputError: for a keyword or schema file that cannot be read, for a reduction that does not
            give one score, and for an unknown syntax of alternatives.

    """
    options = {name: value for name, value in vars(asked).items() if value is not None}
    options.pop("config", None)
    for name, known in (("reduction", _REDUCTIONS), ("alternatives", (*SYNTAXES, "none"))):
        if name in options and options[name] not in known:
            raise unknown_name(known, options[name], name)
    if asked.equivalences is not None:
        options["equivalences"] = read_glm(asked.equivalences)
    if asked.keywords is not None:
        options["keywords"] = keyword_list(asked.keywords)
    if asked.alternatives == "none":
        options["alternatives"] = None
    if asked.uem is not None:
        options["uem"] = read_uem(asked.uem)
    if asked.schema is not None:
        from levmetrics.inputs.json_values import schema_of_file

        options["schema"] = schema_of_file(asked.schema)
    return options


def keyword_list(given: str) -> list[str]:
    """Return words and phrases: the lines of a file, or the parts between commas.

    Args:
        given: the file's path, or the words.

    Raises:
        InputError: if the file does not exist or is not text, or if there is no word.

    >>> keyword_list("aspirin, New York")
    ['aspirin', 'New York']

    """
    path, phrases = Path(given), given.split(",")
    if path.suffix.lower() in _LIST_SUFFIXES or path.is_file():
        batches = table(path, file_format="lines").batches([""])
        phrases = [line for (lines,) in batches for line in listed(lines)]
    words = [stripped for phrase in phrases if (stripped := phrase.strip())]
    if not words:
        raise InputError("command.no_keyword", given=given)
    return words


def check_flags(name: str, config: Config, given: Mapping[str, Any]) -> None:
    """Refuse options that a config does not take, and a config without its required options.

    Raises:
        InputError: for the first of them.

    """
    known = config.option_names()
    for option in given:
        if option not in known and option not in config.fixed:
            flags = ", ".join(_flag(other) for other in vars(MetricOptions()) if other in known)
            raise InputError(
                "command.foreign_option", option=_flag(option), metric=name, known=flags
            )
    for option in config.required:
        if option not in given:
            raise InputError("command.missing_option", metric=name, option=_flag(option))


def _flag(option: str) -> str:
    """Return the command-line flag of an option of the metric."""
    return "--glm" if option == "equivalences" else f"--{option.replace('_', '-')}"


def refusal_of_alternatives(name: str, config: Config, given: Mapping[str, Any]) -> str | None:
    """Return why alternatives in trn and stm files are refused; ``None`` if they are read."""
    known = config.option_names()
    if "alternatives" not in known:
        other = config.kind.takes.alternatives_by
        if other is None:
            return None
        return f"which {name} does not read; write one of them alone, or take {other}"
    alternatives = given.get("alternatives", "braces")
    if alternatives == "braces":
        return None
    return (
        f"which --alternatives {alternatives or 'none'} leaves unread; leave it out, or write one "
        "of them alone"
    )
