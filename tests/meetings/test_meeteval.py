"""The numbers of MeetEval 0.4.3 beside ours, over random sessions and its documentation's own.

Errors and lengths are always the same. Substitutions, deletions and insertions are, too, where they
are determined: with cp and tcp, and with the greedy searches, which take the same steps. Of several
assignments of segments to streams with the fewest errors, an exact search takes any, and their
substitutions may differ; so MeetEval's own assignment is applied, and then the counts must be the
same. MeetEval computes DI-cpWER with the sides exchanged, also in the alignment.
"""

import random
from collections import Counter
from math import prod

import numpy as np
import pytest

import levmetrics as lm
from levmetrics.meetings.timing import word_times
from tests.meetings.meetings import random_pair, segment
from tests.packages import needs_tokenizer
from tests.thoroughness import times

COUNTS = ("substitutions", "deletions", "insertions")
SPEAKERS = {
    "missed_speaker": "missed_speakers",
    "falarm_speaker": "false_alarm_speakers",
    "scored_speaker": "scored_speakers",
}
TIMINGS = (
    "character_based",
    "character_based_points",
    "equidistant_intervals",
    "equidistant_points",
    "full_segment",
)
TIMED = ("tcp", "tcorc", "greedy_tcorc", "greedy_ditcp")
METRICS = ("cp", "orc", "greedy_orc", "greedy_dicp", *TIMED)
# DI-cpWER of an exact search is not in MeetEval, but is ORC-WER with the sides exchanged.
EXCHANGED = {"dicp": "orc", "ditcp": "tcorc", "greedy_dicp": "orc", "greedy_ditcp": "tcorc"}
MOST_CELLS = 20_000  # of MeetEval's exact search, which grows with the streams


def random_options(rng, metric):
    if metric not in TIMED and metric != "ditcp":
        return {}, {}
    collar = rng.choice([0, 0.25, 0.5, 1, 2.3, 5])
    timings = [rng.choice(TIMINGS) for _ in range(2)]
    ours = {"reference_timing": timings[0], "prediction_timing": timings[1]}
    theirs = {
        "reference_pseudo_word_level_timing": timings[0],
        "hypothesis_pseudo_word_level_timing": timings[1],
    }
    return {"collar": collar, **ours}, {"collar": collar, **theirs}


def small_enough(streams):
    """Leave out segments until an exact search of MeetEval ends soon."""
    while True:
        words = Counter()
        for each in streams:
            words[each["speaker"]] += len(each["words"].split())
        if prod(1 + count for count in words.values()) <= MOST_CELLS:
            return streams
        streams = streams[1:]


def ours_of(metric, pairs, options):
    """Score all sessions of the same options at once; return a result for each session."""
    references, hypotheses = zip(*pairs, strict=True)
    asked = ([*hypotheses], [*references], f"meeting:{metric}")
    columns = lm.score(*asked, reduction="none", **options).result()
    return [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]


def counts_of_assignment(metric, assignment, segments, streams, options):
    """Count the errors of the segments in the streams that were found for them."""
    names = {*assignment, *(each["speaker"] for each in streams)}
    pairs = [
        (
            [
                {**each, "speaker": "one"}
                for each, stream in zip(segments, assignment, strict=True)
                if stream == name
            ],
            [{**each, "speaker": "one"} for each in streams if each["speaker"] == name],
        )
        for name in names
    ]
    if not pairs:
        return [0, 0, 0]
    rows = ours_of("tcp" if "tc" in metric else "cp", pairs, options)
    return [sum(row[count] for row in rows) for count in COUNTS]


def check(metric, reference, hypothesis, ours, theirs, options):
    """Compare the numbers of a session; return whether the counts were tied."""
    case = metric, options, reference, hypothesis, ours, theirs
    assert "error" not in theirs, case
    assert sum(ours[count] for count in COUNTS) == theirs["errors"], case
    assert ours["reference_length"] == theirs["length"], case
    counts = [theirs[count] for count in COUNTS]
    if metric in ("cp", "tcp"):
        assert [ours[key] for key in SPEAKERS.values()] == [theirs[key] for key in SPEAKERS], case
    elif metric in EXCHANGED:
        substitutions, deletions, insertions = counts
        found = counts_of_assignment(
            EXCHANGED[metric], theirs["assignment"], hypothesis, reference, exchanged(options)
        )
        assert found == [substitutions, insertions, deletions], case
        return [ours[count] for count in COUNTS] != counts
    elif "orc" in metric:
        found = counts_of_assignment(metric, theirs["assignment"], reference, hypothesis, options)
        assert found == counts, case
        if not metric.startswith("greedy"):
            return [ours[count] for count in COUNTS] != counts
    assert [ours[count] for count in COUNTS] == counts, case
    return False


def exchanged(options):
    names = {"reference_timing": "prediction_timing", "prediction_timing": "reference_timing"}
    return {names.get(name, name): value for name, value in options.items()}


def asked_without_empty_streams(meeteval, metric, reference, hypothesis, options):
    """Ask MeetEval, whose exact search without times misses the best beside an empty stream.

    Such a stream can take part in no error.
    """
    if metric != "orc":
        return meeteval(metric, reference, hypothesis, **options)
    speakers = {each["speaker"] for each in hypothesis if each["words"]}
    spoken = [each for each in hypothesis if each["speaker"] in speakers]
    if spoken:
        return meeteval(metric, reference, spoken, **options)
    length = sum(len(each["words"].split()) for each in reference)
    counts = dict(zip(COUNTS, (0, length, 0), strict=True))
    return {"errors": length, "length": length, "assignment": [""] * len(reference), **counts}


def compare(meeteval, metric, seed, sessions):
    rng = random.Random(f"{metric} {seed}")
    ties = 0
    for _ in range(0, sessions, 10):
        ours, theirs = random_options(rng, metric)
        pairs = [random_pair(rng) for _ in range(10)]
        if metric in ("orc", "tcorc"):
            pairs = [(reference, small_enough(found)) for reference, found in pairs]
        for pair, result in zip(pairs, ours_of(metric, pairs, ours), strict=True):
            ties += check(
                metric,
                *pair,
                result,
                asked_without_empty_streams(meeteval, metric, *pair, theirs),
                ours,
            )
    # Else, the counts would hardly be compared.
    assert ties <= sessions / 10


@pytest.mark.parametrize("metric", METRICS)
def test_errors_are_those_of_meeteval(meeteval, metric):
    compare(meeteval, metric, "fast", 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(2, of=5)))
@pytest.mark.parametrize("metric", METRICS)
def test_errors_of_thousands_of_sessions_are_those_of_meeteval(meeteval, metric, seed):
    compare(meeteval, metric, seed, 150)


@pytest.mark.parametrize("timing", TIMINGS)
def test_times_of_words_are_those_of_meeteval_to_the_last_bit(meeteval, timing):
    """Else, some would overlap that only touch there."""
    rng = random.Random(timing)
    session = []
    for _ in range(2000):
        start = rng.choice([rng.uniform(-1, 1), rng.uniform(0, 5000), rng.randint(0, 9999) / 100])
        size = rng.choice([1, rng.randint(1, 9)])
        words = rng.choices(["a", "bb", "日本", "𠮷野家", "e\u0301"], k=size)
        end = start + rng.choice([0, 0.01, 1, rng.uniform(0, 30)])
        session.append(segment("A", " ".join(words), start, end))
    start, end = (np.array([each[key] for each in session]) for key in ("start_time", "end_time"))
    words = [each["words"].split() for each in session]
    sizes = np.array([len(word) for row in words for word in row])
    found = word_times(start, end, np.cumsum([0, *map(len, words)]), sizes, timing)
    theirs = np.array(meeteval("timings", session, [], strategy=timing)).T
    assert (theirs == found).all()


def on_a_grid(session):
    """Round times, and words to lengths by which times are divided without a remainder."""
    return [
        {
            **each,
            "words": " ".join(each["words"].replace("cc", "dddd").split()[:2]),
            "start_time": round(4 * each["start_time"]) / 4,
            "end_time": round(4 * each["end_time"]) / 4,
        }
        for each in session
    ]


def compare_exchanged(meeteval, metric, seed, sessions):
    """Compare DI-cpWER with ORC-WER of the sides exchanged; the collar is the hypothesis's there.

    It may be of either side where no time is rounded.
    """
    rng = random.Random(f"{metric} {seed}")
    for _ in range(0, sessions, 10):
        asked = rng.choice([0, 0.25, 1, 5])
        timings = [rng.choice(TIMINGS[2:]) for _ in range(2)]
        ours, theirs = {}, {}
        if metric == "ditcp":
            ours = {
                "collar": asked,
                "reference_timing": timings[0],
                "prediction_timing": timings[1],
            }
            theirs = {
                "collar": asked,
                "hypothesis_pseudo_word_level_timing": timings[0],
                "reference_pseudo_word_level_timing": timings[1],
            }
        pairs = []
        for _ in range(10):
            reference, hypothesis = map(on_a_grid, random_pair(rng))
            pairs.append((small_enough(reference), hypothesis))
        for pair, found in zip(pairs, ours_of(metric, pairs, ours), strict=True):
            reference, hypothesis = pair
            expected = asked_without_empty_streams(
                meeteval, EXCHANGED[metric], hypothesis, reference, theirs
            )
            assert "error" not in expected, (pair, expected)
            assert sum(found[count] for count in COUNTS) == expected["errors"], (pair, ours)
            assert found["prediction_length"] == expected["length"], (pair, ours)


@pytest.mark.parametrize("metric", ["dicp", "ditcp"])
def test_exact_di_cp_errors_are_those_of_meetevals_orc_with_the_sides_exchanged(meeteval, metric):
    compare_exchanged(meeteval, metric, "fast", 60)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["dicp", "ditcp"])
def test_exact_di_cp_errors_of_a_thousand_sessions(meeteval, metric):
    compare_exchanged(meeteval, metric, "slow", 1000)


def test_meeteval_fails_in_orc_where_nothing_was_found_and_we_count_deletions(meeteval):
    reference = [segment("A", "a b", 0, 1), segment("B", "c", 1, 2)]
    assert meeteval("orc", reference, [])["error"].startswith("AssertionError")
    found = lm.score([[]], [reference], "meeting:orc").result()
    assert (found["orc_wer"], found["deletions"], found["reference_length"]) == (1.0, 3, 3)
    # As it does itself with times.
    assert meeteval("tcorc", reference, [], collar=5)["deletions"] == 3


@pytest.mark.parametrize(
    ("words", "streams", "errors", "sentence"),
    [
        ("a b", ["a b c", "", "c a", "a a"], 5, None),
        ("b b", ["c c", "", "c", "a"], 4, "AssertionError: (5, "),
    ],
)
def test_meeteval_does_not_find_the_best_stream_in_orc_beside_an_empty_one(
    meeteval, words, streams, errors, sentence
):
    reference = [segment("A", words, 0, 1)]
    with_empty = [segment(str(number), each, 0, 1) for number, each in enumerate(streams)]
    hypothesis = [each for each in with_empty if each["words"]]
    theirs = meeteval("orc", reference, with_empty)
    if sentence:  # its own check finds that it counted too many
        assert theirs["error"].startswith(sentence)
    else:
        assert theirs["errors"] > errors
    assert meeteval("orc", reference, hypothesis)["errors"] == errors
    for found in (hypothesis, with_empty):
        assert lm.score([found], [reference], "meeting:orc").result()["errors"] == errors


def test_meeteval_refuses_more_than_20_speakers_and_we_do_not(meeteval):
    session = [segment(f"speaker {number}", f"word{number}", 0, 1) for number in range(21)]
    assert meeteval("cp", session, session)["error"].startswith("RuntimeError: Are you sure?")
    assert lm.score([session], [session], "meeting:cp").score == 0


def test_all_streams_that_have_the_same_words_are_tied(meeteval):
    """The fewest errors have several assignments; ours has the same number of them."""
    reference = [segment("A", "a b", 0, 1), segment("B", "b c", 1, 2), segment("A", "a", 2, 3)]
    hypothesis = [segment("1", "a b c", 0, 3), segment("2", "a b c", 0, 3)]
    theirs = meeteval("orc", reference, hypothesis)
    found = lm.score([hypothesis], [reference], "meeting:orc").result()
    assert sum(found[count] for count in COUNTS) == theirs["errors"]


def untimed(streams):
    """A session as MeetEval's documentation writes it: the texts of speakers."""
    names = streams if isinstance(streams, dict) else dict(enumerate(streams))
    return [segment(str(name), words) for name, words in names.items()]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "counts", "speakers"),
    [
        (["a b c", "d e f"], ["a b c", "d e f"], (0, 0, 0), (0, 0, 2)),
        (["a b", "c d"], ["a b", "c d", "e f"], (0, 0, 2), (0, 1, 2)),
        (["a", "b", "c d"], ["a", "b"], (0, 2, 0), (1, 0, 3)),
        (["a", "b", "c"], ["b", "c", "d", "a"], (0, 0, 1), (0, 1, 3)),
        (["a b"], ["z", "a e f"], (1, 0, 2), (0, 1, 1)),
        (["a b", "k"], [" ", "a e f"], (1, 1, 1), (0, 0, 2)),
    ],
)
def test_cp_examples_of_meetevals_documentation(reference, hypothesis, counts, speakers):
    found = lm.score([untimed(hypothesis)], [untimed(reference)], "meeting:cp").result()
    assert tuple(found[key] for key in COUNTS) == counts
    assert tuple(found[key] for key in SPEAKERS.values()) == speakers


@pytest.mark.parametrize("search", ["", "greedy_"])
@pytest.mark.parametrize(
    ("reference", "hypothesis", "counts"),
    [
        (["a b", "c d", "e f"], ["a b c d e f"], (0, 0, 0)),
        (["a b", "c d", "e f"], ["a b", "c d e f"], (0, 0, 0)),
        (["a", "c d", "e"], ["a c", "d e"], (0, 1, 1)),
        (["a", "c d e"], ["a c", "d e"], (0, 1, 1)),
        ([""], ["a"], (0, 0, 1)),
    ],
)
def test_orc_examples_of_meetevals_documentation(search, reference, hypothesis, counts):
    found = lm.score([untimed(hypothesis)], [untimed(reference)], f"meeting:{search}orc").result()
    assert tuple(found[key] for key in COUNTS) == counts


@pytest.mark.parametrize("search", ["", "greedy_"])
@pytest.mark.parametrize(
    ("hypothesis", "errors"),
    [
        ("A a, A b, B c, B d", 0),
        ("A a, B b, A c, B d", 0),
        ("A a b, A b c d", 1),
    ],
)
def test_di_cp_examples_of_meetevals_documentation(search, hypothesis, errors):
    reference = [segment("A", "a"), segment("A", "b"), segment("B", "c"), segment("B", "d")]
    found = [segment(*each.split(" ", 1)) for each in hypothesis.split(", ")]
    result = lm.score([found], [reference], f"meeting:{search}dicp").result()
    assert tuple(result[key] for key in COUNTS) == (0, 0, errors)


@pytest.mark.parametrize("metric", ["tcorc", "greedy_tcorc"])
@pytest.mark.parametrize(
    ("reference", "hypothesis", "counts"),
    [
        ([], [], (0, 0, 0)),
        ([], ["a"], (0, 0, 1)),
        (["a"], [], (0, 1, 0)),
        ([""], ["a"], (0, 0, 1)),
        (["a b"], ["a d"], (1, 0, 0)),
    ],
)
def test_tcorc_examples_of_meetevals_documentation(metric, reference, hypothesis, counts):
    sides = [[segment("A", words, 0, 1) for words in side] for side in (hypothesis, reference)]
    found = lm.score(sides[:1], sides[1:], f"meeting:{metric}", collar=5).result()
    assert tuple(found[key] for key in COUNTS) == counts


def test_tcp_examples_of_meetevals_documentation():
    reference = [segment("A", "a b", 0, 2), segment("A", "c d", 0, 2)]
    hypothesis = [segment("A", "a", 0, 1)]
    found = lm.score([hypothesis], [reference], "meeting:tcp", collar=5).result()
    assert (found["tcp_wer"], found["deletions"]) == (0.75, 3)
    reference = [segment("A", word, at, at + 1) for at, word in enumerate("abc")]
    hypothesis = [*reference[:2], segment("A", "c", 3, 4)]
    rates = [
        lm.score([hypothesis], [reference], "meeting:tcp", collar=collar).result()
        for collar in (0, 1)
    ]
    assert [tuple(rate[key] for key in COUNTS) for rate in rates] == [(0, 1, 1), (0, 0, 0)]


SCRIPTS = {
    "Japanese": "今日は良い天気ですねガギ",
    "Thai": "ภาษาไทยที่กำ",
    "Hindi": "नमस्तेक्षि",
    "Arabic": "مرحباًبك",
    "Emoji": "👩‍👩‍👧👍🏽é",
}


@pytest.mark.parametrize("metric", ["cp", "greedy_orc", "orc"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_characters_are_those_that_meeteval_counts_as_words_between_spaces(
    meeteval, metric, script
):
    rng = random.Random(f"{metric} {script}")
    for _ in range(15):
        spaced = []
        for side in random_pair(rng):
            side = side[:5]
            for each in side:
                text = rng.choices(SCRIPTS[script], k=rng.randint(0, 4))
                each["words"] = " ".join(text)
            spaced.append(small_enough(side))
        if metric == "orc" and not spaced[1]:
            continue
        texts = [
            [{**each, "words": each["words"].replace(" ", "")} for each in side] for side in spaced
        ]
        theirs = meeteval(metric, *spaced)
        found = lm.score(texts[1:], texts[:1], f"meeting:{metric}", tokenizer="char").result()
        assert sum(found[count] for count in COUNTS) == theirs["errors"], (spaced, theirs)
        assert found["reference_length"] == theirs["length"]


@needs_tokenizer("mecab")
def test_words_of_mecab_are_those_that_meeteval_counts_between_spaces(meeteval):
    reference = [segment("A", "今日 は 良い 天気 です", 0, 3), segment("B", "そう です ね", 3, 5)]
    hypothesis = [segment("1", "そう です か", 3, 5), segment("2", "今日 は 天気 です", 0, 3)]
    theirs = meeteval("tcp", reference, hypothesis, collar=1)
    texts = [
        [{**each, "words": each["words"].replace(" ", "")} for each in side]
        for side in (hypothesis, reference)
    ]
    found = lm.score(texts[:1], texts[1:], "meeting:tcp", collar=1, tokenizer="mecab").result()
    assert [found[count] for count in COUNTS] == [theirs[count] for count in COUNTS] == [1, 1, 0]
