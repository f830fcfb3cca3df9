"""What the errors of a session are due to, token by token."""

import random

import numpy as np
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.meetings import explanation
from levmetrics.meetings.pairing import paired_streams
from tests.meetings.meetings import random_session, recognised, segment


@pytest.mark.parametrize("config", ["cp", "orc", "dicp", "tcp", "tcorc", "ditcp", "greedy_orc"])
def test_tokens_of_all_streams_are_those_of_the_session_with_its_counts(config):
    rng = random.Random(config)
    for _ in range(60):
        said = random_session(rng)
        found = recognised(rng, said)
        run = lm.score([found], [said], f"meeting:{config}")
        session = run.alignment(0)
        result = run.result()
        sums = {"substitutions": 0, "deletions": 0, "insertions": 0, "hits": 0}
        for stream in session.streams:
            for name, count in stream.counts().items():
                sums[name] += count
            _check_partners(stream)
        assert sums == {name: result[name] for name in sums}
        assert session.errors == result["errors"]
        for side, segments in (("reference", said), ("hypothesis", found)):
            words = [token.text for one in session.streams for token in getattr(one, side)]
            assert sorted(words) == sorted(" ".join(one["words"] for one in segments).split())


def _check_partners(stream):
    for number, token in enumerate(stream.reference):
        assert (token.partner is None) == (token.kind == "deletion")
        if token.partner is not None:
            other = stream.hypothesis[token.partner]
            assert (other.partner, other.kind) == (number, token.kind)
            assert (other.text == token.text) == (token.kind == "hit")
    assert all(
        (token.partner is None) == (token.kind == "insertion") for token in stream.hypothesis
    )


@pytest.mark.parametrize(("config", "free"), [("cp", "orc"), ("tcp", "tcorc")])
def test_errors_of_speakers_are_those_beyond_orc_and_those_of_times_beyond_none(config, free):
    rng = random.Random(5)
    for _ in range(60):
        said = random_session(rng)
        found = recognised(rng, said)
        session = lm.score([found], [said], f"meeting:{config}", **_options(config)).alignment(0)
        whoever = lm.score([found], [said], f"meeting:{free}", **_options(config))["errors"]
        assert session.errors_of_speakers == session.errors - whoever >= 0
        untimed = lm.score([found], [said], "meeting:cp")["errors"]
        of_times = session.errors - untimed if config == "tcp" else None
        assert session.errors_of_times == of_times


def _options(config):
    return {"collar": 0.5} if config == "tcp" else {}


def test_a_word_in_a_wrong_stream_names_the_speaker_who_has_it_and_hits_are_counted_by_speakers():
    said = [segment("anna", "good morning", 0, 1), segment("ben", "hi there", 1, 2)]
    found = [segment("x", "good morning hi", 0, 2), segment("y", "there", 1, 2)]
    session = lm.score([found], [said], "meeting:cp").alignment(0)
    assert [token.other_speaker for token in session.streams[0].hypothesis] == [None, None, None]
    assert session.errors_of_speakers == 0  # a segment belongs to one stream
    found = [segment("x", "good morning hi there", 0, 2), segment("y", "", 1, 2)]
    session = lm.score([found], [said], "meeting:cp").alignment(0)
    others = [token.other_speaker for token in session.streams[0].hypothesis]
    assert others == [None, None, "ben", "ben"]
    assert session.speaker_hits == {("anna", "x"): 2, ("ben", "x"): 2}
    assert session.errors_of_speakers == session.errors == 4


def test_no_word_is_marked_as_another_speakers_where_no_error_is_due_to_speakers():
    said = [segment("anna", "b c", 0, 1), segment("ben", "b", 1, 2)]
    found = [segment("x", "c a", 0, 1), segment("y", "b b", 1, 2)]  # "b c" could be y's as well
    session = lm.score([found], [said], "meeting:cp").alignment(0)
    assert (session.errors, session.errors_of_speakers) == (3, 0)
    assert session.causes()[0].startswith("0 of 3 errors are due to the wrong speaker")
    tokens = [
        token for stream in session.streams for token in (*stream.reference, *stream.hypothesis)
    ]
    assert {token.other_speaker for token in tokens} == {None}


def test_tokens_have_the_times_of_their_share_of_characters():
    said = [segment("anna", "abc d", 0, 4)]
    (stream,) = lm.score([said], [said], "meeting:cp").alignment(0).streams
    assert [(token.start, token.end) for token in stream.reference] == [(0, 3), (3, 4)]
    untimed = [segment("anna", "abc d")]
    (stream,) = lm.score([untimed], [untimed], "meeting:cp").alignment(0).streams
    assert [token.start for token in stream.reference] == [None, None]


def test_where_orc_is_not_proved_its_errors_are_a_bound(monkeypatch):
    def hopeless(*_):
        raise InputError("session.search_time")

    said = [segment("anna", "a b", 0, 1), segment("ben", "c", 1, 2)]
    found = [segment("x", "a b c", 0, 2)]
    monkeypatch.setattr("levmetrics.meetings.pairing.best_combination", hopeless)
    session = lm.score([found], [said], "meeting:cp").alignment(0)
    assert (session.is_exact, session.errors_of_speakers) == (False, 2)
    assert "At least 2 of 2 errors" in str(session)


def test_errors_of_times_are_unknown_where_the_search_without_times_is_too_large(monkeypatch):
    def hopeless(*_, **__):
        raise InputError("session.search_time")

    said = [segment("anna", "a b", 0, 1), segment("ben", "c", 1, 2)]
    run = lm.score([said], [said], "meeting:tcp")

    def paired(reference, *others, **options):
        search = hopeless if reference.segments.begin is None else paired_streams
        return search(reference, *others, **options)

    monkeypatch.setattr(explanation, "paired_streams", paired)
    assert run.alignment(0).errors_of_times is None


def test_causes_too_large_to_prove_are_bounds_or_unknown(monkeypatch):
    said = [segment("anna", "a b", 0, 1), segment("ben", "c", 1, 2)]
    found = [segment("x", "a b c", 0, 2)]
    run = lm.score([found], [said], "meeting:tcp")
    known = run.alignment(0)
    assert (known.is_exact, known.errors_of_speakers, known.errors_of_times) == (True, 2, 0)
    limits = {"cp": 8, "orc": 8}
    monkeypatch.setattr(explanation, "_MOST_PAIRS_OF_SEARCH", limits)
    session = run.alignment(0)
    assert (session.is_exact, session.errors_of_speakers) == (False, 2)
    assert session.errors_of_times is None
    assert "At least 2 of 2 errors" in str(session)
    assert "It is unknown which errors are words at the wrong time" in str(session)


@pytest.mark.parametrize("name", [None, "S1"])
def test_a_session_too_large_to_explain_is_refused_by_name_in_both_languages(monkeypatch, name):
    monkeypatch.setattr(explanation, "_MOST_PAIRS", 5)
    side = [{**segment("anna", "a b c"), "session_id": name}]
    with pytest.raises(InputError) as raised:
        lm.score([side], [side], "meeting:cp").alignment(0)
    place = name or "references[0]"
    assert str(raised.value).startswith(f"{place} is scored, but too large to explain: 3 by 3")
    assert "は採点されましたが" in raised.value.sentence("ja")
    assert raised.value.fields["most"] == 5


def test_a_session_whose_references_have_alternatives_has_no_alignment():
    said = [segment("anna", "{ hi / hello } ben")]
    run = lm.score([said[:]], [said], "meeting:cp", alternatives="braces")
    with pytest.raises(InputError, match=r"references\[0\] has alternatives"):
        run.alignment(0)


@pytest.mark.parametrize("option", [{"alternatives": "braces"}, {"equivalences": {"x": ["yy"]}}])
def test_alternatives_count_in_the_assignment_of_speakers(option):
    said = [segment("anna", "x b"), segment("ben", "c d")]
    found = [segment("1", "c d"), segment("2", "yy b")]
    if "alternatives" in option:
        said[0]["words"] = "{ x / yy } b (uh)"
    run = lm.score([found], [said], "meeting:cp", **option)
    assert (run.score, run["hits"]) == (0.0, 5 if "alternatives" in option else 4)


def test_compounds_that_one_side_joins_are_right():
    said, found = [segment("anna", "high school")], [segment("1", "highschool")]
    assert lm.score([found], [said], "meeting:cp", compounds="merge").score == 0.0
    assert lm.score([found], [said], "meeting:cp").score == 1.0


def test_speakers_of_one_side_alone_cost_their_words_also_with_alternatives():
    said = [segment("anna", "a (uh) b"), segment("ben", "c")]
    run = lm.score([[]], [said], "meeting:cp", alternatives="braces")
    assert (run["deletions"], run["missed_speakers"]) == (3, 2)
    run = lm.score([[segment("x", "a b c")]], [[]], "meeting:cp", alternatives="braces")
    assert (run["insertions"], run["false_alarm_speakers"]) == (3, 1)


def test_self_overlap_is_the_time_of_a_speaker_in_two_segments():
    rng = np.random.default_rng(3)
    for _ in range(100):
        said = []
        for start, end in np.sort(rng.integers(0, 20, (6, 2)), axis=1).tolist():
            said.append(segment("ab"[start % 2], "x", start, end))
        (reference, _) = lm.score([said], [said], "meeting:cp").alignment(0).self_overlaps
        seen, twice = set(), 0
        for one in sorted(said, key=lambda each: each["start_time"]):
            spoken = {(one["speaker"], t) for t in range(one["start_time"], one["end_time"])}
            twice += len(spoken & seen)
            seen |= spoken
        assert reference == (twice, len(seen))


@pytest.mark.parametrize("said", ["good day", "今日は いい天気", "a\u3000b\u00a0c"])
def test_characters_cost_the_same_however_a_side_is_cut_into_segments(said):
    whole = [segment("anna", said, 0, 1)]
    cut = [segment("x", word, number, number + 1) for number, word in enumerate(said.split())]
    run = lm.score([cut], [whole], "meeting:cp", tokenizer="char")
    assert (run["errors"], run["reference_length"]) == (0, len("".join(said.split())))


def test_alternatives_are_refused_where_characters_are_counted():
    said = [segment("anna", "{ hi / hello } ben")]
    options = {"alternatives": "braces", "tokenizer": "char"}
    with pytest.raises(InputError, match=r"references\[0\] has alternatives, equivalences or"):
        lm.score([said], [said], "meeting:cp", **options)
    plain = [segment("anna", "hi ben")]
    assert lm.score([plain], [plain], "meeting:cp", **options).score == 0.0
