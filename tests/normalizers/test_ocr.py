"""Spellings of historical prints: each normalizer does what it says, and no more."""

import json
import os
import subprocess
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.normalizers import get_normalizer
from tests.code_points import CODE_POINTS

NAMES = ("long_s", "ligatures", "quotes", "dashes", "dehyphenate", "ocrd:1", "ocrd:2", "ocrd:3")
OF_CHARACTERS = ("long_s", "ligatures", "quotes", "dashes")
long_s, ligatures, quotes, dashes, dehyphenate, level_1, level_2, level_3 = map(
    get_normalizer, NAMES
)
dinglehopper = get_normalizer("dinglehopper")
EVERY_CHARACTER = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]


def changed(normalizer):
    """Return what a normalizer makes of each character of Unicode that it changes."""
    return {c: new for c in EVERY_CHARACTER if (new := normalizer(c)) != c}


PIECES = [
    *"aeimnopqstucfxſẛﬀﬁﬅﬆĳꜩꝡⅫⅿ⸗⹀-–—¬=’“ãñẽēũꝛꜹ🙰 \n\r",
    *"\u00ad\u0301\u0303\u0304\u0323\u0364\u0308\u0307日ー语كA",
    *"\ue42c\ue644\ue72b\ue8bf\ueada\ueba2\ueba6\ueec5\uf4f9\uf4fa\uf502\uf50e\uf532\uf534\uf535",
    "ꝛtc.",
    "und",
    "-\n",
    "==",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"])).map("".join)


# Each of them.


def test_long_s_is_an_s_also_below_a_dot_and_no_other_character_changes():
    assert long_s("Wachſtube, ẛ and ſ\u0307") == "Wachstube, ṡ and s\u0307"
    assert changed(long_s) == {"ſ": "s", "ẛ": "ṡ"}


def test_long_s_within_ligatures_needs_ligatures_first():
    assert long_s("lu\ufb05") == "lu\ufb05"
    assert get_normalizer("ligatures,long_s")("lu\ufb05 \ueba6 \uf4fa") == "lust ss sch"


def test_ligatures_are_their_letters_and_long_s_stays():
    assert ligatures("eﬃzient, lu\ufb05ig, \ueec5, \uf502, \ueba7, Ĳs") == (
        "effizient, luſtig, ct, ch, ſſi, IJs"
    )


def test_vowel_ligatures_and_sharp_s_are_letters_of_their_own():
    for letters in ("æÆœŒßẞ", "ꜳꜵꜷꜹꜽꝏᵫ", "ǆǉǌ", "ﻻ", "&🙰"):
        assert ligatures(letters) == letters


def test_ligatures_of_unicode_have_the_letters_that_unicode_says():
    of_unicode = {c: to for c, to in changed(ligatures).items() if not "\ue000" <= c <= "\uf8ff"}
    assert (of_unicode.pop("Ꜩ"), of_unicode.pop("ꜩ")) == ("TZ", "tz")  # Unicode takes none apart
    presentation = {c for c in map(chr, range(0xFB00, 0xFB18)) if unicodedata.category(c) != "Cn"}
    assert {*of_unicode} == presentation | {"Ĳ", "ĳ"}
    for character, letters in of_unicode.items():
        kind, *parts = unicodedata.decomposition(character).split()
        assert (kind, letters) == ("<compat>", "".join(chr(int(part, 16)) for part in parts))


def test_ligatures_of_the_private_use_area_become_two_to_three_letters():
    private = {c: to for c, to in changed(ligatures).items() if "\ue000" <= c <= "\uf8ff"}
    assert len(private) == 68
    assert all(2 <= len(to) <= 3 and to.isalpha() for to in private.values())


def test_typographic_quotation_marks_are_those_of_ascii():
    assert quotes("„Haus“, “house”, «maison», ‹x›, ‚x‘, don’t, 〝家〟") == (
        '"Haus", "house", "maison", \'x\', \'x\', don\'t, "家"'
    )
    assert quotes("5′ 3″ 「家」『家』 ʻokina `x`") == "5′ 3″ 「家」『家』 ʻokina `x`"


def test_exactly_unicode_s_quotation_marks_but_for_corner_brackets_become_ascii():
    marks = {*"«»‘’‚‛“”„‟‹›⹂〝〞〟＂＇"}  # Unicode's PropList.txt, Quotation_Mark
    assert {*changed(quotes)} == marks | {"´", "ʼ"}
    assert {*changed(quotes).values()} == {"'", '"'}


def test_hyphens_and_dashes_are_one():
    assert dashes("a‐b a‑b 1‒2 1–2 a—b ―x −1 Haus⸗Thür a⹀b ⸺ ⸻ －") == (
        "a-b a-b 1-2 1-2 a-b -x -1 Haus-Thür a-b - - -"
    )


def test_japanese_and_other_scripts_have_no_dashes_of_ascii():
    for text in ("コーヒー", "〜", "～", "゠", "〰", "一", "בית־ספר", "\u00ad", "¬", "⁓", "⁻", "֊"):
        assert dashes(text) == text
    assert all(to == "-" for to in changed(dashes).values())
    assert len(changed(dashes)) == 18


# Words that are broken at line ends.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eine Wort-\nende folgt", "eine Wortende\nfolgt"),
        ("Aus⸗\nſicht, die", "Ausſicht,\ndie"),
        ("herr¬\nlich ist", "herrlich\nist"),
        ("herr\u00ad\nlich ist", "herrlich\nist"),
        ("herr‐  \n  lich ist", "herrlich\nist"),
        ("infor-\r\nmation is", "information\r\nis"),
        ("infor-\rmation is", "information\ris"),
        ("Erkla\u0308-\nrung x", "Erkla\u0308rung\nx"),
        ("հա֊\nյերեն է", "հայերեն\nէ"),
        ("при-\nвет мир", "привет\nмир"),
    ],
)
def test_a_word_is_joined_and_the_line_ends_after_it(text, expected):
    assert dehyphenate(text) == expected


def test_a_line_of_nothing_but_the_rest_of_a_word_goes():
    assert dehyphenate("Donau-\ndampf-\nschiff\nfährt") == "Donaudampfschiff\nfährt"
    assert dehyphenate("infor-\nmation") == "information"


def test_before_a_capital_letter_the_hyphen_stays_and_the_line_ends_after_the_word():
    assert dehyphenate("die Nord-\nSee ist") == "die Nord-See\nist"
    assert dehyphenate("SOFT\u00ad\nWARE ist") == "SOFTWARE\nist"


def test_a_part_that_two_words_share_stays():
    assert dehyphenate("Vor-\nund Nachteile") == "Vor-\nund Nachteile"
    assert dehyphenate("pre-\nand post-war") == "pre-\nand post-war"
    assert dehyphenate("Haupt-\nein- und Ausgang") == "Hauptein- und Ausgang"


@pytest.mark.parametrize(
    "text",
    [
        "a -\nb",
        "wait –\nwhat",
        "wait—\nwhat",
        "1914-\n1918",
        "COVID-\n19",
        "5-\nfold",
        "end-\n\nnext",
        "a-\n(b)",
        "日本-\n語",
        "コーヒー\nです",
        "كلمة-\nأخرى",
        "שלום-\nעולם",
        "well-known",
        "soft\u00adware",
        "line\nend",
        "-\n",
        "a-",
    ],
)
def test_what_is_no_broken_word_stays(text):
    assert dehyphenate(text) == text


def test_a_broken_word_counts_as_one_word():
    counts = error_counts("die Ausſicht ist", "die Aus⸗\nſicht ist", normalizer="dehyphenate")
    assert counts.wer == 0


def test_only_words_across_a_line_end_are_joined_and_only_hyphens_go():
    assert dehyphenate.has_context("a-\nb")
    assert not dehyphenate.has_context("a-b\nc")


@given(TEXTS)
def test_joining_changes_nothing_but_hyphens_and_white_space(text):
    left_out = "-\u00ad\u2010\u2e17\u2e40\u00ac\u058a"

    def letters(given):
        return "".join(c for c in given if not c.isspace() and c not in left_out)

    assert letters(dehyphenate(text)) == letters(text)


def test_long_texts_are_joined_in_time():
    assert dehyphenate("a-\n" * 200_000) == "a" * 200_000 + "-\n"
    text = "a-" + " " * 200_000 + "\n" + "\u0301" * 200_000
    assert dehyphenate(text) == text


# OCR-D's levels.


@pytest.mark.parametrize(
    ("third", "second", "first"),
    [  # what the rules of OCR-D say of levels 3, 2 and 1
        ("ã", "ã", "aa"),
        ("e\u0303", "ẽ", "ee"),
        ("ē", "ē", "ee"),
        ("m\u0303", "m\u0303", "mm"),
        ("\ue8bf", "q;", "q;"),
        ("\ue8bf\u0301", "q\u0301;", "q\u0301;"),
        ("ſ", "ſ", "s"),
        ("ſs", "ſs", "ss"),
        ("⸗", "-", "-"),
        ("⹀", "⹀", "-"),
        ("Æ œ ß", "Æ œ ß", "Æ œ ß"),
        ("Ꜹ ꜽ", "Ꜹ ꜽ", "AV ay"),
        ("\ueec5 \ueec4 \uf502", "ct ck ch", "ct ck ch"),
        ("🙰", "🙰", "et"),
        ("\ufb05 \ufb06", "ſt st", "st st"),
        ("\ueba2 \ueba6 \uf4fa", "ſi ſſ ſch", "si ss sch"),
        ("j\ua729o", "jtzo", "jtzo"),
        ("ꝛtc. ꝛc.", "ꝛtc. ꝛc.", "etc. ꝛc."),
        ("Ꝡ", "VY", "VY"),
        ("Ⅻ ⅷ ↂ", "XII viii CCIↃↃ", "XII viii CCIↃↃ"),
        ("\ue42c", "a\u0364", "ä"),
        ("U\u0364", "U\u0364", "Ü"),
        ("vnderlaſſen/ vñ fu\u0364rnemlich",) * 2 + ("vnderlassen/ vnn fürnemlich",),
    ],
)
def test_each_level_is_that_of_the_published_rules(third, second, first):
    assert level_2(third) == second
    assert level_1(third) == level_1(second) == first


def test_level_3_is_nfc():
    for character in CODE_POINTS:
        assert level_3(character) == unicodedata.normalize("NFC", character)


def test_a_letter_with_another_mark_is_another_letter():
    assert level_1("ã\u0301 \u1ec5") == "ã\u0301 \u1ec5"
    assert level_1("ſ\u0323") == "ṣ"


@given(TEXTS)
def test_a_lower_level_is_the_same_by_way_of_the_higher_ones(text):
    assert level_2(level_3(text)) == level_2(text)
    assert level_1(level_2(text)) == level_1(text)
    assert not {*level_2(text)} & {*"ﬀﬁﬅĳꜩⅫ⸗\ue8bf"}
    assert not {*level_1(text)} & {*"ſẛ⹀ꜹ"}


@pytest.mark.parametrize("normalizer", [level_1, level_2, level_3])
def test_levels_are_in_nfc(normalizer):
    for character in CODE_POINTS:
        text = normalizer(f"{character}\u0301a")
        assert text == unicodedata.normalize("NFC", text)


# All of them.


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS)
def test_twice_is_once(name, text):
    once = get_normalizer(name)(text)
    assert get_normalizer(name)(once) == once


@pytest.mark.parametrize("name", NAMES)
def test_twice_is_once_beside_every_character(name):
    normalizer = get_normalizer(name)
    for character in CODE_POINTS:
        for text in (f"{character}\u0303", f"ſ{character}x", f"a-\n{character}b c"):
            once = normalizer(text)
            assert normalizer(once) == once, ascii(text)


@pytest.mark.parametrize("name", OF_CHARACTERS)
@given(one=TEXTS, other=TEXTS)
def test_each_character_is_replaced_by_itself(name, one, other):
    normalizer = get_normalizer(name)
    assert normalizer(one + other) == normalizer(one) + normalizer(other)


def test_signatures_have_the_versions_of_others_rules():
    assert repr(get_normalizer("ocrd:1,dinglehopper,ligatures,long_s")) == (
        "ocrd:1[gt-guidelines-1ed9e3f]+dinglehopper[0.11.0]+ligatures[mufi-4.0]+long_s"
    )


# dinglehopper: the replacements of its version 0.11.0 in their order, from
# ``dinglehopper/extracted_text.py`` (unjoin_ligatures, then substitute_equivalences), Apache-2.0.

REPLACED = """
eba6 017f017f  eba7 017f017f0069  f502 00630068  eec4 0063006b  f4f9 006c006c  eba2 017f0069
eada 017f0074  fb01 00660069  fb00 00660066  fb02 0066006c  fb03 006600660069  eec5 00630074
eedc 0074007a  f532 00610073  f533 00690073  f534 00750073  f535 00510075  0133 0069006a
e8bf 00710026  eba5 017f0070  fb06 00730074
e72b 00fc  e42c 00e4  003d003d 2013  2014 2013  e644 00f6  2019 0027  2e17 002d
00610364 00e4  006f0364 00f6  00750364 00fc  f50e 00710301
"""


def steps():
    """Return what is replaced by what, in order: the numbers are code points of four digits."""
    strings = [bytes.fromhex(digits).decode("utf-16-be") for digits in REPLACED.split()]
    return [*zip(strings[::2], strings[1::2], strict=True)]


STEPS = steps()
RELEVANT = sorted({c for step in STEPS for part in step for c in part} | {*"\u0301\u0308=xſ"})


def of_dinglehopper(text):
    text = unicodedata.normalize("NFC", text)
    for old, new in STEPS:
        text = text.replace(old, new)
    return text


def test_dinglehopper_s_rules_are_followed_for_every_character():
    for character in EVERY_CHARACTER:
        assert dinglehopper(character) == of_dinglehopper(character), ascii(character)


def test_dinglehopper_s_rules_are_followed_for_every_pair_and_triple_of_what_they_replace():
    for one in RELEVANT:
        for other in RELEVANT:
            for last in ("", "\u0364", "\u0301", "="):
                text = one + other + last
                assert dinglehopper(text) == of_dinglehopper(text), ascii(text)


@given(st.lists(st.sampled_from(RELEVANT) | TEXTS).map("".join))
def test_dinglehopper_s_rules_are_followed_for_any_text(text):
    assert dinglehopper(text) == of_dinglehopper(text)


@pytest.mark.parametrize(
    ("text", "once", "twice"),
    [("ﬁ\u0301", "fi\u0301", "fí"), ("\uf535\u0364", "Qü", "Qü"), ("===", "–=", "–=")],
)
def test_what_dinglehopper_s_rules_change_in_their_own_output(text, once, twice):
    assert (dinglehopper(text), dinglehopper(once)) == (once, twice)
    assert of_dinglehopper(once) == twice


DINGLEHOPPER = os.environ.get("LEVMETRICS_DINGLEHOPPER", "")  # the path of its Python
ORACLE = """
import json, sys
from importlib.metadata import distribution, version
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

def stub(module, **names):
    sys.modules[module] = ModuleType(module)
    vars(sys.modules[module]).update(names)

# Its normalization needs none of them.
stub("lxml", etree=None)
stub("numpy")
stub("ocrd_utils", getLogger=None)
stub("uniseg")
stub("uniseg.graphemecluster", grapheme_clusters=None)
place = distribution("dinglehopper").locate_file("dinglehopper/extracted_text.py")
spec = spec_from_file_location("extracted_text", place)
module = module_from_spec(spec)
spec.loader.exec_module(module)
texts = json.load(sys.stdin)
normalization = module.Normalization.NFC_SBB
json.dump([version("dinglehopper"), [module.normalize(text, normalization) for text in texts]],
          sys.stdout)
"""


def random_texts():
    """Return every character, every pair of what is replaced, and texts of many of them."""
    pairs = [one + other for one in RELEVANT for other in RELEVANT]
    long = ["".join(pairs[start::97]) for start in range(97)]
    return [*EVERY_CHARACTER, *pairs, *long]


@pytest.mark.slow
@pytest.mark.skipif(
    not DINGLEHOPPER, reason="needs LEVMETRICS_DINGLEHOPPER, a Python that has dinglehopper"
)
def test_texts_are_normalized_as_dinglehopper_does():
    texts = random_texts()
    done = subprocess.run(
        [DINGLEHOPPER, "-c", ORACLE],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    release, expected = json.loads(done.stdout)
    assert repr(dinglehopper) == f"dinglehopper[{release}]"
    for text, normalized in zip(texts, expected, strict=True):
        assert dinglehopper(text) == normalized, ascii(text)
