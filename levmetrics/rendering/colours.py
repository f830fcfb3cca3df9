"""The colours of the page, light and dark; what an edit's colour means is said by the labels."""

from __future__ import annotations

from typing import NamedTuple

from levmetrics.rendering.labels import DELETIONS, HITS, INSERTIONS, SUBSTITUTIONS


class Colours(NamedTuple):
    """The colours of one of the page's two faces, each as ``#rrggbb``.

    Attributes:
        page: the ground of everything.
        panel: the ground of a panel that stands out from the page.
        text: of all text.
        muted: of text that matters less.
        line: a line that separates, and means nothing by itself.
        control: the border of a field or a button, by which it is seen to be one.
        accent: of links, of the focus, and of what is chosen.
        accent_hover: of a link below a pointer.
        accent_soft: a ground tinted by the accent, for what is chosen.
        accent_fill: the ground of a tab's one button.
        accent_fill_hover: the same below a pointer.
        on_accent: of text on such a ground.
        good: of text and marks of what is right.
        bad: of text and marks of what is wrong.
        warn: of text and marks of what needs care.
        warn_soft: the ground of a notice that needs care.
        bad_soft: the ground of a refusal.
        hit: the ground of a token that is right.
        substitution: the ground of a substituted token.
        deletion: the ground of a deleted token.
        insertion: the ground of an inserted token.
        hit_mark: of bars, dots and lines that stand for hits.
        substitution_mark: the same for substitutions.
        deletion_mark: the same for deletions.
        insertion_mark: the same for insertions.

    """

    page: str
    panel: str
    text: str
    muted: str
    line: str
    control: str
    accent: str
    accent_hover: str
    accent_soft: str
    accent_fill: str
    accent_fill_hover: str
    on_accent: str
    good: str
    bad: str
    warn: str
    warn_soft: str
    bad_soft: str
    hit: str
    substitution: str
    deletion: str
    insertion: str
    hit_mark: str
    substitution_mark: str
    deletion_mark: str
    insertion_mark: str


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a colour of which a share is painted over a ground.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#cccccc'
    """
    channels = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * c + (1 - share) * g) for c, g in channels).hex()


# Orange and vermillion, green and blue are the edits'. Of Okabe and Ito's palette that leaves the
# purple for the accent, which therefore never looks like an edit. Grounds differ in lightness as
# well as in hue, for the colour-blind.
_LIGHT_PAGE, _DARK_PAGE = "#ffffff", "#16131a"

LIGHT = Colours(
    page=_LIGHT_PAGE,
    panel="#f6f4f7",
    text="#211c24",
    muted="#5f5766",
    line="#dcd7df",
    control="#8a8290",
    accent="#7b2d63",
    accent_hover="#5f1f4b",
    accent_soft="#f7ebf3",
    accent_fill="#7b2d63",
    accent_fill_hover="#5f1f4b",
    on_accent="#ffffff",
    good="#00694c",
    bad="#a63c00",
    warn="#7a5200",
    warn_soft="#fdf4df",
    bad_soft="#fcece3",
    hit=mixed(HITS.colour, _LIGHT_PAGE, 0.15),
    substitution=mixed(SUBSTITUTIONS.colour, _LIGHT_PAGE, 0.3),
    deletion=mixed(DELETIONS.colour, _LIGHT_PAGE, 0.5),
    insertion=mixed(INSERTIONS.colour, _LIGHT_PAGE, 0.4),
    hit_mark="#008763",
    substitution_mark="#b97e00",
    deletion_mark="#9c3a00",
    insertion_mark="#005f9e",
)
DARK = Colours(
    page=_DARK_PAGE,
    panel="#211d26",
    text="#ece8ef",
    muted="#b5adbc",
    line="#3a3441",
    control="#857d8d",
    accent="#eaa9d0",
    accent_hover="#f6cbe4",
    accent_soft="#3a2434",
    accent_fill="#a34a87",
    accent_fill_hover="#b05593",
    on_accent="#ffffff",
    good="#4fd0a5",
    bad="#ff9a5c",
    warn="#f0b73d",
    warn_soft="#332811",
    bad_soft="#3a2013",
    hit=mixed(HITS.colour, _DARK_PAGE, 0.2),
    substitution=mixed(SUBSTITUTIONS.colour, _DARK_PAGE, 0.25),
    deletion=mixed(DELETIONS.colour, _DARK_PAGE, 0.55),
    insertion=mixed(INSERTIONS.colour, _DARK_PAGE, 0.65),
    hit_mark=HITS.colour,
    substitution_mark=SUBSTITUTIONS.colour,
    deletion_mark=DELETIONS.colour,
    insertion_mark="#6db3e3",
)
