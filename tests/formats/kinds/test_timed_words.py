"""Segments and timed words: joined as sclite joins them, or refused in a sentence."""

import random

import pyarrow.parquet as pq
import pytest

from levmetrics import InputError
from levmetrics.formats.kinds.transcripts import CtmTexts, StmTexts
from levmetrics.formats.source import Source
from tests.formats.kinds.sclite import needs_sclite, sclite
from tests.shell import scored

IGNORED = [
    *("IGNORE_TIME_SEGMENT_IN_SCORING", "ignore_time_segment_in_scoring"),
    *("IGNORETIMESEGMENTINSCORING", "ignoretimesegmentinscoring"),
]
SEGMENTS = """\
;; LABEL "M" "Male" "Male talkers"
2345 A ann 0.10 2.03 <O,M> uh huh @ yes

2345 A bob 2.10 3.04 dog walking
2345 A bob 3.04 3.50 IGNORE_TIME_SEGMENT_IN_SCORING
2345 A ann 3.50 4.59
2345 B cem 0.00 4.00 <unk> so
"""


@pytest.fixture
def write(tmp_path):
    """Writes a file, and returns it as a source."""

    def written(name, text):
        (tmp_path / name).write_text(text, "utf-8")
        return Source(tmp_path / name)

    return written


def test_segments_are_rows_with_speaker_and_times(write):
    columns = ["id", "text", "speaker", "begin", "end"]
    source = write("a.stm", SEGMENTS)
    assert StmTexts().names(source) == columns
    (batch,) = StmTexts().batches(source, columns)
    assert [*zip(*batch, strict=True)] == [
        ("2345-A-ann-0.10-2.03", "uh huh yes", "ann", 0.1, 2.03),
        ("2345-A-bob-2.10-3.04", "dog walking", "bob", 2.1, 3.04),
        ("2345-A-ann-3.50-4.59", "", "ann", 3.5, 4.59),
        ("2345-B-cem-0.00-4.00", "so", "cem", 0.0, 4.0),
    ]


def test_a_word_belongs_to_the_segment_of_its_midpoint(write):
    words = [
        "2345 A 0.00 0.05 early 0.9",  # before all segments
        "2345 A 0.50 0.20 uh NA",
        "2345 A 1.95 0.30 between",  # its midpoint is after the end of the first segment
        "2345 A 3.10 0.20 ignored",
        "2345 A 3.40 0.40 a",
        "2345 A 9.00 0.10 late",  # after all segments
        ";; a comment",
        "",
        "2345 B 1.00 0.10 c -1.5 lex cem",
        "2345 B 0.50 0.10 b",
        "2345 B 2.00 0.10 @",
    ]
    stm, ctm = write("a.stm", SEGMENTS), write("a.ctm", "\n".join(words))
    assert [*CtmTexts().changed(segments=stm).rows(ctm)] == [
        ("2345-A-ann-0.10-2.03", "early uh"),
        ("2345-A-bob-2.10-3.04", "between"),
        ("2345-A-ann-3.50-4.59", "a late"),
        ("2345-B-cem-0.00-4.00", "b c"),
    ]
    (batch,) = StmTexts().batches(stm, ["id"])
    assert batch[0] == [one for one, _ in CtmTexts().changed(segments=stm).rows(ctm)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2345 A ann 0.1", r"a\.stm, line 2 has 4 fields; give file, channel, speaker, begin"),
        ("2345 A ann x 2.0 a", "line 2 has the begin 'x', which is not a number"),
        ("2345 A ann 0.1 nan a", "line 2 has the end 'nan', which is not a number"),
        ("2345 A ann 2.0 1.0 a", "line 2 ends at 1.0, before it begins, at 2.0"),
        ("2345 A ann 1.0 2.0 a { b / c }", "line 2 has alternatives"),
    ],
)
def test_a_line_that_is_no_segment_is_named(line, message, write):
    source = write("a.stm", f"2345 A ann 0 1 a\n{line}\n")
    with pytest.raises(InputError, match=message) as refused:
        [*StmTexts().batches(source, ["text"])]
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2345 A 0.1 0.2", r"a\.ctm, line 2 has 4 fields; give file, channel, begin, duration"),
        ("2345 A x 0.2 a", "line 2 has the begin 'x', which is not a number"),
        ("2345 A 0.1 inf a", "line 2 has the duration 'inf', which is not a number"),
        ("2345 A 0.1 0.2 a b", "line 2 has the confidence 'b', which is not a number"),
        ("2345 A * * <ALT_BEGIN>", r"line 2 has alternatives \(<ALT_BEGIN>\)"),
        ("2345 C 0.1 0.2 a", r"line 2 is of the recording 2345, channel C, for which a\.stm"),
    ],
)
def test_a_line_that_is_no_word_of_the_segments_is_named(line, message, write):
    stm, ctm = write("a.stm", SEGMENTS), write("a.ctm", f"2345 A 0.1 0.2 a\n{line}\n")
    with pytest.raises(InputError, match=message) as refused:
        [*CtmTexts().changed(segments=stm).rows(ctm)]
    assert "\n" not in str(refused.value)


def test_a_ctm_file_is_a_table_of_the_segments_of_an_stm_file(write):
    stm, ctm = write("a.stm", SEGMENTS), write("a.ctm", "2345 A 0.5 0.2 uh\n2345 B 1 1 so\n")
    assert CtmTexts().changed(segments=stm).names(ctm) == ["id", "text"]
    ((texts, ids),) = CtmTexts().changed(segments=stm).batches(ctm, ["text", "id"])
    assert texts == ["uh", "", "", "so"]
    assert [ids] == [ids for (ids,) in StmTexts().batches(stm, ["id"])]


def test_a_ctm_file_without_segments_is_refused(write):
    with pytest.raises(InputError, match=r"a\.ctm holds timed words; give an stm file"):
        CtmTexts().names(write("a.ctm", "2345 A 0.5 0.2 uh\n"))


def seconds(hundredths):
    return f"{hundredths / 100:.2f}"


def random_recording(rng, segments):
    """The lines of an stm and a ctm file, with gaps, and with midpoints that are ends."""
    stm, ctm, time, ends = [], [], 0, []
    for _ in range(segments):
        begin = time + rng.choice([0, 0, 5, 20])
        time = begin + rng.randrange(20, 60)
        ends.append(time)
        text = rng.choice(IGNORED) if rng.random() < 0.1 else "word"
        stm.append(f"f A s {seconds(begin)} {seconds(time)} {text}\n")
    begin = 0
    while begin < time + 40:
        duration = rng.randrange(12)
        ctm.append(
            f"{rng.choice(['f A', 'F a'])} {seconds(begin)} {seconds(duration)} w{len(ctm)}\n"
        )
        begin += duration + rng.choice([0, 0, 3])
    return "".join(stm), "".join(ctm)


@needs_sclite
@pytest.mark.parametrize("seed", range(6))
def test_words_are_joined_as_in_sclite(seed, write):
    stm_text, ctm_text = random_recording(random.Random(seed), 60)
    stm, ctm = write("a.stm", stm_text), write("a.ctm", ctm_text)
    theirs = sclite("-r", stm.path, "stm", "-h", ctm.path, "ctm")
    ours = [text.split() for _, text in CtmTexts().changed(segments=stm).rows(ctm)]
    assert ours == [[word for _, _, word in edits if word] for edits in theirs.values()]


def with_alternatives(rng):
    """The lines of an stm and a ctm file of few words, some of which are alternatives."""
    stm, ctm, time = [], [], 0.0

    def said(words):
        nonlocal time
        for word in words:
            time += 0.1
            ctm.append(f"f A {time:.2f} 0.05 {word}\n")

    def some(least, most):
        return rng.choices("abc", k=rng.randrange(least, most))

    for _ in range(40):
        begin = time + 0.01
        for _ in range(rng.randrange(4)):
            if rng.random() < 0.5:
                said(some(1, 3))
                continue
            for tag in ("<ALT_BEGIN>", *["<ALT>"] * rng.randrange(1, 3), "<ALT_END>"):
                ctm.append(f"f A * * {tag}\n")
                if tag != "<ALT_END>":
                    said(some(1, 4) if rng.random() < 0.8 else ["@"])
        time += 0.2
        stm.append(f"f A s {begin:.2f} {time:.2f} {' '.join(some(1, 6))}\n")
    return "".join(stm), "".join(ctm)


@needs_sclite
@pytest.mark.parametrize("seed", range(6))
def test_of_alternatives_in_a_ctm_file_the_nearest_counts_as_in_sclite(seed, write, tmp_path):
    stm_text, ctm_text = with_alternatives(random.Random(seed))
    stm, ctm = write("a.stm", stm_text), write("a.ctm", ctm_text)
    theirs = sclite("-r", stm.path, "stm", "-h", ctm.path, "ctm")
    details = tmp_path / "details.parquet"
    scored("wer", stm.path, ctm.path, "--costs", "nist", "--details", details)
    ours = pq.read_table(details).to_pylist()
    assert [
        4 * row["substitutions"] + 3 * (row["deletions"] + row["insertions"]) for row in ours
    ] == [
        sum({"C": 0, "S": 4, "D": 3, "I": 3}[kind] for kind, *_ in edits)
        for edits in theirs.values()
    ]


@pytest.mark.parametrize(
    "tags",
    [
        ["<ALT>"],
        ["<ALT_END>"],
        ["<ALT_BEGIN>"],
        ["<ALT_BEGIN>", "<ALT_BEGIN>"],
        ["<ALT_BEGIN>", "<ALT>", "<ALT_END>"],
    ],
)
def test_alternatives_that_do_not_begin_and_end_are_refused(tags, write):
    stm, ctm = write("a.stm", SEGMENTS), write("a.ctm", "".join(f"2345 A * * {t}\n" for t in tags))
    with pytest.raises(InputError, match=r"a\.ctm, line \d ends alternatives that have not begun"):
        [*CtmTexts().changed(segments=stm, refusal=None).rows(ctm)]


@pytest.mark.parametrize("ignored", IGNORED)
def test_ignored_segments_and_the_words_in_them_are_left_out_however_they_are_written(
    write, ignored
):
    stm = write("a.stm", f"x A ann 0 1 is there\nx A ann 1 2 {ignored}\nx A ann 2 3 who now\n")
    ctm = write("a.ctm", "x A 0.1 0.2 is\nx A 1.1 0.2 noise\nx A 2.1 0.2 who\n")
    assert [text for _, text in CtmTexts().changed(segments=stm).rows(ctm)] == ["is", "who"]


def test_names_of_recordings_and_channels_may_differ_in_case(write):
    stm = write("a.stm", "Rec1 A ann 0 1 is there\n")
    ctm = write("a.ctm", "rec1 a 0.1 0.2 is\n")
    assert [text for _, text in CtmTexts().changed(segments=stm).rows(ctm)] == ["is"]
