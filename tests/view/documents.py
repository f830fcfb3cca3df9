"""What the documents of a view say, read from HTML and from Markdown: one list of facts each."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from levmetrics.rendering.table import Table
from levmetrics.view.charts import Chart


class TableFact(NamedTuple):
    """A table: its caption, its headings, and the cells of each row."""

    caption: str
    headings: list[str]
    rows: list[list[str]]


def charts(*, members=None, **classes):
    """Return charts without rows: of edits with the samples of each, of others by their kind."""
    made = [
        Chart(Table("", [], [], [], selects=kind), np.array(rows)) for kind, rows in classes.items()
    ]
    edits = [Chart(Table("", [], [], [], selects="edit"), members=members)] if members else []
    return [*made, *edits]


def line(text):
    """Return a text on one line, with one sign between facts in both languages."""
    return " ".join(text.split()).replace(" ・ ", " · ")


def _text(element):
    return line(element.text_content())


def of_html(html):
    """Return the texts and tables of a view in HTML, in order, without the worst samples."""
    lxml_html = pytest.importorskip("lxml.html")
    view = lxml_html.fromstring(html).find_class("lev-view")[-1]
    apart = ("lev-worst", "lev-differences")  # a drawing, of numbers that a table has
    for each in [each for name in apart for each in view.find_class(name)]:
        each.drop_tree()
    return [fact for each in view.iter() for fact in _facts(each)]


def _facts(element):
    if element.tag == "div" and "lev-numbers" in element.classes:
        return [" ".join(map(_text, each)) for each in element]
    if element.tag == "ul":
        return [" · ".join(map(_text, element))]
    if element.tag == "table":
        caption = "".join(map(_text, element.iter("caption")))
        headings, *rows = ([*map(_text, row)] for row in element.iter("tr"))
        return [TableFact(caption, headings, rows)]
    return [_text(element)] if element.tag in ("h2", "h3", "summary", "p") else []


def tokens_of(markdown):
    """Return the tokens of Markdown, read by a parser of CommonMark with tables."""
    parser = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    return parser.parse(markdown)


def of_markdown(markdown):
    """Return the texts and tables of a view in Markdown, in order, without the worst samples."""
    facts, cells, caption = [], None, ""
    for before, token in pairwise([None, *tokens_of(markdown)]):
        if token.type == "table_open":
            cells = []
        elif token.type == "tr_open":
            cells.append([])
        elif token.type == "table_close":
            headings, *rows = cells
            facts.append(TableFact(caption, headings, rows))
            cells, caption = None, ""
        elif token.type == "fence":  # an alignment, whose title stands above it
            facts.pop()
        elif token.type == "inline":
            text = line("".join(each.content for each in token.children))
            if cells is not None:
                cells[-1].append(text)
            elif before.tag == "h3":
                caption = text
            else:
                facts.append(text)
    return facts
