"""Colours are legible, and kinds of edits differ for every eye, on the light page and the dark."""

from itertools import combinations, product

import numpy as np
import pytest

from levmetrics.rendering.colours import DARK, LIGHT, mixed
from levmetrics.rendering.labels import COUNTS, ERRORS, PALETTE

# How the colour-blind see linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based
# Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), table 1, severity 1.
EYES = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
FACES = {"light": LIGHT, "dark": DARK}
KINDS = ("hit", "substitution", "deletion", "insertion")
SHOWN = {
    "palette": (PALETTE, 14),
    "counts": ({count.key: count.colour for count in COUNTS}, 14),
    **{f"marks, {f}": ({k: face[f"{k}_mark"] for k in KINDS}, 14) for f, face in FACES.items()},
    **{f"grounds, {f}": ({k: face[k] for k in KINDS}, 14) for f, face in FACES.items()},
    # Errors in a notebook and in reports, on the page itself (``55`` in their templates).
    **{
        f"errors, {f}": (
            {e.key: mixed(e.colour, face["page"], 0x55 / 255) for e in ERRORS}
            | {"none": face["page"]},
            8,
        )
        for f, face in FACES.items()
    },
}


def linear(colour):
    """As the standard of sRGB, IEC 61966-2-1, defines it."""
    channels = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE 1976 L*a*b* of linear sRGB, under D65."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(to_xyz) @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def too_close(colours, eyes, least):
    seen = {kind: lab(np.array(EYES[eyes]) @ linear(colour)) for kind, colour in colours.items()}
    found = {pair: np.linalg.norm(seen[pair[0]] - seen[pair[1]]) for pair in combinations(seen, 2)}
    return {pair: round(float(distance), 1) for pair, distance in found.items() if distance < least}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("shown", SHOWN)
def test_the_kinds_of_edits_are_told_apart_by_all_eyes(shown, eyes):
    """A distance of 2.3 is just noticed (Mahy, Van Eycken and Oosterlinck 1994)."""
    colours, least = SHOWN[shown]
    assert too_close(colours, eyes, least) == {}


def test_the_distance_is_cie_lab_and_the_eyes_confuse_what_they_must():
    # Published values of the primaries of sRGB under D65.
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.05)
    assert lab(linear("#0000ff")) == pytest.approx([32.30, 79.19, -107.86], abs=0.05)
    for eyes in EYES.values():  # grey stays grey
        assert lab(np.array(eyes) @ linear("#808080"))[1:] == pytest.approx([0, 0], abs=0.05)
    confused = {"orange": "#c86400", "olive": "#828200"}
    assert too_close(confused, "usual", 30) == {}
    assert [*too_close(confused, "deuteranopia", 14)] == [("orange", "olive")]


GROUNDS = ("page", "panel")
NOTICES = ("accent_soft", "warn_soft", "bad_soft")
TEXTS = [
    *product(["text"], (*GROUNDS, *NOTICES, *KINDS)),
    *product(["muted"], (*GROUNDS, *NOTICES)),
    *product(["accent", "accent_hover", "good", "bad", "warn"], GROUNDS),
    *product(["on_accent"], ("accent_fill", "accent_fill_hover")),
]
SHAPES = [
    *product(("control", "accent", *(f"{kind}_mark" for kind in KINDS)), GROUNDS),
    ("accent_fill", "page"),
    ("accent_fill_hover", "page"),
    ("accent", "accent_soft"),
    ("bad", "bad_soft"),
    ("warn", "warn_soft"),
]


def contrast(one, other):
    """As WCAG 2 defines it."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def too_faint(face, pairs, least):
    found = {pair: contrast(*(face[name] for name in pair)) for pair in pairs}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_texts_borders_and_marks_have_the_contrast_of_the_standard(face):
    assert too_faint(face, TEXTS, 4.5) == {}
    assert too_faint(face, SHAPES, 3) == {}
