"""Pages in the shell: two files or folders of any format, by page, region or line."""

import csv
import json
import re

import pytest

import levmetrics as lm
from tests.formats.page_documents import alto, hocr, page_xml, tei
from tests.shell import shell

pytest.importorskip("lxml")

GT = [["Die alte Seite", "hat zwei Spalten."], ["Dies ist die", "zweite davon."]]
OCR = [["Die alte Seita", "hat zwei Spalten"], ["Dies ist die", "zweite davon."]]


def result(*arguments):
    ran = shell(*arguments, "--json")
    assert ran.exit_code == 0, ran.stderr
    return json.loads(ran.stdout)


def text_of(regions):
    return "\n".join(line for lines in regions for line in lines)


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document, encoding="utf-8")
    return path


@pytest.mark.parametrize("reference", [page_xml, alto, hocr, tei])
@pytest.mark.parametrize("prediction", [page_xml, alto, hocr, tei])
def test_two_files_of_any_formats_are_one_page_each(tmp_path, reference, prediction):
    gt = write(tmp_path / "gt.xml", reference(GT))
    ocr = write(tmp_path / "ocr.xml", prediction(OCR))
    found = result("cer", gt, ocr)
    expected = lm.score([text_of(OCR)], [text_of(GT)], "cer").result()
    assert {name: found[name] for name in expected} == expected
    assert "pages:level=page+text=highest+hyphens=join" in found["signature"]


def test_a_text_is_a_page_with_whole_and_lines_without(tmp_path):
    gt, ocr = write(tmp_path / "gt.txt", "a\nb\n"), write(tmp_path / "ocr.txt", "a b\n")
    assert result("cer", gt, ocr, "--whole")["samples"] == 1
    assert result("cer", gt, ocr, "--whole")["cer"] == 1 / 3
    assert "number of" in shell("cer", gt, ocr).stderr or shell("cer", gt, ocr).exit_code != 0
    refused = shell("cer", gt, ocr, "--whole", "--format", "csv")
    assert "--whole is for text" in refused.stderr


def test_a_text_is_compared_with_a_page_of_markup(tmp_path):
    gt, ocr = write(tmp_path / "gt.txt", text_of(GT)), write(tmp_path / "ocr.xml", alto(GT))
    assert result("cer", gt, ocr, "--whole")["cer"] == 0


class TestFolders:
    def test_files_of_all_formats_are_paired_by_their_names(self, tmp_path):
        for name, (document, suffix) in {
            "a": (page_xml, ".xml"),
            "b": (alto, ".alto.xml"),
            "c": (hocr, ".hocr"),
            "sub/a": (tei, ".page.xml"),
        }.items():
            write(tmp_path / "gt" / f"{name}.gt.txt", text_of(GT))
            write(tmp_path / "ocr" / f"{name}{suffix}", document(OCR))
        found = result("cer", tmp_path / "gt", tmp_path / "ocr")
        expected = lm.score([text_of(OCR)] * 4, [text_of(GT)] * 4, "cer")
        assert (found["cer"], found["samples"]) == (expected.score, 4)

    def test_other_files_are_left_out_however_many(self, tmp_path):
        for side, document in (("gt", page_xml(GT)), ("ocr", page_xml(OCR))):
            write(tmp_path / side / "p.xml", document)
            write(tmp_path / side / "mets.xml", "<mets/>")
            write(tmp_path / side / "note.html", "<html>no page</html>")
            for number in range(2_000):
                (tmp_path / side / f"{number}.tif").touch()
        assert result("cer", tmp_path / "gt", tmp_path / "ocr")["samples"] == 1

    def test_a_rule_pairs_what_names_do_not(self, tmp_path):
        write(tmp_path / "gt" / "FILE_0001_GT.xml", page_xml(GT))
        write(tmp_path / "ocr" / "ocr-0001.xml", page_xml(OCR))
        write(tmp_path / "ocr" / "other.xml", page_xml(OCR))
        folders = tmp_path / "gt", tmp_path / "ocr"
        refused = shell("cer", *folders).stderr
        assert "FILE_0001_GT" in refused
        assert "--pair PATTERN" in refused
        assert result("cer", *folders, "--pair", "([0-9]{4})")["samples"] == 1
        assert "not a regular expression" in shell("cer", *folders, "--pair", "(").stderr
        assert "has no pages" in shell("cer", *folders, "--pair", "z{9}").stderr

    def test_of_two_formats_one_can_be_named(self, tmp_path):
        write(tmp_path / "gt" / "p.txt", text_of(GT))
        write(tmp_path / "gt" / "p.xml", page_xml(GT))
        write(tmp_path / "ocr" / "p.xml", page_xml(OCR))
        folders = tmp_path / "gt", tmp_path / "ocr"
        refused = shell("cer", *folders)
        assert "several files for p: p.txt, p.xml" in refused.stderr
        assert result("cer", *folders, "--format", "page")["samples"] == 1
        assert "cannot be read as csv" in shell("cer", *folders, "--format", "csv").stderr

    def test_a_folder_is_not_compared_with_a_file(self, tmp_path):
        write(tmp_path / "gt" / "p.txt", text_of(GT))
        ocr = write(tmp_path / "ocr.txt", text_of(OCR))
        assert "give two folders, or two files" in shell("cer", tmp_path / "gt", ocr).stderr

    def test_a_broken_page_is_named(self, tmp_path):
        write(tmp_path / "gt" / "p.xml", page_xml(GT))
        write(tmp_path / "ocr" / "p.xml", page_xml(OCR)[:-9])
        refused = shell("cer", tmp_path / "gt", tmp_path / "ocr")
        assert refused.exit_code == 2
        assert "ocr/p.xml cannot be read as XML" in refused.stderr


class TestLevels:
    def lines(self, tmp_path, gt, ocr, level="line", *options):
        pytest.importorskip("shapely")
        gt, ocr = write(tmp_path / "gt.xml", gt), write(tmp_path / "ocr.xml", ocr)
        details = tmp_path / "details.csv"
        found = result("cer", gt, ocr, "--level", level, "--details", details, *options)
        with details.open(encoding="utf-8", newline="") as file:
            rows = [*csv.DictReader(file)]
        return found, [(row["id"], row["prediction"], row["reference"]) for row in rows]

    @pytest.mark.parametrize(("level", "samples", "characters"), [("region", 2, 8), ("line", 3, 7)])
    def test_cells_of_a_table_are_regions_with_lines(self, tmp_path, level, samples, characters):
        pytest.importorskip("shapely")
        table = page_xml([["abc", "d"], ["123"]]).replace("TextRegion", "TableCell")
        gt = write(tmp_path / "gt.xml", table)
        ocr = write(tmp_path / "ocr.xml", table.replace("123", "124"))
        found = result("cer", gt, ocr, "--level", level)
        assert (found["samples"], found["substitutions"]) == (samples, 1)
        assert found["reference_length"] == characters

    def test_lines_of_the_same_ids_are_matched_by_them(self, tmp_path):
        found, rows = self.lines(tmp_path, page_xml(GT), page_xml(OCR))
        assert found["samples"] == 4
        assert rows[0] == ("r0_l0", "Die alte Seita", "Die alte Seite")

    def test_lines_of_other_ids_are_matched_by_their_overlap(self, tmp_path):
        by_id, _ = self.lines(tmp_path, page_xml(GT), page_xml(OCR))
        by_place, rows = self.lines(tmp_path, page_xml(GT), alto(OCR, order=[1, 0]))
        assert by_place["cer"] == by_id["cer"]
        assert rows[0] == ("r0_l0", "Die alte Seita", "Die alte Seite")

    def test_the_same_ids_at_other_places_are_no_match(self, tmp_path):
        swapped = page_xml(OCR).replace('"r0_l0"', '"x"').replace('"r0_l1"', '"r0_l0"')
        _, rows = self.lines(tmp_path, page_xml(GT), swapped.replace('"x"', '"r0_l1"'))
        assert rows[0] == ("r0_l0", "Die alte Seita", "Die alte Seite")

    def test_regions_are_samples(self, tmp_path):
        found, rows = self.lines(tmp_path, page_xml(GT), alto(OCR), "region")
        assert found["samples"] == 2
        assert [row[0] for row in rows[:1]] == ["r0"]

    def test_a_line_that_one_side_lacks_is_an_empty_text(self, tmp_path):
        fewer = [OCR[0][:1], OCR[1]]
        found, _ = self.lines(tmp_path, page_xml(GT), alto(fewer))
        assert found["deletions"] == len(GT[0][1])
        more, rows = self.lines(tmp_path, page_xml([GT[0]]), alto(GT))
        assert more["insertions"] == sum(map(len, GT[1]))
        assert rows[-1][::2] == ("+b1_l1", "")

    def test_lines_that_ocr_split_become_one(self, tmp_path):
        split = page_xml([["Die alte Seite"]], prefix="s").replace(
            '<TextLine id="sr0_l0"><Coords points="0,0 90,0 90,10 0,10"/>',
            '<TextLine id="one"><Coords points="0,0 40,0 40,10 0,10"/>'
            "<TextEquiv><Unicode>Die</Unicode></TextEquiv></TextLine>"
            '<TextLine id="two"><Coords points="40,0 90,0 90,10 40,10"/>',
        )
        split = split.replace("<Unicode>Die alte Seite</Unicode>", "<Unicode>alte Seite</Unicode>")
        found, _ = self.lines(tmp_path, page_xml([["Die alte Seite"]]), split)
        assert (found["cer"], found["samples"]) == (0, 1)

    def test_without_places_and_ids_in_common_lines_are_refused(self, tmp_path):
        pytest.importorskip("shapely")
        gt, ocr = write(tmp_path / "gt.xml", page_xml(GT)), write(tmp_path / "ocr.xml", tei(OCR))
        refused = shell("cer", gt, ocr, "--level", "line")
        assert "without coordinates the others cannot be matched" in refused.stderr

    def test_lines_without_ids_are_matched_by_their_overlap(self, tmp_path):
        nameless = [re.sub(r' id="[^"]*"', "", page_xml(regions)) for regions in (GT, OCR)]
        found, rows = self.lines(tmp_path, *nameless)
        assert found["samples"] == 4
        assert rows[0] == ("1/1", "Die alte Seita", "Die alte Seite")

    def test_a_line_whose_outline_has_no_area_is_matched_by_its_id(self, tmp_path):
        flat = page_xml(OCR).replace("0,0 90,0 90,10 0,10", "0,0 90,0 45,0")
        found, rows = self.lines(tmp_path, page_xml(GT), flat)
        assert (found["samples"], rows[0][0]) == (4, "r0_l0")

    def test_files_without_pages_have_no_levels(self, tmp_path):
        gt = write(tmp_path / "gt.txt", "a\n")
        assert "which has no pages" in shell("cer", gt, gt, "--level", "line").stderr
