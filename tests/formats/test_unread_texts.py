"""Texts in elements that a page format does not know are named, and never dropped in silence."""

import warnings

import pytest

import levmetrics as lm
from levmetrics.errors import InputWarning
from levmetrics.formats.pages.page_xml import PageXml
from levmetrics.formats.source import Source
from tests.files import written
from tests.formats.page_documents import equivalent

pytest.importorskip("lxml")


def said(path, **options):
    """Read pages, and return their texts and what is said of texts that are not read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pages = lm.read_pages(path, **options)
    assert all(issubclass(one.category, InputWarning) for one in caught)
    assert all(one.filename == __file__ for one in caught)
    return [page.text for page in pages.values()], [str(one.message) for one in caught]


def text(*lines, of="TextLine"):
    return "".join(f"<{of}>{equivalent(line)}</{of}>" for line in lines)


TWO = "x\ny"  # lines
REGION = f"<TextRegion>{text('A')}</TextRegion>"
ALTO_LINE = "<TextLine><String CONTENT='x'/><SP/><String CONTENT='y'/></TextLine>"
BLOCK = "<TextBlock><TextLine><String CONTENT='A'/></TextLine></TextBlock>"
TEI = "<TEI><teiHeader><p>head</p></teiHeader>{}<text><p>A</p></text></TEI>"
HOCR = "<html><head><title>t</title></head><body>{}<div class='ocr_page'>A</div></body></html>"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"<ImageRegion>{text('x', 'y')}</ImageRegion>", [(2, "ImageRegion")]),
        (f"<MathsRegion>{equivalent('x = y')}</MathsRegion>", [(1, "MathsRegion")]),
        (f"<MapRegion>{equivalent('x') * 2}{text('x', 'y')}</MapRegion>", [(2, "MapRegion")]),
        (f"<ChemRegion>{equivalent(TWO)}</ChemRegion>", [(2, "ChemRegion")]),
        (f"<Foo>{text('x')}</Foo><Foo>{text('y')}</Foo>", [(2, "Foo")]),
        (f"<Foo>{text('x')}</Foo><Bar>{text('y')}</Bar>", [(1, "Foo"), (1, "Bar")]),
        (text("x"), [(1, "Page")]),
        (f"<TextRegion>{text('x', 'y', of='Word')}</TextRegion>", [(1, "TextRegion")]),
        (
            f"<TextRegion><TextLine><Foo>{equivalent('x')}</Foo></TextLine></TextRegion>",
            [(1, "Foo")],
        ),
        ("<TextRegion><TextLine>x</TextLine></TextRegion>", [(1, "TextLine")]),
        ("<Note>x</Note>", [(1, "Note")]),
        ("<TableRegion><TableCell><CornerPts>0 1 2 3</CornerPts></TableCell></TableRegion>", []),
        (f"<ImageRegion><TextRegion>{equivalent(' ')}</TextRegion></ImageRegion>", []),
        (
            f"<TextRegion><TextLine>{equivalent('A')}<Word><Glyph><Graphemes><Grapheme>"
            f"{equivalent('A')}</Grapheme></Graphemes></Glyph></Word></TextLine></TextRegion>",
            [],
        ),
    ],
)
def test_of_page_xml(tmp_path, content, expected):
    path = written(tmp_path / "p.xml", f"<PcGts><Page>{REGION}{content}</Page></PcGts>")
    texts, warned = said(path)
    assert texts[0].startswith("A")
    assert "x" not in texts[0]
    assert warned == [
        f"{count} line{'s' if count > 1 else ''} of text in {element} "
        f"{'are' if count > 1 else 'is'} not read: p.xml"
        for count, element in expected
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"<Illustration>{ALTO_LINE * 2}</Illustration>", "2 lines of text in Illustration are"),
        (f"<ComposedBlock>{ALTO_LINE}</ComposedBlock>", "1 line of text in ComposedBlock is"),
        ("<TextBlock><String CONTENT='x'/></TextBlock>", "1 line of text in TextBlock is"),
        (
            "<TextBlock><TextLine><Foo><String CONTENT='x'/></Foo></TextLine></TextBlock>",
            "1 line of text in Foo is",
        ),
        (
            "<TextBlock><TextLine><String CONTENT=''><Glyph CONTENT='x'/></String></TextLine>"
            "</TextBlock>",
            "1 line of text in Glyph is",
        ),
        ("<TextBlock><TextLine>x</TextLine></TextBlock>", "1 line of text in TextLine is"),
        (
            "<TextBlock><TextLine><String CONTENT='A'><ALTERNATIVE>x</ALTERNATIVE><Glyph "
            "CONTENT='A'><Variant CONTENT='x'/></Glyph></String></TextLine></TextBlock>",
            None,
        ),
    ],
)
def test_of_alto(tmp_path, content, expected):
    path = written(
        tmp_path / "p.xml", f"<alto><Layout><Page>{BLOCK}{content}</Page></Layout></alto>"
    )
    texts, warned = said(path)
    assert texts[0].startswith("A")
    assert "x" not in texts[0]
    assert warned == ([] if expected is None else [f"{expected} not read: p.xml"])


def test_of_tei(tmp_path):
    path = tmp_path / "p.tei"
    source = "<sourceDoc><surface><line>x</line><line>y</line></surface></sourceDoc>"
    path.write_text(TEI.format(f"<facsimile><graphic/></facsimile>{source}"))
    assert said(path) == (["A"], ["2 lines of text in sourceDoc are not read: p.tei"])


def test_of_hocr(tmp_path):
    path = written(tmp_path / "p.hocr", HOCR.format("<script>x</script><p>x<br/>y</p>"))
    assert said(path) == (["A"], ["2 lines of text in p are not read: p.hocr"])
    choices = "<b class='ocrx_cinfo'><b class='ocrx_cinfo'>x</b></b>"
    path.write_text(HOCR.format("").replace("A", f"A <b class='ocrx_word'>{choices}</b>"))
    assert said(path) == (["A"], ["1 line of text in ocrx_cinfo is not read: p.hocr"])


@pytest.mark.parametrize(
    ("level", "expected", "warned"),
    [
        ("region", "a\nb", "1 line of text in TextRegion without text of the level region is"),
        ("line", "a\nc", "1 line of text in TextLine without text of the level line is"),
        ("word", "w", "3 lines of text in TextLine without text of the level word are"),
    ],
)
def test_of_texts_at_another_level_than_the_one_that_is_read(tmp_path, level, expected, warned):
    own = equivalent("a\nb")
    word = f"<Word>{equivalent('w')}</Word>"
    lines = text("a") + f"<TextLine>{word}</TextLine>" if level != "word" else text("a", "b")
    regions = (
        f"<TextRegion>{lines}{own}</TextRegion>",
        f"<TextRegion>{text('c')}</TextRegion>",
        f"<TextRegion><TextLine>{word}</TextLine></TextRegion>" if level == "word" else "",
    )
    path = written(tmp_path / "p.xml", f"<PcGts><Page>{''.join(regions)}</Page></PcGts>")
    assert said(path, text_from=level) == ([expected], [f"{warned} not read: p.xml"])


def test_of_a_file_that_is_read_again_it_is_said_once(tmp_path):
    path = written(
        tmp_path / "p.xml", f"<PcGts><Page>{REGION}<Foo>{text('x')}</Foo></Page></PcGts>"
    )
    source = Source(path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        texts = [page.text for _ in range(2) for _, page in PageXml().pages(source)]
    assert texts == ["A", "A"]
    assert len(caught) == 1


def test_of_files_of_no_known_format(tmp_path):
    for name, document in {
        "page/p1.xml": f"<PcGts><Page>{REGION}</Page></PcGts>",
        "p2.xml": "<document><page>x</page></document>",
        "p3.hocr": "<html><body>x</body></html>",
        "mets.xml": "<mets/>",
        "metadata.xml": "<trpDocMetadata/>",
        "p4.png": "x",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(document)
    where = f"(in {tmp_path.name})"
    expected = f"files of no known page format are not read: p2.xml, p3.hocr {where}"
    assert said(tmp_path) == (["A"], [expected])
    assert said(tmp_path, format="page") == (["A"], [expected])
    assert said(tmp_path, pair="p1|mets") == (["A"], [])


def test_of_a_folder_all_together_with_the_names_of_the_pages(tmp_path):
    for name in ("p1", "p2", "p3"):
        foo = f"<Foo>{text('x', 'y')}</Foo>" if name != "p2" else ""
        (tmp_path / f"{name}.xml").write_text(f"<PcGts><Page>{REGION}{foo}</Page></PcGts>")
    _, warned = said(tmp_path)
    assert warned == [f"4 lines of text in Foo are not read: {tmp_path.name} (p1, p3)"]
