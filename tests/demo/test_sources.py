"""Where each side is from: recognised, or chosen by the visitor, and never filled in."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics.demo.example_boxes import ENGLISH, JAPANESE, example
from levmetrics.demo.sources import PASTED, FileColumn, both_sides, by_name, offer
from levmetrics.errors import InputError

BOXES = {"predictions": "", "references": ""}
DATA = Path(__file__).parents[2] / "examples/data"


def written(folder, **files):
    """Write files, whose names are given with an underscore for the dot, and return their paths."""
    paths = []
    for name, content in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        paths.append(str(path))
    return paths


def texts(files, predictions, references, boxes=BOXES):
    """Return both sides' texts, chosen as a visitor does."""
    sources = {"predictions": predictions, "references": references}
    return [side.texts for side in both_sides(sources, boxes, by_name(files))]


RECOGNISED = {
    "english": "hyp,ref\na b,a b\nc,d\n",
    "japanese": "予測,正解\na b,a b\nc,d\n",
    "semicolons": "model output;gold\na b;a b\nc;d\n",
    "commas within semicolons": 'model output;gold\n"a b";a b\nc;d\n',
    "underscores": "Model_Output,Ground_Truth\na b,a b\nc,d\n",
    "tabs": "prediction\treference\na b\ta b\nc\td\n",
    "more columns": "id,hyp,ref,note\n1,a b,a b,x\n2,c,d,y\n",
}


@pytest.mark.parametrize("content", RECOGNISED.values(), ids=RECOGNISED)
def test_columns_are_recognised_by_names_that_say_their_side(tmp_path, content):
    files = written(tmp_path, a_csv=content)
    found = offer(files)
    assert texts(files, *found.guesses.values()) == [["a b", "c"], ["a b", "d"]]
    (note,) = found.notes
    assert note.startswith("a.csv: its first row was read as column names: ")


UNRECOGNISED = {
    "either side": ("transcription,sentence\na b,a b\nc,d\n", "transcription", "sentence"),
    "a question's answer": ("answer,text\na b,a b\nc,d\n", "answer", "text"),
    "semicolons": ("satz 1;satz 2\na b;a b\nc;d\n", "satz 1", "satz 2"),
    "no header": ("a b,a b\nc,d\n", 1, 2),
    "no header, of three": ("1\ta b\tx a b\n2\tc\tx d\n", 2, 3),
    "two that fit": ("hyp,output,x\na b,c,y\nc,d,z\n", "hyp", "x"),
}


@pytest.mark.parametrize(("content", "first", "second"), UNRECOGNISED.values(), ids=UNRECOGNISED)
def test_other_columns_are_the_visitors_choice(tmp_path, content, first, second):
    files = written(tmp_path, a_csv=content)
    found = offer(files)
    assert list(found.guesses.values()) == [None, None]
    for sources in ((None, None), (PASTED, None)):
        with pytest.raises(
            InputError, match=r"^choose where the (predictions|references) are from"
        ):
            texts(files, *sources)
    values = [value for _, value in found.choices]
    chosen = [FileColumn("a.csv", key).written() for key in (first, second)]
    assert set(chosen) <= set(values)
    preds, _ = texts(files, *chosen)
    assert preds == ["a b", "c"]


@pytest.mark.parametrize(
    ("name", "loaded", "keys"),
    [("speech_en.tsv", ENGLISH, ("wide_beams", "reference")), ("ocr_ja.tsv", JAPANESE, (3, 2))],
)
def test_the_repositorys_own_files_have_all_their_rows(name, loaded, keys):
    files = [str(DATA / name)]
    preds, target = texts(files, *(FileColumn(name, key).written() for key in keys))
    own = example(loaded)
    assert preds[:200] == own.predictions.split("\n")
    assert target[:200] == own.references.split("\n")


def test_of_two_systems_in_a_file_the_visitor_chooses_one():
    found = offer([str(DATA / "speech_en.tsv")])
    assert found.guesses == {
        "predictions": None,
        "references": FileColumn("speech_en.tsv", "reference").written(),
    }


def test_a_first_row_that_may_be_a_sample_is_shown_and_can_be_chosen_as_one(tmp_path):
    files = written(tmp_path, a_csv="rain,shine\nwet,dry\n")
    found = offer(files)
    assert found.notes == [
        "a.csv: its first row was read as column names: rain, shine. If it is a sample, choose "
        "columns with 'no header'"
    ]
    assert [label for label, _ in found.choices] == [
        "a.csv: rain",
        "a.csv: shine",
        "a.csv: column 1, no header (rain)",
        "a.csv: column 2, no header (shine)",
    ]
    sources = [FileColumn("a.csv", number).written() for number in (1, 2)]
    assert texts(files, *sources) == [["rain", "wet"], ["shine", "dry"]]


def test_a_first_row_that_repeats_itself_can_only_be_a_sample(tmp_path):
    files = written(tmp_path, a_csv="yes,yes\nno,yes\n")
    found = offer(files)
    assert found.notes == [
        "a.csv has two columns named 'yes'; rename one, or if its first row is a sample choose "
        "columns with 'no header'"
    ]
    assert texts(files, *(value for _, value in found.choices)) == [["yes", "no"], ["yes", "yes"]]


def test_one_recognised_side_leaves_the_other_to_be_chosen(tmp_path):
    files = written(tmp_path, a_csv="hyp\na\n")
    found = offer(files)
    assert found.guesses["references"] is None
    with pytest.raises(InputError, match="choose where the references are from"):
        texts(files, found.guesses["predictions"], None, {**BOXES, "references": "an example"})


def test_one_column_is_not_both_sides(tmp_path):
    files = written(tmp_path, a_csv="hyp,ref\na,b\n")
    source = FileColumn("a.csv", "hyp").written()
    with pytest.raises(InputError, match=r"predictions and references are both a\.csv: hyp"):
        texts(files, source, source)


def test_both_may_be_pasted_beside_files_and_one_may_be(tmp_path):
    files = written(tmp_path, a_csv="hyp,ref\na,b\n")
    boxes = {"predictions": "x", "references": "y"}
    assert texts(files, PASTED, PASTED, boxes) == [["x"], ["y"]]
    source = FileColumn("a.csv", "hyp").written()
    preds, target = both_sides({"predictions": source, "references": PASTED}, boxes, by_name(files))
    assert (preds.source, preds.texts) == ("a.csv: hyp", ["a"])
    assert (target.source, target.texts) == ("pasted text", ["y"])


@pytest.mark.parametrize(
    ("side", "other"), [("predictions", "references"), ("references", "predictions")]
)
def test_an_empty_box_beside_text_is_named(side, other):
    with pytest.raises(InputError, match=f"there are no {side} yet: paste them"):
        texts([], None, None, {side: "", other: "a"})


def test_the_source_of_an_example_is_named_until_it_is_changed():
    own = example(ENGLISH)
    boxes = {"predictions": own.predictions + " now", "references": own.references}
    preds, target = both_sides(dict.fromkeys(BOXES), boxes, {})
    assert preds.source == "pasted text"
    assert target.source == f"example ({ENGLISH})"


def test_a_bad_file_is_named_and_the_good_ones_stay(tmp_path):
    pq.write_table(pa.table({"ref": ["a", "b"]}), tmp_path / "c.parquet")
    files = written(
        tmp_path,
        a_txt=b"\x89PNG\r\n\x1a\n\0\0",
        b_txt=b"GIF89a\0\0",
        d_csv="hyp\na\nb\n",
        e_jsonl="{",
        f_parquet=b"PAR1",
    )
    found = offer([*files, str(tmp_path / "c.parquet")])
    said = "\n".join(found.notes)
    for name, why in (
        ("a.txt", "it is no text in UTF-8"),
        ("b.txt", "it holds U+0000, as pictures and other binary files do"),
        ("e.jsonl", "is no JSON"),
        ("f.parquet", "it is no parquet file, or a damaged one"),
    ):
        assert any(n.startswith(name) and why in n and "left out" in n for n in found.notes), said
    assert "/" not in said
    assert texts([*files, str(tmp_path / "c.parquet")], *found.guesses.values()) == [
        ["a", "b"],
        ["a", "b"],
    ]


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_a_japanese_file_in_another_encoding_is_read_as_what_it_looks_like(tmp_path, encoding):
    content = "予測,正解\n今日はいい天気です,今日は良い天気です\n明日も晴れ,明日も晴れ\n"
    files = written(tmp_path, a_csv=content.encode(encoding))
    found = offer(files)
    assert f"({encoding}), which it looks like" in found.notes[0]
    assert texts(files, *found.guesses.values()) == [
        ["今日はいい天気です", "明日も晴れ"],
        ["今日は良い天気です", "明日も晴れ"],
    ]


def test_a_parquet_file_is_not_taken_for_text_of_another_encoding(tmp_path):
    pq.write_table(pa.table({"ref": ["天気"], "hyp": ["天候"]}), tmp_path / "c.parquet")
    files = [str(tmp_path / "c.parquet")]
    found = offer(files)
    assert found.notes == []
    assert texts(files, *found.guesses.values()) == [["天候"], ["天気"]]


def test_files_of_one_name_are_refused_together(tmp_path):
    (tmp_path / "x").mkdir()
    files = written(tmp_path, a_csv="hyp\na\n") + written(tmp_path / "x", a_csv="hyp\nb\n")
    found = offer(files)
    assert found.choices == []
    assert found.notes == ["two files are named a.csv; rename one, and upload both again"]


def test_delimiters_that_cannot_be_told_apart_are_refused(tmp_path):
    files = written(tmp_path, a_csv="a,b;c\nd,e;f\n")
    assert offer(files).notes == [
        "a.csv can be read with commas and semicolons between its columns; put its texts into "
        "quotes, or name a column prediction or reference; it is left out"
    ]


@pytest.mark.parametrize(
    "source", ["a.csv", "[]", "[1, 2]", '["a.csv"]', '["a.csv", null]', "{}", 5]
)
def test_a_source_that_is_no_choice_is_asked_for_again(tmp_path, source):
    files = written(tmp_path, a_csv="hyp,ref\na,b\n")
    with pytest.raises(InputError, match="choose where the predictions are from in the list"):
        texts(files, source, None)


@pytest.mark.parametrize("key", ["x", 0, 3])
def test_a_column_that_is_not_in_the_file_is_named(tmp_path, key):
    files = written(tmp_path, a_csv="x1,ref\na,b\n", b_jsonl='{"x1": "a"}')
    for file in ("a.csv", "b.jsonl"):
        source = FileColumn(file, key).written()
        with pytest.raises(InputError, match="has no column"):
            texts(files, source, PASTED)


def test_a_file_that_is_gone_is_asked_for_again(tmp_path):
    source = FileColumn("a.csv", "hyp").written()
    files = written(tmp_path, b_csv="hyp\na\n")
    with pytest.raises(InputError, match="the file of the predictions is no longer there"):
        texts(files, source, PASTED)
    (tmp_path / "b.csv").unlink()
    with pytest.raises(InputError, match=r"^b\.csv is no longer there; upload it again$"):
        texts(files, FileColumn("b.csv", "hyp").written(), PASTED)


@pytest.mark.usefixtures("vertical_lines")
def test_a_registered_format_is_offered_for_upload_and_read(tmp_path):
    from levmetrics.demo.page import build

    components = build().blocks.values()
    (upload,) = [own for own in components if getattr(own, "elem_id", None) == "files"]
    assert upload.file_types == [".txt", ".csv", ".tsv", ".psv", ".jsonl", ".parquet"]
    shown = [str(getattr(own, "value", "")) for own in components]
    assert any(text.startswith("Paste what a model") and ".psv" in text for text in shown)
    files = written(tmp_path, a_psv="hyp|ref\na, b|c\n")
    assert texts(files, *offer(files).guesses.values()) == [["a, b"], ["c"]]
