"""A view's samples in a page of their own: the parts that a report has, and nothing else."""

from html import escape

from levmetrics.registry import json_in
from levmetrics.rendering.colours import DARK, LIGHT
from levmetrics.rendering.html import render
from levmetrics.view.samples import written


def words(language="en"):
    said = json_in("levmetrics.view", "words.json")
    return {key: each[language] for key, each in said.items()}


def _variables(colours):
    return "".join(f"--lev-{name.replace('_', '-')}:{value};" for name, value in colours.items())


def document(data, language="en", charts="", worst="", hooks="{}"):
    """Return a page with the samples, charts and worst samples of a view."""
    style = (
        f":root{{color-scheme:light dark;{_variables(LIGHT)}{render('view/sizes.css.j2')}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{_variables(DARK)}}}}}"
        "body{margin:1rem;color:var(--lev-text);background:var(--lev-page);"
        "font:1rem/1.5 system-ui}"
    ) + render("view/view.css.j2")
    return (
        f'<!DOCTYPE html><html lang="{language}"><meta charset="utf-8"><title>Samples</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style>"
        f"<main class=lev-view lang={language}><h1>Result</h1><h2>Samples</h2>{charts}"
        f"<div class=lev-worst>{worst}</div><div data-explorer></div></main>"
        f'<script id="data" type="application/json">{written(data)}</script>'
        f'<script id="words" type="application/json">{written(words(language))}</script>'
        f"<script>{render('view/view.js.j2')}\n"
        "const read = (id) => JSON.parse(document.getElementById(id).textContent);"
        f'levView(document.querySelector("main"), read("data"), read("words"), {hooks});</script>'
    )


def chart(name, rows, beside=""):
    """Return a table of a chart, one row for each label, with another label beside it."""
    other = f"<td>{beside}</td>" * bool(beside)
    cells = "".join(
        f'<tr data-filter="{name}:{n}"><th scope="row"><bdi>{escape(label)}</bdi></th>{other}'
        f'<td class="lev-number" data-value="{value}">{value}</td></tr>'
        for n, (label, value) in enumerate(rows)
    )
    return (
        f"<table class=lev-sortable><caption>{name}</caption><thead><tr><th scope=col>{name}</th>"
        f"{'<th scope=col>other</th>' * bool(beside)}"
        f'<th scope=col class="lev-number">samples</th></tr></thead><tbody>{cells}</tbody></table>'
    )
