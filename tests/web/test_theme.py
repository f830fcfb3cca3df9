"""The page's colours are legible in both of its faces."""

import re
from itertools import product
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
FADED = ("text", "muted")
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


def linear(colour):
    channels = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """As WCAG 2 defines it."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def too_close(face, pairs, least):
    found = {pair: contrast(*(face[name] for name in pair)) for pair in pairs}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("face", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_borders_and_marks_have_the_contrast_of_the_standard(face):
    assert too_close(face, TEXTS, 4.5) == {}
    assert too_close(face, SHAPES, 3) == {}
    faded = {name: mixed(face[name], face["page"], STALE_OPACITY) for name in (*GROUNDS, *FADED)}
    assert too_close(faded, product(FADED, GROUNDS), 4.5) == {}  # of changed inputs


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
