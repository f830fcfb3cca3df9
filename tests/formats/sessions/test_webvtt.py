"""Cues of WebVTT are segments of the voices in them."""

import pytest

from levmetrics import InputError
from tests.formats.sessions import read, segment

VTT = """WEBVTT - a meeting

NOTE
nothing of this

intro-1
00:01.000 --> 00:02.500 align:start
<v Ann Lee>Salt &amp; <i>pepper</i>,
please</v>
<v.loud 山田 太郎>はい。

100:00:00.125 --> 100:00:01.5
<v Bob &lt;3>yes

00:05.000 --> 00:06.000

00:07.000 --> 00:08.000
<v Ann Lee></v>
"""


def test_each_voice_of_a_cue_is_a_segment_of_its_times(tmp_path):
    assert read(tmp_path, "S1.en.vtt", VTT) == [
        segment("S1.en", "Ann Lee", "Salt & pepper, please", 1.0, 2.5),
        segment("S1.en", "山田 太郎", "はい。", 1.0, 2.5),
        segment("S1.en", "Bob <3", "yes", 360000.125, 360001.5),
    ]


@pytest.mark.parametrize(
    ("cue", "message"),
    [
        ("Ann: yes", "S1.vtt, line 4 begins a cue with words without a speaker; write who speaks"),
        ("<v Ann>yes</v> no", "S1.vtt, line 4 begins a cue with words without a speaker"),
        ("so <v Ann>yes", "S1.vtt, line 4 begins a cue with words without a speaker"),
        ("<v>yes", "S1.vtt, line 4 begins a cue with words without a speaker"),
    ],
)
def test_words_without_a_voice_are_refused(tmp_path, cue, message):
    with pytest.raises(InputError) as caught:
        read(tmp_path, "S1.vtt", f"WEBVTT\n\none\n00:01.000 --> 00:02.000\n{cue}\n")
    assert str(caught.value).startswith(message)


def test_a_cue_that_ends_before_it_begins_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"S1\.vtt, line 3 ends at 1\.0, before it begins"):
        read(tmp_path, "S1.vtt", "WEBVTT\n\n00:02.000 --> 00:01.000\n<v Ann>yes\n")
    with pytest.raises(InputError, match=r"S1\.vtt, line 2 belongs to no cue"):
        read(tmp_path, "S1.vtt", f"\n{'9' * 20}:00:02.000 --> 00:01.000\n<v Ann>yes\n")
