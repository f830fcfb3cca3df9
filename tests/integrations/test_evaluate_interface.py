"""evaluate's interface: loading, ``add`` and ``add_batch``, combining, processes, descriptions."""

import doctest
import importlib
import inspect

import evaluate
import pytest

from levmetrics import InputError, load, score
from levmetrics.core.aliases import qualified
from levmetrics.core.names import metric_name
from levmetrics.integrations import evaluate_module
from levmetrics.torch.text_metric import AnyMetric
from tests.integrations.evaluate_modules import PREDS, TARGET, every_module
from tests.packages import needs
from tests.processes import in_two_processes


@pytest.mark.parametrize(("name", "config"), [("anls", "default"), ("wer_lev", "wer")])
def test_the_default_config_may_be_written_out(name, config):
    assert evaluate.load(name, config).config_name == config == evaluate.load(name).config_name


@pytest.mark.parametrize("short", ["wer", "cer", "docvqa"])
def test_load_takes_a_short_name_in_any_folder_where_evaluate_finds_nothing(
    short, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    name, config = qualified(metric_name(short))
    with pytest.raises(FileNotFoundError, match="Couldn't find a module script"):
        evaluate.load(name, config)
    texts = {"predictions": ["a b"], "references": ["a c"]}
    expected = score(*texts.values(), short).result()
    assert load(short).compute(**texts) == expected
    assert load(name, config).compute(**texts) == expected


def test_the_module_of_characters_refuses_a_tokenizer_of_words():
    module, texts = load("cer"), {"predictions": ["a b"], "references": ["a c"]}
    with pytest.raises(InputError, match=r"^tokenizer is whitespace, whose tokens are words; "):
        module.compute(**texts, tokenizer="whitespace")
    assert module.compute(**texts)["cer"] == 1 / 3


def test_modules_combine(anls, wer):
    both = evaluate.combine([anls, wer])
    result = both.compute(predictions=["a b"], references=["a c"])
    assert (result["anls"], result["wer"]) == (pytest.approx(2 / 3), 0.5)
    both.add(prediction="a", reference="a")
    both.add_batch(predictions=["b"], references=["c"])
    assert both.compute()["wer"] == 0.5


def score_shards(process_id, cache, config, all_shards):
    """Score shards of several corpora one after the other."""
    module = evaluate.load(
        "wer_lev", config, num_process=2, process_id=process_id, experiment_id="x", cache_dir=cache
    )
    results = []
    for shards in all_shards:
        predictions, references = shards[process_id]
        module.add_batch(predictions=predictions, references=references)
        results.append(module.compute())
    return results


LISTS = [[text, "other"] for text in TARGET]
SHARDS = {
    "uneven": [(PREDS[::2], TARGET[::2]), (PREDS[1::2], TARGET[1::2])],
    "the second has none": [(PREDS, LISTS), ([], [])],
    "the first has none": [([], []), (PREDS, LISTS)],
    "lists and strings": [(PREDS[:1], TARGET[:1]), (PREDS[1:], LISTS[1:])],
}


def test_two_processes_score_what_one_scores(tmp_path):
    results = in_two_processes(score_shards, str(tmp_path), "cer", [*SHARDS.values()])
    module = evaluate.load("wer_lev", "cer")
    for (case, shards), first, second in zip(SHARDS.items(), *results, strict=True):
        references = [r if isinstance(r, list) else [r] for _, own in shards for r in own]
        predictions = [p for own, _ in shards for p in own]
        whole = module.compute(predictions=predictions, references=references)
        assert (first, second) == (whole, None), case


@needs("num2words")
def test_two_processes_score_german_as_the_leaderboard_does(tmp_path):
    shards = [(["ein Haus", "die Haustür"], ["ein Hut", "die Haus Tür"]), (["zehn"], ["10"])]
    (result,), _ = in_two_processes(score_shards, str(tmp_path), "openasr:de", [shards])
    assert (result["substitutions"], result["hits"], result["wer"]) == (1, 4, 0.2)


def test_a_metric_of_a_module_never_waits_for_other_ranks(wer, monkeypatch):
    """evaluate has gathered the samples itself; only the first process computes."""
    made = []

    class Recorded(AnyMetric):
        def compute(self):
            made.append(self)
            return super().compute()

    monkeypatch.setattr(evaluate_module, "AnyMetric", Recorded)
    assert wer.compute(predictions=["a"], references=["b"])["wer"] == 1
    assert [metric.sync_on_compute for metric in made] == [False]


@every_module
def test_the_descriptions_are_whole_and_their_examples_run(name, config):
    module = evaluate.load(name, config)
    assert module.description.strip()
    assert "@inproceedings" in module.citation
    assert all(set(form) == {"predictions", "references"} for form in module.features)
    assert module.inputs_description in module.compute.__doc__
    examples = doctest.DocTestParser().get_doctest(module.inputs_description, {}, name, None, 0)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


@pytest.mark.parametrize("name", ["anls", "wer_lev"])
def test_evaluates_test_of_community_modules_passes(name):
    """As in ``tests/core/test_names.py`` of evaluate's repository."""
    path = evaluate.loading.evaluation_module_factory(name, module_type="metric").module_path
    module = importlib.import_module(path)
    main = evaluate.loading.import_main_class(path)
    parameters = inspect.signature(main._compute).parameters.values()
    assert all(each.kind != each.VAR_KEYWORD for each in parameters)
    results = doctest.testmod(module, verbose=True, raise_on_error=True)
    assert results.failed == 0
    assert results.attempted > 1


@pytest.mark.parametrize(
    ("name", "config", "message"),
    [
        (
            "wer_lev",
            "jp",
            "unknown config 'jp'; Known: bag, cer, cp, dicp, ditcp, flexible, formatted, "
            "greedy_dicp, greedy_ditcp, greedy_orc, greedy_tcorc, ja, keywords, mimo, mixed, "
            "openasr, openasr:de, openasr:es, openasr:fr, openasr:it, openasr:nl, openasr:pt, "
            "orc, order, reading, tcmimo, tcorc, tcp, wer",
        ),
        (
            "anls",
            "defualt",
            "unknown config 'defualt'; did you mean 'default'? Known: default, docubench, docvqa, "
            "donut, record, star, stvqa",
        ),
    ],
)
def test_unknown_configs_get_the_nearest_name(name, config, message):
    with pytest.raises(InputError) as caught:
        evaluate.load(name, config)
    assert str(caught.value) == message


@pytest.mark.parametrize(("name", "config"), [("wer_lev", "cer"), ("anls", "docvqa")])
def test_the_number_of_a_module_is_what_its_torchmetrics_class_was_updated_with(
    name, config, monkeypatch
):
    module = evaluate.load(name, config)
    texts = {"predictions": ["ab", "c"], "references": ["ab", "d"]}
    (key,) = [key for key in module.compute(**texts) if key in ("cer", "anls")]
    update = AnyMetric.update
    monkeypatch.setattr(AnyMetric, "update", lambda self, *_: update(self, ["xx"], ["xx"]))
    assert module.compute(**texts)[key] == (0 if key == "cer" else 1)
    module.add_batch(**texts)
    assert module.compute()[key] == (0 if key == "cer" else 1)
    monkeypatch.setattr(AnyMetric, "compute", lambda self: {"score": 0.75})
    assert module.compute(**texts) == {key: 0.75}
