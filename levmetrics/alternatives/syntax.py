"""How alternatives are written in a reference: in braces as sclite reads them, or in brackets."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

Alternatives: TypeAlias = Literal["braces", "brackets"]

NOTHING = "@"


class Syntax(NamedTuple):
    """How alternatives are written.

    Attributes:
        open: the character before the first alternative.
        next: the one between two alternatives.
        close: the one after the last.
        is_sclites: whether a word in parentheses may be left out, and the word for nothing is
            nothing beside others, too.
        marks: matches these characters; and words in parentheses, which may be left out, but
            outside of alternatives none beside a slash.

    """

    open: str
    next: str
    close: str
    is_sclites: bool
    marks: re.Pattern[str]

    @property
    def example(self) -> str:
        """Two alternatives, as they are written."""
        return self.write("going to", "gonna")

    @property
    def optional_example(self) -> str:
        """An alternative to nothing, as it is written."""
        return self.write("uh", NOTHING)

    def write(self, first: str, second: str) -> str:
        """Write two alternatives."""
        space = " " if self.is_sclites else ""
        return space.join((self.open, first, self.next, second, self.close))


# Between ASCII white space, as the syntax has it, braces and slashes.
_OPTIONAL = r"(?<![^ \t\n\v\f\r{}/])\([^ \t\n\v\f\r{}()/]+\)(?![^ \t\n\v\f\r{}/])"

SYNTAXES: dict[str, Syntax] = {
    "braces": Syntax("{", "/", "}", True, re.compile(rf"[{{/}}]|{_OPTIONAL}")),
    "brackets": Syntax("[", "|", "]", False, re.compile(r"[\[|\]]")),
}
