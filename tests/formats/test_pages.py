"""Pages of PAGE XML, ALTO, hOCR and TEI have the texts that their files state."""

import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics.formats.pages.page import Page, PageOptions
from levmetrics.formats.pages.zip_file import Zip
from levmetrics.formats.source import Limits, Source
from tests.formats.page_documents import (
    ALTO_VERSIONS,
    PAGE_VERSIONS,
    alto,
    hocr,
    page_xml,
    tei,
)

pytest.importorskip("lxml")

SCRIPTS = {
    "fraktur": [["Die Fraktur iſt", "eine gebrochene Schrift."], ["Zwo Spalten"]],
    "arabic": [["بسم الله الرحمن", "الرحيم"], ["الحمد لله"]],
    "japanese": [["吾輩は猫である。", "名前はまだ無い。"], ["どこで生れたか"]],
    "marks": [["<b> & \"quotes\" 'x'", "a\u0301 e\u0308"], ["𝔘𝔫𝔦"]],
}
DOCUMENTS = {
    **{
        f"page {version}": lambda regions, v=version: page_xml(regions, v)
        for version in PAGE_VERSIONS
    },
    **{f"alto {version}": lambda regions, v=version: alto(regions, v) for version in ALTO_VERSIONS},
    "hocr": hocr,
    "tei": tei,
}


def text_of(regions):
    return "\n".join(line for lines in regions for line in lines)


@pytest.fixture
def read(tmp_path):
    """Write a document and read its one page."""

    def written(document, name="page.xml", **options) -> Page:
        path = tmp_path / name
        path.write_bytes(document if isinstance(document, bytes) else document.encode())
        (page,) = lm.read_pages(path, **options).values()
        return page

    return written


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("script", SCRIPTS)
def test_every_format_has_the_same_text_of_a_page(read, kind, script):
    regions = SCRIPTS[script]
    page = read(DOCUMENTS[kind](regions))
    assert page.text == text_of(regions)
    assert [line.text for line in page.segments("line")] == [
        line for lines in regions for line in lines
    ]
    assert len(page.segments("region")) == len(regions)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "shift_jis"])
def test_xml_is_read_in_the_encoding_that_it_declares(read, encoding):
    regions = [["日本" if encoding == "shift_jis" else "Gr\u00fc\u00dfe"]]
    document = page_xml(regions).replace("UTF-8", encoding)
    assert read(document.encode(encoding)).text == text_of(regions)


WORDS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zs", "Zl", "Zp"], max_codepoint=0x2FFFF),
    min_size=1,
    max_size=6,
).filter(lambda word: not set(word) & {"\ufffe", "\uffff"})
LINES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
REGIONS = st.lists(st.lists(LINES, min_size=1, max_size=4), min_size=1, max_size=4)


@given(REGIONS)
def test_texts_of_all_of_unicode_are_read_as_they_are(tmp_path_factory, regions):
    path = tmp_path_factory.mktemp("pages") / "page.xml"
    for document in (page_xml(regions), alto(regions)):
        path.write_text(document, encoding="utf-8")
        (page,) = lm.read_pages(path).values()
        assert page.text == text_of(regions)


class TestReadingOrder:
    REGIONS = (["one"], ["two"], ["three"])

    @pytest.mark.parametrize("document", [page_xml, alto])
    def test_regions_come_in_the_order_that_the_file_states(self, read, document):
        assert read(document(self.REGIONS, order=[2, 0, 1])).text == "three\none\ntwo"

    def test_regions_that_the_order_leaves_out_come_last(self, read):
        assert read(page_xml(self.REGIONS, order=[1])).text == "two\none\nthree"

    def test_the_index_counts_and_not_the_place_in_the_file(self, read):
        document = page_xml(self.REGIONS, order=[0, 1, 2])
        document = document.replace('index="0"', 'index="9"')
        assert read(document).text == "two\nthree\none"

    def test_groups_lie_within_groups(self, read):
        inner = (
            '<OrderedGroupIndexed id="h" index="0"><RegionRefIndexed index="1" regionRef="r0"/>'
            '<RegionRefIndexed index="0" regionRef="r2"/></OrderedGroupIndexed>'
            '<RegionRefIndexed index="1" regionRef="r1"/>'
        )
        document = page_xml(self.REGIONS, order=[])
        document = document.replace('<OrderedGroup id="g">', f'<OrderedGroup id="g">{inner}')
        assert read(document).text == "three\none\ntwo"

    def test_blocks_of_alto_follow_the_next_that_each_names(self, read):
        document = alto(self.REGIONS).replace('ID="b0"', 'ID="b0" IDNEXT="b2"')
        assert read(document).text == "one\nthree\ntwo"

    def test_a_circle_of_next_blocks_ends(self, read):
        document = alto(self.REGIONS).replace('ID="b0"', 'ID="b0" IDNEXT="b1"')
        document = document.replace('ID="b1"', 'ID="b1" IDNEXT="b0"')
        assert read(document).text == "one\ntwo\nthree"

    def test_cells_of_a_table_that_is_named_as_a_whole_are_read(self, read):
        cells = "".join(
            f'<TextRegion id="c{number}"><TextEquiv><Unicode>c{number}</Unicode></TextEquiv>'
            "</TextRegion>"
            for number in range(2)
        )
        table = f'<TableRegion id="t">{cells}</TableRegion>'
        document = page_xml(self.REGIONS, order=[]).replace("</Page>", f"{table}</Page>")
        order = '<RegionRefIndexed index="0" regionRef="t"/>'
        document = document.replace('<OrderedGroup id="g">', f'<OrderedGroup id="g">{order}')
        assert read(document).text == "c0\nc1\none\ntwo\nthree"


class TestTextsOfPage:
    def several(self, *texts):
        return "".join(
            f"<TextEquiv{attributes}><Unicode>{text}</Unicode></TextEquiv>"
            for text, attributes in texts
        )

    @pytest.mark.parametrize(
        ("texts", "expected"),
        [
            ([("a", ' index="1"'), ("b", ' index="0"')], "b"),
            ([("a", ""), ("b", ' index="3"')], "b"),
            ([("a", ' conf="0.5"'), ("b", ' conf="0.9"')], "b"),
            ([("a", ' index="0" conf="0.1"'), ("b", ' index="1" conf="0.9"')], "a"),
            ([("a", ""), ("b", "")], "a"),
        ],
    )
    def test_of_several_equivalents_the_first_by_index_then_by_confidence(
        self, read, texts, expected
    ):
        document = page_xml([["x"]], levels=("region",))
        old = "<TextEquiv><Unicode>x</Unicode></TextEquiv>"
        assert read(document.replace(old, self.several(*texts))).text == expected

    @pytest.mark.parametrize("levels", [("region",), ("line",), ("word",), ("line", "word")])
    def test_where_a_level_has_no_text_those_below_it_are_read(self, read, levels):
        page = read(page_xml([["a b", "c"], ["d"]], levels=levels))
        assert page.text == "a b\nc\nd"

    def test_the_level_whose_texts_are_read_can_be_said(self, read):
        document = page_xml([["a b", "c"]])
        document = document.replace("<Unicode>a b\nc</Unicode>", "<Unicode>of the region</Unicode>")
        document = document.replace("<Unicode>a b</Unicode>", "<Unicode>of the line</Unicode>")
        assert read(document).text == "of the region"
        assert read(document, text_from="region").text == "of the region"
        assert read(document, text_from="line").text == "of the line\nc"
        assert read(document, text_from="word").text == "a b\nc"

    def test_a_page_without_text_is_an_empty_text(self, read):
        page = read(page_xml([["a"]], levels=()))
        assert (page.text, page.regions) == ("", ())

    def test_coordinates_image_and_size_are_known(self, read):
        page = read(page_xml([["a", "b"]]))
        assert (page.size, page.image) == ((100.0, 1000.0), "page.png")
        assert page.segments("line")[1].polygon == ((0, 10), (90, 10), (90, 20), (0, 20))
        older = page_xml([["a"]]).replace(
            '<Coords points="0,0 90,0 90,1000 0,1000"/>',
            '<Coords><Point x="0" y="0"/><Point x="9" y="0"/><Point x="9" y="5"/></Coords>',
        )
        assert read(older).regions[0].polygon == ((0, 0), (9, 0), (9, 5))


class TestHyphens:
    ALTO = (
        '<alto xmlns="http://www.loc.gov/standards/alto/ns-v2#"><Layout><Page><PrintSpace>'
        '<TextBlock ID="b"><TextLine><String CONTENT="die"/><SP/><String CONTENT="Haus" '
        'SUBS_TYPE="HypPart1" SUBS_CONTENT="Haustür"/><HYP CONTENT="-"/></TextLine><TextLine>'
        '<String CONTENT="tür" SUBS_TYPE="HypPart2" SUBS_CONTENT="Haustür"/><SP/>'
        '<String CONTENT="ist"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>'
    )
    TEI = (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p><lb/>die <hi>Haus</hi>-'
        '<lb break="no"/><hi>tür</hi> ist</p></body></text></TEI>'
    )

    @pytest.mark.parametrize("document", [ALTO, TEI])
    def test_a_word_that_the_format_marks_as_broken_is_joined(self, read, document):
        assert read(document).text == "die Haustür\nist"

    @pytest.mark.parametrize("document", [ALTO, TEI])
    def test_it_is_kept_as_printed_if_asked(self, read, document):
        assert read(document, hyphens="keep").text == "die Haus-\ntür ist"


def test_pages_of_one_file_are_named_by_their_numbers(tmp_path):
    path = tmp_path / "book.hocr"
    path.write_text(hocr([["one"]], [["two"]]), encoding="utf-8")
    pages = lm.read_pages(path)
    assert {name: page.text for name, page in pages.items()} == {"book/1": "one", "book/2": "two"}


def test_pages_of_tei_begin_at_their_breaks(tmp_path):
    path = tmp_path / "a.tei"
    document = tei([["one"], ["two"]])
    for number, text in ((4, "one"), (5, "two")):
        document = document.replace(f"<p><lb/>{text}", f'<pb n="{number}"/><p><lb/>{text}')
    path.write_text(document)
    texts = {name: page.text for name, page in lm.read_pages(path).items()}
    assert texts == {"a/4": "one", "a/5": "two"}


class TestRefusals:
    BOMB = (
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">'
        '<!ENTITY c "&b;&b;&b;&b;">]>'
    )
    EXTERNAL = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'

    @pytest.mark.parametrize("head", [BOMB, EXTERNAL])
    def test_entities_are_refused_and_never_read(self, read, head):
        document = page_xml([["ENTITY"]]).partition("?>")[2].replace("ENTITY", "&a;")
        with pytest.raises(lm.InputError, match="declares entities"):
            read(head + document)

    def test_an_entity_in_an_attribute_is_refused(self, read):
        document = alto([["ENTITY"]]).partition("?>")[2].replace("ENTITY", "&c;")
        with pytest.raises(lm.InputError, match=r"declares entities|cannot be read as XML"):
            read(self.BOMB + document)

    @pytest.mark.parametrize(
        ("document", "why"),
        [
            (page_xml([["a"]])[:-20], "page.xml cannot be read as XML"),
            ("<mets><file/></mets>", "page.xml is no (PAGE|ALTO|hOCR|TEI)"),
            (page_xml([["ü"]]).encode("latin-1"), "page.xml cannot be read as XML"),
            (page_xml([["a"]]).replace("UTF-8", "nothing"), "page.xml cannot be read as XML"),
            ("", "page.xml"),
            ("<html><body>text</body></html>", "page.xml"),
            (
                tei([["a"]]).replace("<lb/>a", "<choice><orig>a</orig><reg>b</reg></choice>"),
                "gives two readings",
            ),
        ],
    )
    def test_what_is_no_page_is_refused_in_a_sentence(self, read, document, why):
        with pytest.raises(lm.InputError, match=why):
            read(document)

    def test_deep_documents_are_refused(self, read):
        deep = "<TextRegion>" * 5_000 + "</TextRegion>" * 5_000
        with pytest.raises(lm.InputError, match="cannot be read as XML"):
            read(page_xml([["a"]]).replace("</Page>", f"{deep}</Page>"))

    def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(self, tmp_path):
        path = tmp_path / "page.xml"
        with path.open("wb") as file:
            file.write(page_xml([["a"]]).encode())
            file.truncate(2_000_000_000)
        with pytest.raises(lm.InputError, match=r"page\.xml.*200 MB"):
            lm.read_pages(path)

    @pytest.mark.parametrize(
        "options", [{"level": "word"}, {"text_from": "glyph"}, {"hyphens": "drop"}, {"pair": "("}]
    )
    def test_options_that_cannot_be_are_refused(self, options):
        with pytest.raises(lm.InputError):
            PageOptions(**options)


class TestZip:
    def zipped(self, tmp_path, files, name="gt.zip"):
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        return tmp_path / name

    def test_its_files_are_pages_by_their_paths(self, tmp_path):
        path = self.zipped(
            tmp_path,
            {
                "book/p1.gt.txt": "one",
                "book/b/p1.xml": page_xml([["two"]]),
                "book/b/p1.png": "x",
                "__MACOSX/book/._p1.txt": "x",
            },
        )
        texts = {name: page.text for name, page in lm.read_pages(path).items()}
        assert texts == {"p1": "one", "b/p1": "two"}

    def test_a_path_never_leads_out_of_the_folder(self, tmp_path):
        path = self.zipped(tmp_path, {"../../p1.txt": "one", "/p2.txt": "two"})
        assert [page.text for page in lm.read_pages(path).values()] == ["two"]
        assert not (tmp_path.parent / "p1.txt").exists()

    def test_what_expands_beyond_the_limits_is_refused(self, tmp_path):
        path = self.zipped(tmp_path, {"p1.txt": "a" * 3_000_000})
        source = Source(path, limits=Limits("this page", file_bytes=1_000_000))
        with pytest.raises(lm.InputError, match=r"gt\.zip/p1\.txt.*1 MB"):
            [*Zip().pages(source)]
        many = self.zipped(tmp_path, {f"p{n}.txt": "a" * 900_000 for n in range(30)})
        source = Source(many, limits=Limits("this page", file_bytes=1_000_000))
        with pytest.raises(lm.InputError, match="holds more than this page takes"):
            [*Zip().pages(source)]

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"no zip"])
    def test_what_is_no_zip_file_is_refused(self, tmp_path, content):
        path = tmp_path / "a.zip"
        path.write_bytes(content)
        with pytest.raises(lm.InputError, match=r"a\.zip"):
            lm.read_pages(path)
