"""Evaluate batches of large logits in a Trainer: in a process of its own, for its peak memory."""

from __future__ import annotations

import re
from pathlib import Path

import torch
from transformers import Trainer, TrainingArguments

from levmetrics import make_compute_metrics
from tests.integrations.trainers import WORDS, common, stacked, word_tokenizer

SAMPLES_PER_BATCH, LENGTH, VOCABULARY = 4, 64, 8192  # 8 MiB of float32


class Parrot(torch.nn.Module):
    """A model whose logits say the labels, in a large vocabulary."""

    def forward(self, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = torch.zeros(*labels.shape, VOCABULARY)
        logits.scatter_(-1, labels[..., None], 1.0)
        return {"loss": torch.zeros(()), "logits": logits}


def peak_of_an_evaluation(batches: int, in_batches: bool, folder: str) -> int:
    """Return the process's peak memory, in MiB."""
    trainer = Trainer(
        Parrot(),
        TrainingArguments(
            folder,
            **common(
                {
                    "per_device_eval_batch_size": SAMPLES_PER_BATCH,
                    "batch_eval_metrics": in_batches,
                }
            ),
        ),
        eval_dataset=[{"labels": [WORDS.index("there")] * LENGTH}] * (batches * SAMPLES_PER_BATCH),
        data_collator=stacked,
        compute_metrics=make_compute_metrics(word_tokenizer(), keys=["hits"]),
    )
    assert trainer.evaluate()["eval_hits"] == batches * SAMPLES_PER_BATCH * LENGTH
    # Of this process alone; what getrusage says includes that of the one that it is forked from.
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(peak) // 1024
