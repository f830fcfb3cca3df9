"""What a user can mend ends with status 2 and one sentence; a fault of ours with 1."""

import gzip
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from levmetrics.cli import score
from tests.cli.test_program import ROOT, assert_one_sentence
from tests.files import written
from tests.shell import shell


def broken(name, content):
    def make(folder):
        return written(folder / name, content)

    return make


def forbidden(folder):
    path = written(folder / "hyp.txt", "a\n")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    return path


def directory(folder):
    path = folder / "hyp.txt"
    path.mkdir()
    return path


BROKEN = {
    "an empty file": (broken("hyp.txt", b""), "ref.txt has 2 samples, and hyp.txt 0"),
    "a missing column": (broken("hyp.csv", b"x,y\n1,2\n"), "--prediction-column NAME"),
    "a folder": (directory, "hyp.txt has no pages"),
    "no permission": (forbidden, "cannot be read: Permission denied"),
    "truncated gzip": (broken("hyp.txt.gz", gzip.compress(b"a\n" * 9_999)[:-9]), "truncated"),
}


@pytest.mark.parametrize(("make", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_said_in_one_sentence_and_nothing_is_written(tmp_path, make, message):
    (tmp_path / "ref.txt").write_text("a\nb\n")
    path = make(tmp_path)
    before = sorted(tmp_path.iterdir())
    arguments = ["wer", tmp_path / "ref.txt", path, "--details", tmp_path / "out.csv"]
    assert_one_sentence(shell(*arguments), message)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wer"], "Missing argument 'REF'; see levmetrics wer --help"),
        (["wre"], "No such command 'wre'"),
        (["wer", "a", "b", "--costs", "x"], "unknown costs 'x'"),
        (["score", "wer"], "give --references and --predictions, or one --file"),
        (["score", "bleu", "-r", "a", "-p", "b"], "unknown metric 'bleu'"),
        (["wer", "a", "b", "--tokenizer", "mecb"], "did you mean 'mecab'?"),
        (["wer", "a", "b", "--threshold", "0.5"], "wer has no option --threshold; leave"),
        (["wer", "a", "b", "--alternatives", "x"], "Known: braces, brackets"),
        (["wer", "a", "b", "--reduction", "none"], "unknown reduction 'none'; Known: corpus, mean"),
        (["anls", "a", "b", "--glm", "same.glm"], "anls has no option --glm; leave"),
        (
            ["wer", "a", "b", "--config", "openasr", "--compounds", "join"],
            "openasr fixes --compounds merge; leave it out, or take wer",
        ),
        (["wer", "a", "b", "--format", "docx"], "unknown file format 'docx'"),
    ],
)
def test_a_wrong_word_is_said_in_one_sentence(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "same.glm").write_text("a => b\n")
    assert_one_sentence(shell(*arguments, prog_name="levmetrics"), message)


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "-"])
def test_one_column_is_not_scored_against_itself(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for file in ("a.txt", "a.csv"):
        (tmp_path / file).write_text("text\nb\n")
    done = shell("score", "wer", "--file", name, input="a\nb\n")
    assert_one_sentence(done, "predictions and references are both ")


def test_a_file_of_groups_without_a_usual_column_says_how_to_name_it(tmp_path):
    for name, text in (("ref.txt", "a\n"), ("hyp.txt", "a\n"), ("groups.csv", "x,y\n1,2\n")):
        (tmp_path / name).write_text(text)
    ref, hyp, groups = (str(tmp_path / name) for name in ("ref.txt", "hyp.txt", "groups.csv"))
    done = shell("wer", ref, hyp, "--groups", groups)
    assert_one_sentence(done, "has the columns x, y; keep the one that has the groups, and name it")


def test_ids_of_one_file_alone_are_refused_and_not_matched_by_order(tmp_path):
    (tmp_path / "ref.trn").write_text("a (1)\nb (2)\n")
    (tmp_path / "hyp.trn").write_text("b (2)\na (1)\n")
    (tmp_path / "hyp.txt").write_text("a\nb\n")
    (tmp_path / "groups.txt").write_text("x\ny\n")
    ref, hyp, lines, groups = (
        str(tmp_path / name) for name in ("ref.trn", "hyp.trn", "hyp.txt", "groups.txt")
    )
    for arguments in (
        ["wer", ref, lines],
        ["wer", lines, ref],
        ["wer", ref, hyp, "--groups", groups],
    ):
        done = shell(*arguments)
        assert_one_sentence(done, "has a column of ids, and ", " has none; name it by --id-column")
    by_order = shell("wer", ref, lines, "--by-order", "--json")
    assert json.loads(by_order.stdout)["wer"] == 0.0


def test_a_comparison_of_one_system_is_refused(tmp_path):
    done = shell("compare", "wer", "-r", "a.txt", "-p", "b.txt")
    assert_one_sentence(
        done,
        "compare needs two systems or more: -p old.txt new.txt, or columns",
    )


def test_an_option_of_one_value_is_given_once(tmp_path):
    (file := tmp_path / "a.csv").write_text("a,b,p\nx,y,x\n")
    files, once = (str(file), str(file)), ("--prediction-column", "p", "--reference-column", "a")
    assert shell("rouge", *files, *once).exit_code == 0
    twice = shell("rouge", *files, *once, "--reference-column", "b")
    assert_one_sentence(twice, "--reference-column is given more than once; give it once")


def test_details_of_another_format_are_refused_before_anything_is_scored(tmp_path):
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    for file in files:
        Path(file).write_text("a\n")
    done = shell("wer", *files, "--details", "out.docx")
    assert_one_sentence(done, "--details writes .csv and .parquet, and not out.docx")


def test_a_fault_of_ours_says_how_to_report_it(tmp_path, monkeypatch):
    def fail(*arguments, **options):
        raise KeyError("x")

    monkeypatch.setattr(score, "one_system", fail)
    done = shell("wer", "a", "b")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: this is a bug in levmetrics (KeyError); please report")
    assert done.stderr.count("\n") == 1
    debugged = shell("--debug", "wer", "a", "b")
    assert "Traceback" in debugged.stderr


def levmetrics(*arguments, **options):
    """Start the program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "levmetrics", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_once_and_one_that_closes_early_has_fewer_samples(tmp_path):
    pipe, ref = tmp_path / "hyp", tmp_path / "ref.txt"
    os.mkfifo(pipe)
    ref.write_text("a\nb\n")
    for text, status, said in (("a\nb\n", 0, ""), ("a\n", 2, "ref.txt has 2 samples, and hyp 1;")):
        writer = threading.Thread(target=pipe.write_text, args=(text,))
        writer.start()
        process = levmetrics("wer", ref, pipe)
        _, errors = process.communicate(timeout=60)
        writer.join()
        assert process.returncode == status
        assert said in errors


def test_a_reader_that_has_read_enough_ends_it_without_a_word(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("a b\n" * 20_000)
    process = levmetrics("align", tmp_path / "ref.txt", tmp_path / "hyp.txt")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 141


def test_nothing_heavy_is_loaded_on_the_way(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("a b\n" * 600)
    heavy = ("torch", "pandas", "gradio", "matplotlib", "scipy.stats", "datasets")
    code = f"""
import sys
from levmetrics.cli import app
try:
    app(["wer", "ref.txt", "hyp.txt"])
except SystemExit as end:
    assert not end.code
print([name for name in {heavy} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("[]\n")


def test_help_loads_nothing_of_scoring():
    code = """
import sys
from levmetrics.cli import app
try:
    app(["--help"])
except SystemExit as end:
    assert not end.code
print([name for name in ("numpy", "pyarrow", "levmetrics.core.run") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("[]\n")


def test_a_heading_is_no_sample_though_its_columns_are_given_by_number(tmp_path):
    tables = {
        "y.csv": "y_true,y_pred\na b,a b\nc d e,c d x\n",
        "odd.csv": "foo,bar\na b,a b\nc d e,c d x\n",
        "id.csv": "id,ref,hyp\n1,a b,a b\n",
    }
    for name, text in tables.items():
        path = written(tmp_path / name, text)
        numbers = ["--reference-column", "1", "--prediction-column", "2"]
        done = shell("score", "wer", "--file", path, *numbers)
        assert_one_sentence(
            done, f"{name} may begin with the names of its columns: ", "or add --no-heading"
        )
    arguments = ["score", "wer", "--json", "--file", str(tmp_path / "odd.csv")]
    for named, wer in (
        (["--reference-column", "foo", "--prediction-column", "bar"], 1 / 5),
        ([*numbers, "--no-heading"], 2 / 6),
    ):
        done = shell(*arguments, *named)
        assert json.loads(done.stdout)["wer"] == wer
    done = shell(*arguments, "--no-heading")
    assert_one_sentence(done, "has no heading, as --no-heading says; give the number of the ref")
