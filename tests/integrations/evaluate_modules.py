"""The configs of the evaluate modules, and texts for them."""

import pytest

from tests.packages import needs_config

COUNTS = ["substitutions", "deletions", "insertions", "hits", "reference_length"]
ANLS_VARIANTS = ["stvqa", "docvqa", "star"]
CONFIGS = [("anls", None), *(("anls", variant) for variant in ANLS_VARIANTS)]
CONFIGS += [("wer_lev", None), ("wer_lev", "cer"), ("wer_lev", "ja"), ("wer_lev", "mixed")]
CONFIGS += [("wer_lev", "formatted"), ("wer_lev", "openasr")]
CONFIGS += [("rouge_lev", None), ("rouge_lev", "1"), ("rouge_lev", "Lsum")]
_CASES = {each: pytest.param(*each, marks=needs_config(each[1] or "")) for each in CONFIGS}
every_module_of_texts = pytest.mark.parametrize(
    ("name", "config"), [case for each, case in _CASES.items() if each[1] != "star"]
)
every_module = pytest.mark.parametrize(("name", "config"), _CASES.values())
PREDS = ["rain", "lnaguaeg", "", "who  is", "今日はいい"]
TARGET = ["shine", "language", "a", "is there", "今日は 良い"]
