"""The words of whole numbers below ten to the fifteenth: num2words where it is right, else grammar.

num2words is no oracle for Spanish before "mil" and "millones" (it writes "veintiuno mil"), for
European Portuguese ("mil trinta") or for Danish above 99,999. It misspells an Italian and some
German compounds.
"""

from collections.abc import Callable, Sequence

import pytest

Words = Callable[[int], str]


def _list(words: str) -> list[str]:
    return words.split()


_ES = _list(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_ES_TENS = _list("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES_HUNDREDS = _list(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos "
    "novecientos"
)
_PT = _list(
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze "
    "dezasseis dezassete dezoito dezanove"
)
_PT_TENS = _list("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
_PT_HUNDREDS = _list(
    "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
)
_DA = _list(
    "nul en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten "
    "atten nitten"
)
_DA_TENS = _list("tyve tredive fyrre halvtreds tres halvfjerds firs halvfems")


_ES_SCALES = (
    (10**12, "un billón", " billones"),
    (10**6, "un millón", " millones"),
    (1000, "mil", " mil"),
)


def spanish(number: int) -> str:
    """Return a number as RAE's Diccionario panhispánico de dudas has it, s. v. cardinales and uno.

    "Uno" and numbers that end in it lose the o before "mil" and "millones": veintiún mil, treinta y
    un millones; "y" stands between tens and units alone; 10^9 is "mil millones".
    """
    if number >= 1000:
        return _of_scales(number, _ES_SCALES, spanish, _apocope)
    if number == 100:
        return "cien"
    if number > 100:
        return _joined(_ES_HUNDREDS[number // 100 - 1], " ", number % 100, spanish)
    if number < 30:
        return _ES[number]
    return _joined(_ES_TENS[number // 10 - 3], " y ", number % 10, spanish)


def _apocope(words: str) -> str:
    return f"{words[:-9]}veintiún" if words.endswith("veintiuno") else _without_o(words)


def _without_o(words: str) -> str:
    return words[:-1] if words.endswith("uno") else words


_PT_SCALES = (
    (10**12, "um bilião", " biliões"),
    (10**6, "um milhão", " milhões"),
    (1000, "mil", " mil"),
)


def portuguese(number: int) -> str:
    """Return a number of Portugal, as Cunha and Cintra's Nova Gramática (1984, ch. 12) writes it.

    "E" stands between hundreds, tens and units, and before the last group if it is below a hundred
    or whole hundreds; 10^9 is "mil milhões".
    """
    if number >= 1000:
        return _of_scales(number, _PT_SCALES, portuguese, str, _e)
    if number == 100:
        return "cem"
    if number > 100:
        return _joined(_PT_HUNDREDS[number // 100 - 1], " e ", number % 100, portuguese)
    if number < 20:
        return _PT[number]
    return _joined(_PT_TENS[number // 10 - 2], " e ", number % 10, portuguese)


def _e(rest: int) -> str:
    return " e " if rest < 100 or (rest < 1000 and rest % 100 == 0) else " "


_DA_SCALES = (
    (10**12, "en billion", " billioner"),
    (10**9, "en milliard", " milliarder"),
    (10**6, "en million", " millioner"),
)
_DA_SMALL_SCALES = (
    (1000, "et tusind", " tusind"),
    (100, "et hundrede", " hundrede"),
)


def danish(number: int) -> str:
    """Return a number in several words, as Dansk Sprognævn's Retskrivningsordbog allows it."""
    if number >= 10**6:
        return _of_scales(number, _DA_SCALES, danish)
    if number >= 100:
        return _of_scales(number, _DA_SMALL_SCALES, danish, str, _og)
    if number < 20:
        return _DA[number]
    tens = _DA_TENS[number // 10 - 2]
    return f"{_DA[number % 10]}og{tens}" if number % 10 else tens


def _og(rest: int) -> str:
    return " og " if rest < 100 else " "


def _of_scales(
    number: int,
    scales: Sequence[tuple[int, str, str]],
    words: Words,
    before: Callable[[str], str] = str,
    joint: Callable[[int], str] = lambda rest: " ",
) -> str:
    """Return a number from its largest scale on; each has the words for one and for several."""
    scale, one, many = next(each for each in scales if number >= each[0])
    times, rest = divmod(number, scale)
    head = one if times == 1 else f"{before(words(times))}{many}"
    return _joined(head, joint(rest), rest, words)


def _joined(head: str, joint: str, rest: int, words: Words) -> str:
    return f"{head}{joint}{words(rest)}" if rest else head


_BY_GRAMMAR: dict[str, Words] = {"da": danish, "es": spanish, "pt": portuguese}
_MISSPELT = {"it": ("dicotto", "diciotto"), "de": ("einstausend", "eintausend")}


def in_words(number: int, language: str) -> str:
    """Return a whole number in the words of a language."""
    if language in _BY_GRAMMAR:
        return _BY_GRAMMAR[language](number)
    words: str = pytest.importorskip("num2words").num2words(number, lang=language)
    return words.replace(",", "").replace(*_MISSPELT.get(language, ("", "")))
