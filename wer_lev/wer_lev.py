"""WER, CER and related rates, with counts, as a module for Hugging Face evaluate."""

from string import Template
from typing import ClassVar

import evaluate

from levmetrics.integrations import evaluate_module as modules
from levmetrics.sums.error_counts import RATES

_DESCRIPTION = """
The word error rate (WER) is the number of words that a recogniser substituted, deleted or inserted,
divided by the number of words in the reference. This module computes it with its counts, the match
error rate, and the word information lost and preserved. Its unit is the word (config "wer"), the
character ("cer"), the Japanese word by MeCab ("ja"), the character or word by script ("mixed"), or
the token of any tokenizer. The config "openasr" computes the number of the Open ASR Leaderboard
("openasr:de" that of its German table). "formatted" adds punctuation and case, "keywords" scores
chosen words and phrases such as names and drugs, and "reading" scores Japanese readings beside the
characters. For OCR pages, "order" computes the character error rate and the part of it that is due
to reading order, "bag" compares words and characters in any order, and "flexible" computes the
flexible character accuracy. For sessions of several speakers, "cp", "orc", "mimo" and "dicp"
compute the error rate over streams, and "tcp", "tcorc", "tcmimo" and "ditcp" use times too.
"""

_RETURNS = """
Returns:
    wer (in config "cer": cer; in "mixed": mixed_error_rate):
        $main_rate.
    wer_interval (cer_interval): the ends of the confidence interval, if confidence_level is given.
$other_rates
    substitutions, deletions, insertions, hits, reference_length, prediction_length: counts.
    reference (with reduction "none"): the index of the reference that each sample is compared to.
    groups (if given): the same results for each group, by label, with pooled counts.
    signature (if asked for): a string.

    In the config "formatted":
    formatted_wer: the error rate of words and punctuation marks as they are written
        (formatted_wer_interval).
    wer: the error rate of the words without case and punctuation.
    case_error_rate: the share of right words whose case differs.
    punctuation_error_rate: substituted, deleted and inserted marks, over these and the right ones.
    substitutions, deletions, insertions, hits, reference_length, prediction_length: word counts.
    case_errors, punctuation_substitutions, punctuation_deletions, punctuation_insertions,
        punctuation_hits: counts.

    In the config "reading":
    reading_cer: the character error rate of the readings, in kana (reading_cer_interval).
    cer: the character error rate of the texts as they are written.
    substitutions, deletions, insertions, hits, reference_length: counts of characters.
    reading_substitutions, reading_deletions, reading_insertions, reading_hits, reading_length: the
        same counts for the readings.

    In the config "keywords":
    keyword_wer: errors in keyword tokens, over the keyword tokens of the references
        (keyword_wer_interval).
    other_wer, wer: the error rate of all other tokens, and of all tokens.
    keyword_recall, keyword_precision, keyword_f1: over occurrences, which count only as a whole.
    keyword_substitutions, keyword_deletions, keyword_insertions, keyword_hits: counts of tokens.
    other_substitutions, other_deletions, other_insertions, other_hits: counts of other tokens.
    keywords_found, keywords_in_references, keywords_in_predictions: counts of occurrences.

    In the config "order", whose texts have a line feed at the end of each line:
    page_cer: the character error rate (page_cer_interval).
    order: the part of page_cer that disappears in the best order of blocks (runs of lines).
    best_order_cer: the rest of page_cer.
    normalized_cer: errors over errors and hits, at most 1.
    order_errors: the errors that disappear; the other counts are those of "cer".

    In the config "bag":
    bag_wer, bag_cer: the lowest error rates in any order, of words and of characters without white
        space (bag_wer_interval).
    precision, recall, f1, character_precision, character_recall, character_f1: of words, and of
        characters.
    errors, hits, reference_length, prediction_length, character_errors, character_hits,
        reference_characters, prediction_characters: counts.

    In the config "flexible":
    flexible_cer: 1 minus the flexible character accuracy (flexible_cer_interval).
    flexible_character_accuracy: as defined by Clausner et al. 2020.
    errors, reference_length, prediction_length: counts of characters.

    In the configs of sessions, whose samples are lists of segments. A segment is a dictionary with
    "speaker" and "words", and if they are known "start_time" and "end_time" in seconds:
    cp_wer (orc_wer, mimo_wer, dicp_wer, tcp_wer ...): the error rate (cp_wer_interval).
    errors, substitutions, deletions, insertions, hits, reference_length, prediction_length: counts.
    scored_speakers: the number of speakers in the references.
    missed_speakers, false_alarm_speakers: how many more speakers the references, or the
        predictions, have.

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
    >>> mixed = evaluate.load("wer_lev", "mixed")
    >>> result = mixed.compute(predictions=["我要 book 飞机"], references=["我要 cook 飞机"])
    >>> result["mixed_error_rate"]
    0.2
    >>> formatted = evaluate.load("wer_lev", "formatted")
    >>> result = formatted.compute(predictions=["is he there"], references=["Is he there?"])
    >>> result["wer"], result["case_errors"], result["punctuation_error_rate"]
    (0.0, 1, 1.0)
    >>> keywords = evaluate.load("wer_lev", "keywords")
    >>> result = keywords.compute(predictions=["ann met rob"], references=["ann met bob"],
    ...                           keywords=["ann", "bob"])
    >>> result["keyword_recall"], result["keyword_wer"], result["other_wer"]
    (0.5, 0.5, 0.0)
    >>> reading = evaluate.load("wer_lev", "reading")
    >>> result = reading.compute(predictions=["よい天気"], references=["良い天気"])
    >>> result["reading_cer"], result["cer"]
    (0.0, 0.25)
    >>> order = evaluate.load("wer_lev", "order")
    >>> result = order.compute(predictions=["last line\\nfirst line"],
    ...                        references=["first line\\nlast line"])
    >>> result["page_cer"], result["best_order_cer"]
    (0.3, 0.0)
    >>> cp = evaluate.load("wer_lev", "cp")
    >>> said = [{"speaker": "ann", "words": "good day"}, {"speaker": "bob", "words": "hi ann"}]
    >>> found = [{"speaker": "1", "words": "hi ann"}, {"speaker": "2", "words": "good bye"}]
    >>> result = cp.compute(predictions=[found], references=[said])
    >>> result["cp_wer"], result["substitutions"]
    (0.25, 1)
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
@inproceedings{meister2023librispeechpc,
  title     = {{LibriSpeech-PC}: Benchmark for Evaluation of Punctuation and Capitalization
               Capabilities of End-to-End {ASR} Models},
  author    = {Meister, Aleksandr and Novikov, Matvei and Karpov, Nikolay and
               Bakhturina, Evelina and Lavrukhin, Vitaly and Ginsburg, Boris},
  booktitle = {ASRU},
  year      = {2023}
}
@inproceedings{le2021biasing,
  title     = {Contextualized Streaming End-to-End Speech Recognition with Trie-Based Deep Biasing
               and Shallow Fusion},
  author    = {Le, Duc and Jain, Mahaveer and Keren, Gil and Kim, Suyoun and Shi, Yangyang and
               Mahadeokar, Jay and Chan, Julian and Shangguan, Yuan and Fuegen, Christian and
               Kalinli, Ozlem and Saraf, Yatharth and Seltzer, Michael L.},
  booktitle = {Interspeech},
  year      = {2021}
}
"""


def _returns() -> str:
    """Return the description of the module's results."""
    main, *others = RATES.values()
    return Template(_RETURNS).substitute(
        main_rate=main.description,
        other_rates="\n".join(f"    {rate.name}: {rate.description}." for rate in others),
    )


class WerLev(modules.TextModule):
    """Word error rate and related rates.

    >>> wer = evaluate.load("wer_lev")
    >>> wer.compute(predictions=["is there", "a"], references=["who is there", "a"])["wer"]
    0.25
    """

    metric = "wer_lev"
    reports_groups: ClassVar = True
    replaces_wer: ClassVar = True

    def _info(self) -> evaluate.MetricInfo:
        return self._text_info(
            description=_DESCRIPTION,
            citation=_CITATION,
            returns=_returns(),
            reference_urls=[
                "https://www.isca-archive.org/interspeech_2004/morris04_interspeech.html"
            ],
        )
