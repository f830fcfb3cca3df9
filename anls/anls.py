"""ANLS: average normalized Levenshtein similarity, as a module for Hugging Face evaluate."""

from string import Template

import evaluate

from levmetrics.core.names import configs_of_module
from levmetrics.integrations import evaluate_module as modules
from levmetrics.registry import described

_DESCRIPTION = """
ANLS, the average normalized Levenshtein similarity, measures how similar texts are to their
references, from 0 (nothing in common) to 1 (equal). It is the usual score for answers read from
documents, where a few wrong characters should cost little. Several rules share the name; each is a
config:

$rules
    "record": ANLS* over records whose fields have types (numbers by value, dates by day), with
        precision, recall and F1 of the fields
    "donut": records by donut's normalized tree edit distance and F1
    "docubench": records by DocuBench's rule
"""

_VALUE_INPUTS = """
    predictions: a list of values, one for each sample: strings, numbers, booleans, None, lists and
        dictionaries, nested in any way. JSON text of an object or array is parsed if the reference
        is or may be one.
    references: the same, with tuples, or {"__any__": [...]}, for alternatives, of which the best
        counts; or JSON text of an object, array, quoted string or null. If the prediction is a
        string, a list of strings holds alternatives too.
"""

_RETURNS = """
Returns:
    anls: the average similarity, a float from 0 to 1 (with reduction "none", a list of them).
    anls_interval: the ends of the confidence interval, if confidence_level is given.
    reference: with reduction "none", the index of the best reference of each sample.
    signature: a string, if asked for.
"""

_STAR_RETURNS = """\
    closest: with reduction "none", for each sample the reference as it was compared: with the best
        alternatives, and lists in the order of the prediction.
    key_scores: with reduction "none", for each sample the score of every dictionary key by path;
        "items.price" is the average over the matched items.
"""

_DEFAULT_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls")
    >>> anls.compute(predictions=["rain", "lnaguaeg"], references=["shine", "language"])
    {'anls': 0.45}
    >>> anls.compute(predictions=["rain"], references=[["shine", "brain"]], reduction="none")
    {'anls': [0.8], 'reference': [1]}
    >>> anls.compute(predictions=["今日はいい天気です"], references=["今日は良い天気です"],
    ...              tokenizer="mecab")
    {'anls': 0.8}
"""

_STVQA_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls", "stvqa")
    >>> anls.compute(predictions=["coca cola", "ab"], references=[["Coca  Cola", "Pepsi"], ["a"]])
    {'anls': 0.5}
"""

_DOCVQA_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls", "docvqa")
    >>> anls.compute(predictions=["coca cola", "ab"], references=[["Coca Cola", "Pepsi"], ["a"]])
    {'anls': 0.75}
"""

_STAR_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls", "star")
    >>> invoice = {"total": ("12.50", "€ 12.50"), "items": [{"name": "tea"}, {"name": "milk"}]}
    >>> read = {"total": "12.50", "items": [{"name": "milk"}, {"name": "ten"}]}
    >>> result = anls.compute(predictions=[read], references=[invoice], reduction="none")
    >>> result["closest"]
    [{'total': '12.50', 'items': [{'name': 'milk'}, {'name': 'tea'}]}]
    >>> {key: round(score, 3) for key, score in result["key_scores"][0].items()}
    {'total': 1.0, 'items': 0.833, 'items.name': 0.833}
    >>> anls.compute(predictions=['{"total": "12"}'],
    ...              references=['{"total": {"__any__": ["12", "12.00"]}}'])
    {'anls': 1.0}
"""

_RECORD_RETURNS = """
Returns:
    record_anls: ANLS* with each field compared by its type, from 0 to 1 (with reduction "none", a
        list of them).
    precision, recall, f1: over the fields of all records; soft_...: from similarities;
        macro_...: averaged over the records.
    exact_match: the share of records whose fields are all right.
    right, misread, missing, extra: numbers of fields.
    unreadable: the number of predictions that are not JSON.
    record_anls_interval, reference, signature: as in the other configs.
"""

_DONUT_RETURNS = """
Returns:
    nted_accuracy: accuracy by normalized tree edit distance, from 0 to 1 (with reduction "none", a
        list of them).
    field_f1: F1 over the fields of all records.
    right, wrong: the numbers of fields that are matched and not matched.
    unreadable: the number of predictions that are not JSON.
    nted_accuracy_interval, reference, signature: as in the other configs.
"""

_DOCUBENCH_RETURNS = """
Returns:
    docubench_score: from 0 to 1 (with reduction "none", a list of them).
    unreadable: the number of predictions that are not JSON.
    docubench_score_interval, reference, signature: as in the other configs.
"""

_RECORD_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> anls = evaluate.load("anls", "record")
    >>> invoice = {"no": "INV-7", "total": 27.5, "items": [{"name": "tea", "price": 2.5}]}
    >>> read = {"no": "INV-1", "total": "27.50", "items": [{"name": "tea", "price": 3}]}
    >>> result = anls.compute(predictions=[read], references=[invoice])
    >>> round(result["record_anls"], 3), result["f1"], result["misread"]
    (0.7, 0.5, 2)
"""

_DONUT_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> donut = evaluate.load("anls", "donut")
    >>> result = donut.compute(predictions=[{"total": "12"}], references=[{"total": "12.5"}])
    >>> result["nted_accuracy"], result["field_f1"]
    (0.6, 0.0)
"""

_DOCUBENCH_EXAMPLES = """
Examples:
    >>> import evaluate
    >>> docubench = evaluate.load("anls", "docubench")
    >>> schema = {"properties": {"no": {"type": "string"}, "total": {"type": "number"}}}
    >>> docubench.compute(predictions=[{"no": "A 1", "total": 2}],
    ...                   references=[{"no": "a-1", "total": 3}], schema=schema)
    {'docubench_score': 0.5, 'unreadable': 0}
"""

_RESULTS = {
    "default": _RETURNS + _DEFAULT_EXAMPLES,
    "stvqa": _RETURNS + _STVQA_EXAMPLES,
    "docvqa": _RETURNS + _DOCVQA_EXAMPLES,
    "star": _RETURNS + _STAR_RETURNS + _STAR_EXAMPLES,
    "record": _RECORD_RETURNS + _RECORD_EXAMPLES,
    "donut": _DONUT_RETURNS + _DONUT_EXAMPLES,
    "docubench": _DOCUBENCH_RETURNS + _DOCUBENCH_EXAMPLES,
}

_CITATION = """
@inproceedings{biten2019scene,
  title     = {Scene Text Visual Question Answering},
  author    = {Biten, Ali Furkan and Tito, Rub{\\`e}n and Mafla, Andr{\\'e}s and
               Gomez, Llu{\\'i}s and Rusi{\\~n}ol, Mar{\\c{c}}al and Valveny, Ernest and
               Jawahar, C. V. and Karatzas, Dimosthenis},
  booktitle = {Proceedings of the IEEE/CVF International Conference on Computer Vision},
  year      = {2019}
}
@inproceedings{mathew2021docvqa,
  title     = {{DocVQA}: A Dataset for {VQA} on Document Images},
  author    = {Mathew, Minesh and Karatzas, Dimosthenis and Jawahar, C. V.},
  booktitle = {Proceedings of the IEEE/CVF Winter Conference on Applications of Computer Vision},
  year      = {2021}
}
@misc{peer2024anls,
  title         = {{ANLS*} -- A Universal Document Processing Metric for Generative Large Language
                   Models},
  author        = {Peer, David and Sch{\\"o}pf, Philemon and Nebendahl, Volckmar and
                   Rietzler, Alexander and Stabinger, Sebastian},
  year          = {2024},
  eprint        = {2402.03848},
  archivePrefix = {arXiv}
}
"""


def _rules() -> str:
    """Return a line for each config that has a description of its own."""
    configs = configs_of_module("anls").items()
    rules = {name: config.description for name, config in configs if config.description}
    return described(rules, "    ")


class Anls(modules.TextModule):
    """Average normalized Levenshtein similarity.

    >>> anls = evaluate.load("anls")
    >>> anls.compute(predictions=["rain", "lnaguaeg"], references=["shine", "language"])
    {'anls': 0.45}
    """

    metric = "anls"

    def _info(self) -> evaluate.MetricInfo:
        of_values = {"inputs": _VALUE_INPUTS} if self._takes.nulls else {}
        return self._text_info(
            **of_values,
            returns=_RESULTS.get(self.config_name, _RETURNS),
            description=Template(_DESCRIPTION).substitute(rules=_rules()),
            citation=_CITATION,
            reference_urls=[
                "https://arxiv.org/abs/1905.13648",
                "https://rrc.cvc.uab.es/?ch=17&com=tasks",
                "https://arxiv.org/abs/2402.03848",
            ],
        )
