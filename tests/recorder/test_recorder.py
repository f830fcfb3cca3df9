"""The recorder writes the same twice, and finds a difference that was planted."""

import numpy as np
import pytest
from click.testing import CliRunner

from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from tests.recorder.__main__ import main
from tests.recorder.record import counts, differences, read, record, write

CONFIGS = ("wer", "anls:docvqa")


@pytest.fixture(scope="module")
def before():
    return record(["python"], CONFIGS)


def test_two_records_of_the_same_state_are_the_same_bytes(before, tmp_path):
    files = [tmp_path / "before.json", tmp_path / "after.json"]
    for made, path in zip((before, record(["python"], CONFIGS)), files, strict=True):
        write(made, path)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert counts(read(files[0])) == {"python": 2 * len(before["python"]["wer"])}
    ran = CliRunner().invoke(main, ["--compare", *map(str, files)])
    assert (ran.exit_code, ran.output) == (0, "")


def test_a_changed_number_is_found_where_it_is_and_nowhere_else(before, monkeypatch, tmp_path):
    scores = ErrorRateMetric.sample_scores
    monkeypatch.setattr(
        ErrorRateMetric, "sample_scores", lambda *given: np.nextafter(scores(*given), 9)
    )
    after = record(["python"], CONFIGS)
    found = differences(before, after)
    assert any(line.startswith("python wer samples.rows[].wer: ") for line in found)
    assert not [line for line in found if "anls:docvqa" in line or " result" in line]
    for name, made in (("before.json", before), ("after.json", after)):
        write(made, tmp_path / name)
    both = [str(tmp_path / name) for name in ("before.json", "after.json")]
    ran = CliRunner().invoke(main, ["--compare", *both])
    assert (ran.exit_code, ran.output.splitlines()) == (1, found)


def test_a_missing_answer_and_another_sentence_are_differences():
    before = {"shell": {"wer": {"words": {"stdout": "a\nWER 25 %"}, "pages": {"status": 0}}}}
    after = {"shell": {"wer": {"words": {"stdout": "a\nWER 26 %"}}}, "table": {}}
    assert differences(before, after) == [
        'shell wer the whole: 1 changed; pages: {"status": 0} -> "(nothing)"',
        "shell wer stdout: 1 changed; words: 'WER 25 %' -> 'WER 26 %'",
    ]
