"""Real trainers around tiny models with random weights, for the tests of metrics in training."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    T5Config,
    T5ForConditionalGeneration,
    Trainer,
    TrainingArguments,
    Wav2Vec2Config,
    Wav2Vec2CTCTokenizer,
    Wav2Vec2FeatureExtractor,
    Wav2Vec2ForCTC,
    Wav2Vec2Processor,
)

from levmetrics import make_compute_metrics
from levmetrics.integrations.trainer import ComputeMetrics

WORDS = ["<pad>", "</s>", "<unk>", *["who", "is", "there", "their", "was", "now"]]
LETTERS = ["<pad>", "<s>", "</s>", "<unk>", "|", *"abcdehlo"]
HEARD = ["who is their", "is there", "who was there now"]
SAID = ["who is there", "who is there", "who is there now"]


def word_tokenizer() -> PreTrainedTokenizerFast:
    vocabulary = {word: i for i, word in enumerate(WORDS)}
    backend = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )


def letter_tokenizer(folder: Path) -> Wav2Vec2CTCTokenizer:
    path = folder / "vocab.json"
    path.write_text(json.dumps({letter: i for i, letter in enumerate(LETTERS)}))
    return Wav2Vec2CTCTokenizer(str(path))


def ids_of(text: str, width: int, padding: int = -100) -> list[int]:
    ids = [*(WORDS.index(word) for word in text.split()), 1]
    return ids + [padding] * (width - len(ids))


def seq2seq_trainer(folder: Path, samples: int, generate: bool, **arguments: Any) -> Trainer:
    """A Seq2SeqTrainer of a T5 over words."""
    torch.manual_seed(3)  # most random weights generate nothing
    tokenizer = word_tokenizer()
    compute_metrics = make_compute_metrics(tokenizer, ["wer", "anls"], keys="all")
    model = T5ForConditionalGeneration(
        T5Config(
            vocab_size=len(WORDS),
            d_model=16,
            d_kv=8,
            d_ff=16,
            num_layers=1,
            num_heads=2,
            decoder_start_token_id=0,
            pad_token_id=0,
            eos_token_id=1,
        )
    )
    pairs = zip(HEARD * samples, SAID * samples, strict=True)
    data = [{"input_ids": ids_of(h, 6, 0), "labels": ids_of(s, 6)} for h, s in pairs]
    settings = Seq2SeqTrainingArguments(
        str(folder),
        predict_with_generate=generate,
        generation_max_length=12,
        **common(arguments),
    )
    return Seq2SeqTrainer(
        model,
        settings,
        train_dataset=data[:samples],
        eval_dataset=data[:samples],
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        preprocess_logits_for_metrics=None if generate else compute_metrics.logits_to_ids,
    )


def ctc_trainer(folder: Path, samples: int, **arguments: Any) -> Trainer:
    """A Trainer of a Wav2Vec2 over noise."""
    torch.manual_seed(0)
    processor = Wav2Vec2Processor(Wav2Vec2FeatureExtractor(), letter_tokenizer(folder))
    model = Wav2Vec2ForCTC(
        Wav2Vec2Config(
            vocab_size=len(LETTERS),
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            conv_dim=(16,),
            conv_kernel=(10,),
            conv_stride=(10,),
            num_conv_pos_embeddings=2,
            num_conv_pos_embedding_groups=2,
            apply_spec_augment=False,
            ctc_zero_infinity=True,
            pad_token_id=0,
        )
    )
    rng = np.random.default_rng(0)
    data = [
        {"input_values": rng.normal(size=200).astype(np.float32), "labels": labels}
        for labels in ([10, 9, 11, 11, 12], [6, 9, 4, 8, 12]) * samples
    ]
    return Trainer(
        model,
        TrainingArguments(str(folder), **common(arguments)),
        eval_dataset=data[:samples],
        processing_class=processor,
        compute_metrics=make_compute_metrics(processor, ["cer", "anls"], keys="all"),
        data_collator=stacked,
    )


def causal_trainer(folder: Path, samples: int, **arguments: Any) -> Trainer:
    """A Trainer of a GPT-2 over words, which is given what was heard and learns what was said."""
    torch.manual_seed(0)
    tokenizer = word_tokenizer()
    model = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=len(WORDS),
            n_positions=16,
            n_embd=16,
            n_layer=1,
            n_head=2,
            tie_word_embeddings=False,  # or it would repeat its input, and so be right
            bos_token_id=1,
            eos_token_id=1,
        )
    )
    data = [
        {
            "input_ids": ids_of(heard, 6, 0) + ids_of(said, 6, 0),
            "labels": [-100] * 6 + ids_of(said, 6),
        }
        for heard, said in zip(HEARD * samples, SAID * samples, strict=True)
    ]
    compute_metrics = make_compute_metrics(
        tokenizer, ["wer", "anls"], prediction="causal", keys="all"
    )
    return Trainer(
        model,
        TrainingArguments(str(folder), **common(arguments)),
        eval_dataset=data[:samples],
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        data_collator=stacked,
        preprocess_logits_for_metrics=compute_metrics.logits_to_ids,
    )


def common(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"per_device_eval_batch_size": 2, "report_to": [], "use_cpu": True, **arguments}


def stacked(samples: Sequence[dict[str, Any]]) -> dict[str, torch.Tensor]:
    return {
        key: torch.as_tensor(np.array([sample[key] for sample in samples])) for key in samples[0]
    }


def hooked(*given: Any, **arguments: Any) -> Trainer:
    """A trainer that generates, with the hook that is meant for logits."""
    trainer = seq2seq_trainer(*given, True, **arguments)
    trainer.preprocess_logits_for_metrics = trainer.compute_metrics.logits_to_ids
    return trainer


TRAINERS: dict[str, Callable[..., Trainer]] = {
    "generated": lambda *given, **arguments: seq2seq_trainer(*given, True, **arguments),
    "generated, with the hook": hooked,
    "logits": lambda *given, **arguments: seq2seq_trainer(*given, False, **arguments),
    "ctc": ctc_trainer,
    "causal": causal_trainer,
}


def decoded(trainer: Trainer) -> tuple[list[str], list[str]]:
    """Predict the evaluation's samples, and return texts and references."""
    output = trainer.predict(trainer.eval_dataset)
    compute_metrics = trainer.compute_metrics
    assert isinstance(compute_metrics, ComputeMetrics)
    return compute_metrics.decode(output.predictions, output.label_ids)
