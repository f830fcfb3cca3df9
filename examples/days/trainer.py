"""A day of somebody who trains with Hugging Face's Trainer, without the training.

What a `Trainer` hands to `compute_metrics` at each evaluation, made by hand: ids of generated
texts, logits, and the same batch by batch. Each number stands beside jiwer's over the decoded
texts. Whole trainings are `examples/train_seq2seq.py` and `examples/train_ctc.py`, where the same
function is the argument `compute_metrics=`. It needs transformers, torch and jiwer.
"""

from __future__ import annotations

import jiwer
import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import EvalPrediction, PreTrainedTokenizerFast

from levmetrics import make_compute_metrics
from levmetrics.formats.examples import read_example

IGNORED = -100  # by which transformers pads labels


def word_tokenizer(texts: list[str]) -> PreTrainedTokenizerFast:
    """Make a tokenizer whose tokens are the words of the texts."""
    words = sorted({word for text in texts for word in text.split()})
    numbers = {word: number for number, word in enumerate(["<pad>", "<unk>", *words])}
    backend = Tokenizer(models.WordLevel(numbers, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=backend, pad_token="<pad>", unk_token="<unk>")


def padded(rows: list[list[int]], width: int) -> np.ndarray:
    """Return ids as an array, padded as a data collator pads labels."""
    return np.array([row + [IGNORED] * (width - len(row)) for row in rows])


def beside(name: str, ours: float, theirs: float) -> None:
    """Print a number beside jiwer's, and stop if they differ."""
    print(f"{name:<32} {ours:<20} jiwer {theirs}")
    assert ours == theirs, name


def main() -> None:
    """Evaluate what a real recogniser heard of synthetic voices, as if a model had generated it."""
    speech = read_example("speech_en")
    said, heard = speech.references[:100], speech.systems["wide_beams"][:100]
    tokenizer = word_tokenizer(said + heard)
    ids, labels = (padded(tokenizer(texts).input_ids, 60) for texts in (heard, said))

    # Trainer(..., compute_metrics=compute_metrics), with predict_with_generate=True.
    compute_metrics = make_compute_metrics(tokenizer, ["wer", "cer", "anls:docvqa"])
    result = compute_metrics(EvalPrediction(ids, labels))
    theirs = jiwer.process_words(said, heard)
    print(sorted(result))
    beside("eval_wer", result["wer"], theirs.wer)
    beside("eval_cer", result["cer"], jiwer.cer(said, heard))

    # batch_eval_metrics=True hands over batches, of which the counts are kept.
    by_batch = make_compute_metrics(tokenizer, ["wer"], keys="all")
    for start in range(0, 100, 20):
        batch = torch.tensor(ids[start : start + 20]), torch.tensor(labels[start : start + 20])
        result = by_batch(EvalPrediction(*batch), compute_result=start == 80)
    beside("batch_eval_metrics", result["wer"], theirs.wer)
    beside("substitutions", result["substitutions"], theirs.substitutions)

    # Logits need not pile up: preprocess_logits_for_metrics=compute_metrics.logits_to_ids.
    guesses = np.where(labels == IGNORED, 0, ids)  # teacher forcing: a guess at every label
    logits = torch.nn.functional.one_hot(torch.tensor(guesses).clamp(min=0), len(tokenizer)).float()
    with_logits = make_compute_metrics(tokenizer, ["wer"], prediction="logits")
    kept = with_logits.logits_to_ids(logits, torch.tensor(labels))
    decoded = tokenizer.batch_decode(guesses.clip(min=0), skip_special_tokens=True)
    result = with_logits(EvalPrediction(kept.numpy(), labels))
    beside("logits", result["wer"], jiwer.wer(said, decoded))


if __name__ == "__main__":
    main()
