"""What the commands import before they do anything: little, for a shell starts them anew."""

import subprocess
import sys

import pytest

from levmetrics.edits.library import kernel_name
from tests.packages import is_installed

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


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["wer", "--help"]])
def test_help_and_version_import_no_packages_but_the_parser_of_arguments(words):
    packages = {name.partition(".")[0] for name in imported(*words)} - {*sys.stdlib_module_names}
    assert {name for name in packages if not name.startswith("_")} <= {"click", "levmetrics"}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
def test_a_score_of_two_files_imports_nothing_that_it_can_do_without(tmp_path):
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text("the cat sat\n")
    modules = imported("wer", str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt"))
    packages = {name.partition(".")[0] for name in modules} - {*sys.stdlib_module_names}
    named = {name for name in packages if not name.startswith(("_", "cython_runtime"))}
    assert named <= {"click", "cloudpickle", "levmetrics", "numpy", "pyarrow"}
    assert not modules & {"pyarrow.compute", "importlib.metadata", "email", "ssl"}  # slow ones
    others = ("kinds.arrow", "kinds.excel", "pages.markup", "sessions")
    assert not modules & {f"levmetrics.formats.{name}" for name in others}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize(
    "words", [["meeting", "cp"], ["meeting", "tcp"], ["meeting", "der"], ["score", "jer"]]
)
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
