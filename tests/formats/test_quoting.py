"""Quotation marks around fields, and as characters of texts: told apart, or asked for.

What a file holds by either rule is what Python's module csv reads by it.
"""

import csv
import io
import random

import pandas as pd
import pytest

from levmetrics import InputError
from tests.formats.tables import detected, table
from tests.shell import run, scored

ROWS = [["1", "a b", "a b"], ["2", '"c d', "c d"], ["3", "e f", "e f"], ["4", "g h", 'g h"']]


def joined(rows, delimiter="\t"):
    """The text of a file without quoting."""
    return "".join(delimiter.join(row) + "\n" for row in [["id", "ref", "hyp"], *rows])


def read(path, quoting=None):
    """The rows of a file below its heading."""
    found = detected(path, quoting=quoting)
    return [
        [*row] for batch in found.batches(["id", "ref", "hyp"]) for row in zip(*batch, strict=True)
    ]


@pytest.mark.parametrize(("name", "delimiter"), [("a.tsv", "\t"), ("a.txt", "\t"), ("a.csv", ",")])
def test_rows_that_a_quotation_mark_may_join_are_asked_for(tmp_path, name, delimiter):
    path = tmp_path / name
    path.write_text(joined(ROWS, delimiter))
    with pytest.raises(InputError, match=r"lines 3 to 5 would be one row .* --quoting none") as no:
        read(path)
    assert no.value.fields == {"file": name, "first": 3, "last": 5}
    assert read(path, "none") == ROWS
    by_csv = [*csv.reader(io.StringIO(path.read_text()), delimiter=delimiter)]
    assert len(by_csv) == 3  # with the heading: two rows for four


def test_two_rows_for_four_are_no_result(tmp_path):
    """As many fields by both rules, so that nothing else shows that rows are lost."""
    rows = [["a b", "a b"], ["c d", '"c d'], ["e f", "e f"], ["g h", 'g x"']]
    path = tmp_path / "a.tsv"
    path.write_text("ref\thyp\n" + "".join("\t".join(row) + "\n" for row in rows))
    asked = ("score", "wer", "--file", path)
    assert "lines 3 to 5 would be one row" in run(*asked, status=2).stderr
    found = scored(*asked, "--quoting", "none")
    assert (found["samples"], found["wer"]) == (4, 2 / 8)
    assert scored(*asked, "--quoting", "standard")["samples"] == 2


def test_a_field_with_tabs_in_it_is_asked_for_if_the_row_then_has_fewer_fields(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text(joined([ROWS[0], ["2", '"c d', 'c d"']]))
    with pytest.raises(InputError, match="line 3 has 2 fields if its quotation marks") as refused:
        read(path)
    assert refused.value.fields["width"] == 3
    assert read(path, "none")[1] == ["2", '"c d', 'c d"']
    with pytest.raises(InputError, match="row 2 has 2 fields"):
        read(path, "standard")


def test_one_column_with_tabs_is_asked_for_and_one_with_commas_is_read(tmp_path):
    text = 'text\n"a\nb"\n'
    (tmp_path / "a.csv").write_text(text)
    assert [*table(tmp_path / "a.csv").batches(["text"])] == [(["a\nb"],)]
    (tmp_path / "a.tsv").write_text(text)
    with pytest.raises(InputError, match="lines 2 to 3 would be one row"):
        [*table(tmp_path / "a.tsv").batches(["text"])]


def test_doubled_marks_show_what_the_others_are(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text('id\tref\thyp\n1\ta "b"\t"c ""d""\n2\te\tf"\n')
    assert read(path) == [["1", 'a "b"', 'c "d"\n2\te\tf']]


def test_other_columns_by_the_other_rule_are_no_question(tmp_path):
    """A heading in quotation marks shows what they are, though each line has three fields too."""
    path = tmp_path / "a.csv"
    path.write_text('"ref, by ear",hyp\n"a, b, c\nd, e",f\n')
    assert [*csv.reader(path.open(newline=""))][1] == ["a, b, c\nd, e", "f"]
    asked = ("score", "wer", "--file", path)
    found = scored(*asked, "--reference-column", "ref, by ear", "--prediction-column", "hyp")
    assert (found["samples"], found["reference_length"]) == (1, 5)


def test_the_delimiter_is_found_by_the_rule_that_is_given(tmp_path):
    """Semicolons in a file whose suffix says commas, below names that are not usual."""
    path = tmp_path / "a.csv"
    path.write_text('wahr;erkannt\na b;"a b\nc, d;c\n')
    asked = ("score", "wer", "--file", path, "--quoting", "none")
    found = scored(*asked, "--reference-column", "wahr", "--prediction-column", "erkannt")
    assert (found["samples"], found["substitutions"], found["deletions"]) == (2, 2, 1)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_what_pandas_quotes_is_read_without_a_question(tmp_path, name):
    chosen = random.Random(0)
    pieces = ["a", "b c", '"', ",", "\n", "\t", ";", "\u4eca\u65e5"]
    texts = [["".join(chosen.choices(pieces, k=5)) for _ in range(3)] for _ in range(200)]
    written = pd.DataFrame(texts, columns=["id", "ref", "hyp"])
    written.to_csv(tmp_path / name, sep="\t" if name == "a.tsv" else ",", index=False)
    assert read(tmp_path / name) == read(tmp_path / name, "standard") == texts


def test_marks_that_do_not_match_name_the_option(tmp_path):
    path = tmp_path / "a.tsv"
    rows = [["1", '"Yes," she said', "yes she said"]]
    path.write_text(joined(rows))
    with pytest.raises(InputError, match="or give --quoting none if they are characters"):
        read(path)
    assert read(path, "none") == rows


def test_a_rule_for_files_without_rules_and_an_unknown_one_are_refused(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("a b\n")
    files = [tmp_path / "ref.txt", tmp_path / "hyp.txt"]
    asked = run("wer", *files, "--quoting", "none", status=2)
    assert "hyp.txt is read as lines; --quoting is for CSV and TSV files" in asked.stderr
    (tmp_path / "a.csv").write_text("ref,hyp\na,b\n")
    said = run("score", "wer", "--file", tmp_path / "a.csv", "--quoting", "no", status=2).stderr
    assert "unknown quoting 'no'; did you mean 'none'?" in said
