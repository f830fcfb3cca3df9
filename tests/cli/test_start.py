"""What the commands import before they do anything: little, for a shell starts them anew."""

import subprocess
import sys

import pytest

from levmetrics.edits.library import kernel_name
from levmetrics.signature import version
from tests.packages import is_installed
from tests.shell import shell

UNICODE = "ｃａｆｅ\u0301、猫。"
SHOW = """
import sys
from levmetrics.cli import app
try:
    app(sys.argv[1:], prog_name="levmetrics")
finally:
    print(*sys.modules, file=sys.stderr)
"""


def imported(*words):
    done = subprocess.run([sys.executable, "-c", SHOW, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {*done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["tokenize", "--help"]])
def test_help_and_version_import_no_packages_but_the_parser_of_arguments(words):
    packages = {name.partition(".")[0] for name in imported(*words)} - {*sys.stdlib_module_names}
    assert {name for name in packages if not name.startswith("_")} <= {"click", "levmetrics"}


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_and_version_load_nothing_that_scores_or_shows_scores(words):
    rooms = {name.split(".")[1] for name in imported(*words) if name.startswith("levmetrics.")}
    needed = {"cli", "edits", "errors", "lazy", "registry", "significance", "system", "version"}
    assert rooms <= needed


def test_a_command_loads_no_module_of_another():
    modules = imported("tokenize", "a b")
    others = {"align", "compare", "confusions", "convert", "gate", "meeting", "report", "score"}
    assert "levmetrics.cli.tokenize" in modules
    assert not modules & {f"levmetrics.cli.{name}" for name in others}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
def test_the_help_of_a_metric_imports_that_metric_alone():
    modules = imported("wer", "--help")
    packages = {name.partition(".")[0] for name in modules} - {*sys.stdlib_module_names}
    assert {name for name in packages if name[0] != "_"} <= {"click", "levmetrics", "numpy"}
    wings = {"meetings", "pages", "records", "similarity"}
    assert not {f"levmetrics.{name}" for name in wings} & modules


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize(
    ("command", "options", "text"),
    [
        (["wer"], [], "the cat sat"),
        (["cer"], [], UNICODE),
        (["wer"], ["--json", "--confidence", "0.95"], UNICODE),
        (["score", "wer"], ["--json", "--confidence", "0.95"], "the cat sat"),
    ],
)
def test_a_score_of_two_files_imports_nothing_that_it_can_do_without(
    tmp_path, command, options, text
):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text(f"{text}\n" * 20, encoding="utf-8")
    files = [str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt")]
    if command[0] == "score":
        files = ["-r", files[0], "-p", files[1]]
    modules = imported(*command, *files, *options)
    packages = {name.partition(".")[0] for name in modules} - {*sys.stdlib_module_names}
    named = {name for name in packages if not name.startswith(("_", "cython_runtime"))}
    of_scripts = set() if text.isascii() else {"regex"}
    assert named <= {"click", "levmetrics", "numpy", *of_scripts}
    assert not modules & {"importlib.metadata", "email", "ssl"}  # slow ones
    others = ("kinds.arrow", "kinds.excel", "pages.markup", "sessions")
    assert not modules & {f"levmetrics.formats.{name}" for name in others}


# What the word error rate of two files of lines does without.
OTHERS = {
    *("concurrent.futures", "gzip", "hashlib", "html", "tempfile", "zipfile"),
    "levmetrics.alignment",
    "levmetrics.alternatives.reading",
    *(f"levmetrics.cli.{name}" for name in ("compare", "examples", "gate", "meeting", "report")),
    "levmetrics.comparison",
    "levmetrics.core.baseline",
    "levmetrics.core.saved",
    *(f"levmetrics.error_rates.{name}" for name in ("formatting", "keywords", "leaderboard")),
    *(f"levmetrics.{wing}" for wing in ("meetings", "pages", "records", "similarity")),
    *(f"levmetrics.normalizers.{name}" for name in ("basic", "numbers", "punctuation")),
    "levmetrics.plotting",
    "levmetrics.rendering.html",
    "levmetrics.reports",
    *(f"levmetrics.significance.{name}" for name in ("paired_tests", "resampling")),
    "levmetrics.sums.group_sums",
    *(f"levmetrics.tokenizers.{name}" for name in ("chinese", "icu", "japanese", "korean")),
}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
def test_a_word_error_rate_of_two_files_loads_one_wing_and_no_tables_of_words(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("the cat sat\n" * 20)
    modules = imported("wer", str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt"))
    assert "levmetrics.error_rates" in modules
    assert not modules & OTHERS


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
def test_a_signature_names_the_packages_that_took_part(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("the cat sat\n" * 9)
    normalizing = f"|pyarrow:{version('pyarrow')}|regex:{version('regex')}"
    for words, packages in (
        (["wer"], ""),
        (["wer", "--normalizer", "lower"], normalizing),
        (["wer", "--confidence", "0.95", "--json"], ""),
    ):
        command = [*words, str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt")]
        done = shell(*command)
        _, _, versions = done.output.partition("|ignore_index:-100")
        assert versions.startswith(f"{packages}|python:"), done.output


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize("words", [["meeting", "tcp"], ["score", "jer"]])
def test_sessions_are_scored_without_scipy_and_pandas(tmp_path, words):
    path = tmp_path / "ref.stm"
    path.write_text("S1 1 anna 0 1 yes\nS1 1 ben 1 2 well\n")
    modules = imported(*words, "-r", str(path), "-p", str(path))
    assert "levmetrics.formats.sessions" in modules
    assert not modules & {"pandas", "scipy.optimize"}


PARSED = """
import ast, inspect
from levmetrics.cli.serve import without_stubs
parsed, parse, getfile = [], ast.parse, inspect.getfile
ast.parse = lambda source, *rest, **how: parsed.append(source) or parse(source, *rest, **how)
with without_stubs():
    import gradio
print(sum("gradio" in source for source in parsed), inspect.getfile is getfile)
"""


@pytest.mark.skipif(not is_installed("gradio"), reason="needs gradio")
def test_the_page_loads_gradio_without_parsing_its_source_and_then_files_are_known_again():
    assert subprocess.check_output([sys.executable, "-c", PARSED], text=True).split() == [
        "0",
        "True",
    ]
