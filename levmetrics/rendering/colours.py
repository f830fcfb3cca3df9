"""The colours of the page, light and dark; the labels say what an edit's colour means."""

from __future__ import annotations

from levmetrics.rendering.labels import DELETIONS, HITS, INSERTIONS, SUBSTITUTIONS, Count


def mixed(colour: str, ground: str, share: float) -> str:
    """Return the mix of a colour, painted with this opacity, and the ground below it.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#cccccc'
    """
    channels = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * c + (1 - share) * g) for c, g in channels).hex()


_PAGES = ("#ffffff", "#16131a")


def _tints(count: Count, light: float, dark: float) -> tuple[str, str]:
    """Return the tints of a count's colour, painted with these opacities over the pages."""
    return mixed(count.colour, _PAGES[0], light), mixed(count.colour, _PAGES[1], dark)


# Orange and vermillion, green and blue are the edits'. Of Okabe and Ito's palette that leaves the
# purple for the accent, which therefore never looks like an edit. Grounds differ in lightness as
# well as in hue, for the colour-blind.
_COLOURS = {
    "page": _PAGES,  # the ground of everything
    "panel": ("#f6f4f7", "#211d26"),  # the ground of a panel that stands out from the page
    "text": ("#211c24", "#ece8ef"),
    "muted": ("#5f5766", "#b5adbc"),  # text that matters less
    "line": ("#dcd7df", "#3a3441"),  # separators without a meaning of their own
    "control": ("#8a8290", "#857d8d"),  # the border of a field or a button
    "accent": ("#7b2d63", "#eaa9d0"),  # links, the focus, and chosen items
    "accent_hover": ("#5f1f4b", "#f6cbe4"),  # a link below the pointer
    "accent_soft": ("#f7ebf3", "#3a2434"),  # the ground of chosen items, tinted by the accent
    "accent_fill": ("#7b2d63", "#a34a87"),  # the ground of a tab's main button
    "accent_fill_hover": ("#5f1f4b", "#b05593"),  # the same below the pointer
    "on_accent": ("#ffffff", "#ffffff"),  # text on such a ground
    "good": ("#00694c", "#4fd0a5"),  # text and marks for what is right
    "bad": ("#a63c00", "#ff9a5c"),  # text and marks for what is wrong
    "warn": ("#7a5200", "#f0b73d"),  # text and marks for what needs care
    "warn_soft": ("#fdf4df", "#332811"),  # the ground of a notice that needs care
    "bad_soft": ("#fcece3", "#3a2013"),  # the ground of a refusal
    # The grounds of tokens that are right, substituted, deleted or inserted.
    "hit": _tints(HITS, 0.15, 0.2),
    "substitution": _tints(SUBSTITUTIONS, 0.3, 0.25),
    "deletion": _tints(DELETIONS, 0.5, 0.55),
    "insertion": _tints(INSERTIONS, 0.4, 0.65),
    # Bars, dots and lines that stand for them.
    "hit_mark": ("#008763", HITS.colour),
    "substitution_mark": ("#b97e00", SUBSTITUTIONS.colour),
    "deletion_mark": ("#9c3a00", DELETIONS.colour),
    "insertion_mark": ("#005f9e", "#6db3e3"),
}
LIGHT = {name: light for name, (light, _) in _COLOURS.items()}
"""The colours by name, each as ``#rrggbb``."""
DARK = {name: dark for name, (_, dark) in _COLOURS.items()}
