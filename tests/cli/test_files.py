"""What the files of a shell are taken for: never a silent guess."""

import json

import numpy as np
import openpyxl
import pandas as pd
import pytest

from tests.formats.tables import excel
from tests.shell import run, scored

REFERENCES, PREDICTIONS = ["a b", "c d"], ["a b", "c x"]
OBJECTS = [
    {"reference": ref, "prediction": pred}
    for ref, pred in zip(REFERENCES, PREDICTIONS, strict=True)
]


def written(folder, **texts):
    """Write files of these names, without suffix; return their paths."""
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("utt1 a b\nutt2 c d\n", "utt1 a b\nutt2 c x\n"),
        ("utt1 a b\nutt2 c d\n", "utt2 c x\nutt1 a b\n"),
        ("A01 a b\nA02 c d\n", "A02 c x\nA01 a b\n"),
        ("a b (utt1)\nc d (utt2)\n", "c x (utt2)\na b (utt1)\n"),
        ("a.wav a b\nb.wav c d\n", "b.wav c x\na.wav a b\n"),
        ("a b (ann_a)\nc d (ann_b)\n", "c x (ann_b)\na b (ann_a)\n"),
        ("a.wav a b c d\n", "a.wav a b x d\n"),
    ],
)
def test_transcripts_with_ids_are_recognised_without_a_suffix(tmp_path, ref, hyp):
    files = written(tmp_path, ref=ref, hyp=hyp)
    assert scored("wer", *files)["wer"] == 0.25
    assert "rows are matched by the ids of hyp, ref" in run("wer", *files).stderr


def test_ids_of_trn_files_may_differ_in_case(tmp_path):
    ref, hyp = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    ref.write_text("a b (A-1)\nc d (A-2)\n")
    hyp.write_text("c x (a-2)\na b (a-1)\n")
    assert scored("wer", ref, hyp)["wer"] == 0.25
    hyp.write_text("c x (a-2)\na b (A-2)\n")
    assert "has id a-2 more than once" in run("wer", ref, hyp, status=2).stderr


def test_a_repeated_id_of_segments_is_named_with_their_file_and_not_that_of_timed_words(tmp_path):
    stm, ctm = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    stm.write_text("2345 A ann 0 1 a b\n2345 A ann 0 1 a c\n")
    ctm.write_text("2345 A 0.1 0.2 a\n")
    said = run("wer", stm, ctm, status=2).stderr
    assert "ref.stm has id 2345-A-ann-0-1 more than once" in said


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ([], "g.csv has no id u-2, which r.csv has; every sample needs a label"),
        (["--missing", "drop"], "g.csv, speaker, id u-2 is empty; every sample needs a label"),
    ],
)
def test_options_for_missing_texts_are_not_offered_for_missing_labels(missing, said, tmp_path):
    ref, hyp, groups = (tmp_path / name for name in ("r.csv", "h.csv", "g.csv"))
    for path in (ref, hyp):
        path.write_text("id,text\nu-1,a\nu-2,b\n")
    groups.write_text("id,speaker\nu-1,ann\n")
    words = ["score", "wer", "-r", ref, "-p", hyp, "--groups", groups, *missing]
    last = run(*words, status=2).stderr.splitlines()[-1]
    assert last == f"Error: {said}"


def test_a_baseline_names_the_file_whose_ids_are_repeated_and_a_report_has_its_rows(tmp_path):
    table, output = tmp_path / "t.csv", tmp_path / "out"
    table.write_text("id,reference,prediction\nu-1,a,b\nu-1,b,b\n")
    words = ["baseline", table, table, "-o", output]
    said = run(*words, status=2).stderr
    assert "t.csv has id u-1 more than once; give each sample its own; or add --by-order" in said
    run(*words, "--by-order")
    assert output.exists()
    report = tmp_path / "r.html"
    said = run("report", "wer", "-r", table, "-p", table, "-o", report).stderr
    assert said.count("t.csv has id u-1 more than once") == 1
    assert report.exists()


MAYBE_IDS = {
    "numbers": ("1 a b\n2 c d\n", "1 a b\n2 c x\n", 0.25, 1 / 6),
    "repeated": ("1 a b\n2 c d\n2 e f\n", "1 a b\n2 c x\n2 e f\n", None, 1 / 9),
    "one side alone": ("1 a b\n2 c d\n3 e f\n", "1 a b\n2 c x\n4 e f\n", None, 2 / 9),
    "with an empty line": ("1 a b\n\n2 c d\n", "1 a b\n\n2 c x\n", None, 1 / 6),
    "shuffled": ("x a b\ny c d\nz e\n", "z e\ny c x\nx a b\n", 1 / 5, 7 / 8),
    "many": (
        "".join(f"{first} b\n" for first in "abcdefghijklmnopqrst"),
        "".join(
            f"{first} {second}\n"
            for first, second in zip("abcdefghijklmnopqrst", "b" * 19 + "x", strict=True)
        ),
        1 / 20,
        1 / 40,
    ),
}


@pytest.mark.parametrize(("ref", "hyp", "as_ids", "as_words"), MAYBE_IDS.values(), ids=MAYBE_IDS)
def test_what_may_be_ids_or_words_is_asked_for(tmp_path, ref, hyp, as_ids, as_words):
    files = written(tmp_path, ref=ref, hyp=hyp)
    said = run("wer", *files, status=2).stderr
    assert "may begin with ids" in said
    assert "give --format kaldi if they do, or --format lines if these are words" in said
    if as_ids is None:
        run("wer", *files, "--format", "kaldi", status=2)
    else:
        assert scored("wer", *files, "--format", "kaldi")["wer"] == as_ids
    assert scored("wer", *files, "--format", "lines")["wer"] == as_words


REPEATED = {
    "a word with a figure": ("utt1 a b\nutt2 c d\nutt2 e f\n", "kaldi"),
    "all the same": ("a.wav a b\na.wav c d\n", "kaldi"),
    "behind the text": ("a b (utt1)\nc d (utt2)\ne f (utt1)\n", "trn"),
}


@pytest.mark.parametrize(("text", "format"), REPEATED.values(), ids=REPEATED)
def test_a_repeated_id_is_no_word(tmp_path, text, format):
    """Read as lines, the ids would be a third of the words, all of them right."""
    files = written(tmp_path, ref=text, hyp=text.replace(" d", " x"))
    said = run("wer", *files, status=2).stderr
    assert f"give --format {format} if this is an id (each utterance needs its own)" in said
    assert run("wer", *files, "--format", format, status=2).stderr.count("utt") >= ("utt" in text)
    assert scored("wer", *files, "--format", "lines")["wer"] > 0


MAYBE_ID_OF_A_LINE = {
    "an id": ("utt1 a b\n", "utt1 a c\n", "kaldi", 1 / 2, 1 / 3),
    "a number with zeros": ("0007 a b\n", "0007 a c\n", "kaldi", 1 / 2, 1 / 3),
    "behind the text": ("a b (utt1)\n", "a c (utt1)\n", "trn", 1 / 2, 1 / 3),
}


@pytest.mark.parametrize(
    ("ref", "hyp", "format", "as_id", "as_word"),
    MAYBE_ID_OF_A_LINE.values(),
    ids=MAYBE_ID_OF_A_LINE,
)
def test_a_line_that_may_have_an_id_is_asked_for(tmp_path, ref, hyp, format, as_id, as_word):
    files = written(tmp_path, ref=ref, hyp=hyp)
    assert f"give --format {format} if they do" in run("wer", *files, status=2).stderr
    assert scored("wer", *files, "--format", format)["wer"] == as_id
    assert scored("wer", *files, "--format", "lines")["wer"] == as_word


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("hello you\nbye\n", "hello you\nbye\n"),
        ("2 cups of flour\n2 eggs\n", "2 cups of flower\n2 eggs\n"),
        ("3rd of May\n", "3rd of march\n"),
        ("covid-19 is here\ncovid-19 is there\n", "covid-19 is here\ncovid-19 is there\n"),
        ("1st\n2nd\n", "1st\n2nd\n"),
        ("a b\na c\n", "a c\na b\n"),
    ],
)
def test_short_texts_that_begin_alike_are_lines_and_it_is_said(tmp_path, ref, hyp):
    done = run("wer", *written(tmp_path, ref=ref, hyp=hyp))
    samples = "2 samples" if ref.count("\n") == 2 else "1 sample"
    assert done.stderr == f"read as lines, {samples}\n"


def test_ids_of_one_side_alone_are_no_words(tmp_path):
    files = written(tmp_path, ref="utt1 a b\nutt2 c d\n", hyp="a b\nc x\n")
    assert (
        "Error: ref has a column of ids, and hyp has none; " in run("wer", *files, status=2).stderr
    )


def test_texts_by_their_ids_are_matched_and_lists_of_texts_are_in_order(tmp_path):
    ref, hyp = tmp_path / "ref.json", tmp_path / "hyp.json"
    ref.write_text(json.dumps(dict(zip("xy", REFERENCES, strict=True))))
    hyp.write_text(json.dumps(dict(zip("yx", PREDICTIONS[::-1], strict=True))))
    assert scored("wer", ref, hyp)["wer"] == 0.25
    ref.write_text(json.dumps(REFERENCES))
    hyp.write_text(json.dumps(PREDICTIONS))
    assert scored("wer", ref, hyp)["wer"] == 0.25


@pytest.mark.parametrize(
    ("value", "what"),
    [({"text": "a b"}, "an object"), (True, "true"), ([1, "a"], "a list"), ([["a"]], "a list")],
)
def test_what_is_no_text_is_refused_with_its_row(tmp_path, value, what):
    (tmp_path / "a.json").write_text(json.dumps([*OBJECTS, {**OBJECTS[0], "reference": value}]))
    said = run("score", "wer", "--file", tmp_path / "a.json", status=2).stderr
    assert f"Error: a.json, reference, row 3 is {what}; every sample needs a text" in said


def test_a_table_without_a_heading_is_read_by_numbers_though_its_first_row_is_right(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a b,a b\nc d,c x\n")
    numbers = ("--reference-column", 1, "--prediction-column", 2)
    assert scored("score", "wer", "--file", path, *numbers)["wer"] == 0.25
    said = run("score", "wer", "--file", path, status=2).stderr
    assert "a.csv has the columns a b, a b; say which has the references" in said


JAPANESE = ["今日は良い天気", "日本語"], ["今日はいい天気", "日本語"]


def test_each_side_has_its_encoding(tmp_path):
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("\n".join(JAPANESE[0]), "cp932")
    hyp.write_text("\n".join(JAPANESE[1]), "utf-8")
    files = ("cer", ref, hyp)
    assert scored(*files, "--reference-encoding", "cp932")["cer"] == 0.1
    told = ("--encoding", "cp932", "--prediction-encoding", "utf-8")
    assert scored(*files, *told)["cer"] == 0.1


def test_an_encoding_that_a_file_looks_like_is_taken_and_said(tmp_path):
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("\n".join(JAPANESE[0] * 9), "cp932")
    hyp.write_text("\n".join(JAPANESE[1] * 9), "utf-8")
    done = run("cer", ref, hyp)
    assert "10.00 %" in done.stdout
    assert done.stderr == (
        "ref.txt is read as Shift_JIS (cp932), which it looks like; --encoding NAME sets another\n"
        "read as lines, 18 samples\n"
    )


def test_a_text_from_standard_input_is_read_once_though_its_encoding_is_found(tmp_path):

    from tests.shell import shell

    ref = tmp_path / "ref.txt"
    ref.write_text("\n".join(JAPANESE[0] * 9), "utf-8")
    text = "\n".join(JAPANESE[1] * 9).encode("cp932")
    done = shell("cer", ref, "-", input=text)
    assert done.exit_code == 0, done.output
    assert "standard input is read as Shift_JIS (cp932)" in done.stderr
    assert "10.00 %" in done.stdout


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path):
    paths = [tmp_path / side / "page.txt" for side in ("gt", "ocr")]
    for path, text in zip(paths, ("a\nb\n", "a\n"), strict=True):
        path.parent.mkdir()
        path.write_text(text)
    said = run("wer", *paths, status=2).stderr
    assert said.startswith("Error: gt/page.txt has 2 samples, and ocr/page.txt 1; ")


def test_missing_predictions_follow_kaldi_s_modes_and_are_said(tmp_path):
    ref, hyp = written(tmp_path, ref="u-1 a b\nu-2 c d\n", hyp="u-1 a x\nu-3 e\n")
    said = run("wer", ref, hyp, status=2).stderr
    assert "hyp has no id u-2, which ref has; give both or none; or add --missing empty" in said
    for policy, wer in (("all", 3 / 4), ("present", 1 / 2), ("drop", 1 / 2), ("empty", 4 / 4)):
        result = scored("wer", ref, hyp, "--missing", policy)
        assert result["wer"] == wer
        assert f"|missing:{policy}|" in result["signature"]
    said = run("wer", ref, hyp, "--missing", "all").stderr
    assert "1 missing text was scored as empty: hyp, text" in said
    assert "1 missing text was left out: ref, text" in said
    assert "unknown missing 'none'" in run("wer", ref, hyp, "--missing", "none", status=2).stderr


def test_nulls_are_missing_and_empty_texts_are_texts(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [{"reference": "a b", "prediction": None}, {"reference": "c", "prediction": ""}]
    path.write_text("\n".join(map(json.dumps, rows)))
    said = run("wer", path, path, status=2).stderr
    assert "a.jsonl, prediction, row 1 is empty; every sample needs a text; or add" in said
    assert scored("wer", path, path, "--missing", "empty")["deletions"] == 3
    assert scored("wer", path, path, "--missing", "drop")["deletions"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["wer", "ref.csv", "hyp.csv", "--details", "ref.csv"],
        ["report", "wer", "-r", "ref.csv", "-p", "hyp.csv", "-o", "hyp.csv"],
        ["report", "wer", "-r", "ref.csv", "-p", "hyp.csv", "-o", "./ref.csv"],
        ["wer", "ref.csv", "hyp.csv", "--groups", "a.csv", "--details", "a.csv"],
        ["wer", "ref.csv", "hyp.csv", "--glm", "a.csv", "--details", "a.csv"],
        ["report", "wer", "-r", "ref.csv", "-p", "hyp.csv", "--groups", "a.csv", "-o", "a.csv"],
        ["baseline", "ref.csv", "hyp.csv", "--glm", "a.csv", "-o", "a.csv"],
        ["gate", "ref.csv", "hyp.csv", "--baseline", "b", "--groups", "a.csv", "--junit", "a.csv"],
    ],
)
def test_no_file_that_is_read_is_written(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    text = "text\na b\nc d\n"
    for name in ("ref.csv", "hyp.csv", "a.csv"):
        (tmp_path / name).write_text(text)
    assert "is both read and written" in run(*words, status=2).stderr
    assert {path.read_text() for path in tmp_path.iterdir()} == {text}


def test_a_column_with_the_same_values_in_both_files_matches_their_rows(tmp_path):
    ref, hyp = tmp_path / "ref.csv", tmp_path / "hyp.csv"
    ref.write_text("path,reference\n1.wav,a b\n2.wav,c d\n3.wav,e f\n")
    hyp.write_text("path,prediction\n3.wav,e f\n1.wav,a b\n2.wav,c x\n")
    files = ("wer", ref, hyp)
    assert scored(*files)["wer"] == 1 / 6
    assert "rows are matched by the ids in hyp.csv: path, ref.csv: path; " in run(*files).stderr
    assert scored(*files, "--by-order")["wer"] == 1
    details = tmp_path / "details.csv"
    run(*files, "--details", details)
    assert list(pd.read_csv(details)["id"]) == ["1.wav", "2.wav", "3.wav"]


def test_columns_that_match_different_rows_are_asked_about(tmp_path):
    ref, hyp = tmp_path / "ref.csv", tmp_path / "hyp.csv"
    ref.write_text("path,clip,reference\n1,x,a b\n2,y,c d\n")
    hyp.write_text("path,clip,prediction\n2,x,c d\n1,y,a b\n")
    files = ("wer", ref, hyp)
    said = run(*files, status=2).stderr
    assert "in path, clip, which match different rows; name the right one by --id-column" in said
    assert scored(*files, "--id-column", "path")["wer"] == 0
    assert scored(*files, "--id-column", "clip")["wer"] == 1


def test_a_file_without_the_ids_that_others_share_is_asked_about(tmp_path):
    ref, hyp, speakers = (tmp_path / name for name in ("ref.csv", "hyp.csv", "speakers.txt"))
    ref.write_text("path,reference\n1,a b\n2,c d\n")
    hyp.write_text("path,prediction\n2,c d\n1,a x\n")
    speakers.write_text("ann\nbob\n")
    said = run("wer", ref, hyp, "--groups", speakers, status=2).stderr
    assert "has a column of ids, and speakers.txt has none" in said


def test_an_empty_row_of_a_sheet_keeps_the_rows_below_it_in_order(tmp_path):
    ref, hyp = tmp_path / "ref.xlsx", tmp_path / "hyp.xlsx"
    ref.write_bytes(excel([["n", "reference"], [1, "a"], [2, "b"], [3, "c"], [], [5, "e"]]))
    hyp.write_bytes(excel([["n", "prediction"], [1, "a"], [], [3, "c"], [4, "d"], [5, "x"]]))
    result = scored("wer", ref, hyp)
    counts = [result[name] for name in ("substitutions", "deletions", "insertions", "hits")]
    assert (result["wer"], counts) == (0.75, [1, 1, 1, 2])


def test_a_cell_with_an_error_is_missing_and_a_number_format_is_said(tmp_path):
    book = openpyxl.Workbook()
    for row in (["reference", "prediction"], ["12.50", 12.5], ["a", "#N/A"], ["b", "b"]):
        book.active.append(row)
    book.active["B2"].number_format = "0.00"
    path = tmp_path / "a.xlsx"
    book.save(path)
    said = run("score", "wer", "--file", path, status=2).stderr
    assert "a.xlsx, cell B3 is #N/A; every sample needs a text; or add --missing empty" in said
    file = ("score", "wer", "--file", path, "--missing", "empty")
    assert scored(*file)["wer"] == 2 / 3
    said = run(*file).stderr
    assert said.count("numbers and dates of a.xlsx are read as they are stored") == 1
    assert "1 missing text was scored as empty: a.xlsx, prediction" in said


ANSWERS = [["1886", "in 1886"], ["Coca Cola"], ["it's", "its"]]
ANSWERED = ["1886", "coca cola", "it s"]


@pytest.fixture
def answers(tmp_path):
    """Write answers and predictions to a table, as pandas writes them."""

    def write(references, predictions=ANSWERED, name="a.csv"):
        frame = pd.DataFrame({"answers": references, "prediction": predictions})
        path = tmp_path / name
        if path.suffix == ".xlsx":
            frame.astype(str).to_excel(path, index=False)
        elif path.suffix == ".jsonl":
            frame.to_json(path, orient="records", lines=True)
        else:
            frame.to_csv(path, index=False)
        return ("score", "anls:docvqa", "--file", path)

    return write


@pytest.mark.parametrize("form", [str, json.dumps, lambda answer: str(np.array(answer))])
@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_references_that_are_texts_of_lists_are_read_as_several(answers, form, name):
    as_lists = scored(*answers(ANSWERS, name="a.jsonl"))["anls"]
    assert as_lists == (1 + 1 + 3 / 4) / 3  # worked out by hand
    files = answers([*map(form, ANSWERS)], name=name)
    assert scored(*files)["anls"] == as_lists
    said = f"the texts of lists in {name}, answers are read as several references each"
    assert run(*files).stderr.count(said) == 1
    assert scored(*files, "--list-texts", "keep")["anls"] < 0.4


def test_references_of_which_some_are_texts_of_lists_are_asked_about(answers):
    files = answers([str(ANSWERS[0]), "Coca Cola", "it's"])
    said = run(*files, status=2).stderr
    assert "a.csv, answers, row 1 is the text of a list, and a.csv, answers, row 2 is not" in said
    assert scored(*files, "--list-texts", "read")["anls"] == (1 + 1 + 3 / 4) / 3
    assert scored(*files, "--list-texts", "keep")["anls"] == (0 + 1 + 3 / 4) / 3


def test_an_empty_cell_among_lists_is_an_empty_text(answers):
    files = answers([str(ANSWERS[0]), None, str(ANSWERS[2])], ["1886", "", "it s"])
    assert scored(*files)["anls"] == (1 + 1 + 3 / 4) / 3


def test_predictions_that_are_texts_of_lists_are_asked_about(answers):
    lists = [str([answer]) for answer in ANSWERED]
    files = answers([*map(str, ANSWERS)], lists)
    said = run(*files, status=2).stderr
    assert "references and predictions are the texts of lists; " in said
    assert "add --list-texts read, " in said
    files = answers(ANSWERED, lists)
    assert "every prediction is the text of a list, and no " in run(*files, status=2).stderr
    assert scored(*files, "--list-texts", "keep")["samples"] == 3


def test_a_list_without_strings_has_no_reference(answers):
    said = run(*answers(["[]", "['a']", "['b']"]), status=2).stderr
    assert "a.csv, answers, row 1 is a list; every sample needs a text" in said


def test_lines_that_look_like_lists_are_texts(tmp_path):
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("['a', 'b']\nc d\n")
    hyp.write_text("['a', 'b']\nc d\n")
    assert scored("wer", ref, hyp)["wer"] == 0


def test_nan_is_a_missing_text(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [{"reference": "a", "prediction": float("nan")}, {"reference": "b", "prediction": "b"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    pd.DataFrame({"reference": [1.5, 2.5], "prediction": [float("nan"), 2.5]}).to_parquet(
        tmp_path / "a.parquet"
    )
    for name in ("a.jsonl", "a.parquet"):
        file = ("score", "wer", "--file", tmp_path / name)
        said = run(*file, status=2).stderr
        assert f"{name}, prediction, row 1 is " in said
        assert "; every sample needs a text; or add --missing empty" in said
        assert scored(*file, "--missing", "empty")["wer"] == 0.5
        assert "1 missing text was scored as empty" in run(*file, "--missing", "empty").stderr


def test_nan_in_a_record_is_a_wrong_field_and_said(tmp_path):
    ref, hyp = tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl"
    ref.write_text('{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n')
    hyp.write_text('{"a": NaN, "b": "x"}\n\ufeff{"a": 2, "b": "y"}\n', "utf-8")
    files = ("score", "record", "-r", ref, "-p", hyp, "--format", "records")
    result = scored(*files)
    assert (result["record_anls"], result["unreadable"]) == (0.75, 0)
    assert run(*files).stderr.count("fields that are NaN are scored as wrong: 1, the first") == 1


def test_a_column_of_lines_cannot_be_named(tmp_path):
    ref, hyp = written(tmp_path, ref="a b\n", hyp="a b\n")
    for option in ("--id-column", "--reference-column"):
        said = run("wer", ref, hyp, option, "id", status=2).stderr
        assert " has a single column without a name, and so no column 'id'; leave this name" in said


def test_a_row_that_one_file_lacks_shifts_no_others(tmp_path):
    ref, hyp = tmp_path / "ref.csv", tmp_path / "hyp.csv"
    ref.write_text("path,reference\n1.wav,a\n2.wav,b\n3.wav,c\n")
    hyp.write_text("path,prediction\n2.wav,b\n3.wav,c\n4.wav,d\n")
    said = run("wer", ref, hyp, status=2).stderr
    assert "have most values of path in common, but in other rows; give both the same rows" in said
    assert "or add --id-column path (and --missing), or --by-order" in said
    result = scored("wer", ref, hyp, "--id-column", "path", "--missing", "empty")
    assert [result[name] for name in ("hits", "deletions", "insertions")] == [2, 1, 1]
    assert scored("wer", ref, hyp, "--by-order")["wer"] == 1


COMMON_VOICE = """\
client_id\tpath\tsentence_id\tsentence\tsentence_domain\tup_votes\tlocale
5a\tcv_1.mp3\t71\ta b\t\t2\ten
5b\tcv_2.mp3\t72\tc d\t\t2\ten
"""


def test_the_sentences_of_common_voice_are_texts(tmp_path):
    """In files without a column of a side, and the references beside a column of predictions."""
    (tmp_path / "test.tsv").write_text(COMMON_VOICE)
    (tmp_path / "hyp.csv").write_text("path,hyp\ncv_2.mp3,c x\ncv_1.mp3,a b\n")
    (tmp_path / "own.tsv").write_text(COMMON_VOICE.replace("c d", "c x"))
    (tmp_path / "both.csv").write_text("path,sentence,hyp\n1,a b,a b\n2,c d,c x\n")
    both = ("score", "wer", "--file", tmp_path / "both.csv")
    for asked in (
        ("wer", tmp_path / "test.tsv", tmp_path / "hyp.csv"),
        ("wer", tmp_path / "test.tsv", tmp_path / "own.tsv"),
        both,
    ):
        found = scored(*asked)
        assert (found["wer"], found["substitutions"], found["hits"]) == (1 / 4, 1, 3)
    assert "references: column sentence of both.csv" in run(*both).stderr


@pytest.mark.parametrize("names", ["sentence,label", "hyp,output,sentence"])
def test_a_column_of_texts_is_no_prediction_beside_what_may_be_a_side(tmp_path, names):
    (tmp_path / "a.csv").write_text(f"{names}\n{','.join('xyz'[: names.count(',') + 1])}\n")
    said = run("score", "wer", "--file", tmp_path / "a.csv", status=2).stderr
    assert "say which has the predictions: --prediction-column NAME" in said
