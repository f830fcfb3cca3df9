"""ROUGE in every script, as a module for Hugging Face evaluate."""

from typing import ClassVar

import evaluate

from levmetrics.integrations import evaluate_module as modules

_DESCRIPTION = """
ROUGE measures how much of a reference summary a prediction has, and how much of the prediction is
in the reference: in words ("1"), in runs of 2 to 9 words ("2" to "9"), in the longest common
subsequence of words ("L"), and in that of sentences ("Lsum"). Without a config it computes 1, 2, L
and Lsum. On texts of ASCII letters and digits the numbers are those of the package rouge-score.
Unlike there, letters of no script are dropped: "いぬ ねこ" against itself is 1, not 0.
"""

_RETURNS = """
Returns:
    rougeL (in the config "1": rouge1; in "Lsum": rougeLsum ...): the average F-measure, a float
        from 0 to 1 (with reduction "none", a list of them).
    rougeL_precision, rougeL_recall: the averages of precision and recall.
    rouge1, rouge2, rougeLsum, each with its precision and recall: without a config.
    reference_length, prediction_length: counts of words.
    references_without_words: the number of samples that score 0 for want of a word.
    rougeL_interval: the ends of the confidence interval, if confidence_level is given.
    reference: with reduction "none", the index of the best reference of each sample.
    groups (if given): the same results for each group, by label.
    signature: a string, if asked for.

Examples:
    >>> import evaluate
    >>> rouge = evaluate.load("rouge_lev")
    >>> result = rouge.compute(predictions=["the cat sat"], references=["the cat is on the mat"])
    >>> {name: round(result[name], 3) for name in ("rouge1", "rouge2", "rougeL", "rougeLsum")}
    {'rouge1': 0.444, 'rouge2': 0.286, 'rougeL': 0.444, 'rougeLsum': 0.444}
    >>> rouge.compute(predictions=["いぬ ねこ"], references=["いぬ ねこ"])["rougeL"]
    1.0
    >>> words = evaluate.load("rouge_lev", "1")
    >>> words.compute(predictions=["今日はいい天気です"], references=["今日は良い天気です"],
    ...               tokenizer="mecab")["rouge1"]
    0.8000000000000002
"""

_CITATION = """
@inproceedings{lin2004rouge,
  title     = {{ROUGE}: A Package for Automatic Evaluation of Summaries},
  author    = {Lin, Chin-Yew},
  booktitle = {Text Summarization Branches Out},
  year      = {2004}
}
"""


class RougeLev(modules.TextModule):
    """ROUGE-1, 2, L and Lsum of texts.

    >>> rouge = evaluate.load("rouge_lev")
    >>> rouge.compute(predictions=["Это кот"], references=["это мой кот"])["rougeL"]
    0.8
    """

    metric = "rouge_lev"
    reports_groups: ClassVar = True
    moved: ClassVar = {
        "use_stemmer": 'stemmer="porter" for True',
        "use_aggregator": 'reduction="none" for False',
        "rouge_types": 'a config, as in evaluate.load("rouge_lev", "2")',
    }

    def _info(self) -> evaluate.MetricInfo:
        return self._text_info(
            description=_DESCRIPTION,
            citation=_CITATION,
            returns=_RETURNS,
            reference_urls=["https://aclanthology.org/W04-1013/"],
        )
