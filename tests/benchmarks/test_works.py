"""The benchmarks compare tools that do the same: they come to the same score."""

from pathlib import Path

import pytest

from benchmarks import corpora, works
from benchmarks.interpreters import other_python
from benchmarks.meetings import meeting
from benchmarks.results import read
from benchmarks.timing import OURS
from benchmarks.works import around, characters, documents, modules, words

PUBLISHED = read(Path(__file__).parents[2] / "docs" / "benchmarks.json")
SPEECH = corpora.synthetic_speech(60)
SMALL = {
    "W1": lambda: words.many_pairs(SPEECH),
    "W2": lambda: words.counts(SPEECH),
    "W3": lambda: characters.character_error_rate(SPEECH),
    "W4": lambda: characters.answers(corpora.questions(60)),
    "W5": lambda: characters.trees(corpora.invoices(3, 4)),
    "W6": lambda: characters.edit_distance(corpora.lines(20, 100)),
    "W7": lambda: words.japanese([side[:30] for side in corpora.read_characters(1)]),
    "W8": lambda: characters.long_texts(corpora.lines(2, 500)),
    "W9": lambda: modules.through_evaluate(SPEECH),
    "W10": lambda: words.few_pairs([side[:30] for side in corpora.utterances()]),
    "W11": lambda: around.intervals(200),
    "W13": lambda: words.few_pairs(corpora.synthetic_speech(20)),
    "W14": lambda: words.long_pair(corpora.long_pair(300)),
    "W15": lambda: words.compounds(corpora.compounds(300)),
    "W16": lambda: words.alternatives(SPEECH),
    "W17": lambda: around.normalizers(corpora.spoken_numbers(60)),
    "W18": lambda: around.commands(SPEECH),
    "W19": lambda: words.one_call(corpora.synthetic_speech(1)),
    "W20": lambda: words.one_call(corpora.synthetic_speech(10)),
    "W21": lambda: words.one_call(corpora.synthetic_speech(100)),
    "W22": lambda: documents.pages(corpora.read_pages(2)),
    "W23": lambda: documents.meetings(meeting(300)),
    "W24": lambda: documents.comparisons(corpora.two_systems(60)),
}
# What comes to another score, and why.
OTHERS = {
    ("W4", f"{OURS}, stvqa"): "another rule",
    ("W4", "anls"): "that rule",
    ("W6", "torchmetrics"): "it searches in a beam, and is not exact",
    ("W16", f"{OURS}, without alternatives"): "errors that an alternative makes good count",
    ("W17", f"{OURS}, openasr:english"): "another normalizer",
    ("W17", f"{OURS}, openasr:multilingual"): "another normalizer",
    ("W11", "NumPy's rng.choice, 1,000 times"): "percentiles, and another random draw",
}
# fastwer rounds percentages to four digits, and half of the last one is this; W6 multiplies by 100.
HALF_A_DIGIT = 0.5e-6
WITH_FASTWER = ("W1", "W3", "W10", "W13", "W14", "W19", "W20", "W21")
ROUNDED = {(name, "fastwer"): HALF_A_DIGIT for name in WITH_FASTWER}
ROUNDED["W6", "fastwer"] = 100 * HALF_A_DIGIT


@pytest.fixture(autouse=True)
def no_process_of_the_portable_kernel(monkeypatch):
    for family in (words, characters):
        monkeypatch.setattr(family, "portable", lambda score, corpus: {})


def scores(name):
    found = {who: call() for who, call in SMALL[name]().items()}
    return {who: score for who, score in found.items() if score is not None}


def test_all_work_but_starting_is_looked_at_here():
    assert {work.name for work in works.WORKS} == {*SMALL, "W12"}


@pytest.mark.parametrize("name", SMALL)
def test_all_tools_come_to_the_same_score_but_for_those_that_are_named(name):
    found = scores(name)
    for who, score in found.items():
        if (name, who) in OTHERS:
            assert score != pytest.approx(found[OURS], rel=1e-6)
        else:
            rounded = ROUNDED.get((name, who), 0)
            assert score == pytest.approx(found[OURS], rel=1e-6, abs=rounded), who


def test_anls_by_its_rule_is_that_of_its_package():
    found = scores("W4")
    assert found["anls"] == pytest.approx(found[f"{OURS}, stvqa"], abs=1e-12)
    assert found["anls_star"] == pytest.approx(found[OURS], abs=1e-12)


def test_single_steps_come_to_no_score():
    found = {who: call() for make in SMALL.values() for who, call in make().items()}
    assert {who for who, score in found.items() if score is None} == {
        *("cpdist alone, one thread", "cpdist alone, all cores"),
        *("str.split alone", "str.split alone, words dropped", f"{OURS}, the WER alone"),
        *("fugashi alone", "fugashi alone, each text once", "a module that computes nothing"),
        f"{OURS} --help",
    }


@pytest.mark.parametrize("result", PUBLISHED, ids=lambda result: result.name)
def test_the_published_results_are_of_the_tools_that_are_measured_now(result):
    contenders = SMALL.get(result.name, lambda: around.starts(""))()
    not_here = {f"{OURS}, portable kernel"}  # no process of which is started here
    pythons = {"dinglehopper": "dinglehopper", "MeetEval": "meeteval"}
    not_here |= {name for name, tool in pythons.items() if not other_python(tool)}
    assert result.timings.keys() - not_here == contenders.keys()
