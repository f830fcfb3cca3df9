"""The page's colours are legible, and told apart, in both of its faces."""

import re
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import levmetrics.rendering
from levmetrics.rendering.colours import DARK, LIGHT, mixed
from levmetrics.web.theme import STALE_OPACITY, head, theme

TEMPLATES = Path(levmetrics.rendering.__file__).parent / "templates"
GROUNDS = ("page", "panel")
EDITS = ("hit", "substitution", "deletion", "insertion")
MARKS = tuple(f"{edit}_mark" for edit in EDITS)
NOTICES = ("accent_soft", "warn_soft", "bad_soft")
TEXTS = [
    *product(["text"], (*GROUNDS, *NOTICES, *EDITS)),
    *product(["muted"], (*GROUNDS, *NOTICES)),
    *product(["accent", "accent_hover", "good", "bad", "warn"], GROUNDS),
    *product(["on_accent"], ("accent_fill", "accent_fill_hover")),
]
SHAPES = [
    *product(("control", "accent", *MARKS), GROUNDS),
    ("accent_fill", "page"),
    ("accent_fill_hover", "page"),
    ("accent", "accent_soft"),
    ("bad", "bad_soft"),
    ("warn", "warn_soft"),
]
# How the colour-blind see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "usual": np.eye(3),
    "without red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "without green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def linear(colour):
    channels = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """As WCAG 2 defines it."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb):
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(to_xyz) @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def too_close(face, pairs, least):
    found = {pair: contrast(*(face[name] for name in pair)) for pair in pairs}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("face", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_has_a_contrast_of_4_5_to_its_ground(face):
    assert too_close(face, TEXTS, 4.5) == {}


@pytest.mark.parametrize("face", [LIGHT, DARK], ids=["light", "dark"])
def test_every_border_and_mark_has_a_contrast_of_3_to_its_ground(face):
    assert too_close(face, SHAPES, 3) == {}


@pytest.mark.parametrize("face", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_result_of_changed_inputs_stays_legible(face, ground):
    behind = mixed(face[ground], face["page"], STALE_OPACITY)
    for text in (face["text"], face["muted"]):
        assert contrast(mixed(text, face["page"], STALE_OPACITY), behind) >= 4.5


@pytest.mark.parametrize("face", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kinds", [EDITS, MARKS], ids=["grounds", "marks"])
@pytest.mark.parametrize("eyes", EYES)
def test_the_kinds_of_edits_are_told_apart_by_all_eyes(face, kinds, eyes):
    seen = {kind: lab(np.array(EYES[eyes]) @ linear(face[kind])) for kind in kinds}
    close = {
        pair: round(float(np.linalg.norm(seen[pair[0]] - seen[pair[1]])), 1)
        for pair in combinations(kinds, 2)
        if np.linalg.norm(seen[pair[0]] - seen[pair[1]]) < 14  # 2.3 is just noticed
    }
    assert close == {}


def test_the_style_sheet_has_every_colour_of_both_faces():
    light, dark = head().split(".dark {")[:2]
    for name, colour in LIGHT.items():
        assert f"--lev-{name.replace('_', '-')}: {colour};" in light
    for name, colour in DARK.items():
        assert f"--lev-{name.replace('_', '-')}: {colour};" in dark


@pytest.mark.slow
def test_gradios_components_have_the_same_colours_in_both_faces(open_page):
    names = {
        "page": "body-background-fill",
        "text": "body-text-color",
        "accent_fill": "button-primary-background-fill",
    }
    page = open_page()
    for scheme, face in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(
            "dark => document.body.classList.contains('dark') === dark", arg=scheme == "dark"
        )
        found = page.evaluate(
            """(names) => {
                const style = getComputedStyle(document.querySelector(".gradio-container"));
                return names.map((name) => style.getPropertyValue(`--${name}`));
            }""",
            [*names.values()],
        )
        assert found == [face[name] for name in names]


def test_the_style_sheet_sets_only_variables_that_gradio_has():
    ours = {*re.findall(r"(--[\w-]+):", head())}
    gradios = {*re.findall(r"(--[\w-]+):", theme()._get_theme_css())}
    assert "--body-text-color" in ours
    assert {name for name in ours if not name.startswith("--lev-")} <= gradios


def test_no_font_is_sent_to_a_visitor():
    assert "@font-face" not in theme()._get_theme_css()


def test_templates_use_only_variables_that_are_defined():
    defined = set(re.findall(r"(--lev-[\w-]+):", head()))
    used = {
        variable
        for template in TEMPLATES.rglob("*.j2")
        for variable in re.findall(r"var\((--lev-[\w-]+)", template.read_text("utf-8"))
    }
    assert "--lev-text" in used
    assert used <= defined
