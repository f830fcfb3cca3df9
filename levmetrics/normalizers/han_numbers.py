"""Conversion of numbers in Han characters to figures.

A number is a run of numerals. It is written with ten thousands (万, 億 ...), each after a number
below ten thousand, in thousands, hundreds, tens and ones (千百十) or in figures; or digit by digit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext

from levmetrics.lazy import regex

_GROUPED = regex.compile(r"(?<![0-9][.,]?)[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])")
_WIDE = regex.compile("[０-９％]+|(?<=[０-９])[，．](?=[０-９])")
_USUAL = str.maketrans("０１２３４５６７８９％，．", "0123456789%,.")


def ungrouped(text: str) -> str:
    """Return the text without the commas between groups of three figures.

    >>> ungrouped("1,200 and 1,20 and 12,345.6")
    '1200 and 1,20 and 12345.6'

    """
    return _GROUPED.sub(lambda found: found[0].replace(",", ""), text)


def of_usual_width(text: str) -> str:
    """Return the text with ASCII figures and percent signs, and ASCII commas within numbers.

    >>> of_usual_width("１，２００円、５０％，")
    '1,200円、50%，'

    """
    return _WIDE.sub(lambda found: found[0].translate(_USUAL), text)


DIGITS = "一二三四五六七八九"
ZEROS = "〇零"
FIGURE_OF = dict(zip(f"{ZEROS}{DIGITS}两兩", "0012345678922", strict=True))
FIGURES = "(?:0|[1-9][0-9]*)(?:[.][0-9]+)?"
_LONGEST = 100  # the longest number converted, in characters; Python refuses 5,000 figures
_SMALL_UNITS = {"thousands": 1000, "hundreds": 100, "tens": 10}
_UNITS = {"京": 10**16, "兆": 10**12, "亿": 10**8, "億": 10**8, "万": 10**4, "萬": 10**4}


@dataclass(frozen=True)
class HanNumbers:
    """The numerals of a language.

    Attributes:
        numeral: the pattern that matches a numeral.
        below_ten_thousand: the pattern of a number below ten thousand, with the groups
            ``thousands``, ``hundreds``, ``tens`` (each the digit before the unit, or nothing),
            ``ones`` and ``figures``; it may look at the character before.

    """

    numeral: str
    below_ten_thousand: regex.Pattern[str]

    def may_be_in(self, text: str) -> bool:
        """Whether a text has a numeral or a figure."""
        return regex.search(f"[0-9０-９]|{self.numeral}", text) is not None

    def figures(self, run: str) -> str | None:
        """Return a run of numerals in figures; ``None`` if it is not a number."""
        if len(run) > _LONGEST:
            return None
        if all(character in FIGURE_OF for character in run):
            return self._digit_by_digit(run)
        with localcontext() as context:
            context.prec = len(run) + 40  # exact
            value = self._value(run, 0, len(run), "".join(_UNITS))
            return None if value is None else f"{value.normalize():f}"

    def both(self, one: str, joint: str, other: str) -> str | None:
        """Return two runs in figures; ``None`` if one of them is not a number."""
        first, second = self.figures(one), self.figures(other)
        return f"{first}{joint}{second}" if first and second else None

    def all_of(self, run: str, joint: str) -> str | None:
        """Return numbers with joints between them in figures; ``None`` if all of them stay.

        The unit of the last may be that of all: 三〜四百 stays, 三〜五万 keeps its unit (3〜5万).

        Args:
            run: the numbers and joints.
            joint: the pattern of a joint.

        """
        numbers = regex.split(joint, run)
        joints = [*regex.findall(joint, run), ""]
        figures = [self.figures(number) for number in numbers]
        if self._may_share_unit(figures[:-1], numbers[-1]):
            unit = numbers[-1][-1]
            whole = self.figures(numbers[-1][:-1]) if unit in _UNITS else None
            figures[-1] = whole and f"{whole}{unit}"
        if not all(figures):
            return None
        return "".join(f"{number}{mark}" for number, mark in zip(figures, joints, strict=True))

    def _may_share_unit(self, before: list[str | None], last: str) -> bool:
        """Whether the unit of the last number may be that of smaller ones before it too."""
        found = regex.search(rf"[{''.join(_UNITS)}]|[千百十]$", last)
        coefficient = self.figures(last[: found.start()]) if found else None
        return coefficient is not None and any(
            number and 0 < Decimal(number) < Decimal(coefficient) for number in before
        )

    def _digit_by_digit(self, run: str) -> str | None:
        """Return the figures of a year, a telephone number ..., 0 of 零; not of 二三 or 〇〇."""
        if run == "零":
            return "0"
        figures = "".join(FIGURE_OF[character] for character in run)
        is_row = ("0" in figures or len(figures) >= 4) and not set(run) - set(ZEROS + DIGITS)
        return figures if (is_row or len(figures) == 1) and figures.strip("0") else None

    def _value(self, run: str, start: int, end: int, units: str) -> Decimal | None:
        for place, unit in enumerate(units):
            at = run.find(unit, start, end)
            if at >= 0:
                lower = units[place + 1 :]
                head = self._value(run, start, at, lower)
                rest = self._value(run, at + 1, end, lower) if at + 1 < end else Decimal(0)
                if not head or rest is None or (rest and head % 1):
                    return None
                if _UNITS[unit] > 10_000 and run[end - 1] == "千" and end - at <= 3:
                    return None  # 3億5千 stands for 3億5千万 at least as often
                return head * _UNITS[unit] + rest
        return self._below_ten_thousand(run, start, end)

    def _below_ten_thousand(self, run: str, start: int, end: int) -> Decimal | None:
        found = self.below_ten_thousand.fullmatch(run, start, end)
        if found is None or start == end:
            return None
        groups = found.groupdict()
        value, smallest = Decimal(0), Decimal(10_000)
        for name, weight in _SMALL_UNITS.items():
            if groups[name] is not None:
                value += int(_figure(groups[name]) or "1") * weight
                smallest = Decimal(weight)
        ones = Decimal(groups["figures"] or _figure(groups["ones"] or "") or "0")
        return value + ones if ones < smallest else None


def in_figures(
    text: str, runs: regex.Pattern[str], figures: Callable[[regex.Match[str]], str | None]
) -> str:
    """Return a text with its numbers in figures.

    Args:
        text: any text.
        runs: the pattern of runs that are converted as a whole, or not at all.
        figures: returns a match in figures, or ``None`` to leave it.

    """
    return runs.sub(lambda found: figures(found) or found[0], ungrouped(of_usual_width(text)))


def with_figures(numeral: str) -> str:
    """Return the pattern of a run with both figures and some of these numerals.

    >>> bool(regex.fullmatch(with_figures("[万千]"), "1.5万"))
    True

    """
    return rf"(?=[0-9.]*{numeral})(?={numeral}*[0-9])(?:{FIGURES}|{numeral})+(?![0-9])"


def _figure(digit: str) -> str:
    return FIGURE_OF.get(digit, digit)
