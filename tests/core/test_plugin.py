"""Metrics of a package of its own, installed by pip, at every door; nothing here knows them."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import list_metrics
from levmetrics.integrations.lm_eval import pooled, task_metrics
from levmetrics.integrations.rewards import Reward
from tests.engines.corpora import in_parts
from tests.numerals import SAMPLES, VALUES, in_columns, install
from tests.packages import needs
from tests.shell import shell

pytestmark = needs("setuptools", "pip")
HERE = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def plugin(tmp_path_factory):
    """The folder into which pip has installed the package, where Python finds it."""
    site = install(tmp_path_factory.mktemp("plugin"))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("PYTHONPATH", f"{HERE.parent}:{site}")
        yield site


@pytest.fixture(params=SAMPLES)
def scored(request):
    """A metric with its run, and the scores of its samples."""
    (preds, target), scores = SAMPLES[request.param]
    run = lm.score(preds, target, request.param, ids=range(12))
    return request.param, run, scores * (12 // len(scores))


def levmetrics(*words, status=0):
    done = shell(*words)
    assert done.exit_code == status, done.output
    return done.stderr if status else done.stdout


def refusal(*words):
    return levmetrics(*words, status=2)


def test_the_package_is_installed_and_its_metrics_are_listed(plugin):
    assert version("levmetrics-numerals") == "1.0"
    assert list_metrics()[-3:] == ["numerals:texts", "numerals:values", "numerals:written"]


def test_score_gives_its_numbers(scored):
    _, run, scores = scored
    assert run.sample_scores().tolist() == scores
    assert run.score == pytest.approx(sum(scores) / len(scores))
    assert f"metric:{run.metric.name}|levmetrics:{lm.__version__}|" in run.signature()
    assert (run + run).score == pytest.approx(run.score)
    low, high = run.interval(0.9, n_resamples=50)
    assert low <= run.score <= high


def test_its_own_alignment_and_confusions_are_shown():
    texts, values = (lm.score(*samples, name) for name, (samples, _) in SAMPLES.items())
    assert texts.alignment(2).to_dict() == {"right": ["1", "2", "3"], "missing": ["6"]}
    assert texts.request.reference[2] == 1
    assert values.alignment(0).to_dict()["missing"] == [".n[] = 3"]
    assert values.confusions().rows() == [("missing", ".n[] = 3", "", 6)]


def test_systems_are_compared_and_have_a_report(scored):
    name, run, scores = scored
    (preds, target), _ = SAMPLES[name]
    other = lm.score([*reversed(preds)], target, name, ids=range(12))
    found = lm.compare({"one": run, "other": other}, n_resamples=50)
    assert found["systems"]["one"][run.metric.key] == pytest.approx(sum(scores) / len(scores))
    assert found["pairs"][0]["difference"] == pytest.approx(other.score - run.score)
    assert "accuracy" in found.report().html()


def test_a_report_has_its_alignments(scored):
    _, run, _ = scored
    html = run.report().html()
    assert "missing" in html
    assert "accuracy" in html


def test_the_gate_compares_with_its_stored_baseline(scored, tmp_path):
    _, run, _ = scored
    run.to_baseline(tmp_path / "baseline.parquet", with_texts=True)
    assert lm.gate(run, tmp_path / "baseline.parquet", margin=0.01).outcome == "passed"


def test_a_table_has_its_scores(scored):
    name, _, scores = scored
    preds, target = in_columns(name)
    table = pa.table({"said": preds, "right": target})
    found = lm.score_table(table, name, prediction="said", reference="right")
    key = lm.score(*SAMPLES[name][0], name).metric.key
    assert found[key].to_pylist() == scores


def test_it_is_a_reward(scored):
    name, _, scores = scored
    preds, target = in_columns(name)
    assert Reward(name, reference="said")(completions=preds, said=target) == scores


def test_parts_of_a_corpus_add_up_as_engines_add_them(scored):
    name, run, _ = scored
    preds, target = in_columns(name)
    table = pa.table({"heard": preds, "said": target})
    assert in_parts(table, name, {}, 5, "heard", "said").result() == run.result()


@needs("evaluate", "torch", "torchmetrics")
def test_it_is_loaded_as_an_evaluate_module(scored):
    name, run, _ = scored
    (preds, target), _ = SAMPLES[name]
    module = lm.load(name)
    assert module.experiment_id == "numerals-default_experiment"  # as its files are named
    assert module.compute(predictions=preds, references=target) == run.result()
    module.add_batch(predictions=preds[:5], references=target[:5])
    module.add_batch(predictions=preds[5:], references=target[5:])
    added = module.compute(signature=True)
    assert added.pop("signature") == run.signature()
    assert added == run.result()


@needs("evaluate", "torch", "torchmetrics")
def test_two_processes_evaluate_together(scored, tmp_path):
    name, run, _ = scored
    (preds, target), _ = SAMPLES[name]
    shared = {"num_process": 2, "experiment_id": "x", "cache_dir": str(tmp_path), "timeout": 20}
    first, second = (lm.load(name, process_id=i, **shared) for i in range(2))
    with ThreadPoolExecutor(1) as pool:
        added = pool.submit(second.add_batch, predictions=preds[5:], references=target[5:])
        first.add_batch(predictions=preds[:5], references=target[:5])
        added.result(30)
        waiting = pool.submit(second.compute)
        assert first.compute() == run.result()
        assert waiting.result(30) is None


def test_the_shell_scores_by_it_and_its_help_names_it(plugin, tmp_path):
    said, right = tmp_path / "said.txt", tmp_path / "right.txt"
    said.write_text("7 of 9\nin 1999\n")
    right.write_text("7 of 9\nin 1998\n")
    asked = ["-m", "levmetrics", "score", "numerals", "-r", right, "-p", said]
    assert "5.0 of 10" in subprocess.check_output([sys.executable, *asked], text=True)
    found = json.loads(levmetrics("score", "numerals:texts", "--json", "-r", right, "-p", said))
    assert found["numeral_accuracy"] == 0.5
    assert "numerals:values" in levmetrics("score", "--help")
    assert "numerals:texts" in levmetrics("report", "--help")
    assert "numerals:texts" in levmetrics("align", "--help")
    assert "numerals" not in levmetrics("tokenize", "--help")


def test_the_shell_has_its_own_options_which_its_help_names(plugin, tmp_path):
    said, right = tmp_path / "said.txt", tmp_path / "right.txt"
    said.write_text("7 of 19\n")
    right.write_text("6 of 19\n")
    asked = ["score", "numerals", "--json", "-r", right, "-p", said]
    found = json.loads(levmetrics(*asked, "--digits", "2"))
    assert (found["numeral_accuracy"], "digits:2" in found["signature"]) == (1, True)
    described = " ".join(levmetrics("score", "numerals", "--help").split())
    assert "--digits NUMBER The fewest digits of a number that counts." in described
    assert "'few' is not a valid integer" in refusal(*asked, "--digits", "few")
    assert "No such option '--figures'" in refusal(*asked, "--figures", "2")
    assert "numerals:texts" in levmetrics("gate", "--help")


def test_the_shell_scores_values_by_it(plugin, tmp_path):
    said, right = tmp_path / "said.jsonl", tmp_path / "right.jsonl"
    for path, side in ((said, VALUES[0]), (right, VALUES[1])):
        path.write_text("".join(json.dumps(value) + "\n" for value in side))
    sides = ("--format", "records", "-r", right, "-p", said)
    found = json.loads(levmetrics("score", "numerals:values", "--json", *sides))
    assert found["value_accuracy"] == pytest.approx(5 / 6)
    files = (right, said, "--config", "numerals:values", "--format", "records")
    assert ".n[] = 3" in levmetrics("align", *files, "--limit", 1)
    assert ".n[] = 3       6" in levmetrics("confusions", *files)
    levmetrics("report", "numerals:values", *sides, "-o", tmp_path / "r.html")
    assert "missing" in (tmp_path / "r.html").read_text()


def test_a_file_beside_the_two_sides_is_read_by_it(plugin, tmp_path):
    for name, text in {"said": "7 of nine\nin 1999\n", "right": "seven of 9\nin 1998\n"}.items():
        (tmp_path / name).write_text(text)
    words, sides = tmp_path / "words.json", ["-r", tmp_path / "right", "-p", tmp_path / "said"]
    words.write_text('{"seven": "7", "nine": "9"}')
    asked = ["score", "numerals:written", "--json", *sides]
    found = json.loads(levmetrics(*asked, "--words", words))
    assert found["numeral_accuracy"] == 0.5
    refused = {
        (): "numerals:written scores what --words names; add it",
        ("--costs", "nist"): "numerals:written has no option --costs; leave it out, or use one of "
        "--words",
    }
    for given, why in refused.items():
        assert why in refusal(*asked, *given)
    for file in ("missing.json", tmp_path / "said"):
        assert f"{file} cannot be read: " in refusal(*asked, "--words", file)
    report = ["report", "numerals:written", *sides, "--words", words]
    assert "words.json is both read and written" in refusal(*report, "-o", words)
    process_results = task_metrics("numerals:written", references="said", words=str(words))
    (sample,) = process_results({"said": ["7"]}, ["seven"]).values()
    assert pooled([sample]) == 1


@needs("gradio", "evaluate")
def test_the_page_lists_it_and_scores_by_it(plugin):
    code = """
from levmetrics.web import endpoints
from levmetrics.web.requests import Request, module_result, page_metrics
from typing import get_args
listed = {*get_args(endpoints.compare.__annotations__["metric"])}
assert {"numerals:texts", "numerals:values"} <= listed & page_metrics().keys(), listed
print(module_result(Request("numerals"), ["7 of 9"], ["7 of 8"]))
print(module_result(Request("numerals:values"), ['{"n": 1}'], ['{"n": 1}']))
compared = endpoints.compare("a 7\\nb 1", {"one": "a 7\\nb 1", "two": "a 7\\nb 2"}, "numerals")
print(compared["pairs"][0]["difference"])
from levmetrics.web.language import WORDING
from tests.web.given import value
print(WORDING["numerals:texts"]["ja"])
for language in ("en", "ja"):
    drawn = value(["7 of 9"], ["7 of 8"], "numerals")["languages"][language]["html"]
    asked = ("5.0 of 10", "10.0 of 10", "%", "数値の正確さは5.0 of 10です")
    print(*(said in drawn for said in asked))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "{'numeral_accuracy': 0.5}",
        "{'value_accuracy': 1.0}",
        "-0.5",
        "テキストの数値",
        "True True False False",
        "True True False True",
    ]
