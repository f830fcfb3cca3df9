"""What test_processes runs on each of two processes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator, PartialState
from torch.utils.data import DataLoader
from torchmetrics import MetricCollection

from levmetrics import ANLS, ErrorRates, NormalizedLevenshteinSimilarity
from tests.integrations.trainers import HEARD, SAID, TRAINERS

OF_THE_RUN = ("_loss", "_runtime", "_per_second", "_time")


def by_trainers(folder: Path) -> dict[str, dict[str, float]]:
    """Evaluate every kind in batches of 2: on 7 samples, which two processes cannot share evenly.

    Only where a Seq2SeqTrainer hands over all samples at once they are 8: it fills them up, and no
    one can tell.
    """
    found = {}
    for kind, make in TRAINERS.items():
        for batched in (False, True):
            samples = 8 if kind.startswith(("generated", "logits")) and not batched else 7
            trainer = make(folder, samples, batch_eval_metrics=batched, disable_tqdm=True)
            metrics = trainer.evaluate()
            key = f"{kind}, {'in batches' if batched else 'whole'}"
            found[key] = {k: v for k, v in metrics.items() if not k.endswith(OF_THE_RUN)}
    return found


def by_accelerate(samples: int) -> dict[str, Any]:
    """Evaluate as a training loop does: each process its own batches, and none filled up."""
    accelerator = Accelerator(cpu=True)
    accelerator.even_batches = False
    metrics = MetricCollection(
        {
            "rates": ErrorRates(),
            "similarity": NormalizedLevenshteinSimilarity(reduction="none"),
            "anls": ANLS("star"),
        }
    )
    for batch in accelerator.prepare(DataLoader(range(samples), batch_size=2)):
        metrics.update([HEARD[i % 3] for i in batch], [SAID[i % 3] for i in batch])
    result = {name: value.tolist() for name, value in metrics.compute().items()}
    # Each process has the samples of the first one first.
    return {**result, "similarity": sorted(result["similarity"])}


# The second process has no samples, two, and three of them.
SAMPLES = (2, 5, 7)


def by_both(folder: Path, rank: int) -> dict[str, Any]:
    """Evaluate as one of two processes that torch.distributed connects, as torchrun starts them."""
    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE="2")
    torch.set_num_threads(1)
    # Each process has a folder of its own: a file that one is writing the other would find empty.
    own = folder / f"rank{rank}"
    own.mkdir()
    return {
        "trainers": by_trainers(own),
        "accelerate": [by_accelerate(samples) for samples in SAMPLES],
        "processes": PartialState().num_processes,
    }
