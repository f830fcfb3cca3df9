r"""The Open ASR Leaderboard's rules for English, one after the other.

Source: ``normalizer/normalizer.py`` of huggingface/open_asr_leaderboard, after Whisper's rules.
``\s`` and ``\w`` are those of all scripts here, as they are there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.normalizers.symbols import without_brackets, without_marks

# What the leaderboard's table of spellings has that Whisper's has not, or has otherwise.
_SPELLINGS = {
    "ok": "okay",
    "kay": "okay",
    "etcetera": "etc",
    "mm": "hmm",
    "flyer": "flier",
    "archaeological": "archeological",
    "archaeology": "archeology",  # Whisper's has markup after it in whisper_normalizer
    "cancellation": "cancelation",
    "cancellations": "cancelations",
    "pummelled": "pummeled",
    "pummelling": "pummeling",
    "snowploughs": "snowplows",
    "travelogue": "travelog",
    "travelogues": "travelogs",
}
_NOT_RESPELLED = ("archeological", "cancelation", "cancelations", "travelog", "travelogs")

# The names that are read as the first one of their line.
_GIVEN_NAMES = """
aaron aron|alfonso alphonso|alison allison alyson|allen alan allan|anne ann|anthony antony
arthur artur|brett bret|brian bryan|bridget bridgette|caitlin katelyn kaitlyn kaitlin|carl karl
carol carrol carole carroll|catherine katherine kathryn catharine|cathy kathy
charlie charly charley|chris kris|christina kristina|christopher kristopher cristopher|colin collin
deborah devorah|dennis denis|dominic dominick|douglas douglass|dylan dillon|eric erik erick
fatima fatimah|frederick frederik fredrick|gail gayle|gary garry|greg gregg|henry henri
ivonne yvonne|jackie jacky|jamie jaime|jason jayson|jeff geoff|jeffrey geoffrey jeffery
joanne joann joane|john jon|jonathan johnathan jonathon|joseph josef|karen caren caryn karin
kelly kellye kelli kelley|kevin kevan|kristin kristen|laurie lori|lawrence laurence|lee leigh
leslie lesley|lily lilly|linda lynda|lindsay linsey lindsey|louis lewis|lucas lukas|lynn lynne
mark marc|martin martyn|matthew mathew|mcarthur macarthur|mccarthy macarthy maccarthy
mccartney macartney|mcdonald macdonald|mcgowan macgowan|mcintosh macintosh|mcintyre macintyre
mckay mackay|mckenzie mackenzie|mclean maclean|mcleod macleod|mcmillan macmillan|mcnamara macnamara
megan meghan|michael micheal|michelle michele|miriam myriam
mohammed mohamad mohamed mohammad muhammad muhamad muhammed mouhamed mouhamad mahomet
molly mollie|natalie nathalie|neil neal|nicholas nicolas|nicole nikole|patrick patrik|peter pieter
philip phillip|rachel rachael|rajiv rajeev|rebecca rebekah|rob robb|robin robyn|roger rodger
ronda rhonda|russell russel|sally sallie|sarah sara|sean shaun shawn|shane shayne
sherry sheri cheri sherrie|simon symon|stacy stacey stacie|steven stephen|stuart stewart
susanne suzanne|teresa theresa|terry terri|thomas tomas|toby tobey|tony toni|tracy tracey tracie
veronica veronika|victor viktor|victoria viktoria|walter walther|yousef yusuf yusef
zach zak|zachary zackary zachery
"""
NAMES = {
    other: name
    for line in _GIVEN_NAMES.replace("|", "\n").split("\n")
    for name, *others in [line.split() or [""]]
    for other in others
}

COMPOUNDS = {
    ("et", "cetera"): "etc",
    ("al", "right"): "alright",
    ("all", "right"): "alright",
    ("how", "ever"): "however",
    ("wi", "fi"): "wifi",
    ("hi", "fi"): "hifi",
    ("lo", "fi"): "lofi",
    ("sci", "fi"): "scifi",
    ("e", "mail"): "email",
    ("e", "book"): "ebook",
    ("e", "commerce"): "ecommerce",
    ("x", "ray"): "xray",
    ("t", "shirt"): "tshirt",
    ("a", "m"): "am",
    ("p", "m"): "pm",
    ("o", "k"): "okay",
}
"""What two words that follow each other are read as, in the order of the rules."""


@cache
def spellings() -> dict[str, str]:
    """Return the American spelling of every British one, as the leaderboard has it.

    Raises:
        ImportError: without the package that has Whisper's table, with the line that installs it.

    """
    with needed_by("the normalizer 'openasr:english'", "openasr"):
        table = files("whisper_normalizer") / "normalizers" / "english.json"
    whisper: dict[str, str] = json.loads(table.read_text("utf-8"))
    return {
        british: american for british, american in whisper.items() if british not in _NOT_RESPELLED
    } | _SPELLINGS


_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[-+£€$¢]?\d+(?:\.\d+)?")
_INTERJECTION = "oh "  # with a space, which no word has


@cache
def number_rules() -> Any:
    """Return Whisper's rules for numbers, which read interjections as words.

    Raises:
        ImportError: without the package that has them, with the line that installs it.

    """
    with needed_by("the normalizer 'openasr:english'", "openasr"):
        from whisper_normalizer.english import EnglishNumberNormalizer

    class Rules(EnglishNumberNormalizer):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            # To words before it, it is the zero that it may be; by itself, a suffix of nothing.
            self.suffixers[_INTERJECTION] = {}
            self.decimals.add(_INTERJECTION)
            self.words.add(_INTERJECTION)

        def process_words(self, words: list[str]) -> Iterator[str]:
            if "oh" in words:
                words = _with_interjections(words)
            return (word.rstrip() for word in super().process_words(words))

    return Rules()


def numbers_in_digits(text: str) -> str:
    """Write the numbers of a text in lower case in digits.

    Raises:
        InputError: for an integer of more digits than Python reads.

    >>> numbers_in_digits("twenty one dollars and five cents oh two and a half")
    '$21.05 oh 2.5'
    """
    try:
        digits: str = number_rules()(text)
    except AssertionError:  # of an integer that Python does not read
        most = sys.get_int_max_str_digits()
        raise InputError("normalizer.long_integer", most=most) from None
    return digits


def _with_interjections(words: list[str]) -> list[str]:
    """Tell each "oh" that is an interjection from those that are a zero."""
    rules = number_rules()

    def is_digit(place: int) -> bool:
        word = words[place] if place < len(words) else ""
        return word in rules.decimals or _DIGITS.fullmatch(word) is not None

    read: list[str] = []
    for place, word in enumerate(words):
        two_before, before = ["", "", *read][-2:]
        is_zero = before in ("double", "triple") or (
            is_digit(place + 1) and (_goes_on(two_before, before) or is_digit(place + 2))
        )
        read.append(_INTERJECTION if word == "oh" and not is_zero else word)
    return read


def _goes_on(two_before: str, before: str) -> bool:
    """Tell whether a number may go on after two words."""
    rules = number_rules()
    if before == "and":
        return two_before in rules.multipliers
    is_part = before in rules.multipliers or before in rules.decimals - {_INTERJECTION}
    return is_part or before == "point" or _NUMBER.fullmatch(before) is not None


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
