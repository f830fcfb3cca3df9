"""Rewards for GRPO: every completion's own score, from 0 to 1, and TRL's trainer takes them."""

import importlib.util
import pickle

import numpy as np
import pandas as pd
import pytest
from datasets import Dataset
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.integrations.rewards import Reward
from tests.integrations.harness_tasks import ROOT
from tests.oracles import edit_distance

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
rows = st.lists(
    st.tuples(texts, st.none() | texts | st.lists(texts, min_size=1, max_size=3)), max_size=5
)


def similarity(answer, targets):
    return max(
        1 - edit_distance(answer, target) / max(1, len(answer), len(target)) for target in targets
    )


def rate_reward(answer, targets):
    rates = [
        edit_distance(answer, target) / len(target) if target else len(answer) for target in targets
    ]
    return max(0, 1 - min(rates))


@pytest.mark.parametrize(("metric", "rule"), [("anls", similarity), ("cer", rate_reward)])
@given(rows=rows)
def test_every_completion_has_the_reward_that_it_has_alone(metric, rule, rows):
    rewards = Reward(metric, reference="said")(
        prompts=["?"] * len(rows),
        completions=[answer for answer, _ in rows],
        said=[target for _, target in rows],
        trainer_state=object(),  # what TRL gives beside the columns
    )
    expected = [
        None if target is None else rule(answer, [target] if isinstance(target, str) else target)
        for answer, target in rows
    ]
    assert [reward is None for reward in rewards] == [reward is None for reward in expected]
    found = [reward for reward in rewards if reward is not None]
    assert found == pytest.approx([reward for reward in expected if reward is not None])


def test_a_conversation_counts_by_its_last_message():
    reward = Reward("anls", reference="said")
    call = {"role": "assistant", "content": None, "tool_calls": [{"name": "look"}]}
    answer = {"role": "assistant", "content": "7"}
    parts = {"role": "assistant", "content": [{"type": "text", "text": "7"}, {"type": "image"}]}
    completions = [[answer], [call, answer], [parts], [call]]
    assert reward(completions=completions, said=["7"] * 4) == [1, 1, 1, 0]


def test_a_completion_that_is_none_or_has_no_message_is_an_empty_text():
    reward = Reward("anls", reference="said")
    completions = [None, [], (), [{"role": "assistant", "content": None}], "7"]
    assert reward(completions=completions, said=["7"] * 5) == [0, 0, 0, 0, 1]
    by_errors = Reward("wer", reference="said")
    assert by_errors(completions=completions, said=["7", "", "7", "7", "7"]) == [0, 1, 0, 0, 1]


def test_what_a_tool_said_last_is_no_answer():
    call = {"role": "assistant", "content": "", "tool_calls": [{"name": "look"}]}
    found = {"role": "tool", "name": "look", "content": "7"}
    completions = [[call, found], [call, found, {"role": "assistant", "content": "7"}]]
    assert Reward("anls", reference="said")(completions=completions, said=["7", "7"]) == [0, 1]


def test_answers_in_json_are_rewarded_as_the_values_that_they_are():
    reward = Reward("anls:star", reference="said")
    said = [{"a": 1}, '{"a": 1}', {"a": 1}, "{a"]
    assert reward(completions=['{"a":1}'] * 2 + ["a: 1", "{a"], said=said) == [1, 1, 0, 1]


@pytest.mark.parametrize("column", [np.array, pd.Series, tuple])
def test_columns_may_be_of_other_types_than_lists(column):
    said = column(["a", None, "ab"])
    rewards = Reward("anls", reference="said")(completions=column(["a", "b", "a"]), said=said)
    assert rewards == [1, None, 0.5]


def test_of_no_completions_and_of_no_references_there_are_no_rewards():
    reward = Reward("anls", reference="said")
    assert reward(completions=[], said=[]) == []
    assert reward(completions=["a", "b"], said=[None, None]) == [None, None]


def test_the_tokenizer_and_the_normalizer_are_the_metrics_own():
    plain = Reward("wer", reference="said")
    by_letters = Reward("wer", reference="said", tokenizer="char", normalizer="lower")
    assert plain(completions=["A b"], said=["a b"]) == [0.5]
    assert by_letters(completions=["A b"], said=["a b"]) == [1]


def test_a_reward_is_logged_by_its_name_and_survives_pickling():
    reward = pickle.loads(pickle.dumps(Reward("cer", reference="said", normalizer="lower")))
    assert reward.__name__ == "cer said normalizer lower"
    assert reward(completions=["A"], said=["a"]) == [1]


def test_rewards_of_one_metric_have_different_names_that_trackers_take():
    class Words:
        def __call__(self, text):
            return text.split()

    rewards = [
        Reward("anls", reference="said"),
        Reward("anls", reference="written"),
        Reward("anls", reference="said", normalizer=["lower", "nfkc"]),
        Reward("anls", reference="said", normalizer=lambda text: text),
        Reward("anls", reference="said", tokenizer=Words()),
        Reward("anls", reference="said", threshold=0.5),
    ]
    assert [reward.__name__ for reward in rewards] == [
        "anls said",
        "anls written",
        "anls said normalizer lower nfkc",
        "anls said normalizer lambda",
        "anls said tokenizer Words",
        "anls said threshold 0.5",
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Reward("anl", reference="a"), "unknown metric 'anl'; did you mean 'anls'"),
        (lambda: Reward("anls", reference="a", reduction="sum"), "has no option 'reduction'"),
        (lambda: Reward("anls", reference="a", tokeniser="char"), "did you mean 'tokenizer'"),
    ],
)
def test_what_a_reward_cannot_be_made_of_is_refused_in_one_sentence(call, message):
    with pytest.raises(InputError, match=message):
        call()


def said_by(content):
    return [{"role": "assistant", "content": content}]


@pytest.mark.parametrize(
    ("completions", "columns", "message"),
    [
        (
            ["a"],
            {"word": ["a"], "trainer_state": object()},
            "reference is 'said', a column that was not handed over; there is word "
            r"\(TRL keeps 'prompt' and 'completion' to itself: give the column another name\)",
        ),
        (["a"], {}, "a column that was not handed over; there is none"),
        (["a"], {"said": ["a", "b"]}, "there are 1 completions, but 2 values in 'said'"),
        (["a", "b"], {"said": "ab"}, r"said is a bare string; give a list: said=\['ab'\]"),
        ("ab", {"said": ["a", "b"]}, r"completions is a bare string; give a list"),
        (["a"], {"said": 5}, "said is of type int; it must be a sequence or a column of ref"),
        (None, {"said": ["a"]}, "completions is None; it must be a sequence or a column of comp"),
        (["a", 7], {"said": ["a", "b"]}, r"completions\[1\] is 7; it must be a text, or a list"),
        (["a", ["b"]], {"said": ["a", "b"]}, r"completions\[1\] is \['b'\]; it must be a text, or"),
        (
            [said_by("a"), said_by(0)],
            {"said": ["a", "b"]},
            r"completions\[1\]\[-1\]\['content'\] is 0; it must be a text, or a list of parts",
        ),
        ([said_by(["a"])], {"said": ["a"]}, r"\['content'\] is \['a'\]; it must be a text, or"),
        ([said_by([{"text": 3}])], {"said": ["a"]}, r"is \[{'text': 3}\]; it must be a text, or"),
        # Positions are those in the columns, those without a reference included.
        (["a", "b"], {"said": [None, 7]}, r"said\[1\] is of type int; every reference must be"),
        (["a", "b"], {"said": [None, ["x", 7]]}, r"said\[1\]\[1\] is of type int"),
        (["a", "b"], {"said": [None, []]}, r"said\[1\] is an empty list"),
        (
            ["a", "\ud800"],
            {"said": [None, "b"]},
            r"completions\[1\] has the lone surrogate U\+D800 .* every completion must be",
        ),
    ],
)
def test_what_cannot_be_rewarded_is_refused_in_one_sentence(completions, columns, message):
    reward = Reward("anls", reference="said")
    with pytest.raises(InputError, match=message) as refused:
        reward(completions=completions, **columns)
    assert "\n" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["GRPO", "RLOO"])
def test_trl_trains_by_rewards_and_logs_their_mean(algorithm, tmp_path):
    trl = pytest.importorskip("trl")
    spec = importlib.util.spec_from_file_location("train_grpo", ROOT / "examples/train_grpo.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    seen = []
    twice = [Reward("anls", reference="word"), Reward("anls", reference="word", threshold=1.0)]

    def rewarded(completions, word, **_):
        pairs = zip(completions, word, strict=True)
        seen.append([similarity(answer, [target]) for answer, target in pairs])
        return [0.0] * len(word)

    tokenizer = example.letter_tokenizer()
    trainer = getattr(trl, f"{algorithm}Trainer")(
        example.tiny_model(tokenizer),
        reward_funcs=[*twice, rewarded],
        args=getattr(trl, f"{algorithm}Config")(
            str(tmp_path),
            max_steps=2,
            per_device_train_batch_size=8,
            num_generations=4,
            max_completion_length=4,
            beta=0.0,  # else a reference model is loaded from the Hub
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            bf16=False,
        ),
        train_dataset=Dataset.from_list([{"prompt": "a>", "word": "aaaa"}] * 8),
        processing_class=tokenizer,
    )
    trainer.train()
    logged = [log["rewards/anls word/mean"] for log in trainer.state.log_history if "reward" in log]
    assert logged == pytest.approx([np.mean(step) for step in seen], rel=1e-6)  # float32
    assert len(logged) == 2
    assert "rewards/anls word threshold 1.0/mean" in trainer.state.log_history[0]


def test_a_sample_with_nothing_to_score_has_no_reward():
    reward = Reward("keywords", reference="said", keywords=["ann"])
    assert reward(completions=["ann", "x"], said=["ann", "y"]) == [1.0, None]
