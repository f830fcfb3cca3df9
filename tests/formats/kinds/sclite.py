"""NIST's scorer, if it is installed (``apt install sctk``): the oracle of its own formats."""

import re
import shutil
import subprocess

import pytest

needs_sclite = pytest.mark.skipif(not shutil.which("sctk"), reason="sclite is not installed")

_SAMPLE = re.compile(r"<PATH id=\"\((.*?)\)\"[^>]*>\n(.*?)\n?</PATH>", re.DOTALL)
_EDIT = re.compile(r'([CSDI]),(?:"(.*?)")?,(?:"(.*?)")?(?=[:,]|$)')


def sclite(*arguments):
    """Each utterance's edits by its id: what was done, the reference word and the hypothesis's."""
    command = ["sctk", "sclite", *map(str, arguments), "-e", "utf-8", "-f", "0", "-o", "sgml"]
    done = subprocess.run([*command, "stdout"], capture_output=True, text=True, check=True)
    return {name: _EDIT.findall(edits) for name, edits in _SAMPLE.findall(done.stdout)}
