"""How the Open ASR Leaderboard reads English numbers: see ``open_asr``. Whisper's, but for "oh"."""

from __future__ import annotations

import re
from fractions import Fraction

ZERO = {"o", "oh", "zero"}
NAMES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
NAMES_OF_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth nineth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
ONE = {name: one for one, name in enumerate(NAMES.split(), 1)}
ORDINAL = {name: one for one, name in enumerate(NAMES_OF_ORDINALS.split())}
TEN = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
TEN |= {"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
TIMES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
TIMES |= {"trillion": 10**12, "quadrillion": 10**15, "quintillion": 10**18, "sextillion": 10**21}
TIMES |= {"septillion": 10**24, "octillion": 10**27, "nonillion": 10**30, "decillion": 10**33}
PLURAL = {name + "s": one for name, one in ONE.items()} | {"sixes": 6}
del PLURAL["sixs"]
SIGN = {"minus": "-", "negative": "-", "plus": "+", "positive": "+"}
UNIT = {"pound": "£", "pounds": "£", "euro": "€", "euros": "€", "dollar": "$", "dollars": "$"}
UNIT |= {"cent": "¢", "cents": "¢"}
SYMBOLS = set("-+£€$¢")
OTHERS = {"per", "percent", "and", "double", "triple", "point"}


def ending_of(ordinal):
    return {"first": "st", "second": "nd", "third": "rd"}.get(ordinal, "th")


# The kind of number, the number, and what is written after it.
SUFFIXED = (
    {word: ("one", one, ending_of(word)) for word, one in ORDINAL.items()}
    | {word: ("one", one, "s") for word, one in PLURAL.items()}
    | {word[:-1] + "ies": ("ten", ten, "s") for word, ten in TEN.items()}
    | {word[:-1] + "ieth": ("ten", ten, "th") for word, ten in TEN.items()}
    | {word + ending: ("times", by, ending) for word, by in TIMES.items() for ending in ("s", "th")}
)
CARDINAL = (
    {word: ("one", one) for word, one in ONE.items()}
    | {word: ("ten", ten) for word, ten in TEN.items()}
    | {word: ("times", by) for word, by in TIMES.items()}
)
WORDS = {*ZERO, *CARDINAL, *SUFFIXED, *SIGN, *UNIT, *OTHERS}
DIGITS = {*ZERO, *ONE, *TEN}


def is_number(word):
    return word is not None and re.match(r"^\d+(\.\d+)?$", word) is not None


def is_digits(word):
    return word is not None and (re.match(r"^\d+$", word) is not None or word in DIGITS)


def combined(kind, value, number, prev):
    """The number that a word makes of the value before it; None where they are two numbers."""
    if value is None:
        return number
    if kind == "times":
        try:
            if isinstance(value, int) and value != 0:
                return value - value % 1000 + value % 1000 * number
            product = Fraction(value) * number
        except ValueError:
            return None
        return int(product) if product == int(product) else None
    if kind == "one" and (isinstance(value, str) or prev in ONE):
        keep = value[:-1] if prev in TEN and number < 10 else value
        return f"{keep}{number}"
    if isinstance(value, int) and value % (10 if number < 10 else 100) == 0:
        return value + number
    return f"{value}{number}"


def read(words):
    """The words with their numbers in digits."""
    written = []
    prefix, value, skipped = "", None, False

    def write(*results):
        nonlocal prefix, value
        for result in results:
            if result is not None:
                written.append(f"{prefix}{result}")
                prefix = ""
        value = None

    for at, word in enumerate(words):
        prev = words[at - 1] if at else None
        after = words[at + 1] if at + 1 < len(words) else None
        after_that = words[at + 2] if at + 2 < len(words) else None
        number_follows = after in WORDS or is_number(after)
        digits = word[1:] if word[0] in SYMBOLS else word
        if skipped:
            skipped = False
        elif is_number(digits):
            if isinstance(value, str) and value[-1] == ".":
                value += word
            else:
                write(value)
                prefix = word[0] if word[0] in SYMBOLS else prefix
                value = int(Fraction(digits)) if Fraction(digits).denominator == 1 else digits
        elif word == "oh" and not (
            is_digits(after) and (value is not None or is_digits(after_that))
        ):
            write(value, word)
        elif word in ZERO:
            value = f"{value or ''}0"
        elif word in CARDINAL:
            kind, number = CARDINAL[word]
            result = combined(kind, value, number, prev)
            if result is None:
                write(value)
            value = number if result is None else result
        elif word in SUFFIXED:
            kind, number, suffix = SUFFIXED[word]
            result = combined(kind, value, number, prev)
            if result is None:
                write(value, f"{number}{suffix}")
            else:
                write(f"{result}{suffix}")
        elif word in SIGN:
            write(value)
            if number_follows:
                prefix = SIGN[word]
            else:
                write(word)
        elif word in UNIT and value is not None:
            prefix = UNIT[word]
            write(value)
        elif word == "percent" and value is not None:
            write(f"{value}%")
        elif word == "per" and value is not None and after == "cent":
            write(f"{value}%")
            skipped = True
        elif word == "and" and number_follows and prev in TIMES:
            pass
        elif word in ("double", "triple") and (after in ONE or after in ZERO):
            value = f"{value or ''}" + str(ONE.get(after, 0)) * (2 if word == "double" else 3)
            skipped = True
        elif word == "point" and number_follows:
            if after in DIGITS or is_number(after):
                value = f"{value or ''}."
        else:
            write(value, word)
    write(value)
    return written


def with_halves(text):
    segments = re.split(r"\band\s+a\s+half\b", text)
    written = []
    for at, segment in enumerate(segments):
        if segment.strip():
            written.append(segment)
            if at + 1 < len(segments):
                last = segment.split()[-1]
                counts = last in DIGITS or last in TIMES
                written.append("point five" if counts else "and a half")
    return " ".join(written)


def numbers_to_digits(text):
    text = with_halves(text)
    text = re.sub(r"([a-z])([0-9])", r"\1 \2", text)
    text = re.sub(r"([0-9])([a-z])", r"\1 \2", text)
    text = re.sub(r"([0-9])\s+(st|nd|rd|th|s)\b", r"\1\2", text)
    text = " ".join(read(text.split()))

    def with_cents(match):
        return f"{match.group(1)}{match.group(2)}.{int(match.group(3)):02d}"

    text = re.sub(r"([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b", with_cents, text)
    text = re.sub(r"[€£$]0.([0-9]{1,2})\b", lambda match: f"¢{int(match.group(1))}", text)
    return re.sub(r"\b1(s?)\b", r"one\1", text)
