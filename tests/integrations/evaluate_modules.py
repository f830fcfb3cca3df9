"""The configs of the evaluate modules, and texts for them."""

import pytest

COUNTS = ["substitutions", "deletions", "insertions", "hits", "reference_length"]
ANLS_VARIANTS = ["stvqa", "docvqa", "star"]
CONFIGS = [("anls", None), *(("anls", variant) for variant in ANLS_VARIANTS)]
CONFIGS += [("wer_lev", None), ("wer_lev", "cer"), ("wer_lev", "ja"), ("wer_lev", "mixed")]
CONFIGS += [("wer_lev", "formatted"), ("wer_lev", "openasr")]
every_module_of_texts = pytest.mark.parametrize(
    ("name", "config"), [config for config in CONFIGS if config[1] != "star"]
)
every_module = pytest.mark.parametrize(("name", "config"), CONFIGS)
PREDS = ["rain", "lnaguaeg", "", "who  is", "今日はいい"]
TARGET = ["shine", "language", "a", "is there", "今日は 良い"]
