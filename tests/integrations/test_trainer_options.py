"""The options of ``make_compute_metrics``, and the names of what it returns."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from levmetrics import InputError, make_compute_metrics
from tests.integrations.model_outputs import LABELS, module_scores
from tests.integrations.trainers import HEARD, SAID, ids_of

METRICS = ["wer", "cer", "anls:docvqa"]
PREDICTIONS = np.array([ids_of(text, 6) for text in HEARD])


def test_the_scores_are_returned_unless_more_is_asked_for(words):
    word, character = (module_scores("wer_lev", c, HEARD, SAID) for c in ("wer", "cer"))
    result = make_compute_metrics(words, METRICS)((PREDICTIONS, LABELS))
    assert result == {
        "wer": word["wer"],
        "cer": character["cer"],
        "anls": module_scores("anls", "docvqa", HEARD, SAID)["anls"],
    }


@pytest.mark.parametrize("keys", [["substitutions", "wer"], ("wip",)])
def test_keys_choose_what_is_returned_and_in_which_order(words, keys):
    result = make_compute_metrics(words, keys=keys)((PREDICTIONS, LABELS))
    word = module_scores("wer_lev", "wer", HEARD, SAID)
    assert [*result.items()] == [(key, word[key]) for key in keys]


def test_all_keys_are_those_of_the_modules_and_counts_are_whole_numbers(words):
    result = make_compute_metrics(words, keys="all")((PREDICTIONS, LABELS))
    assert result == module_scores("wer_lev", "wer", HEARD, SAID)
    assert {key for key, value in result.items() if isinstance(value, int)} == {
        *("substitutions", "deletions", "insertions", "hits"),
        *("reference_length", "prediction_length"),
    }


def test_keys_that_metrics_share_have_the_configs_name_before(words):
    result = make_compute_metrics(words, METRICS, keys="all")((PREDICTIONS, LABELS))
    word, character = (module_scores("wer_lev", c, HEARD, SAID) for c in ("wer", "cer"))
    assert (result["wer_mer"], result["cer_mer"]) == (word["mer"], character["mer"])
    assert "mer" not in result
    keys = ["cer_mer"]
    (found,) = make_compute_metrics(words, METRICS, keys=keys)((PREDICTIONS, LABELS)).items()
    assert found == ("cer_mer", character["mer"])
    both = make_compute_metrics(words, ["anls:docvqa", "anls:stvqa"])((PREDICTIONS, LABELS))
    assert set(both) == {"docvqa_anls", "stvqa_anls"}


def test_tokenizers_and_normalizers_plug_in(words):
    compute_metrics = make_compute_metrics(
        words,
        tokenizer="char",
        normalizer=lambda text: text.replace("their", "there"),
        keys=["substitutions"],
    )
    assert compute_metrics((PREDICTIONS, LABELS))["substitutions"] < 5


class WithLanguageModel:
    def batch_decode(self, logits, pool=None):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"processing_class": object()}, "processing_class is of type object, which has no batch_"),
        (
            {"metrics": ["were"]},
            "unknown metric 'were'; did you mean 'wer'? Known: anls, anls:docvqa, ",
        ),
        (
            {"metrics": ["anls:docvqua"]},
            "unknown metric 'anls:docvqua'; did you mean 'anls:docvqa'?",
        ),
        ({"metrics": "wer"}, "metrics is 'wer'; it must be a list of names, as ['wer"),
        ({"metrics": []}, "metrics is []; it must be a list of names"),
        ({"metrics": 5}, "metrics is 5; it must be a list of names"),
        ({"metrics": ["anls", "anls"]}, "metrics[1] is 'anls' once more; give"),
        ({"ignore_index": None}, "ignore_index is None; it must be a whole number"),
        ({"processing_class": WithLanguageModel()}, "processing_class decodes logits, with a lan"),
        ({"keys": "wer"}, 'keys is \'wer\'; it must be "scores", "all", or a list of names, as ['),
        ({"keys": []}, 'keys is []; it must be "scores", "all", or a list of names'),
        ({"keys": ["were"]}, "unknown key 'were'; did you mean 'wer'? Known: deletions, hits, ins"),
        ({"keys": [{}]}, "unknown key {}; Known: deletions, "),
        ({"prediction": "seq"}, "unknown prediction 'seq'; Known: auto, causal, ctc, generated, l"),
        ({"tokenizer": "mecub"}, "unknown tokenizer 'mecub'; did you mean 'mecab'?"),
        (
            {"metrics": ["anls:stvqa"], "tokenizer": "mecab"},
            "anls:stvqa fixes tokenizer='char'; leave it out, or take anls",
        ),
    ],
)
def test_what_cannot_be_set_up_is_refused(words, options, message):
    with pytest.raises(InputError) as caught:
        make_compute_metrics(**{"processing_class": words, **options})
    assert str(caught.value).startswith(message)


def test_copies_of_the_callable_count_for_themselves(words):
    compute_metrics = make_compute_metrics(words)
    for copy in (deepcopy(compute_metrics), pickle.loads(pickle.dumps(compute_metrics))):
        assert copy((LABELS, LABELS))["wer"] == 0
