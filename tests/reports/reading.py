"""What a report says, read from its HTML."""

import json
from html.parser import HTMLParser

VOID = {"meta", "img", "input"}
INLINE = {"span", "b", "bdi", "strong"}  # no white space around


class _Reader(HTMLParser):
    """Collects the elements with their attributes, the tables by caption, and the scripts."""

    def __init__(self):
        super().__init__()
        self.elements, self.open = [], []
        self.tables, self.scripts, self.text = {}, [], []
        self.rows = []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.text += " " * (tag not in INLINE)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.rows, self.caption = [], ""
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.text += " " * (tag not in INLINE)
        if tag == "table":
            self.tables.setdefault(self.caption, []).append(self.rows)

    def handle_data(self, data):
        if not self.open:
            return
        if self.open[-1] == "script":
            self.scripts[-1] += data
        elif "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
        elif self.open[-1] == "caption":
            self.caption += data
        elif self.open[-1] != "style":
            self.text.append(data)


def read_html(html):
    """Return what a document holds."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def read(report):
    """Return what a report's page holds."""
    return read_html(report.html())


def samples(report):
    """Return the samples that the script draws: a list a column, with the worst sample first."""
    return json.loads(read(report).scripts[0])


def text(report):
    """Return the text outside of tables, on one line."""
    return " ".join("".join(read(report).text).split())
