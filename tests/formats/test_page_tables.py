"""Cells of tables in PAGE XML are regions, in the order of their rows and columns."""

import pytest

import levmetrics as lm
from tests.formats.page_documents import equivalent, reading_order

pytest.importorskip("lxml")


def transkribus(row, column, *lines):
    """A cell as Transkribus writes it; its id states row and column."""
    written = "".join(
        f'<TextLine id="l{row}{column}{number}">'
        f'<Coords points="{number},0 9,0 9,9"/>'
        f"{equivalent(line)}</TextLine>"
        for number, line in enumerate(lines)
    )
    return (
        f'<TableCell row="{row}" col="{column}" rowSpan="1" colSpan="1" id="c{row}{column}">'
        f'<Coords points="{column},{row} 9,0 9,9"/>{written}<CornerPts>0 1 2 3</CornerPts>'
        "</TableCell>"
    )


def prima(row, column, *lines):
    """A cell as the schema of 2019 has it."""
    written = "\n".join(lines)
    return (
        f'<TextRegion id="c{row}{column}"><Coords points="{column},{row} 9,0 9,9"/><Roles>'
        f'<TableCellRole rowIndex="{row}" columnIndex="{column}"/></Roles>'
        f"{equivalent(written)}</TextRegion>"
    )


def page(content, order=None):
    return (
        '<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15">'
        f'<Page imageFilename="p.png" imageWidth="10" imageHeight="10">{reading_order(order)}'
        f"{content}</Page></PcGts>"
    )


def table(cells):
    return f'<TableRegion id="t"><Coords points="0,0 9,0 9,9"/>{"".join(cells)}</TableRegion>'


CELLS = [(1, 1, "5"), (0, 0, "Name"), (1, 0, "Old", "tree"), (0, 1, "Count"), (10, 0, "Sum")]
TEXT = "Name\nCount\nOld\ntree\n5\nSum"
PARAGRAPH = '<TextRegion id="r"><TextEquiv><Unicode>Below.</Unicode></TextEquiv></TextRegion>'


@pytest.fixture
def read(tmp_path):
    def written(document, name="p.xml"):
        path = tmp_path / name
        path.write_text(document, encoding="utf-8")
        (found,) = lm.read_pages(path).values()
        return found

    return written


@pytest.mark.parametrize("cell", [transkribus, prima])
class TestCells:
    def test_they_are_in_the_order_of_rows_and_columns(self, read, cell):
        found = read(page(table(cell(*each) for each in CELLS)))
        assert found.text == TEXT
        assert found.unread == ()

    def test_they_are_regions_with_lines(self, read, cell):
        found = read(page(table(cell(*each) for each in CELLS)))
        regions = [(each.id, each.text) for each in found.segments("region")]
        assert regions[:3] == [("c00", "Name"), ("c01", "Count"), ("c10", "Old\ntree")]
        assert found.regions[1].polygon == ((1, 0), (9, 0), (9, 9))
        lines = [each.text for each in found.segments("line")]
        assert lines == TEXT.split("\n")

    def test_a_table_stands_where_the_reading_order_has_it(self, read, cell):
        content = PARAGRAPH + table(cell(*each) for each in CELLS)
        assert read(page(content)).text == f"Below.\n{TEXT}"
        assert read(page(content, ["t", "r"])).text == f"{TEXT}\nBelow."

    def test_a_reading_order_of_cells_says_otherwise(self, read, cell):
        content = table(cell(*each) for each in CELLS)
        found = read(page(content, ["c11", "c10", "c01", "c00", "c100"]))
        assert found.text == "5\nOld\ntree\nCount\nName\nSum"

    def test_pages_whose_tables_differ_have_errors(self, tmp_path, read, cell):
        right = read(page(PARAGRAPH + table([cell(0, 0, "1234")])))
        wrong = read(page(PARAGRAPH + table([cell(0, 0, "1284")])))
        assert (right.text, wrong.text) == ("Below.\n1234", "Below.\n1284")
        assert lm.cer([wrong.text], [right.text]) == 1 / 11


def test_text_between_cells_keeps_its_place(read):
    caption = PARAGRAPH.replace("Below", "Between")
    cells = [transkribus(1, 0, "b"), caption, transkribus(0, 0, "a")]
    assert read(page(table(cells))).text == "a\nBetween.\nb"


def test_cells_without_row_and_column_come_last_in_the_order_of_the_file(read):
    cells = [transkribus("", "", "x"), transkribus("", "", "y"), transkribus(0, 0, "a")]
    assert read(page(table(cells))).text == "a\nx\ny"


def test_cells_of_two_tables_are_not_mixed(read):
    first, second = (table([transkribus(1, 0, f"{n}b"), transkribus(0, 0, f"{n}a")]) for n in "12")
    assert read(page(first + second)).text == "1a\n1b\n2a\n2b"
