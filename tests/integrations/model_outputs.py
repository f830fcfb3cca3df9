"""What models hand over, for the tests of metrics in training."""

import evaluate
import numpy as np
import torch

from tests.integrations.trainers import SAID, ids_of


def logits_of(ids: np.ndarray, vocabulary: int) -> np.ndarray:
    """Logits whose arg-max are these ids; at -100 all are padding."""
    logits = np.full((*ids.shape, vocabulary), -1.0, np.float32)
    for place in np.ndindex(ids.shape):
        logits[place] = -100 if ids[place] < 0 else logits[place]
        if ids[place] >= 0:
            logits[(*place, ids[place])] = 5
    return logits


LABELS = np.array([ids_of(text, 6) for text in SAID])


def module_scores(name, config, predictions, references):
    return evaluate.load(name, config).compute(predictions=predictions, references=references)


EVERY = ["wer", "cer", "anls", "anls:stvqa", "anls:docvqa", "anls:star"]


NAN, INF = float("nan"), float("inf")


def words_said(prediction):
    """The logits that say what was said, with noise where no label is."""
    said = np.where(LABELS < 0, 4, LABELS)
    said = np.roll(said, -1, axis=1) if prediction == "causal" else said
    return torch.tensor(logits_of(said, 9))
