"""Sessions as a metric: what adds up, is kept, compared and signed, and what its options do."""

import random
from itertools import product

import numpy as np
import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import InputError, Run
from levmetrics.core.names import config_of, get_metric
from levmetrics.meetings.configs import configs
from levmetrics.meetings.sample_kind import SESSIONS
from levmetrics.meetings.timing import TIMINGS
from tests.meetings.meetings import random_pair, recognised, segment
from tests.oracles import edit_distance
from tests.packages import is_installed, needs, needs_tokenizer

UNTIMED = ("cp", "orc", "greedy_orc", "dicp", "greedy_dicp")
TIMED = ("tcp", "tcorc", "greedy_tcorc", "ditcp", "greedy_ditcp")
CONFIGS = (*UNTIMED, *TIMED)


def random_pairs(seed, sessions=6):
    """References and hypotheses of some sessions."""
    rng = random.Random(seed)
    return [*map(list, zip(*(random_pair(rng) for _ in range(sessions)), strict=True))]


REFERENCES, HYPOTHESES = random_pairs(0)
OTHERS = [recognised(random.Random(number), each) for number, each in enumerate(REFERENCES)]


def scored(config, **options):
    return lm.score(HYPOTHESES, REFERENCES, f"meeting:{config}", **options)


def words_of(session, speaker=None):
    """The words of a session, or of one speaker, in the order of their segments."""
    return [
        word
        for each in sorted(session, key=lambda one: one["start_time"])
        if speaker in (None, each["speaker"])
        for word in each["words"].split()
    ]


# ---------------------------------------------------------------------------------------------
# What is counted and compared; what every metric has is in properties/test_every_metric.py
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS)
def test_the_rate_is_of_all_errors_and_words(config):
    whole = scored(config).result()
    assert whole["errors"] == whole["substitutions"] + whole["deletions"] + whole["insertions"]
    assert whole["reference_length"] == sum(len(words_of(each)) for each in REFERENCES)
    assert whole["prediction_length"] == sum(len(words_of(each)) for each in HYPOTHESES)
    assert whole[f"{config.removeprefix('greedy_')}_wer"] == (
        whole["errors"] / whole["reference_length"]
    )


def test_other_collars_and_rules_do_not_add_up():
    run = scored("tcp", collar=5)
    for other in (scored("tcp", collar=4), scored("tcorc", collar=5), scored("cp")):
        with pytest.raises(InputError, match="the runs to add have other settings"):
            run + other
    timing = scored("tcp", collar=5, reference_timing="full_segment")
    with pytest.raises(InputError, match="full_segment"):
        Run.from_dict(run.metric, timing.to_dict())


@pytest.mark.parametrize("config", ["cp", "tcp", "orc"])
def test_sessions_have_the_same_counts_in_parts_of_any_size(monkeypatch, config):
    run = scored(config)
    for characters, tokens in [(1, 1), (10**9, 1), (40, 60)]:
        monkeypatch.setattr("levmetrics.meetings.session_metric._CHARACTERS_OF_A_PART", characters)
        monkeypatch.setattr("levmetrics.meetings.pairing._TOKENS_OF_A_PART", tokens)
        in_parts = scored(config)
        assert in_parts.result() == run.result()
        for name, counts in run.counts().items():
            assert counts.tolist() == in_parts.counts()[name].tolist()


def test_systems_of_other_references_are_not_compared():
    with pytest.raises(InputError, match="references"):
        lm.compare(
            {"a": lm.score(HYPOTHESES, REFERENCES, "cp"), "b": lm.score(OTHERS, OTHERS, "cp")}
        )


def test_a_system_without_errors_has_none_in_any_config():
    for config in CONFIGS:
        result = lm.score(REFERENCES, REFERENCES, f"meeting:{config}", **instants(config)).result()
        assert result["hits"] == result["reference_length"]
        assert result["errors"] == 0
        assert result["missed_speakers"] == result["false_alarm_speakers"] == 0


def instants(config):
    """With a collar of zero, points would not overlap."""
    return {"collar": 0.1} if config in TIMED else {}


# ---------------------------------------------------------------------------------------------
# What its numbers are
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS)
def test_one_speaker_is_scored_as_one_text(config):
    """In time, with a collar that all words are within."""
    rng = random.Random(config)
    options = {"collar": 1000} if config in TIMED else {}
    for _ in range(20):
        said, found = ([{**each, "speaker": "x"} for each in side] for side in random_pair(rng))
        result = lm.score([found], [said], f"meeting:{config}", **options).result()
        assert result["errors"] == edit_distance(words_of(said), words_of(found))


def test_no_rule_finds_more_errors_than_a_stricter_one():
    for rules in (("orc", "greedy_orc", "cp"), ("dicp", "greedy_dicp", "cp")):
        errors = [scored(rule, reduction="none").result()["errors"] for rule in rules]
        assert (np.diff(errors, axis=0) >= 0).all(), rules
    times = [
        scored("tcp", collar=collar, reduction="none").result()["errors"]
        for collar in (1000, 5, 1, 0.25, 0)
    ]
    assert (np.diff(times, axis=0) >= 0).all()
    assert times[0] == scored("cp", reduction="none").result()["errors"]
    assert times[0] != times[-1]


@pytest.mark.parametrize("config", CONFIGS)
def test_names_of_speakers_and_the_origin_of_times_change_nothing(config):
    def moved(session):
        return [
            {
                **each,
                "speaker": f"x {each['speaker']}",
                "start_time": each["start_time"] + 4096,
                "end_time": each["end_time"] + 4096,
            }
            for each in session
        ]

    references, hypotheses = (
        [[{**each, **on_grid(each)} for each in session] for session in side]
        for side in (REFERENCES, HYPOTHESES)
    )
    options = {"prediction_timing": "full_segment"} if config in TIMED else {}
    runs = [
        lm.score([*map(change, hypotheses)], [*map(change, references)], config, **options)
        for change in (list, moved)
    ]
    assert runs[0]["errors"] == runs[1]["errors"]


def on_grid(each):
    """Times that a float has exactly."""
    return {key: round(4 * each[key]) / 4 for key in ("start_time", "end_time")}


def test_without_errors_to_divide_by_the_rate_is_their_number():
    found = [segment("A", "a b")]
    for config in UNTIMED:
        result = lm.score([found], [[]], f"meeting:{config}").result()
        rate = next(iter(result.values()))
        assert (rate, result["insertions"], result["scored_speakers"]) == (2, 2, 0)
        assert lm.score([[]], [[]], f"meeting:{config}").score == 0
        assert lm.score([[]], [found], f"meeting:{config}").score == 1


def test_speakers_of_one_side_only_are_missed_or_false_alarms():
    said = [segment("A", "a b"), segment("B", "c"), segment("C", "")]
    found = [segment("1", "c")]
    result = lm.score([found], [said], "meeting:cp").result()
    assert (result["errors"], result["missed_speakers"], result["scored_speakers"]) == (2, 2, 3)
    result = lm.score([said], [found], "meeting:cp").result()
    assert (result["errors"], result["false_alarm_speakers"], result["scored_speakers"]) == (
        2,
        2,
        1,
    )


def test_a_hundred_speakers_are_assigned():
    rng = random.Random(0)
    said = [segment(f"{i}", f"w{i} w{i + 1} w{i % 7}", i, i + 1) for i in range(100)]
    found = [{**each, "speaker": f"x{each['speaker']}"} for each in said]
    rng.shuffle(found)
    for config in ("cp", "tcp"):
        result = lm.score([found[:90]], [said], f"meeting:{config}").result()
        assert (result["errors"], result["deletions"], result["missed_speakers"]) == (30, 30, 10)


@pytest.mark.parametrize("config", ["cp", "tcp", "greedy_tcorc"])
def test_ten_thousand_segments_of_a_word(config):
    rng = random.Random(1)
    names = "ABCD" if config != "greedy_tcorc" else "A"
    said = [segment(rng.choice(names), f"w{i % 50}", i / 4, i / 4 + 0.25) for i in range(10_000)]
    found = [
        {**each, "words": "wrong" if i % 10 == 0 else each["words"]} for i, each in enumerate(said)
    ]
    rng.shuffle(found)
    options = {"collar": 0.1} if config in TIMED else {}
    result = lm.score([found], [said], f"meeting:{config}", **options).result()
    assert (result["errors"], result["substitutions"], result["hits"]) == (1000, 1000, 9000)


@pytest.mark.filterwarnings("ignore:a token of")
def test_times_in_another_unit_have_other_errors_but_no_failure():
    """In samples rather than seconds, a collar of 5 is nearly none."""
    seconds = scored("tcp", collar=5).result()
    factor = 16_000
    sides = [
        [
            [
                {
                    **each,
                    "start_time": each["start_time"] * factor,
                    "end_time": each["end_time"] * factor,
                }
                for each in session
            ]
            for session in side
        ]
        for side in (HYPOTHESES, REFERENCES)
    ]
    samples = lm.score(*sides, "meeting:tcp", collar=5 * factor).result()
    assert samples["reference_length"] == seconds["reference_length"]
    assert samples["errors"] == seconds["errors"]
    assert lm.score(*sides, "meeting:tcp", collar=5).result()["errors"] > seconds["errors"]


def test_the_largest_times_are_scored():
    said = [segment("A", "a b", -1e300, 1e300), segment("A", "c", 1e300, 1e300)]
    for timing in TIMINGS:
        result = lm.score(
            [said],
            [said],
            "meeting:tcp",
            collar=1e300,
            reference_timing=timing,
            prediction_timing=timing,
        ).result()
        assert result["hits"] == 3


# ---------------------------------------------------------------------------------------------
# Options and names
# ---------------------------------------------------------------------------------------------


def test_the_signature_has_the_rule_the_collar_and_the_timings():
    signature = scored("tcorc", collar=2, prediction_timing="equidistant_points").signature()
    assert "metric:meeting:tcorc|" in signature
    expected = "rule:orc|search:exact|collar:2.0"
    timings = "reference_timing:character_based|prediction_timing:equidistant_points"
    assert f"|{expected}|{timings}|" in signature
    assert "search:greedy" in scored("greedy_orc").signature()
    assert "collar" not in scored("cp").signature()


def test_a_collar_of_the_same_number_is_the_same_setting():
    one, other = scored("tcp", collar=5), scored("tcp", collar=np.float32(5))
    assert one.signature() == other.signature()
    assert (one + other).sample_count == 12
    assert scored("tcp").signature() == one.signature()


@pytest.mark.parametrize(
    "collar", [-1, -0.1, float("nan"), float("inf"), True, None, "5", 10**400, [5]]
)
def test_what_is_no_collar_is_refused(collar):
    with pytest.raises(InputError, match=r"^collar=.* is not a number of seconds of 0 or more$"):
        get_metric("meeting:tcp", options={"collar": collar})


@pytest.mark.parametrize(
    ("config", "options", "sentence"),
    [
        ("cp", {"collar": 5}, "unknown option of score 'collar'"),
        ("orc", {"reference_timing": "full_segment"}, "unknown option of score"),
        ("tcp", {"rule": "orc"}, "meeting:tcp fixes rule='cp'; leave it out"),
        ("orc", {"search": "greedy"}, "meeting:orc fixes search='exact'"),
        ("tcp", {"ignore_index": 0}, "unknown option of score 'ignore_index'"),
        ("tcp", {"reference_timing": None}, "unknown reference_timing None; Known: character_"),
        ("tcp", {"prediction_timing": ["full_segment"]}, r"unknown prediction_timing \['full_"),
        ("tcp", {"prediction_timing": "character"}, "did you mean 'character_based'"),
        ("tcp", {"tokenizer": "chars"}, "unknown tokenizer 'chars'"),
    ],
)
def test_options_that_cannot_be_are_refused(config, options, sentence):
    with pytest.raises(InputError, match=sentence):
        scored(config, **options)


def test_every_metric_of_words_takes_sessions():
    for config in CONFIGS:
        assert lm.score([[]], [[]], f"meeting:{config}").metric.name == f"meeting:{config}"
        assert config_of(f"meeting:{config}").kind.takes is SESSIONS


@pytest.mark.parametrize(
    "tokenizer",
    ["char", "mixed", "grapheme", pytest.param("mecab", marks=needs_tokenizer("mecab"))],
)
def test_tokens_of_each_segment_are_counted(tokenizer):
    said = [segment("A", "今日は良い", 0, 2), segment("A", "天気です", 2, 4)]
    found = [segment("1", "今日は", 0, 2), segment("1", "天気だ", 2, 4)]
    split = get_metric("wer", options={"tokenizer": tokenizer}).tokenizer
    tokens = [
        [token for each in side for token in split.tokenize(each["words"])]
        for side in (found, said)
    ]
    for config in ("cp", "tcp"):
        result = lm.score([found], [said], f"meeting:{config}", tokenizer=tokenizer).result()
        assert result["errors"] == edit_distance(*tokens)
        assert result["reference_length"] == len(tokens[1])


def test_normalizers_and_tokenizers_of_the_caller_are_applied_to_each_segment():
    said, found = [segment("A", "Good-Morning")], [segment("1", "good_morning")]
    seen = []

    def hyphens(text):
        seen.append(text)
        return text.replace("_", "-")

    options = {"normalizer": ["lower", hyphens], "tokenizer": lambda text: text.split("-")}
    result = lm.score([found], [said], "meeting:cp", **options).result()
    assert (result["hits"], result["errors"]) == (2, 0)
    assert sorted(seen) == ["good-morning", "good_morning"]


def test_a_tokenizer_that_fails_is_named():
    with pytest.raises(InputError, match=r"the tokenizer .* failed"):
        scored("cp", tokenizer=lambda text: None)


@pytest.mark.parametrize("config", ["cp", "tcp"])
def test_bad_sessions_leave_their_place(config):
    for side, place in product(("predictions", "references"), (0, 5)):
        sides = {"predictions": [*HYPOTHESES], "references": [*REFERENCES]}
        sides[side][place] = [{"speaker": "A"}]
        with pytest.raises(InputError, match=rf"^{side}\[{place}\]\[0\] has a 'words' that is"):
            lm.score(sides["predictions"], sides["references"], f"meeting:{config}")


# ---------------------------------------------------------------------------------------------
# Other ways to a run
# ---------------------------------------------------------------------------------------------


@needs("evaluate", "datasets", "torchmetrics")
def test_the_evaluate_module_takes_lists_of_sessions():
    import evaluate

    asked = {"predictions": HYPOTHESES, "references": REFERENCES}
    assert evaluate.load("wer_lev", "cp").compute(**asked) == scored("cp").result()
    timed = evaluate.load("wer_lev", "tcp")
    result = timed.compute(**asked, collar=1, confidence_level=0.9, signature=True)
    run = scored("tcp", collar=1)
    assert result["tcp_wer"] == run.score
    assert "|collar:1.0|" in result["signature"]
    assert result["tcp_wer_interval"][0] <= run.score <= result["tcp_wer_interval"][1]
    added = evaluate.load("wer_lev", "orc")
    added.add(prediction=HYPOTHESES[0], reference=REFERENCES[0])
    added.add_batch(predictions=HYPOTHESES[1:], references=REFERENCES[1:])
    assert added.compute() == scored("orc").result()
    with pytest.raises(InputError, match=r"references\[0\] is of type str; a session is a list"):
        evaluate.load("wer_lev", "cp").compute(predictions=["a b"], references=["a b"])


TABLES = {"arrow": pa.table}
if is_installed("pandas"):
    import pandas as pd

    TABLES["pandas"] = pd.DataFrame
if is_installed("polars"):
    import polars as pl

    TABLES["polars"] = pl.DataFrame


@pytest.mark.parametrize("library", TABLES)
def test_tables_have_a_row_a_session(library):
    table = TABLES[library]({"id": [*range(6)], "found": HYPOTHESES, "said": REFERENCES})
    run = lm.score(table["found"], table["said"], "meeting:tcp", collar=1)
    assert run.result() == scored("tcp", collar=1).result()
    rows = lm.score_table(table, "tcp", prediction="found", reference="said", collar=1)
    column = rows["tcp_wer"]
    values = column.to_pylist() if library == "arrow" else column.to_list()
    assert values == run.sample_scores().tolist()


def test_sessions_of_an_arrow_column_may_have_no_times():
    """Arrow writes the keys that a segment lacks as null."""
    columns = [
        pa.array([[segment("A", "a b")], [segment("A", "a", 0, 1)]]),
        pa.array([[segment("B", "a c")], [segment("B", "a", 0, 1)]]),
    ]
    assert lm.score(*columns, "meeting:cp")["errors"] == 1
    with pytest.raises(InputError, match=r"predictions\[0\] has segments without|references\[0\]"):
        lm.score(*columns, "meeting:tcp")


@pytest.mark.filterwarnings("error")
def test_times_in_samples_are_said_and_times_in_seconds_are_not():
    said = [{"speaker": "a", "words": "one two", "start_time": 0, "end_time": 2}]
    lm.score([said], [said], "meeting:tcp")
    samples = [{**said[0], "end_time": 32_000}]
    with pytest.raises(UserWarning, match=r"references\[0\] takes 16,000 seconds on average"):
        lm.score([samples], [samples], "meeting:tcp")


def test_null_words_are_left_out_beside_alternatives_and_without_any():
    said, found = "hello @ ben", "hello ben"
    sessions = ([{"speaker": "anna", "words": text}] for text in (found, said))
    assert lm.score(*([one] for one in sessions), "meeting:cp", alternatives="braces").score == 0
    assert lm.score([found], [said], "wer", alternatives="braces").score == 0


@pytest.mark.parametrize("metric", sorted({*configs()} - {"meeting:der", "meeting:jer"}))
def test_a_rate_is_under_the_name_of_the_metric_without_greedy(metric):
    said = [[segment("ann", "a b", 0, 1)]]
    key = f"{metric.removeprefix('meeting:').removeprefix('greedy_')}_wer"
    assert key in lm.score(said, said, metric).result()
