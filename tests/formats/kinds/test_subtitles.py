"""Subtitles: the text of every cue, whatever is written around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.formats.kinds.transcripts import Subtitles
from levmetrics.formats.source import Limits, Source
from tests.files import written
from tests.formats.tables import table

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Hello,</i>
{\\an8}<font color="#fff">world</font>

2
00:00:03,000 --> 00:00:04,000 X1:1 X2:2
今日は
良い天気

3
00:00:05,000 --> 00:00:06,000

4
01:00:05,000 --> 01:00:06,000
100
a < b & c > d
"""
VTT = """WEBVTT - a title
Kind: captions

STYLE
::cue { color: red }

NOTE
nothing of this
is said

intro-1
00:01.000 --> 00:02.000 align:start
<v Ann Lee>Salt &amp; <00:01.500><c.loud>pepper</c>,&nbsp;please

00:02.000 --> 00:03.000
<ruby>漢字<rt>かんじ</rt></ruby>を
<b>読む</b>
"""


@pytest.fixture
def texts(tmp_path):
    """Reads the cues of a file with this content."""

    def read(content, name="a.srt", limits=None):
        path = written(tmp_path / name, content.encode())
        source = Source(path, limits=limits or Limits())
        return [text for (batch,) in Subtitles().batches(source, ["text"]) for text in batch]

    return read


def test_cues_of_subrip(texts):
    assert texts(SRT) == ["Hello, world", "今日は良い天気", "", "100 a < b & c > d"]


def test_cues_of_webvtt(texts):
    assert texts(VTT) == ["Salt & pepper,\xa0please", "漢字を読む"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "mark"])
def test_line_ends_and_marks_do_not_matter(texts, end, mark):
    assert texts(mark + SRT.replace("\n", end)) == texts(SRT)


def test_an_empty_line_in_a_cue_does_not_end_it(texts):
    times = "00:00:0{0},000 --> 00:00:0{0},900"
    content = f"1\n{times.format(1)}\na\n\nb\n\n2\n{times.format(2)}\nc"
    assert texts(content) == ["a b", "c"]


def test_cues_need_no_empty_line_and_no_number_between_them(texts):
    times = "00:00:0{0},000 --> 00:00:0{0},900"
    content = f"{times.format(1)}\na\n2\n{times.format(2)}\nb\n{times.format(3)}\nc\n"
    assert texts(content) == ["a", "b", "c"]


LINE = st.text("ab今0-> :", min_size=1).filter(lambda line: line.strip() and "-->" not in line)


@given(st.lists(st.lists(LINE, min_size=1, max_size=3), min_size=1, max_size=4))
def test_no_text_is_lost(tmp_path_factory, cues):
    path = written(
        tmp_path_factory.mktemp("cues") / "a.srt",
        "".join(
            f"{number}\n00:00:01,000 --> 00:00:02,000\n" + "\n".join(cue) + "\n\n"
            for number, cue in enumerate(cues, start=1)
        ),
    )
    ((read,),) = Subtitles().batches(Source(path), ["text"])
    assert ["".join(text.split()) for text in read] == ["".join("".join(c).split()) for c in cues]


def test_text_before_all_cues_is_refused(texts):
    with pytest.raises(InputError, match=r"^a\.srt, line 2 belongs to no cue; begin each"):
        texts("\nhello\nworld\n")


def test_the_only_column_is_the_text(texts, tmp_path):
    texts(SRT)
    file = table(tmp_path / "a.srt")
    assert (file.file_format.name, file.names) == ("subtitles", ["text"])
    with pytest.raises(InputError, match="has no column 'id'; it has text"):
        next(file.batches(["id"]))


@pytest.mark.parametrize("content", [SRT, VTT, SRT.partition("\n")[2]])
def test_they_are_recognised_without_a_suffix(tmp_path, content):
    path = written(tmp_path / "a", content)
    assert table(path).file_format.name == "subtitles"


def test_no_more_cues_are_read_than_one_beyond_the_limit(texts):
    assert len(texts(SRT, limits=Limits(rows=2))) == 3
