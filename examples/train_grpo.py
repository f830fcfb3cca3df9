"""Train a tiny model by rewards (GRPO) to repeat a word, and watch its similarity rise.

It runs on a processor in a quarter of a minute and downloads nothing: the model is made from a
config, the tokenizer from the letters. An answer that is nearly right is worth nearly as much as a
right one, which is what lets a model that knows nothing begin to learn.
"""

from __future__ import annotations

import argparse
import tempfile

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from levmetrics.integrations.rewards import Reward

LETTERS = "abcd"
LENGTH = 4


def letter_tokenizer() -> PreTrainedTokenizerFast:
    """Make a tokenizer whose tokens are letters."""
    vocabulary = ["<pad>", "</s>", ">", *LETTERS]
    backend = Tokenizer(models.WordLevel({token: i for i, token in enumerate(vocabulary)}, "<pad>"))
    backend.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    backend.decoder = decoders.Fuse()  # no spaces between letters
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, pad_token="<pad>", eos_token="</s>", padding_side="left"
    )


def tiny_model(tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM:
    """Make a model that knows nothing."""
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            bos_token_id=None,
        )
    )


def main() -> None:
    """Train, and print the mean reward of the first and of the last steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    arguments = parser.parse_args()
    torch.set_num_threads(1)  # of a model this small, threads wait more than they work
    torch.manual_seed(0)
    tokenizer = letter_tokenizer()
    data = Dataset.from_list(
        [{"prompt": f"{letter}>", "word": letter * LENGTH} for letter in LETTERS] * 8
    )
    with tempfile.TemporaryDirectory() as folder:
        trainer = GRPOTrainer(
            tiny_model(tokenizer),
            reward_funcs=Reward("anls", reference="word"),
            args=GRPOConfig(
                folder,
                max_steps=arguments.steps,
                per_device_train_batch_size=32,
                num_generations=8,
                max_completion_length=LENGTH,
                learning_rate=3e-3,
                beta=0.0,
                logging_steps=1,
                save_strategy="no",
                report_to=[],
                use_cpu=True,
                bf16=False,
            ),
            train_dataset=data,
            processing_class=tokenizer,
        )
        trainer.train()
    rewards = [
        log["rewards/anls word/mean"] for log in trainer.state.log_history if "reward" in log
    ]
    few = max(1, len(rewards) // 10)
    before, after = sum(rewards[:few]) / few, sum(rewards[-few:]) / few
    print(f"similarity before {before:.3f}, after {after:.3f}")


if __name__ == "__main__":
    main()
