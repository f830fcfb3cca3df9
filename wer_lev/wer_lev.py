"""WER, CER and their relatives, with counts, as a module for Hugging Face evaluate."""

from string import Template
from typing import ClassVar

import evaluate

from levmetrics.integrations import evaluate_module as modules
from levmetrics.normalizers import NORMALIZERS
from levmetrics.scores.error_rates import RATES
from levmetrics.tokenizers import TOKENIZERS

_INDENT = " " * 8

_DESCRIPTION = """
The word error rate (WER) is the number of words that a recogniser substituted, deleted or inserted,
divided by the number of words in the reference. This module gives it with the counts and with the
match error rate and word information lost and preserved, in words (config "wer"), characters
("cer"), or Japanese words by MeCab ("ja"); any tokenizer can be plugged in.
"""

_USAGE = """
Args:
    predictions: a list or column of strings, one a sample.
    references: the same, or a list of references for each sample, of which the one with the lowest
        error rate counts.
    tokenizer: what an error is counted in, instead of the config's own: a callable from a string to
        a list of strings, an object with such a method tokenize, or one of these names:
$tokenizers
    normalizer: applied to both sides first: a callable from string to string, one of these names,
        or a list of these (default: none, the text as it is):
$normalizers
    costs: "unit" (default): the alignment with the fewest errors; "nist": sclite's costs, 4 a
        substitution and 3 a deletion or insertion.
    groups: a label for each sample (its speaker, source, accent), for the rates of each group; the
        interval is then by bootstrap over the groups.
    reduction: "corpus" (default) pools the counts of all samples; "mean" averages the samples'
        rates; "none" gives lists, with a value a sample.
    confidence_level: e.g. 0.95, for an interval of the error rate by bootstrap over the samples.
    n_resamples: how many resamples the interval is made of (default 1000).
    seed: the same seed gives the same interval (default 0).
    signature: whether the result also says how it came about (default False).

Returns:
    wer (in config "cer": cer):
        $main_rate.
    wer_interval (cer_interval): the ends of the confidence interval, if confidence_level is given.
$other_rates
    substitutions, deletions, insertions, hits, reference_length, prediction_length: counts.
    reference (with reduction "none"): which of its references a sample was compared with, from 0.
    groups (if given): the same for each group, by its label; its counts pooled.
    signature: a string, if asked for.

Examples:
    >>> import evaluate
    >>> wer = evaluate.load("wer_lev")
    >>> result = wer.compute(predictions=["is there"], references=["who is there"])
    >>> result["wer"], result["deletions"]
    (0.3333333333333333, 1)
    >>> result = wer.compute(predictions=["a", "b", "c"], references=["a", "x", "c"],
    ...                      groups=["ann", "bob", "bob"])
    >>> {speaker: own["wer"] for speaker, own in result["groups"].items()}
    {'ann': 0.0, 'bob': 0.5}
    >>> cer = evaluate.load("wer_lev", "cer")
    >>> cer.compute(predictions=["GAMBOL"], references=["GUMBO"])["cer"]
    0.4
    >>> ja = evaluate.load("wer_lev", "ja")
    >>> ja.compute(predictions=["今日はいい天気です"], references=["今日は良い天気です"])["wer"]
    0.2
"""

_CITATION = """
@inproceedings{morris2004wer,
  title     = {From {WER} and {RIL} to {MER} and {WIL}: improved evaluation measures for connected
               speech recognition},
  author    = {Morris, Andrew Cameron and Maier, Viktoria and Green, Phil},
  booktitle = {Interspeech},
  year      = {2004}
}
"""


def _usage() -> str:
    """Say what the module takes and returns."""
    main, *others = RATES.values()
    return Template(_USAGE).substitute(
        tokenizers=TOKENIZERS.described(_INDENT),
        normalizers=NORMALIZERS.described(_INDENT),
        main_rate=main.description,
        other_rates="\n".join(f"    {rate.name}: {rate.description}." for rate in others),
    )


class WerLev(modules.ErrorRateModule):
    """Word error rate and its relatives."""

    metric: ClassVar = "wer_lev"

    def _info(self) -> evaluate.MetricInfo:
        return self._text_info(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_usage(),
            reference_urls=[
                "https://www.isca-archive.org/interspeech_2004/morris04_interspeech.html"
            ],
        )
