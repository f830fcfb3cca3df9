"""Every kind of result has one view: HTML, a notebook, Markdown and a terminal say the same."""

import re
from html import escape, unescape
from io import StringIO
from itertools import groupby, pairwise, takewhile

import pytest
from rich.console import Console

import levmetrics as lm
from levmetrics.rendering.text import cell_len
from levmetrics.reports.report import report_of_runs
from levmetrics.view.part import Part
from levmetrics.view.systems import systems_of
from levmetrics.view.view import Beside, view_of
from tests.corpora import SPEECH
from tests.packages import needs_tokenizer
from tests.strangers import a_strangers_metric
from tests.view.documents import TableFact, line, of_html, of_markdown, tokens_of

SAMPLES = 40
WIDE, NARROW = (SPEECH.systems[name][:SAMPLES] for name in ("wide_beams", "narrow_beams"))
REFERENCES, VOICES = SPEECH.references[:SAMPLES], SPEECH.groups[:SAMPLES]
SAID = [
    {"speaker": "anna", "words": "good morning", "start_time": 0.0, "end_time": 1.0},
    {"speaker": "ben", "words": "hi anna", "start_time": 31.0, "end_time": 32.0},
]
FOUND = [{"speaker": "1", "words": "good morning hi", "start_time": 0.0, "end_time": 32.0}]
RECORDS = (
    [{"total": "12", "lines": [{"name": "tea"}]}, "no JSON"],
    [{"total": "13", "lines": [{"name": "tea"}, {"name": "milk"}]}, {"total": "7"}],
)
PAGES = ["other words\nat the end\none line"], ["one line\nother words\nat the end"]
JAPANESE = (
    ["今日は雨が降る", "東京へ行った", "花が咲く"] * 4,
    ["今日は雨が降った", "東京に行った"] * 6,
)
PAIRED = ["a x"] * 5 + ["c"] * 5, ["a { b / c } d"] * 5 + ["c"] * 5


def cut(texts, word):
    return [text.replace(word, "") for text in texts]


def of_texts():
    return {"wide": lm.score(WIDE, REFERENCES)}


def of_groups():
    return {"wide": lm.score(WIDE, REFERENCES, groups=VOICES, ids=range(SAMPLES))}


def of_several_references():
    references = [[text, text.replace("the", "a")] for text in REFERENCES]
    return {"wide": lm.score(WIDE, references, "anls")}


def of_japanese():
    return {"mine": lm.score(*JAPANESE, tokenizer="mecab")}


def of_alternatives():
    return {"mine": lm.score(*PAIRED, alternatives="braces")}


def of_records():
    return {"mine": lm.score(*RECORDS, "record")}


def of_pages():
    return {"mine": lm.score(*PAGES, "order")}


def of_meetings():
    return {"mine": lm.score([FOUND, SAID] * 3, [SAID] * 6, "meeting:cp")}


def of_diarization():
    return {"mine": lm.score([FOUND, SAID] * 3, [SAID] * 6, "meeting:der")}


def of_two():
    return {name: lm.score(texts, REFERENCES) for name, texts in (("w", WIDE), ("n", NARROW))}


def of_two_with_groups():
    runs = {"w": WIDE, "n": NARROW}
    labels = [f"{voice} {i % 2}" for i, voice in enumerate(VOICES)]
    return {name: lm.score(each, REFERENCES, groups=labels) for name, each in runs.items()}


def of_six():
    words = ("the", "and", "a ", "of", "to", "zz")
    return {word: lm.score(cut(REFERENCES, word), REFERENCES, "anls") for word in words}


def of_two_diarizations():
    found = {"old": FOUND, "new": SAID}
    return {name: lm.score([each] * 6, [SAID] * 6, "meeting:der") for name, each in found.items()}


def of_a_sum():
    first, second = (
        lm.score(WIDE[half], REFERENCES[half], groups=VOICES[half])
        for half in (slice(0, 20), slice(20, 40))
    )
    return {"sum": first + second}


def of_a_stranger():
    with a_strangers_metric() as name:
        return {"theirs": lm.score(["a b", "c, d", "x"] * 4, ["a b", "c, e", "x"] * 4, name)}


KINDS = [
    of_texts,
    of_groups,
    of_several_references,
    pytest.param(of_japanese, marks=needs_tokenizer("mecab")),
    of_alternatives,
    of_records,
    of_pages,
    of_meetings,
    of_diarization,
    of_two,
    of_two_with_groups,
    of_six,
    of_two_diarizations,
    of_a_sum,
    of_a_stranger,
]
FEW = "ignore::levmetrics.significance.few_units.FewUnitsWarning"
pytestmark = pytest.mark.filterwarnings(FEW)


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def runs(request):
    return request.param()


@pytest.fixture
def wide_terminal(monkeypatch):
    """No table of a terminal is wrapped."""
    monkeypatch.setenv("COLUMNS", "500")


def numbers(facts):
    """The numbers in the cells of all tables."""
    rows = [row for fact in facts if isinstance(fact, TableFact) for row in fact.rows]
    return [re.findall(r"\d[\d,.]*", cell) for row in rows for cell in row[1:]]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.usefixtures("wide_terminal")
def test_html_markdown_and_text_have_the_same_words_and_numbers(runs, language):
    made = report_of_runs(runs, language=language, print_samples=2)
    facts = of_html(made.html())
    title, about, *in_markdown = of_markdown(made.markdown())
    assert (title, about) == (made.title, line(made.facts))
    worst = [said for part in made.view.parts if part.samples for said in part.sentences]
    in_html = facts if worst else [each for each in facts if each not in SAMPLES_HEADINGS]
    assert [each for each in in_markdown if each not in worst] == in_html
    assert of_html(made.view.notebook()) == [each for each in facts if each not in SAMPLES_HEADINGS]
    check_text(made, facts)


SAMPLES_HEADINGS = ("Samples", "サンプル")


def check_text(made, facts):
    """A terminal shows what HTML does, in its order, but for the details."""
    details = {
        caption
        for part in made.view.parts
        if part.is_detail
        for caption in (part.heading, *(table.caption for table in part.tables))
    }
    shown, place = squeezed(str(made).partition("\n\n")[2]), 0
    for fact in facts:
        is_table = isinstance(fact, TableFact)
        if (fact.caption if is_table else fact) in details:
            continue
        for each in map(squeezed, ["".join(row) for row in fact.rows] if is_table else [fact]):
            place = shown.find(each, place)
            assert place >= 0, each
            place += len(each)
    assert place == len(shown)
    known, printed = " ".join(map(str, facts)), str(made).partition("\n\n")[2]
    assert [each for each in re.findall(r"\d[\d.,]*\d", printed) if each not in known] == []


def squeezed(text):
    """A text without white space: a terminal breaks lines where they end."""
    return "".join(line(text).split())


def test_numbers_are_the_same_in_both_languages(runs):
    english, japanese = (
        of_html(report_of_runs(runs, language=language).html()) for language in ("en", "ja")
    )
    assert numbers(english) == numbers(japanese)
    assert len(english) == len(japanese)
    for own, other in zip(english, japanese, strict=True):
        # No name, no signature, and not what another package says in English alone.
        is_said = isinstance(own, str) and re.match(r"(?!last words)[^|]* [^|]*$", own)
        assert not is_said or re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", other), other


def test_a_run_and_a_comparison_show_their_view_in_a_notebook(runs):
    facts = of_html(report_of_runs(runs).html())
    if len(runs) == 1:
        (run,) = runs.values()
        shown = of_html(run._repr_html_())
        assert shown == [each for each in facts if each not in SAMPLES_HEADINGS]
    else:
        shown = of_html(lm.compare(runs)._repr_html_())
        assert shown == [each for each in facts if each in shown]
        assert len(shown) >= 5


def test_a_result_without_one_score_has_no_view():
    run = lm.score(WIDE, REFERENCES, reduction="none")
    assert run._repr_html_() == escape(repr(run))
    with pytest.raises(lm.InputError, match="reduction"):
        run.report()


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\"'onmouseover='alert(1)'",
    "{{ 7 * 7 }} ${alert(1)} <!-- ]]>",
    "\u202eabc\u2028\x1b[2J\x07",
    "**b** _i_ `c` ~~s~~ [l](http://x) ![i](http://x) | &lt; \\",
    "```\n# h\n- i\n> q\n| a | b |\n|---|---|",
    "- item",
    "---",
    "1. item",
    "> quote",
    "+ item",
    "# heading",
    "=== x",
    "<http://x>",
]
BENIGN = "plain"
CONTROLS = {"\u202e", "\u2028", "\x1b", "\x07"}


def named(name):
    """Documents in which a name stands wherever others name something."""
    texts = {
        "ids": [f"{name} {i}" for i in range(12)],
        "groups": [f"{name} {i % 2}" for i in range(12)],
    }
    said = ["a"] * 12, ["b"] * 12
    one = {name: lm.score(*said, **texts)}
    two = {**one, f"2 {name}": lm.score(["b"] * 12, said[1], **texts)}
    values = [{name: "y", "n": [{name: "x"}]}] * 6, [{name: "x", "n": [{name: "x"}]}] * 6
    beside = {"title": name, "sources": [name], "notes": [f"{name} was read"]}
    for runs in (one, two, {"mine": lm.score(*values, "record")}):
        yield report_of_runs(runs, print_samples=2, **beside)


def spoken(text):
    """Documents of texts."""
    said = [f"{text} a"] * 12, [f"b {text}\n{text}"] * 12
    turn = {"speaker": text, "start_time": 0.0, "end_time": 1.0}
    sessions = [[{**turn, "words": f"{text} a"}]], [[{**turn, "words": f"b {text}"}]]
    values = [{"k": text, "l": ["x", text]}] * 6, [{"k": "x", "l": [text, f"{text} z"]}] * 6
    yield lm.score(*said).report()
    yield lm.score(*said, "order").report()
    yield lm.score(*sessions, "meeting:cp").report()
    yield lm.score(*sessions, "meeting:der").report()
    yield lm.score(*values, "record").report()


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_that_others_give_is_markup(text):
    for made, benign in zip(named(text), named(BENIGN), strict=True):
        assert elements(made.html()) == elements(benign.html())
        assert elements(made.view.notebook()) == elements(benign.view.notebook())
        assert markup(made.markdown()) == markup(benign.markdown())
        check_controls(made)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_that_is_scored_is_markup(text):
    for made in spoken(text):
        for tag, names in elements(made.html()):
            assert tag not in ("img", "iframe", "link", "object", "embed", "a")
            assert {*names} <= ATTRIBUTES, (tag, names)
        scripts = [tag for tag, _ in elements(made.html()) if tag == "script"]
        assert len(scripts) == 2
        kinds = {
            kind for kind, _, children in markup(made.markdown()) for kind in (kind, *children)
        }
        assert {kind.removesuffix("_open").removesuffix("_close") for kind in kinds} <= BLOCKS
        check_controls(made)


BLOCKS = {"heading", "paragraph", "fence", "inline", "text", "strong", "table", "thead", "tbody"}
BLOCKS |= {"tr", "th", "td"}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "http-equiv", "class", "id", "type", "style", "title"),
    *("aria-labelledby", "aria-hidden", "aria-label", "tabindex", "role", "scope", "dir"),
    *("data-explorer", "data-filter", "data-value", "viewbox", "preserveaspectratio", "height"),
    *("x", "y", "width", "points", "colspan", "d", "vector-effect"),
}


def check_controls(made):
    data = r'<script id="samples-data".*?</script>'
    in_html = re.sub(data, "", made.html(), flags=re.DOTALL)
    for document in (in_html, made.view.notebook(), made.markdown(), str(made)):
        assert not CONTROLS & {*document}


def elements(html):
    """The elements of HTML with the names of their attributes."""
    root = pytest.importorskip("lxml.html").fromstring(html)
    return [(each.tag, sorted(each.attrib)) for each in root.iter() if isinstance(each.tag, str)]


def markup(markdown):
    """The tokens of Markdown and of the texts in it, without what they hold."""
    return [(token.type, token.markup, _kinds(token)) for token in tokens_of(markdown)]


def _kinds(token):
    """The kinds of a text's tokens; an escaped character is a token of its own."""
    kinds = (each.type.removesuffix("_special") for each in token.children or [])
    return [kind for kind, _ in groupby(kinds)]


def test_a_view_says_what_only_its_caller_knows():
    systems = systems_of(of_texts())
    view = view_of(systems, beside=Beside(facts=["ref.txt"], notes=["rows are matched"]))
    for document in (view.html(), view.markdown(), view.text()):
        plain = unescape(document)
        assert "ref.txt" in plain
        assert "Rows are matched." in plain


@pytest.mark.parametrize("systems", [1, 2])
def test_a_table_of_many_groups_says_once_how_many_are_left_out(systems):
    texts = ["a", "b"] * 500
    run = lm.score(texts, texts[::-1], groups=[*range(1_000)])
    shown = view_of(systems_of(dict(zip("xy", [run] * systems, strict=False))))
    for drawn, left_out in (
        (shown.notebook(), 940),
        (shown.text(), 940),
        (shown.html(), 500),
        (shown.markdown(), 500),
    ):
        assert re.findall(r"and ([\d,]+) more|(\d+) more groups", drawn) == [(str(left_out), "")]


@pytest.mark.parametrize("width", [40, 60, 120])
def test_a_comparison_is_laid_out_by_the_width_of_its_console(width):
    shown = StringIO()
    found = lm.compare({"wide": WIDE, "narrow": NARROW}, REFERENCES)
    Console(width=width, file=shown).print(found)
    lines = [line.rstrip() for line in shown.getvalue().splitlines()]
    assert max(map(cell_len, lines)) <= width
    head = [*takewhile(bool, lines)]
    words = " ".join(head).split(" ")
    for own, following in pairwise(head):  # no line ends before it must, but with its sentence
        first_word = following.split(" ")[0]
        is_full = cell_len(f"{own} {first_word}") > min(width, 100)
        assert is_full or own.endswith((".", "?", ")")) or own == found.view.parts[0].heading
    said = " ".join([found.view.parts[0].heading, *found.view.parts[0].sentences])
    assert words == said.split(" ")


def test_a_sentence_in_a_terminal_is_as_wide_as_its_cells():
    sentence = "文字の誤りは、置き換えられた文字と、抜けた文字と、余分な文字の合計です。" * 4
    lines = Part("result", sentences=[sentence]).text(80).splitlines()
    assert "".join(lines) == sentence
    assert max(map(cell_len, lines)) == 80


def test_a_notebook_has_one_view_and_no_ids():
    run = lm.score(WIDE, REFERENCES)
    for drawn in (
        run,
        lm.compare({"a": run, "b": run}),
        run.confusions(),
        lm.error_counts(WIDE, REFERENCES),
    ):
        html = drawn._repr_html_()
        assert html.count('class="lev-view"') == 1
        assert ' id="' not in html
