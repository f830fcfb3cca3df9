"""Global mapping files (GLM) of the NIST Scoring Toolkit: phrases that count as the same.

Source: the documentation of SCTK's rfilter1 and csrfilt (https://github.com/usnistgov/SCTK).
"""

from __future__ import annotations

import re
from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.formats.source import Source
from levmetrics.wordings.equivalences import NOTHING, Equivalences

_COMMENT = ";;"
_HEADER = re.compile(r"\*\s*(\w+)\s*=?\s*(.*)")
_CONTEXT = re.compile(r"\s/\s*(?:\[\s*\]\s*)?__\s*(?:\[\s*\]\s*)?$")
_EXAMPLE = "gonna => going to / [ ] __ [ ]"


def read_glm(path: str | Path) -> Equivalences:
    """Read the rules of a GLM file, each as phrases that count as the same.

    A rule ``A => B / [ ] __ [ ]`` makes A and B alternatives to each other in references, ``A =>
    {B / C}`` A and B, and A and C. Predictions stay as they are; NIST's filter rewrites them. Rules
    hold for whole words, and do not apply to what another rule brings. ``;;`` begins a comment;
    upper and lower case are the same unless ``* case_sensitive = 'T'``.

    Args:
        path: of the file.

    Raises:
        InputError: for a line that is no rule, for another context than white space, and for rules
            that lead in a circle, with the line; and for a file without a rule.

    """
    source = Source(Path(path))
    rules: list[tuple[str, tuple[str, ...]]] = []
    lines: list[int] = []
    ignores_case = True
    for number, line in enumerate(source.lines(), 1):
        text = line.split(_COMMENT)[0].strip()
        if not text:
            continue
        if header := _HEADER.fullmatch(text):
            if header[1].lower() == "case_sensitive":
                ignores_case = "t" not in header[2].lower()
            continue
        rules.append(_rule(text, f"{source.name}, line {number}"))
        lines.append(number)
    if not rules:
        raise InputError(f"{source.name} has no rule; one is written {_EXAMPLE!r}")
    equivalences = Equivalences(tuple(rules), source.path.stem, ignores_case)
    _check_circles(rules, lines, source.name, ignores_case)
    return equivalences


def _rule(text: str, position: str) -> tuple[str, tuple[str, ...]]:
    phrase, arrow, rest = text.partition("=>")
    if not arrow:
        raise InputError(f"{position}: {text!r} is no rule; one is written {_EXAMPLE!r}")
    others = _CONTEXT.sub("", f" {rest.strip()}").strip()
    if "__" in others:
        raise InputError(
            f"{position}: the context of {text!r} is not white space; only rules for whole words "
            f"can be read, as {_EXAMPLE!r}"
        )
    if others.startswith("{") and others.endswith("}"):
        alternatives = re.split(r"\s/\s|(?<=\])\s*/\s*(?=\[)", others[1:-1].strip())
    else:
        alternatives = [others]
    phrase, *listed = (_bare(each) for each in (phrase, *alternatives))
    if phrase == NOTHING:
        raise InputError(
            f"{position}: {text!r} begins with nothing, which has no place in a text; write the "
            f"phrase first, as 'uh => {NOTHING}'"
        )
    if not phrase or (len(listed) > 1 and not all(listed)):
        raise InputError(f"{position}: {text!r} has an empty phrase; one is written {_EXAMPLE!r}")
    return phrase, tuple(other or NOTHING for other in listed)


def _bare(phrase: str) -> str:
    """Return a phrase without the brackets around it."""
    stripped = phrase.strip()
    if stripped.startswith("[") and stripped.endswith("]"):
        stripped = stripped[1:-1]
    return " ".join(stripped.split())


def _check_circles(
    rules: list[tuple[str, tuple[str, ...]]], lines: list[int], name: str, ignores_case: bool
) -> None:
    """Refuse rules of which the last leads back to the first."""

    def key(phrase: str) -> str:
        return phrase.casefold() if ignores_case else phrase

    leads_to: dict[str, dict[str, int]] = {}
    for (phrase, others), line in zip(rules, lines, strict=True):
        for other in others:
            circle = _path(leads_to, key(other), key(phrase))
            if circle is not None:
                shown = " => ".join([phrase, *circle])
                raise InputError(
                    f"{name}, line {line}: the rules lead in a circle, {shown}; take one out"
                )
            leads_to.setdefault(key(phrase), {})[key(other)] = line


def _path(leads_to: dict[str, dict[str, int]], start: str, end: str) -> list[str] | None:
    """Return the phrases on a way of rules from one to another, or ``None``."""
    ways, seen = [[start]], {start}
    while ways:
        way = ways.pop()
        if way[-1] == end:
            return way
        for following in leads_to.get(way[-1], {}):
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return None
