"""The Open ASR Leaderboard's rule for a score, text by text and rule by rule.

Source: huggingface/open_asr_leaderboard, folder ``normalizer/``, of commits whose dates are not
known here: ``normalizer.py``, whose content has in Git the hash
72daef90eb2d1b75c4bcb6cd23857ca568468f47; ``english_abbreviations.py`` at
30df8c90b6632f08031c226fc6c6b561cd261c7c; ``data_utils.py`` at
db339acbf2efff833c380e56224a888b7f8b2d29; and ``eval_utils.py`` at
00cbc7d36e0d15792415729729566f5d2383bcdb, whose counts a later one has from several processes.

Nothing of levmetrics is used here, so that it can be compared with. Hindi and Armenian have rules
of their own there, and none here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from difflib import SequenceMatcher
from importlib.resources import files

import kaldialign
import num2words
import regex

from tests.leaderboards.open_asr_numbers import numbers_to_digits

FILLERS = [
    *("ah-ha", "a+h+m*", "a+h+a+", "e+h+m*", "e+m+", "e+r+m*", "h+a+h+", "h+e+h+", "h+m+"),
    *("h+u+h+", "m{2,}", "m+h+m*", "t+s+k+", "u+g+h+", "u+h+m*", "u+h+u+[hm]*", "u+m+h*"),
    *("ahem", "eheh", "ehehe", "ehr", "hmmph", "hum", "hunh", "mhum", "mmkay"),
]
REPLACED = [
    *((r"\bwon't\b", "will not"), (r"\bcan't\b", "can not"), (r"\blet's\b", "let us")),
    *((r"\bain't\b", "aint"), (r"\by'all\b", "you all"), (r"\bwanna\b", "want to")),
    *((r"\bgotta\b", "got to"), (r"\bgonna\b", "going to"), (r"\bi'ma\b", "i am going to")),
    *((r"\bimma\b", "i am going to"), (r"\bwoulda\b", "would have"), (r"\bcoulda\b", "could have")),
    *((r"\bshoulda\b", "should have"), (r"\bma'am\b", "madam"), (r"\bmr\b", "mister ")),
    *((r"\bmrs\b", "missus "), (r"\bst\b", "saint "), (r"\bdr\b", "doctor ")),
    *((r"\bprof\b", "professor "), (r"\bcapt\b", "captain "), (r"\bgov\b", "governor ")),
    *((r"\bald\b", "alderman "), (r"\bgen\b", "general "), (r"\bsen\b", "senator ")),
    *((r"\brep\b", "representative "), (r"\bpres\b", "president "), (r"\brev\b", "reverend ")),
    *((r"\bhon\b", "honorable "), (r"\basst\b", "assistant "), (r"\bassoc\b", "associate ")),
    *((r"\blt\b", "lieutenant "), (r"\bcol\b", "colonel "), (r"\bjr\b", "junior ")),
    *((r"\bsr\b", "senior "), (r"\besq\b", "esquire "), (r"'d been\b", " had been")),
    *((r"'s been\b", " has been"), (r"'d gone\b", " had gone"), (r"'s gone\b", " has gone")),
    *((r"'d done\b", " had done"), (r"'s got\b", " has got"), (r"n't\b", " not")),
    (r"'re\b", " are"),
    (r"\b(it|he|she|what|that|who|here|there|how|when|where|why|this)'s\b", r"\1 is"),
    *((r"'d\b", " would"), (r"'ll\b", " will"), (r"'t\b", " not"), (r"'ve\b", " have")),
    (r"'m\b", " am"),
]
LETTERS = {"œ": "oe", "ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "ł": "l"}
LETTERS |= {"Œ": "OE", "Ø": "O", "Æ": "AE", "ẞ": "SS", "Đ": "D", "Ð": "D", "Þ": "th", "Ł": "L"}
JOINED = [
    *((r"\bet\s+cetera\b", "etc"), (r"\bal\s+right\b", "alright"), (r"\ball\s+right\b", "alright")),
    *((r"\bhow\s+ever\b", "however"), (r"\bwi\s+fi\b", "wifi"), (r"\bhi\s+fi\b", "hifi")),
    *((r"\blo\s+fi\b", "lofi"), (r"\bsci\s+fi\b", "scifi"), (r"\be\s+mail\b", "email")),
    *((r"\be\s+book\b", "ebook"), (r"\be\s+commerce\b", "ecommerce"), (r"\bx\s+ray\b", "xray")),
    *((r"\bt\s+shirt\b", "tshirt"), (r"\ba\s+m\b", "am"), (r"\bp\s+m\b", "pm")),
    *((r"\bo\s+k\b", "okay"), (r"\bo+h+\b", "oh"), (r"\booo+\b", "oh")),
]
NAMES = """
alan:allen allan:allen bridgette:bridget charly:charlie charley:charlie garry:gary gregg:greg
jacky:jackie joann:joanne joane:joanne kellye:kelly kelli:kelly kelley:kelly lilly:lily
micheal:michael michele:michelle mollie:molly phillip:philip sallie:sally stacey:stacy stacie:stacy
tracey:tracy tracie:tracy bret:brett carrol:carol carole:carol carroll:carol allison:alison
alyson:alison russel:russell douglass:douglas dominick:dominic robb:rob kris:chris
kristopher:christopher cristopher:christopher kristina:christina kristen:kristin karl:carl
kathy:cathy katherine:catherine kathryn:catherine catharine:catherine erik:eric erick:eric
caren:karen caryn:karen karin:karen katelyn:caitlin kaitlyn:caitlin kaitlin:caitlin nikole:nicole
veronika:veronica viktor:victor viktoria:victoria kevan:kevin patrik:patrick frederik:frederick
fredrick:frederick lukas:lucas ann:anne jon:john johnathan:jonathan jonathon:jonathan sara:sarah
mathew:matthew nicolas:nicholas rachael:rachel rebekah:rebecca devorah:deborah theresa:teresa
suzanne:susanne antony:anthony martyn:martin denis:dennis laurence:lawrence tomas:thomas tobey:toby
macarthur:mcarthur macartney:mccartney macarthy:mccarthy maccarthy:mccarthy macdonald:mcdonald
mackay:mckay mackenzie:mckenzie macleod:mcleod maclean:mclean macmillan:mcmillan
macintosh:mcintosh macintyre:mcintyre macnamara:mcnamara macgowan:mcgowan mohamad:mohammed
mohamed:mohammed mohammad:mohammed muhammad:mohammed muhamad:mohammed muhammed:mohammed
mouhamed:mohammed mouhamad:mohammed mahomet:mohammed fatimah:fatima yusuf:yousef yusef:yousef
myriam:miriam rajeev:rajiv alphonso:alfonso bryan:brian geoffrey:jeffrey jeffery:jeffrey geoff:jeff
neal:neil shaun:sean shawn:sean shayne:shane stephen:steven toni:tony leigh:lee lewis:louis
marc:mark meghan:megan nathalie:natalie robyn:robin rodger:roger linsey:lindsay lindsey:lindsay
zackary:zachary zachery:zachary zak:zach sheri:sherry cheri:sherry sherrie:sherry terri:terry
lori:laurie jaime:jamie jayson:jason lesley:leslie lynda:linda lynne:lynn gayle:gail rhonda:ronda
yvonne:ivonne stewart:stuart walther:walter symon:simon collin:colin dillon:dylan aron:aaron
artur:arthur henri:henry josef:joseph pieter:peter
"""
NAME = dict(pair.split(":") for pair in NAMES.split())


def _spellings():
    """The leaderboard's table of spellings: Whisper's, and what is other in it."""
    path = files("whisper_normalizer") / "normalizers/english.json"
    table = json.loads(path.read_text("utf-8"))
    for british in ("archaeological", "cancellation", "cancellations", "travelogue", "travelogues"):
        american = british.replace("chae", "che").replace("ll", "l").replace("ogue", "og")
        del table[american]  # Whisper's turns it round
        table[british] = american
    del table["flyer / flier"]
    table |= {"pummelled": "pummeled", "pummelling": "pummeling", "snowploughs": "snowplows"}
    table |= {"ok": "okay", "kay": "okay", "etcetera": "etc", "mm": "hmm", "flyer": "flier"}
    return table | {"archaeology": "archeology"}


SPELLING = _spellings()

UNDER_TEN = "one|two|three|four|five|six|seven|eight|nine"
TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
COUNT = (
    rf"(?:[0-9]{{1,2}}|(?:twenty|thirty|forty|fifty)(?:[\s-]+(?:{UNDER_TEN}))?"
    rf"|{UNDER_TEN}|{TEENS}|zero)"
)
OCLOCK = r"o\s*['’]?\s*clock"


def count_of(words):
    return int(numbers_to_digits(words.replace("-", " ")).strip().replace("one", "1"))


def with_times(text):
    def past(match):
        hour = count_of(match["hour"])
        amount = match["amount"]
        if hour > 23:
            return match.group()
        if amount == "half":
            minute = 30
        elif amount.endswith("quarter"):
            minute = 15
        else:
            minute = count_of(re.sub(r"\s+minutes?$", "", amount))
        if minute > 59:
            return match.group()
        if minute and match["relation"] in ("to", "before"):
            minute = 60 - minute
            if 1 < hour <= 12:
                hour -= 1
            elif hour == 1:
                hour = 12
            else:
                hour = (hour - 1) % 24
        return f"{hour}:{minute:02d}"

    def sharp(match):
        hour = count_of(match["hour"])
        return match.group() if hour > 23 else f"{hour}:00"

    def digital(match):
        hour, minute = map(int, match.group().split(":"))
        return f"{hour}" if minute == 0 else f"{hour}:{minute:02d}"

    amount = rf"(?P<amount>half|(?:a\s+)?quarter|{COUNT}\s+minutes?)"
    hour = rf"(?P<hour>{COUNT})"
    text = re.sub(
        rf"(?<![\w.:]){amount}\s+(?P<relation>past|after|to|before)\s+{hour}(?:\s+{OCLOCK})?\b",
        past,
        text,
    )
    text = re.sub(rf"(?<![\w.:]){hour}\s+{OCLOCK}\b", sharp, text)
    return re.sub(r"(?<![\w:./])(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?![\w:]|\.[0-9])", digital, text)


def without_brackets(text):
    text = re.sub(r"[<\[][^>\]]*[>\]]", "", text)
    return re.sub(r"\(([^)]+?)\)", "", text)


def without_symbols_and_marks(text, keep):
    characters = []
    for character in unicodedata.normalize("NFKD", text):
        category = unicodedata.category(character)
        if character in keep:
            characters.append(character)
        elif character in LETTERS:
            characters.append(LETTERS[character])
        elif category != "Mn":
            characters.append(" " if category[0] in ("M", "S", "P") else character)
    return "".join(characters)


def with_acronyms(words):
    """Words, in which single letters and digits that follow each other are one."""
    read = 0
    while read < len(words):
        end = read
        while end < len(words) and len(words[end]) == 1 and words[end].isalnum():
            end += 1
        run = words[read:end]
        if len(run) >= (3 if {"a", "i"} & set(run) else 2):
            yield "".join(run)
        elif run:
            yield from run
        else:
            yield words[read]
            end = read + 1
        read = end


def normalize_english(text):
    text = without_brackets(text.lower())
    text = re.sub(r"\b(" + "|".join(FILLERS) + r")\b", "", text)
    text = re.sub(r"\s+'", "'", text)
    text = with_times(text)
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"(\d),(\d)", r"\1\2", text)
    text = re.sub(r"\.(?![0-9])", " ", text)
    text = without_symbols_and_marks(text, ".%$¢€£")
    for pattern, replacement in JOINED:
        text = re.sub(pattern, replacement, text)
    words = numbers_to_digits(text).split()
    words = [SPELLING.get(word, word) for word in words]
    words = [NAME.get(word, word) for word in words]
    text = " ".join(with_acronyms(words))
    text = re.sub(r"[.$¢€£](?![0-9])", " ", text)
    text = re.sub(r"(?<![0-9])%", " ", text)
    return re.sub(r"\s+", " ", text)


def normalize_multilingual(text, language=None):
    text = without_brackets(text.lower())
    composed = unicodedata.normalize("NFKC", text)
    text = "".join(" " if unicodedata.category(c)[0] in "SP" else c for c in composed).lower()
    text = re.sub(r"\s+", " ", regex.sub(r"[^\w\s]", "", text)).strip()
    if language is None:
        return text

    def in_words(match):
        try:
            return num2words.num2words(int(match.group()), lang=language)
        except Exception:
            return match.group()

    return re.sub(r"\d+", in_words, re.sub(r"(\d)\s+(\d{3})\b", r"\1\2", text))


def normalize(text, language):
    return normalize_english(text) if language == "en" else normalize_multilingual(text, language)


def with_compounds(reference, prediction):
    """Both sides of a pair, with a stretch in one word where only its spaces are other."""
    target, pred = [], []
    reference, prediction = reference.split(), prediction.split()
    opcodes = SequenceMatcher(None, reference, prediction).get_opcodes()
    for _, i1, i2, j1, j2 in opcodes:
        ours, theirs = reference[i1:i2], prediction[j1:j2]
        if ours != theirs and "".join(ours) == "".join(theirs):
            ours = theirs = ["".join(ours)]
        target += ours
        pred += theirs
    return " ".join(target), " ".join(pred)


IGNORED = "ignore time segment in scoring"  # is_target_text_in_range, which filters the data sets


def score(predictions, references, language="en"):
    """A manifest's score: {"ins", "del", "sub", "total", "ref_len", "err_rate"}, and "wer" in %."""
    pairs = [
        (normalize(reference, language), normalize(prediction, language))
        for prediction, reference in zip(predictions, references, strict=True)
    ]
    pairs = [pair for pair in pairs if pair[0].strip() not in ("", IGNORED)]
    if language != "en":
        pairs = [with_compounds(*pair) for pair in pairs]
    target = [tuple(reference.split()) for reference, _ in pairs]
    preds = [tuple(prediction.split()) for _, prediction in pairs]
    counts = kaldialign.batch_error_rate(target, preds, merge_compounds=True)
    return {**counts, "wer": round(100 * counts["err_rate"], 2)}
