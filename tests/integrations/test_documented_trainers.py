"""What the documentation shows of a Trainer runs as it stands, around a tiny model."""

import pytest

from tests.documentation import TRAINERS, run_by
from tests.integrations.trainers import seq2seq_trainer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("block", run_by(TRAINERS), ids=lambda block: block.page)
def test_a_trainer_is_made_and_evaluates_as_the_page_shows(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where it writes its output
    tiny = seq2seq_trainer(tmp_path, 3, generate=True)
    given = {
        "model": tiny.model,
        "tokenizer": tiny.processing_class,
        "data": tiny.eval_dataset,
    }
    exec(block.code, given)
    # README shows the one line that matters.
    trainer = given.get("trainer", tiny)
    trainer.compute_metrics = given["compute_metrics"]
    found = trainer.evaluate()
    assert 0 <= found["eval_anls"] <= 1
    assert found["eval_wer"] >= 0
