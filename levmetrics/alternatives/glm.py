"""Global mapping files (GLM) of the NIST Scoring Toolkit: rules that rewrite both sides.

Source: the programs csrfilt.sh and rfilter1 of SCTK (https://github.com/usnistgov/SCTK).
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from levmetrics.alternatives.options import EqualPhrases
from levmetrics.alternatives.parsing import NOTHING
from levmetrics.errors import InputError, Place
from levmetrics.formats.source import Source
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts

Side: TypeAlias = Literal["references", "predictions"]

# The kinds of input for csrfilt's rules, by the side that may have them.
_KINDS: dict[Side, tuple[str, ...]] = {
    "references": ("ref", "stm", "trn", "txt"),
    "predictions": ("hyp", "ctm", "trn", "txt"),
}
_COMMENT = ";;"
_APPLIES = re.compile(r';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
_HEADER = re.compile(r"\*\s*(\w+)\s*=?\s*(.*)")
_CONTEXT = re.compile(r"(.*)/([^/_]*)_\S*([^/]*)")
_GROUP = re.compile(r"\{([^{}]*)\}")
_OPTIONAL = re.compile(r"\(([^()]*)\)")


class Rule(NamedTuple):
    """A rule of a global mapping file.

    Attributes:
        phrase: the phrase to find, with its white space.
        replacement: the replacement, which may have alternatives in braces.
        before: the text required before the phrase; a space also matches a text's begin.
        after: the text required after the phrase.
        sides: the sides whose texts the rule applies to.

    """

    phrase: str
    replacement: str
    before: str
    after: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class GlobalMap(EqualPhrases):
    """The rules of a global mapping file, which rewrite references and predictions.

    Attributes:
        rules: the rules, in the order of the file.
        name: the name of the file, for signatures.
        ignores_case: whether case is ignored, in which case all texts become upper case.

    """

    rules: tuple[Rule, ...]
    name: str
    ignores_case: bool
    writes_braces: ClassVar[bool] = True

    def __repr__(self) -> str:
        checksum = zlib.crc32(repr((self.rules, self.ignores_case)).encode())
        return f"{self.name}[{checksum:08x}]"

    def rewritten(self, texts: TextColumn, side: Side) -> TextColumn:
        """Return a column of texts rewritten by the rules of its side, with alternatives in braces.

        At each position of a text, the first matching rule of the file applies; no rule sees the
        result of another.
        """
        given = texts.texts.to_pylist()
        written = {text: self._rewritten(text, side) for text in dict.fromkeys(given)}
        return texts.with_texts(Texts.of([*map(written.__getitem__, given)]))

    def _rewritten(self, text: str, side: Side) -> str:
        spaced = f" {' '.join(text.split())} ".replace("(", "( ").replace(")", " )")
        by_phrase, pattern = self._by_side[side]

        def replaced(match: re.Match[str]) -> str:
            return next(
                rule.replacement
                for rule in by_phrase[match[0]]
                if match.string.endswith(rule.before, 0, match.start())
                and match.string.startswith(rule.after, match.end())
            )

        found = pattern.sub(replaced, self._cased(spaced)) if by_phrase else spaced
        found = _GROUP.sub(_distinct, _OPTIONAL.sub(_each_optional, self._cased(found)))
        return " ".join(found.split()).replace("( ", "(").replace(" )", ")")

    @cached_property
    def _by_side(self) -> dict[Side, tuple[dict[str, list[Rule]], re.Pattern[str]]]:
        """The rules of each side by phrase, and the pattern that finds a phrase in its context."""
        found: dict[Side, tuple[dict[str, list[Rule]], re.Pattern[str]]] = {}
        for side in _KINDS:
            by_phrase: dict[str, list[Rule]] = defaultdict(list)
            by_letter: dict[str, list[str]] = defaultdict(list)
            for given in self.rules:
                if side not in given.sides:
                    continue
                before, phrase, after = map(self._cased, (given.before, given.phrase, given.after))
                rule = given._replace(before=before, phrase=phrase, after=after)
                by_phrase[phrase].append(rule)
                context = f"(?<={re.escape(before)})", f"(?={re.escape(after)})"
                by_letter[phrase[0]].append(re.escape(phrase).join(context))
            branches = (
                f"(?={re.escape(letter)})(?:{'|'.join(branches)})"
                for letter, branches in by_letter.items()
            )
            found[side] = dict(by_phrase), re.compile("|".join(branches))
        return found

    def _cased(self, text: str) -> str:
        return text.upper() if self.ignores_case else text


def _each_optional(match: re.Match[str]) -> str:
    """Return a phrase with each optional word in separate parentheses."""
    return " ".join(f"({word})" for word in match[1].split()) or match[0]


def _distinct(match: re.Match[str]) -> str:
    """Return alternatives without duplicates that the rules have produced."""
    alternatives = [" ".join(each.split()) or NOTHING for each in match[1].split("/")]
    distinct = [*dict.fromkeys(alternatives)]
    return f" {{ {' / '.join(distinct)} }} " if len(distinct) > 1 else f" {distinct[0]} "


def read_glm(path: str | Path, encoding: str | None = None) -> GlobalMap:
    """Return the rules of a global mapping file, which rewrite both sides before scoring.

    A rule ``A => B / C __ D`` replaces A between C and D by B, in any text. Brackets and quotes
    keep the white space inside them, so ``[ ]`` is a space. ``{B1 / B2}`` are alternatives, of
    which the nearest to the other side counts, and ``@`` is the empty phrase. Case is ignored, and
    texts become upper case, unless ``* case_sensitive = 'T'``. Rules after ``;;
    INPUT_DEPENDENT_APPLICATION = "ctm"`` (or ``"hyp"``) apply only to predictions, and rules after
    ``"stm"`` or ``"ref"`` only to references. ``;;`` begins a comment.

    Args:
        path: the path of the file.
        encoding: the encoding of its text, by its name in Python; ``None``: UTF-8.

    Returns:
        The rules, for ``equivalences=``.

    Raises:
        InputError: for a line that is not a rule, with its number; and for a file without rules.

    Source: the documentation of csrfilt and rfilter1 in the NIST Scoring Toolkit (SCTK).

    """
    source = Source(Path(path), encoding)
    rules: list[Rule] = []
    sides: tuple[Side, ...] = tuple(_KINDS)
    ignores_case = True
    for number, line in enumerate(source.lines(), 1):
        place = Place(source.name, number, "line")
        if applies := _APPLIES.match(line):
            sides = _sides(applies[1], place)
        text = line.split(_COMMENT)[0].strip()
        if header := _HEADER.fullmatch(text):
            if header[1].lower() == "case_sensitive":
                ignores_case = "t" not in header[2].lower()
        elif text:
            rules.append(_rule(text, sides, place))
    if not rules:
        raise InputError("glm.no_rules", file=source.name)
    return GlobalMap(tuple(rules), source.path.stem, ignores_case)


def _sides(kinds: str, place: Place) -> tuple[Side, ...]:
    """Return the sides to which rules for these kinds of input apply."""
    try:
        wanted = re.compile(kinds, re.IGNORECASE)
    except re.error as error:
        raise InputError("glm.kinds", place=place, kinds=kinds, reason=str(error)) from error
    return tuple(side for side, names in _KINDS.items() if any(map(wanted.search, names)))


def _rule(text: str, sides: tuple[Side, ...], place: Place) -> Rule:
    given, arrow, rest = text.partition("=>")
    if not arrow:
        raise InputError("glm.no_rule", place=place, text=text)
    context = _CONTEXT.fullmatch(rest)
    replacement, before, after = context.groups() if context else (rest, "", "")
    phrase = _bare(given)
    if not phrase.strip():
        raise InputError("glm.empty_phrase", place=place, text=text)
    rule = Rule(phrase, _bare(replacement), _bare(before), _bare(after), sides)
    if rule.replacement.count("{") != rule.replacement.count("}"):
        raise InputError("glm.unpaired_braces", place=place, text=text)
    return rule


def _bare(phrase: str) -> str:
    """Return a phrase without the brackets or quotes around it, which keep its white space."""
    stripped = phrase.strip()
    for first, last in ("[]", '""'):
        if len(stripped) > 1 and stripped[0] == first and stripped[-1] == last:
            return stripped[1:-1]
    if stripped.startswith("[{") and stripped.endswith("}"):  # so in NIST's en20030506.glm
        return stripped[1:]
    return stripped
