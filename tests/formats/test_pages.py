"""Pages of PAGE XML, ALTO, hOCR and TEI have the texts that their files state."""

import gzip
import os
import re
import tempfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics.formats.pages.folder import Zip
from levmetrics.formats.pages.markup import root_name
from levmetrics.formats.pages.page import Page, Segment
from levmetrics.formats.pages.page_options import PageOptions
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

    @pytest.mark.parametrize("level", [None, "region", "line", "word"])
    def test_a_page_without_text_is_an_empty_text(self, read, level):
        page = read(page_xml([["a"]], levels=()), text_from=level)
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


def test_pages_of_one_page_file_are_numbered_too(tmp_path):
    path = tmp_path / "a.xml"
    one, two = (page(region("r", text))[len("<PcGts>") : -len("</PcGts>")] for text in "12")
    path.write_text(f"<PcGts>{one}{two}</PcGts>")
    texts = {name: found.text for name, found in lm.read_pages(path).items()}
    assert texts == {"a/1": "1", "a/2": "2"}


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
            ("<mets><file/></mets>", "root element is mets"),
            (page_xml([["ü"]]).encode("latin-1"), "page.xml cannot be read as XML"),
            (page_xml([["a"]]).replace("UTF-8", "nothing"), "page.xml cannot be read as XML"),
            ("", "page.xml"),
            ("<html><body>text</body></html>", "page.xml"),
            (
                tei([["a"]]).replace("<lb/>a", "<choice><orig>a</orig><reg>b</reg></choice>"),
                "gives two readings",
            ),
            (
                "<div class='ocr_page'><b class='alternatives'><del>a</del><del>b</del></b></div>",
                "class alternatives without one ins, which gives two readings",
            ),
        ],
    )
    def test_what_is_no_page_is_refused_in_a_sentence(self, read, document, why):
        with pytest.raises(lm.InputError, match=why):
            read(document)

    def test_broken_xml_is_named_by_line_and_column_and_quotes_nothing_of_the_file(self, read):
        for document, line, column in (
            (f"<PcGts>\n<{'b' * 6_000}></PcGts>", 2, 6_011),
            ("<PcGts>\n<Page a='1' a='2'/></PcGts>", 2, 18),
        ):
            with pytest.raises(lm.InputError) as caught:
                read(document)
            assert str(caught.value) == (
                f"page.xml cannot be read as XML: line {line}, column {column:,} breaks its rules "
                "or has another encoding; write it anew, or take it out of the folder"
            )

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

    def test_an_id_is_known_before_all_pages_are_read(self, tmp_path):
        files = {"p1.xml": page_xml([["one"]]), "p2.xml": "<PcGts"}
        batches = Zip().batches(Source(self.zipped(tmp_path, files)), ["id"])
        assert next(batches) == (["p1"],)
        with pytest.raises(lm.InputError, match=r"p2\.xml"):
            next(batches)

    def test_lines_that_are_matched_and_then_scored_are_read_once(self, tmp_path):
        document = page_xml([["one", "two"]])
        source = Source(self.zipped(tmp_path, {"p1.xml": document}))
        kind = Zip().changed(options=PageOptions("line"))
        matched = kind.of_references(kind, source)
        first = [[*each.batches(source, ["id"])] for each in (kind, matched)]
        source.path.unlink()
        assert [[*each.batches(source, ["id"])] for each in (kind, matched)] == first
        texts = [text for (batch,) in matched.batches(source, ["text"]) for text in batch]
        assert texts == ["one", "two"]

    def test_what_expands_beyond_the_limits_is_refused(self, tmp_path):
        path = self.zipped(tmp_path, {"p1.txt": "a" * 3_000_000})
        source = Source(path, limits=Limits("this page", file_bytes=1_000_000))
        with pytest.raises(lm.InputError, match=r"gt\.zip/p1\.txt.*1 MB"):
            [*Zip().pages(source)]
        many = self.zipped(tmp_path, {f"p{n}.txt": "a" * 900_000 for n in range(30)})
        source = Source(many, limits=Limits("this page", file_bytes=1_000_000))
        with pytest.raises(lm.InputError, match="holds more than this page takes"):
            [*Zip().pages(source)]

    def test_of_so_many_files_at_most(self, tmp_path):
        files = {"p1.txt": "one", "p1.png": "x", "p2.txt": "two"}
        path = self.zipped(tmp_path, files)
        assert len([*Zip().pages(Source(path, limits=Limits("this page", members=3)))]) == 2
        source = Source(path, limits=Limits("this page", members=2))
        with pytest.raises(
            lm.InputError, match=r"gt\.zip holds 3 files; 2 are the most on this page"
        ):
            [*Zip().pages(source)]

    @pytest.mark.parametrize("name", ["gt.zip", "gt.zip.gz"])
    def test_is_read_without_a_place_for_temporary_files(self, tmp_path, monkeypatch, name):
        path = self.zipped(tmp_path, {"p1.txt": "one", "b/p2.xml": page_xml([["two"]])})
        (tmp_path / "gt.zip.gz").write_bytes(gzip.compress(path.read_bytes()))
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
        source = Source(tmp_path / name, limits=Limits("this page", file_bytes=1_000_000))
        assert [page.text for _, page in Zip().pages(source)] == ["two", "one"]

    def test_states_the_size_of_a_file_and_no_more_is_read(self, tmp_path):
        path = self.zipped(tmp_path, {"p1.txt": "a" * 3_000_000})
        stated = (3_000_000).to_bytes(4, "little")
        path.write_bytes(path.read_bytes().replace(stated, (10).to_bytes(4, "little")))
        with pytest.raises(lm.InputError, match=r"gt\.zip/p1\.txt cannot be read: Bad CRC-32"):
            lm.read_pages(path)

    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            (8, 1, "gt.zip is encrypted"),
            (10, 99, "gt.zip/p1.txt cannot be read: That compression method is not supported"),
        ],
    )
    def test_what_cannot_be_unpacked_is_refused(self, tmp_path, field, value, said):
        """By its field of the central directory, as APPNOTE.TXT numbers their bytes."""
        path = self.zipped(tmp_path, {"p1.txt": "one"})
        content = bytearray(path.read_bytes())
        content[content.index(b"PK\x01\x02") + field] = value
        path.write_bytes(content)
        with pytest.raises(lm.InputError, match=re.escape(said)):
            lm.read_pages(path)

    def test_one_path_written_in_two_ways_is_refused(self, tmp_path):
        path = self.zipped(tmp_path, {"b/p1.txt": "one", "b//p1.txt": "two"})
        with pytest.raises(lm.InputError, match="more than once"):
            lm.read_pages(path)

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"no zip"])
    def test_what_is_no_zip_file_is_refused(self, tmp_path, content):
        path = tmp_path / "a.zip"
        path.write_bytes(content)
        with pytest.raises(lm.InputError, match=r"a\.zip"):
            lm.read_pages(path)


def page(content, head=""):
    """A document of PAGE with this content."""
    return f'<PcGts>{head}<Page imageWidth="10" imageHeight="10">{content}</Page></PcGts>'


def region(name, text, within=""):
    identity = f' id="{name}"' if name else ""
    own = f"<TextEquiv><Unicode>{text}</Unicode></TextEquiv>" if text else ""
    return f"<TextRegion{identity}>{within}{own}</TextRegion>"


class TestNoTextIsLostOrDoubled:
    @pytest.mark.parametrize(
        ("document", "text"),
        [
            (page(region("a", "A1") + region("a", "A2")), "A1\nA2"),
            (page(region("", "A1") + region("", "A2")), "A1\nA2"),
            (page(region("a", "A<!-- c -->B<?x y?>C")), "ABC"),
            (page(region("a", "A", region("b", "B")) + region("c", "C")), "A\nB\nC"),
            (
                page(region("a", "A").replace("Unicode", "PlainText")),
                "A",
            ),
            (page(region("a", "A")).replace('"10"', '"wide"'), "A"),
            (
                page(
                    '<TextRegion id="a"><Coords points="1.2.3,4 .. 5"/></TextRegion>'
                    + region("b", "B")
                ),
                "B",
            ),
        ],
    )
    def test_of_page_xml(self, read, document, text):
        assert read(document).text == text

    @pytest.mark.parametrize("names", [("c0", "c1"), ("", "")])
    def test_of_a_table_that_is_named_as_a_whole(self, read, names):
        cells = "".join(region(name, f"cell {n}") for n, name in enumerate(names))
        order = (
            '<ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="0" regionRef="a"/>'
            '<RegionRefIndexed index="1" regionRef="t"/></OrderedGroup></ReadingOrder>'
        )
        document = page(f'{order}<TableRegion id="t">{cells}</TableRegion>{region("a", "A")}')
        assert read(document).text == "A\ncell 0\ncell 1"

    def test_of_a_region_that_is_named_with_those_within(self, read):
        order = (
            '<ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="0" regionRef="c"/>'
            '<RegionRefIndexed index="1" regionRef="a"/></OrderedGroup></ReadingOrder>'
        )
        nested = region("a", "A", region("b", "B") + region("c", "C"))
        assert read(page(order + nested)).text == "C\nA\nB"

    def block(self, name, text, more=""):
        line = f'<TextLine><String CONTENT="{text}"/></TextLine>'
        return f'<TextBlock ID="{name}"{more}>{line}</TextBlock>'

    def alto(self, content, before=""):
        return f"<alto>{before}<Layout><Page>{content}</Page></Layout></alto>"

    def test_of_blocks_of_alto_with_one_id(self, read):
        document = self.alto(self.block("a", "first") + self.block("a", "second"))
        assert read(document).text == "first\nsecond"

    def test_of_a_chain_whose_first_block_is_not_the_first_in_the_file(self, read):
        blocks = [("b", "second", "z"), ("a", "first", "b"), ("z", "third", "")]
        document = self.alto(
            "".join(self.block(name, text, f' IDNEXT="{after}"') for name, text, after in blocks)
        )
        assert read(document).text == "first\nsecond\nthird"

    def test_of_a_reading_order_that_names_blocks_composed_of_others(self, read):
        order = (
            '<ReadingOrder><OrderedGroup><ElementRef REF="c2"/><ElementRef REF="c1"/>'
            "</OrderedGroup></ReadingOrder>"
        )
        composed = "".join(
            f'<ComposedBlock ID="c{n}">{self.block(f"b{n}", f"text {n}")}</ComposedBlock>'
            for n in (1, 2)
        )
        assert read(self.alto(composed, order)).text == "text 2\ntext 1"

    def test_of_parts_of_words_without_the_other_part(self, read):
        line = (
            '<TextBlock ID="a"><TextLine><String CONTENT="teil" SUBS_TYPE="HypPart2" '
            'SUBS_CONTENT="Wortteil"/><String CONTENT="y"/></TextLine></TextBlock>'
        )
        assert read(self.alto(line)).text == "teil y"

    def test_of_punctuation_around_a_broken_word(self, read):
        line = (
            '<TextBlock ID="a"><TextLine><String CONTENT="(Wort" SUBS_TYPE="HypPart1" '
            'SUBS_CONTENT="Wortteil"/><HYP CONTENT="-"/></TextLine><TextLine><String '
            'CONTENT="teil)," SUBS_TYPE="HypPart2" SUBS_CONTENT="Wortteil"/></TextLine></TextBlock>'
        )
        assert read(self.alto(line)).text == "(Wortteil),"

    @pytest.mark.parametrize(
        ("content", "text"),
        [("東京 で a b", "東京でa b"), ("東京 <SP/> 大阪 a", "東京 大阪a"), ("ไทย ไทย", "ไทยไทย")],
    )
    def test_of_words_of_scripts_without_spaces(self, read, content, text):
        words = "".join(
            word if word == "<SP/>" else f'<String CONTENT="{word}"/>' for word in content.split()
        )
        line = f'<TextBlock ID="a"><TextLine>{words}</TextLine></TextBlock>'
        assert read(self.alto(line)).text == text
        if "<SP/>" not in content:
            lines = [[content]]
            assert read(page_xml(lines, levels=("word",))).text == text

    def test_of_a_line_of_a_hyphen_alone(self, read):
        line = '<TextBlock ID="a"><TextLine><HYP CONTENT="-"/></TextLine></TextBlock>'
        assert read(self.alto(line)).text == "-"

    def test_of_several_pages_of_alto(self, tmp_path):
        path = tmp_path / "a.xml"
        one = self.alto(self.block("a", "one"))
        path.write_text(one.replace("</Page>", f"</Page><Page>{self.block('b', 'two')}</Page>"))
        assert [each.text for each in lm.read_pages(path).values()] == ["one", "two"]

    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("only text", "only text"),
            ("<p>one</p><p>two</p>", "one\ntwo"),
            (
                "<p class='ocr_par'>a paragraph<br/>of <b>two</b> lines</p>",
                "a paragraph\nof two lines",
            ),
            ("<span class='ocrx_word'>a</span><span class='ocrx_word'>b</span>", "a b"),
            (
                "<div class='ocr_caption'><span class='ocr_line'>Cap one</span> "
                "<span class='ocr_line'>Cap two</span></div>",
                "Cap one\nCap two",
            ),
            (
                "<p class='ocr_par'><b class='ocr_par'><span class='ocr_line'>x</span></b></p>",
                "x",
            ),
            (
                "<p class='ocr_par'><span class='ocr_line'>in</span></p>"
                "<span class='ocr_line'>out</span>",
                "in\nout",
            ),
            (
                "<span class='ocr_line'>pre <span class='ocrx_word'>word</span>, "
                "<span class='ocrx_word'>w2</span> tail</span>",
                "pre word, w2 tail",
            ),
            (
                "<span class='ocr_line'><b>D</b><span class='ocrx_word'>rop</span>&nbsp;x</span>",
                "Drop\u00a0x",
            ),
            ("<span class='ocr_line' title='bbox 1.2.3 4 5 6'>a</span>", "a"),
            (
                "<p>say <span class='alternatives'>\n <ins class='alt'>hello</ins>\n"
                "<del class='alt'>hallo</del>\n<del class='alt'>hullo</del></span>, he said</p>",
                "say hello, he said",
            ),
            (
                "<span class='ocrx_word'>\n <b>\n<span class='ocrx_cinfo' title='x'>i</span>\n"
                " <span class='ocrx_cinfo' title='x'>f</span>\n</b>\n</span>"
                "<span class='ocrx_word'>so</span>",
                "if so",
            ),
            ("<span class='ocrx_cinfo' title='cuts 3 5'>a line</span>", "a line"),
            (  # as Tesseract 4 wrote choices
                "<b class='ocrx_word'>me\n <b class='ocrx_cinfo' id='lstm_choices_1'>\n"
                "<b class='ocr_glyph' title='x_confs 83'>m</b>\n"
                "<b class='ocr_glyph' title='x_confs 16'>n</b>\n</b></b>",
                "me",
            ),
            (
                "<b class='ocrx_word'>東京</b>\n <b class='ocrx_word'>で</b>\n"
                "<b class='ocrx_word'>a</b>\n<b class='ocrx_word'>b</b>",
                "東京でa b",
            ),
            ("<b class='ocrx_word'>東京</b> <b class='ocrx_word'>大阪</b>", "東京 大阪"),
            ("<b class='ocrx_word'>東京</b>\n、<b class='ocrx_word'>大阪</b>", "東京 、大阪"),
            ("<b class='ocrx_word'>東京</b>\n<b class='ocrx_word'>도쿄</b>", "東京 도쿄"),
            ("<b>東京</b>\n<b>大阪</b>", "東京 大阪"),
        ],
    )
    @pytest.mark.parametrize("frame", ["<html><body>{}</body></html>", "{}"])
    def test_of_hocr(self, read, frame, content, text):
        document = frame.format(f"<div class='ocr_page'>{content}</div>")
        assert read(document, "a.hocr").text == text

    def test_of_hocr_in_utf8_that_does_not_say_so(self, read):
        document = "<html><body><div class='ocr_page'>äöü</div></body></html>"
        assert read(document, "a.hocr").text == "äöü"

    @pytest.mark.parametrize(
        ("breaks", "names"),
        [
            (("", ""), ["1", "2"]),
            ((' n="5"', ' n="5"'), ["1", "2"]),
            ((' n="5"', ' n="6"'), ["5", "6"]),
        ],
    )
    def test_of_pages_of_tei(self, tmp_path, breaks, names):
        first, second = breaks
        body = f"<pb{first}/><p>one</p><pb{second}/><p>two</p>"
        path = tmp_path / "a.tei"
        path.write_text(f"<TEI><text><body>{body}</body></text></TEI>")
        texts = {name: each.text for name, each in lm.read_pages(path).items()}
        assert texts == dict(zip((f"a/{name}" for name in names), ("one", "two"), strict=True))

    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("<p>col1<cb/>col2</p>", "col1\ncol2"),
            ("<list><item>i1</item><item>i2</item></list>", "i1\ni2"),
            ("<table><row><cell>c1</cell><cell>c2</cell></row></table>", "c1\nc2"),
            ("<closer>Yours</closer><trailer>End</trailer>", "Yours\nEnd"),
            ("<div>loose<p>more</p>loose</div>", "loose\nmore\nloose"),
            ("<p>a <hi>b</hi>c <name>D</name></p>", "a bc D"),
        ],
    )
    def test_of_other_elements_of_tei(self, read, content, text):
        assert read(f"<TEI><text><body>{content}</body></text></TEI>").text == text

    def test_of_two_files_of_one_name_in_a_zip_file(self, tmp_path):
        path = tmp_path / "a.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("p:1.txt", "one")
            archive.writestr("p_1.txt", "two")
        with pytest.raises(lm.InputError, match=r"has p_1\.txt more than once"):
            lm.read_pages(path)

    def test_of_levels_that_a_file_lacks(self, read):
        document = page_xml([["a b"]], levels=("line",))
        with pytest.raises(lm.InputError, match="no texts of the level word"):
            read(document, text_from="word")

    def test_of_an_empty_xml_file_in_a_folder(self, tmp_path):
        (tmp_path / "p1.txt").write_text("a")
        (tmp_path / "p2.xml").touch()
        with pytest.raises(lm.InputError, match=r"/p2\.xml cannot be read as XML"):
            lm.read_pages(tmp_path)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_of_a_pipe_in_a_folder(self, tmp_path):
        (tmp_path / "p1.txt").write_text("a")
        os.mkfifo(tmp_path / "p2.xml")
        assert [*lm.read_pages(tmp_path)] == ["p1"]

    @pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "cp932"])
    def test_of_markup_that_declares_its_own_encoding(self, read, encoding):
        document = page_xml([["日本"]]).replace("UTF-8", "utf-16").encode("utf-16")
        assert read(document, encoding=encoding).text == "日本"

    @pytest.mark.parametrize("path", ["", None, b"a", ["a"]])
    def test_of_what_is_no_path(self, path):
        with pytest.raises(lm.InputError, match="give the path of a folder or file"):
            lm.read_pages(path)


def test_segments_have_ids_of_their_own():
    lines = tuple(Segment("", text) for text in ("a", "b"))
    regions = Segment("", "a\nb", (), lines), Segment("x", "c\nd"), Segment("x", "e")
    made = Page(regions)
    assert [each.id for each in made.segments("region")] == ["1", "x", "x#2"]
    assert [each.id for each in made.segments("line")] == ["1/1", "1/2", "x/1", "x/2", "x/1#2"]


@pytest.mark.parametrize(
    ("start", "root"),
    [
        (b"\n" * 10_000 + b"b>", ""),
        (b"<?a?>" * 10_000, ""),
        (b"<!-- - -->" * 1_000 + b"<TEI>", "tei"),
        (b"<!DOCTYPE a [" * 1_000, ""),
        (b'\xef\xbb\xbf<!doctype html SYSTEM "a"><html>', "html"),
        ("<?xml version='1.0'?><alto/>".encode("utf-16"), "alto"),
    ],
)
def test_the_root_element_is_found_whatever_stands_before_it(start, root):
    assert root_name(start) == root
