"""Evaluate so many batches of large logits in a Trainer, and print the process's peak memory.

python -m tests.evaluation_memory BATCHES [--whole] FOLDER
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import torch
from transformers import Trainer, TrainingArguments

from levmetrics.integrations.trainer import make_compute_metrics
from tests.integrations.trainers import WORDS, common, stacked, word_tokenizer

SAMPLES_PER_BATCH, LENGTH, VOCABULARY = 4, 64, 8192  # 8 MiB of float32


class Parrot(torch.nn.Module):
    """A model whose logits say the labels, in a large vocabulary."""

    def forward(self, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = torch.zeros(*labels.shape, VOCABULARY)
        logits.scatter_(-1, labels[..., None], 1.0)
        return {"loss": torch.zeros(()), "logits": logits}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("batches", type=int)
    parser.add_argument("folder")
    parser.add_argument("--whole", action="store_true")
    given = parser.parse_args()
    trainer = Trainer(
        Parrot(),
        TrainingArguments(
            given.folder,
            **common(
                {
                    "per_device_eval_batch_size": SAMPLES_PER_BATCH,
                    "batch_eval_metrics": not given.whole,
                }
            ),
        ),
        eval_dataset=[{"labels": [WORDS.index("there")] * LENGTH}]
        * (given.batches * SAMPLES_PER_BATCH),
        data_collator=stacked,
        compute_metrics=make_compute_metrics(word_tokenizer()),
    )
    assert trainer.evaluate()["eval_hits"] == given.batches * SAMPLES_PER_BATCH * LENGTH
    # Of this program alone; what getrusage says includes that of the process that started it.
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print("peak", int(peak) // 1024, "MiB")


if __name__ == "__main__":
    main()
