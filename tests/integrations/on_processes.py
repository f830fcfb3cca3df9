"""What test_processes runs on each of two processes: torchrun -m tests.on_processes FOLDER."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from accelerate import Accelerator
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

if __name__ == "__main__":
    # Each process has a folder of its own: a file that one is writing the other would find empty.
    folder = Path(sys.argv[1]) / f"rank{os.environ['RANK']}"
    folder.mkdir()
    found = {
        "trainers": by_trainers(folder),
        "accelerate": [by_accelerate(samples) for samples in SAMPLES],
    }
    (folder / "found.json").write_text(json.dumps(found))
