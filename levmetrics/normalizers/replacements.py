"""The caller's own rules: words to replace or remove, and patterns; and English contractions.

Rules are passed to a function, or by name in a file: ``"replace:FILE"``, ``"substitute:FILE"``,
``"regex:FILE"``, ``"remove:FILE"``. The signature has their digest, so that other rules give
another signature.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path

from levmetrics.errors import InputError, Place, reason
from levmetrics.lazy import regex
from levmetrics.normalizers.normalizer import Normalizer, built_in, in_no_text
from levmetrics.normalizers.part_by_part import BRACKETS
from levmetrics.normalizers.punctuation import UNSPACED
from levmetrics.system.pointers import check_file_is_fetched

_ARROW = " => "
# Scripts with spaces between words: among their letters, a phrase is only a part of a word.
_IN_WORD = rf"[[\p{{L}}\p{{M}}\p{{N}}_]--{UNSPACED}]"
_STARTS_WORD, _ENDS_WORD = (
    regex.compile(f"^{_IN_WORD}", regex.V1),
    regex.compile(f"{_IN_WORD}$", regex.V1),
)

_CONTRACTIONS = {
    "won't": "will not",
    "can't": "can not",
    "let's": "let us",
    "n't": " not",
    "'re": " are",
    "'s": " is",
    "'d": " would",
    "'ll": " will",
    "'t": " not",
    "'ve": " have",
    "'m": " am",
}
_CONTRACTION = re.compile("|".join(_CONTRACTIONS).replace("'", "['\u2019]"))


def replace_words(replacements: Mapping[str, str]) -> Normalizer:
    """Return a normalizer that replaces words and phrases, in one pass, the longest first.

    A phrase that begins or ends with a letter or digit is not found within a longer word, except in
    scripts without spaces. Upper and lower case differ.

    Args:
        replacements: the replacement of each phrase.

    Raises:
        InputError: for an empty phrase, or no phrases.

    >>> replace_words({"colour": "color", "東京": "京都"})("colour, colours, 東京都")
    'color, colours, 京都都'

    """
    return _in_one_pass("replace", replacements, _bounded)


def replace_strings(replacements: Mapping[str, str]) -> Normalizer:
    """Return a normalizer that replaces characters and strings, also within words.

    It does so in one pass, the longest first. Upper and lower case differ.

    Args:
        replacements: the replacement of each string.

    Raises:
        InputError: for an empty string, or no strings.

    >>> replace_strings({"ſ": "s", "aͤ": "ä"})("Geſpraͤch")
    'Gespräch'

    """
    return _in_one_pass("substitute", replacements, _literal)


def remove_words(words: Iterable[str]) -> Normalizer:
    """Return a normalizer that removes words and phrases, and squeezes the white space.

    Args:
        words: the words and phrases, found as by :func:`replace_words`.

    Raises:
        InputError: for an empty word, or no words.

    >>> remove_words(["uh", "you know"])("uh I am, you know, here")
    'I am, , here'

    """
    replaced = replace_words(dict.fromkeys(words, " "))
    return Normalizer(replaced.name.replace("replace", "remove"), partial(_squeezed, replaced))


def replace_patterns(replacements: Mapping[str, str]) -> Normalizer:
    r"""Return a normalizer that applies regular expressions (of ``re``) one after the other.

    Args:
        replacements: the replacement of each pattern's matches; ``\1`` is the first group.

    Raises:
        InputError: for an invalid regular expression, or no patterns.

    >>> replace_patterns({r"(\d),(\d)": r"\1\2"})("1,000")
    '1000'

    """
    if not replacements:
        raise InputError("normalizer.no_phrase")
    rules = []
    for pattern, replacement in replacements.items():
        try:
            compiled = re.compile(pattern)
            compiled.sub(replacement, "")
        except (re.error, IndexError) as error:
            raise InputError("normalizer.pattern", given=pattern, reason=reason(error)) from None
        rules.append((compiled, replacement))
    return _of_rules("regex", partial(_substituted, rules), replacements)


def named(name: str, function: Callable[[str], str]) -> Normalizer:
    """Return a caller's function as a normalizer that signatures call ``custom(NAME)``.

    Args:
        name: the name in signatures.
        function: a function from text to text.

    >>> named("no_tags", lambda text: text.replace("<br>", " "))
    custom(no_tags)

    """
    return Normalizer(f"custom({name})", function)


def _in_one_pass(
    kind: str, replacements: Mapping[str, str], expression: Callable[[str], str]
) -> Normalizer:
    """Return a normalizer that replaces strings, each found by the expression made from it."""
    if not replacements or "" in replacements:
        raise InputError("normalizer.no_phrase")
    longest_first = sorted(replacements, key=len, reverse=True)
    pattern = regex.compile("|".join(map(expression, longest_first)), regex.V1)
    return _of_rules(kind, partial(_replaced, pattern, dict(replacements)), replacements)


def _literal(string: str) -> str:
    return str(regex.escape(string, literal_spaces=True))


def _bounded(phrase: str) -> str:
    before = f"(?<!{_IN_WORD})" if _STARTS_WORD.search(phrase) else ""
    after = f"(?!{_IN_WORD})" if _ENDS_WORD.search(phrase) else ""
    return f"{before}{_literal(phrase)}{after}"


def _of_rules(kind: str, function: Callable[[str], str], rules: Mapping[str, str]) -> Normalizer:
    digest = sha256(repr([*rules.items()]).encode("utf-8", "surrogatepass")).hexdigest()
    return Normalizer(f"{kind}[{digest[:12]}]", function)


def _replaced(pattern: regex.Pattern[str], replacements: Mapping[str, str], text: str) -> str:
    replaced: str = pattern.sub(lambda found: replacements[found[0]], text)
    return replaced


def _squeezed(replaced: Normalizer, text: str) -> str:
    return " ".join(replaced(text).split())


def _substituted(rules: Iterable[tuple[re.Pattern[str], str]], text: str) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _contractions(text: str) -> str:
    return _CONTRACTION.sub(lambda found: _CONTRACTIONS[found[0].replace("\u2019", "'")], text)


def _has_non_words(text: str) -> bool:
    found = BRACKETS.search(text)
    return found is not None and found[1] is None


def _without_non_words(text: str) -> str:
    return " ".join(BRACKETS.sub(lambda found: found[1] or " ", text).split())


def _rules_of(path: str) -> dict[str, str]:
    """Return the rules of a file with one rule in each line, ``FROM => TO``."""
    rules = {}
    for number, line in _lines(path):
        phrase, arrow, replacement = line.partition(_ARROW)
        if not arrow:
            raise InputError("normalizer.no_arrow", place=Place(path, number, "line"), given=line)
        rules[phrase] = replacement
    return rules


def _lines(path: str) -> list[tuple[int, str]]:
    """Return the non-empty lines of a file, with their numbers from 1."""
    try:
        check_file_is_fetched(path)
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("normalizer.file", place=path, reason=reason(error)) from None
    lines = enumerate(text.split("\n"), start=1)
    return [(number, stripped) for number, line in lines if (stripped := line.strip("\r"))]


def of_file(kind: str, path: str) -> Normalizer:
    """Return the normalizer of a file of rules.

    Args:
        kind: one of :data:`levmetrics.normalizers.OF_FILES`.
        path: the path of the file.

    Raises:
        InputError: for a file that cannot be read, and for one without rules.

    """
    if kind == "remove":
        return remove_words(line for _, line in _lines(path))
    of_rules = {"replace": replace_words, "substitute": replace_strings, "regex": replace_patterns}
    return of_rules[kind](_rules_of(path))


built_in("contractions:english", _contractions, context=in_no_text)
built_in("remove_non_words", _without_non_words, context=_has_non_words)
