"""How the page looks: Gradio's theme and our own style, both of the same colours."""

from __future__ import annotations

from gradio.themes import Base, Color
from gradio.themes.utils.sizes import Size

from levmetrics.rendering.colours import DARK, LIGHT, mixed
from levmetrics.rendering.html import render

_FONTS = [
    "system-ui",
    "Hiragino Sans",
    "Yu Gothic UI",
    "Noto Sans JP",
    "Noto Sans CJK JP",
    "sans-serif",
]
_MONO_FONTS = ["ui-monospace", "Noto Sans Mono CJK JP", "monospace"]

STALE_OPACITY = 0.9  # of a result whose inputs have changed; its text stays legible

# The same scales as in the style sheet's variables.css.j2.
_TYPE = Size("0.75rem", "0.8333rem", "0.8333rem", "1rem", "1rem", "1.2rem", "1.44rem")
_SPACES = Size("0.125rem", "0.25rem", "0.375rem", "0.5rem", "0.75rem", "1rem", "1.5rem")
_RADII = Size("2px", "4px", "6px", "6px", "6px", "8px", "12px")

# Gradio's variables, and which of our colours they are in both faces of the page.
_COLOURS = {
    "body_background_fill": "page",
    "body_text_color": "text",
    "body_text_color_subdued": "muted",
    "background_fill_primary": "page",
    "background_fill_secondary": "panel",
    "border_color_primary": "line",
    "border_color_accent": "accent",
    "border_color_accent_subdued": "accent",
    "color_accent_soft": "accent_soft",
    "link_text_color": "accent",
    "link_text_color_active": "accent",
    "link_text_color_hover": "accent_hover",
    "link_text_color_visited": "accent",
    "code_background_fill": "panel",
    "block_background_fill": "page",
    "block_border_color": "line",
    "block_info_text_color": "muted",
    "block_label_background_fill": "panel",
    "block_label_text_color": "text",
    "block_title_text_color": "text",
    "checkbox_background_color": "page",
    "checkbox_background_color_selected": "accent_fill",
    "checkbox_border_color": "control",
    "checkbox_border_color_hover": "accent",
    "checkbox_border_color_focus": "accent",
    "checkbox_label_background_fill": "page",
    "checkbox_label_background_fill_hover": "panel",
    "checkbox_label_background_fill_selected": "accent_soft",
    "checkbox_label_border_color": "control",
    "checkbox_label_border_color_selected": "accent",
    "error_background_fill": "bad_soft",
    "error_border_color": "bad",
    "error_text_color": "bad",
    "error_icon_color": "bad",
    "input_background_fill": "page",
    "input_border_color": "control",
    "input_border_color_hover": "text",
    "input_border_color_focus": "accent",
    "input_placeholder_color": "muted",
    "stat_background_fill": "accent",
    "table_border_color": "line",
    "table_even_background_fill": "page",
    "table_odd_background_fill": "page",
    "table_row_focus": "accent_soft",
    "button_primary_background_fill": "accent_fill",
    "button_primary_background_fill_hover": "accent_fill_hover",
    "button_primary_border_color": "accent_fill",
    "button_primary_border_color_hover": "accent_fill_hover",
    "button_primary_text_color": "on_accent",
    "button_secondary_background_fill": "page",
    "button_secondary_background_fill_hover": "panel",
    "button_secondary_border_color": "control",
    "button_secondary_border_color_hover": "text",
    "button_secondary_text_color": "text",
}


def head() -> str:
    """Return what stands in the page's head: our style sheet, and the colour of a phone's frame."""
    return render(
        "page/head.html.j2",
        light=LIGHT,
        dark=DARK,
        stale_opacity=STALE_OPACITY,
    )


def theme() -> Base:
    """Return a theme of our colours and scales, with the visitor's own fonts."""
    base = Base(
        primary_hue=_hue(LIGHT["accent"]),
        secondary_hue=_hue(LIGHT["accent"]),
        neutral_hue=_hue(LIGHT["muted"]),
        text_size=_TYPE,
        spacing_size=_SPACES,
        radius_size=_RADII,
        font=_FONTS,
        font_mono=_MONO_FONTS,
    )
    return base.set(**_colour_settings()).set(
        # A field is its own box: none is drawn around it and its label.
        block_border_width="0px",
        block_padding="0px",
        block_radius="*radius_md",
        block_label_border_width="0px",
        block_label_margin="1px",
        block_label_text_size="*text_sm",
        block_label_text_weight="600",
        block_title_text_size="*text_sm",
        block_title_text_weight="600",
        block_info_text_size="*text_sm",
        form_gap_width="1.5rem",
        layout_gap="1.5rem",
        section_header_text_size="*text_md",
        section_header_text_weight="600",
        input_border_width="1px",
        input_padding="0.625rem 0.75rem",
        input_radius="*radius_md",
        checkbox_border_width="1px",
        checkbox_label_border_width="1px",
        button_border_width="1px",
        button_large_padding="0.6875rem 1.75rem",
        button_large_text_size="*text_md",
        button_medium_padding="0.5rem 1rem",
        button_medium_text_size="*text_sm",
        button_small_padding="0.375rem 0.875rem",
        button_small_text_size="*text_sm",
        button_small_text_weight="500",
        button_transition="background-color 0.12s ease, border-color 0.12s ease",
    )


def _colour_settings() -> dict[str, str]:
    light = {variable: LIGHT[name] for variable, name in _COLOURS.items()}
    dark = {f"{variable}_dark": DARK[name] for variable, name in _COLOURS.items()}
    return light | dark


def _hue(colour: str) -> Color:
    """Return the scale from pale to dark that Gradio derives its other colours from."""
    tints = [mixed(colour, LIGHT["page"], share) for share in (0.04, 0.1, 0.22, 0.4, 0.65, 0.85)]
    shades = [mixed(colour, LIGHT["text"], share) for share in (1.0, 0.8, 0.55, 0.3, 0.1)]
    return Color(*tints, *shades)
