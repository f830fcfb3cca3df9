"""Every target of the fuzzer holds for the inputs that it begins with, and for some beside them."""

import random

import pytest

from levmetrics.formats.files import family_of
from tests.fuzzing.seeds import seeds, unknown_targets
from tests.fuzzing.targets import TARGETS

for _package in ("icu4py", "jieba", "kiwipiepy", "lxml", "num2words", "openpyxl", "sudachipy"):
    pytest.importorskip(_package)  # what is fuzzed beside the core
pytest.importorskip("whisper_normalizer")


def changed(data, rng):
    """A copy with some bytes changed, left out or repeated."""
    copy = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(copy) + 1)
        kind = rng.randrange(3)
        if kind == 0:
            copy[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del copy[at : at + rng.randint(1, 8)]
        else:
            copy[at:at] = copy[max(at - 8, 0) : at]
    return bytes(copy)


@pytest.mark.parametrize("name", TARGETS)
def test_only_documented_errors_come_out(name):
    rng = random.Random(name)
    for seed in seeds(name):
        TARGETS[name](seed)
        for _ in range(5):
            TARGETS[name](changed(seed, rng))


def test_every_file_format_is_fuzzed_and_every_target_has_its_seeds():
    assert {f"file of {name}" for name in family_of(None).all()} <= TARGETS.keys()
    assert not unknown_targets()
    assert [name for name in TARGETS if not any(True for _ in seeds(name))] == []
