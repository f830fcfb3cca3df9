r"""The Open ASR Leaderboard's rules for English, one after the other.

Source: ``normalizer/normalizer.py`` of huggingface/open_asr_leaderboard, after Whisper's rules.
``\s`` and ``\w`` are those of all scripts here, as they are there.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

from levmetrics.normalizers.openasr_numbers import number_rules, numbers_in_digits
from levmetrics.normalizers.openasr_tables import COMPOUNDS, NAMES, spellings
from levmetrics.normalizers.symbols import without_brackets, without_marks

_HESITATIONS = (
    "ah-ha|a+h+m*|a+h+a+|e+h+m*|e+m+|e+r+m*|h+a+h+|h+e+h+|h+m+|h+u+h+|m{2,}|m+h+m*|t+s+k+|u+g+h+|"
    "u+h+m*|u+h+u+[hm]*|u+m+h*|ahem|eheh|ehehe|ehr|hmmph|hum|hunh|mhum|mmkay"
)
_HESITATION = re.compile(rf"\b(?:{_HESITATIONS})\b")

_CONTRACTED_WORDS = {
    "won't": "will not",
    "can't": "can not",
    "let's": "let us",
    "ain't": "aint",
    "y'all": "you all",
    "i'ma": "i am going to",
    "ma'am": "madam",
}
_LONG_FORMS = {
    "wanna": "want to",
    "gotta": "got to",
    "gonna": "going to",
    "imma": "i am going to",
    "woulda": "would have",
    "coulda": "could have",
    "shoulda": "should have",
    "mr": "mister ",
    "mrs": "missus ",
    "st": "saint ",
    "dr": "doctor ",
    "prof": "professor ",
    "capt": "captain ",
    "gov": "governor ",
    "ald": "alderman ",
    "gen": "general ",
    "sen": "senator ",
    "rep": "representative ",
    "pres": "president ",
    "rev": "reverend ",
    "hon": "honorable ",
    "asst": "assistant ",
    "assoc": "associate ",
    "lt": "lieutenant ",
    "col": "colonel ",
    "jr": "junior ",
    "sr": "senior ",
    "esq": "esquire ",
}
_LONG_FORM = re.compile(rf"\b(?:{'|'.join(_LONG_FORMS)})\b")
_CONTRACTIONS = {
    **{rf"\b{short}\b": long for short, long in _CONTRACTED_WORDS.items()},
    "'d been": " had been",
    "'s been": " has been",
    "'d gone": " had gone",
    "'s gone": " has gone",
    "'d done": " had done",
    "'s got": " has got",
    "n't": " not",
    "'re": " are",
    r"\b(it|he|she|what|that|who|here|there|how|when|where|why|this)'s": r"\1 is",
    "'d": " would",
    "'ll": " will",
    "'t": " not",
    "'ve": " have",
    "'m": " am",
}

_DIGIT_NAMES = "one|two|three|four|five|six|seven|eight|nine"
_NAMES = f"{_DIGIT_NAMES}|ten|eleven|twelve|" + "|".join(
    f"{ten}teen" for ten in ("thir", "four", "fif", "six", "seven", "eigh", "nine")
)
_RELATIONS = ("past", "after", "to", "before")
_SMALL = (
    rf"(?:[0-9]{{1,2}}|(?:twenty|thirty|forty|fifty)(?:[\s-]+(?:{_DIGIT_NAMES}))?|{_NAMES}|zero)"
)
_CLOCK = r"o\s*['’]?\s*clock"
_APART = r"(?<![\w.:])"
_PAST_THE_HOUR = re.compile(
    rf"{_APART}(?:(half)|((?:a\s+)?quarter)|({_SMALL})\s+minutes?)"
    rf"\s+({'|'.join(_RELATIONS)})\s+({_SMALL})(?:\s+{_CLOCK})?\b"
)
_ON_THE_HOUR = re.compile(rf"{_APART}({_SMALL})\s+{_CLOCK}\b")
_TIME = re.compile(r"(?<![\w:./])([01]?[0-9]|2[0-3]):([0-5][0-9])(?![\w:]|\.[0-9])")
_HOURS, _MINUTES = range(24), range(60)

_OF_CONTRACTIONS = ("been", "gone", "done", "got")
_OF_TIMES = (*_RELATIONS, "half", "quarter", "minute", "minutes", "clock", "oclock")
_OF_ORDINALS = ("nd", "rd", "th")

_KEPT = ".%$¢€£"
_COMPOUNDS = [
    (re.compile(rf"\b{first}\s+{second}\b"), word) for (first, second), word in COMPOUNDS.items()
]
_OH = re.compile(r"\b(?:o+h+|ooo+)\b")


@cache
def multiword() -> frozenset[str]:
    """Return the words that rules of several words begin, end or go on with, of several letters."""
    compounds = (word for pair in COMPOUNDS for word in pair)
    others = (*_OF_CONTRACTIONS, *_OF_TIMES, *_OF_ORDINALS)
    return frozenset([*number_rules().words, *_LONG_FORMS, *compounds, *others])


def english(text: str) -> str:
    """Normalize one text.

    >>> english("Dr. Smith's 1st talk, at half past two, isn't for twenty-one, um, colours")
    'doctor smith s 1st talk at 2 30 is not for 21 colors'
    """
    text = without_brackets(text.lower())
    text = _HESITATION.sub("", text)
    text = re.sub(r"\s+'", "'", text)
    text = _times(text)
    text = _written_out(text)
    text = re.sub(r"(\d),(\d)", r"\1\2", text)
    text = re.sub(r"\.(?![0-9])", " ", text)
    text = without_marks(text, _KEPT)
    for apart, word in _COMPOUNDS:
        text = apart.sub(word, text)
    text = numbers_in_digits(_OH.sub("oh", text))
    text = " ".join(_acronyms(_one_spelling(text.split())))
    text = re.sub(r"[.$¢€£](?![0-9])", " ", text)
    text = re.sub(r"(?<![0-9])%", " ", text)
    return re.sub(r"\s+", " ", text)


def stands_alone(word: str) -> bool:
    """Tell whether no rule joins a word of lower-case ASCII letters with its neighbours.

    >>> [word for word in ("half", "a", "colour", "ooh", "um") if stands_alone(word)]
    ['colour']
    """
    rules = _OH.fullmatch(word) or _HESITATION.fullmatch(word)
    return len(word) > 1 and word not in multiword() and not rules


def _written_out(text: str) -> str:
    """Write contractions and titles out."""
    if "'" not in text:
        return _LONG_FORM.sub(_long_form, text)
    contractions = list(_CONTRACTIONS.items())
    words = len(_CONTRACTED_WORDS)
    for short, long in contractions[:words]:
        text = re.sub(short, long, text)
    text = _LONG_FORM.sub(_long_form, text)
    for short, long in contractions[words:]:
        text = re.sub(rf"{short}\b", long, text)
    return text


def _long_form(match: re.Match[str]) -> str:
    return _LONG_FORMS[match[0]]


def _times(text: str) -> str:
    """Write times of day as 2:30, and as 2 on the hour."""
    text = _PAST_THE_HOUR.sub(_past_the_hour, text)
    text = _ON_THE_HOUR.sub(_on_the_hour, text)
    return _TIME.sub(_without_zeros, text)


def _past_the_hour(match: re.Match[str]) -> str:
    half, quarter, minutes, relation, name = match.groups()
    hour = _number(name)
    minute = 30 if half else 15 if quarter else _number(minutes)
    if hour not in _HOURS or minute not in _MINUTES:
        return match[0]
    if minute and relation in ("to", "before"):
        hour = (hour - 2) % 12 + 1 if 1 <= hour <= 12 else (hour - 1) % 24
        minute = 60 - minute
    return f"{hour}:{minute:02d}"


def _on_the_hour(match: re.Match[str]) -> str:
    hour = _number(match[1])
    return f"{hour}:00" if hour in _HOURS else match[0]


def _without_zeros(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    return f"{hour}:{minute:02d}" if minute else str(hour)


def _number(name: str) -> int:
    digits = numbers_in_digits(name.replace("-", " "))
    return 1 if digits == "one" else int(digits)


@cache
def _one_spellings() -> dict[str, str]:
    """Return what a word is read as, by the table of spellings and after it by that of names."""
    american = spellings()
    return NAMES | {british: NAMES.get(word, word) for british, word in american.items()}


def _one_spelling(words: list[str]) -> list[str]:
    table = _one_spellings()
    return [table.get(word, word) for word in words]


def _acronyms(words: list[str]) -> list[str]:
    """Join letters and digits that stand alone, three or more if "a" or "i" is one of them."""
    joined: list[str] = []
    for single, group in groupby(words, lambda word: len(word) == 1 and word.isalnum()):
        run = list(group)
        fewest = 3 if "a" in run or "i" in run else 2
        joined += ["".join(run)] if single and len(run) >= fewest else run
    return joined
