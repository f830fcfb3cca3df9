"""The Open ASR Leaderboard's tables of English words: spellings, names, and words written apart.

Source: ``normalizer/english_abbreviations.py`` of huggingface/open_asr_leaderboard at 30df8c9.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from levmetrics.extras import needed_by

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
_NAMES = """
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
    for line in _NAMES.replace("|", "\n").split("\n")
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
