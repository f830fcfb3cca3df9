"""The page has the colours of both faces, and nothing that it does not use."""

import re
from itertools import product
from pathlib import Path

import pytest

import levmetrics.rendering
from levmetrics.rendering.colours import DARK, LIGHT, mixed
from levmetrics.web.theme import STALE_OPACITY, head, theme
from tests.rendering.test_colours import FACES, GROUNDS, too_faint

TEMPLATES = Path(levmetrics.rendering.__file__).parent / "templates"


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_a_result_of_changed_inputs_stays_legible(face):
    shown = (*GROUNDS, "text", "muted")
    faded = {name: mixed(face[name], face["page"], STALE_OPACITY) for name in shown}
    assert too_faint(faded, product(["text", "muted"], GROUNDS), 4.5) == {}


def test_the_style_sheet_has_every_colour_of_both_faces():
    for face, sheet in zip((LIGHT, DARK), head().split(".dark {")[:2], strict=True):
        for name, colour in face.items():
            assert f"--lev-{name.replace('_', '-')}: {colour};" in sheet


@pytest.mark.slow
def test_gradios_components_have_the_same_colours_in_both_faces(open_page):
    names = {
        "page": "body-background-fill",
        "text": "body-text-color",
        "accent_fill": "button-primary-background-fill",
    }
    for scheme, face in FACES.items():
        page = open_page(face=scheme)
        style = "getComputedStyle(document.querySelector('.gradio-container'))"
        read = f"(names) => names.map((name) => {style}.getPropertyValue(`--${{name}}`))"
        assert page.evaluate(read, [*names.values()]) == [face[name] for name in names]


def test_style_sheet_and_templates_set_and_use_only_variables_that_there_are():
    ours = {*re.findall(r"(--[\w-]+):", head())}
    gradios = {*re.findall(r"(--[\w-]+):", theme()._get_theme_css())}
    assert "--body-text-color" in ours
    assert {name for name in ours if not name.startswith("--lev-")} <= gradios
    templates = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.j2"))
    assert {"--lev-text"} < {*re.findall(r"var\((--lev-[\w-]+)", templates)} <= ours


def test_no_font_is_sent_to_a_visitor():
    assert "@font-face" not in theme()._get_theme_css()
