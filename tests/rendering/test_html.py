"""HTML is made by templates that escape what they are given, and is loaded when it is asked for."""

import re
import subprocess
import sys

import pytest
from jinja2 import UndefinedError

from levmetrics.rendering.html import render
from levmetrics.rendering.labels import DELETIONS, english


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("<b>", "&lt;b&gt;"),
        ("\"&'", "&#34;&amp;&#39;"),
        ("\u202e\x1b", "⟨202E⟩⟨1B⟩"),
        ("a b", "a␣b"),
        ("</bdi>", "&lt;/bdi&gt;"),
    ],
)
def test_a_token_is_neither_code_nor_turns_the_text_around_it(token, shown):
    columns = [{"outcome": DELETIONS, "target": token, "pred": None}]
    page = render(
        "alignment.html.j2",
        columns=columns,
        totals=[(DELETIONS, "1 deleted")],
        labelled_lines=1,
        spoken=f"{shown} deleted",
        words=english("levmetrics.alignment"),
    )
    assert re.findall("<bdi>(.*?)</bdi>", page) == [shown, "D"]


def test_a_template_that_is_not_given_what_it_shows_fails():
    with pytest.raises(UndefinedError, match="'message' is undefined"):
        render("page/refusal.html.j2")


def test_jinja_is_loaded_with_the_first_html():
    code = (
        "import sys; from levmetrics import align\n"
        "from levmetrics.alignment.edit_matrix import edit_matrix\n"
        "drawn = str(align('a', 'b')), str(edit_matrix('a', 'b'))\n"
        "before = 'jinja2' in sys.modules; align('a', 'b').to_html()\n"
        "print(before, 'jinja2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
