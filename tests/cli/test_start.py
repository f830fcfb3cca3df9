"""What the commands import before they do anything: little, for a shell starts them anew."""

import subprocess
import sys

import pytest

SHOW = """
import sys
from levmetrics.cli import app
try:
    app(sys.argv[1:], prog_name="levmetrics")
finally:
    print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
"""


def imported(*words):
    done = subprocess.run([sys.executable, "-c", SHOW, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {*done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["wer", "--help"]])
def test_help_and_version_import_no_packages_but_the_parser_of_arguments(words):
    others = {*imported(*words)} - {*sys.stdlib_module_names}
    assert {name for name in others if not name.startswith("_")} <= {"click", "levmetrics"}
