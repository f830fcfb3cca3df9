"""The command line, run as a person runs it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import __version__
from levmetrics.edits.library import kernel_name
from tests.packages import needs_tokenizer
from tests.shell import shell

ROOT = Path(__file__).parents[2]


def columns(output, metric):
    """The cells of a metric's rows."""
    rows = [line for line in output.splitlines() if metric in line]
    return [re.split(r" {2,}", row.strip())[1:] for row in rows]


@pytest.fixture(scope="module")
def demo():
    return shell("demo")


@needs_tokenizer("mecab")
def test_demo_scores_both_files(demo):
    assert demo.exit_code == 0
    shown = {
        "WER, wide beams": ["24.23 %", "1,763", "147", "346", "9,312"],
        "WER, narrow beams": ["33.95 %", "2,395", "523", "243", "9,312"],
        "CER (characters)": ["12.03 %", "1,096", "743", "727", "21,328"],
    }
    for metric, cells in shown.items():
        assert columns(demo.output, metric) == [cells]
    assert columns(demo.output, "CER, wide beams")[0][0] == "11.93 %"
    assert columns(demo.output, "CER, narrow beams")[0][0] == "19.16 %"
    assert columns(demo.output, "ANLS (characters)")[0][0] == "89.92 %"
    assert columns(demo.output, "WER (MeCab words)")[0][-1] == "13,061"


@needs_tokenizer("mecab")
def test_demo_fits_eighty_columns(demo):
    assert max(map(len, demo.output.splitlines())) <= 80


def test_python_m_levmetrics_lists_the_commands():
    done = subprocess.run(
        [sys.executable, "-m", "levmetrics", "--help"], capture_output=True, text=True, check=True
    )
    assert re.search(r"demo\s+Score the example texts", done.stdout)


# --- what cannot be scored, and who reads it -----------------------------------------------------

STEERING = "\x1b]0;owned\x07\x1b[2J\x9b2J\u202e\u2028\udc80"


def competition(folder, label="figure", question_id="q", answer="a", name="gt.json"):
    """Write the two files of a competition, and run its command on them."""
    truth, answers = folder / name, folder / "answers.json"
    question = {"questionId": question_id, "answers": ["a"], "evidence": label}
    truth.write_text(json.dumps({"data": [question]}))
    answers.write_text(json.dumps([{"questionId": "q", "answer": answer}]))
    return shell("competition", truth, answers, columns=200)


def assert_inert(done):
    """Nothing that a terminal is steered by comes out: neither escapes nor turned text."""
    shown = done.output + done.stderr
    assert not any(character in shown for character in STEERING if not character.isprintable())


def assert_one_sentence(done, *parts):
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)  # said, and not raised
    notes = ("references: column", "predictions: column", "rows are matched")
    [sentence] = [line for line in done.stderr.splitlines() if not line.startswith(notes)]
    assert sentence.startswith("Error: ")
    for part in parts:
        assert part in sentence
    assert_inert(done)


def test_labels_and_ids_of_a_competition_cannot_steer_the_terminal(tmp_path):
    label = STEERING.replace("\udc80", "")
    done = competition(tmp_path, label=[label])
    assert done.exit_code == 0
    assert "⟨1B⟩[2J" in done.output
    assert_inert(done)
    assert_one_sentence(competition(tmp_path, question_id=label), "⟨1B⟩")
    assert_one_sentence(competition(tmp_path, label=[STEERING]), "half of a surrogate pair")
    assert_one_sentence(competition(tmp_path, label=[{STEERING: 1}]), "a list of strings")


def test_paths_in_messages_cannot_steer_the_terminal(tmp_path):
    name = "a\x1b[2J\u202e\udc80.json"
    assert_one_sentence(competition(tmp_path, name=name, answer=None), "answers.json")
    assert_one_sentence(competition(tmp_path, name=name, label=3), "a⟨1B⟩[2J⟨202E⟩⟨DC80⟩.json")
    missing = shell("competition", tmp_path / name[::-1], "x")
    assert_one_sentence(missing, "cannot be read: No such file")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "cannot be read: No such file or directory"),
        (lambda path: path.mkdir(), "cannot be read: Is a directory"),
        (lambda path: path.write_bytes(b"\xff"), "is not a UTF-8 file of JSON"),
        (lambda path: path.symlink_to("/proc/self/mem"), "cannot be read: Input/output error"),
        (lambda path: os.mkfifo(path) or path.unlink(), "cannot be read: No such file"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_in_a_sentence(tmp_path, make, message):
    path = tmp_path / "gt.json"
    make(path)
    done = shell("competition", path, path)
    assert_one_sentence(done, f"{path} {message}")


@pytest.mark.parametrize(
    ("encoding", "labels"), [("ascii", ["図"]), ("latin-1", ["😀é"]), ("cp932", ["図", "😀é"])]
)
def test_labels_of_other_scripts_are_shown_on_terminals_that_have_none(tmp_path, encoding, labels):
    for label in labels:
        competition(tmp_path, label=[label])
        done = subprocess.run(
            [sys.executable, "-m", "levmetrics", "competition", "gt.json", "answers.json"],
            cwd=tmp_path,
            capture_output=True,
            env={
                **os.environ,
                "PYTHONIOENCODING": encoding,
                "PYTHONUTF8": "0",
                "PYTHONPATH": str(ROOT),
            },
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert label.encode(encoding, "backslashreplace") in done.stdout


def test_a_label_that_is_named_twice_is_of_one_question(tmp_path):
    done = competition(tmp_path, label=["figure", "figure"])
    assert re.search(r"figure\s+1\s+100\.00 %", done.output)


@pytest.mark.parametrize("kernel", ["compiled", "portable"])
def test_version_says_which_kernel_computes(kernel):
    if kernel == "compiled" and kernel_name() != kernel:
        pytest.skip("the compiled kernel is not installed")
    run = subprocess.run(
        [sys.executable, "-m", "levmetrics", "--version"],
        env={**os.environ, "LEVMETRICS_KERNEL": kernel},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.stdout.startswith(f"levmetrics {__version__}, with the {kernel} kernel")


def test_an_unknown_kernel_is_refused_by_name():
    run = subprocess.run(
        [sys.executable, "-m", "levmetrics", "--version"],
        env={**os.environ, "LEVMETRICS_KERNEL": "fast"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert run.stderr.startswith("Error: unknown LEVMETRICS_KERNEL 'fast'")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["score", "page:"], ["page:order", "page:bag", "page:flexible"]),
        (["wer", "--normalizer", "nfkc,low"], ["nfkc,lower"]),
        (["wer", "--format", "js"], ["json", "jsonl"]),
        (["tokenize", "--tokenizer", "graph"], ["grapheme"]),
    ],
)
def test_a_shell_completes_the_names_that_there_are(words, expected):
    asked = {
        "_LEVMETRICS_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["levmetrics", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = shell(env=asked, prog_name="levmetrics")
    assert done.stdout.split() == [f"plain,{name}" for name in expected]


def documented_line(name):
    table = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    return re.search(rf"^\| {name} \| [^|]* \| `(.*)` \|$", table, re.MULTILINE)[1]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish", "PowerShell"])
def test_the_documented_line_has_the_script_of_its_shell(name):
    line = documented_line(name)
    asked = re.search(r"_LEVMETRICS_COMPLETE ?= ?\"?(\w+)", line)[1]
    assert asked == f"{name.lower()}_source"
    script = shell(env={"_LEVMETRICS_COMPLETE": asked}, prog_name="levmetrics")
    assert script.exit_code == 0
    assert f"{name.lower()}_complete" in script.stdout


def test_bash_completes_commands_by_the_documented_line(tmp_path):
    bash = shutil.which("bash") or pytest.skip("there is no bash")
    program = tmp_path / "levmetrics"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m levmetrics "$@"\n')
    program.chmod(0o755)
    asked = f"""
    {documented_line("bash")}
    COMP_WORDS=(levmetrics con) COMP_CWORD=1
    _levmetrics_completion levmetrics
    echo "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([bash, "-c", asked], env=environment, capture_output=True, text=True)
    assert done.stdout == "confusions convert\n", done.stderr
