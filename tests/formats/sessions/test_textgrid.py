"""TextGrids, long and short, have the intervals that Praat wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from tests.formats.sessions import listed, read, segment
from tests.packages import needs

# What intervals hold: labels with marks of quotation, lines, comments, and words of the long form.
LABELS = ["good morning", 'say "hi" now', "two\nlines", "今日は ! 1 <exists>", "intervals [2]:", ""]
TIERS = {
    "anna": [(0, 0.75, LABELS[0]), (0.75, 2, "")],
    'b"en': [*zip(range(6), range(1, 7), LABELS, strict=True)],
}


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def short(tiers):
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", "9", "<exists>"]
    lines.append(str(len(tiers)))
    for name, intervals in tiers.items():
        lines += ['"IntervalTier"', quoted(name), "0", "9", str(len(intervals))]
        lines += [f"{start}\n{end}\n{quoted(text)}" for start, end, text in intervals]
    return "\n".join(lines)


def long(tiers):
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        *("", "xmin = 0 ", "xmax = 9 ", "tiers? <exists> ", f"size = {len(tiers)} ", "item []: "),
    ]
    for number, (name, intervals) in enumerate(tiers.items(), start=1):
        lines += [f"    item [{number}]:", '        class = "IntervalTier" ']
        lines += [f"        name = {quoted(name)} ", "        xmin = 0 ", "        xmax = 9 "]
        lines.append(f"        intervals: size = {len(intervals)} ")
        for index, (start, end, text) in enumerate(intervals, start=1):
            lines += [f"        intervals [{index}]:", f"            xmin = {start} "]
            lines += [f"            xmax = {end} ", f"            text = {quoted(text)} "]
    return "\n".join(lines) + "\n"


def rows(tiers):
    return [
        segment("S1", name, text.strip(), float(start), float(end))
        for name, intervals in tiers.items()
        for start, end, text in intervals
        if text.strip()
    ]


@pytest.mark.parametrize("form", [short, long])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_tier_is_a_speaker_and_an_interval_with_text_a_segment(tmp_path, form, encoding):
    content = form(TIERS).replace("\n", "\r\n").encode(encoding)
    assert read(tmp_path, "S1.TextGrid", content) == rows(TIERS)


NAMES = st.text(min_size=1).map(lambda text: text.replace("\r", "").replace("\0", "") or "x")


@pytest.mark.parametrize("form", [short, long])
@given(tiers=st.dictionaries(NAMES, st.lists(st.tuples(st.integers(0, 9), st.just(9), NAMES))))
def test_names_and_texts_are_read_as_they_were_written(tmp_path_factory, form, tiers):
    from levmetrics.formats.encodings import CheckedDecoder

    content = form(tiers)
    try:
        CheckedDecoder("", None, content.encode())
    except ValueError:
        return  # control characters and halves of surrogate pairs are in no text
    path = tmp_path_factory.getbasetemp() / "S1.TextGrid"
    path.write_text(content, "utf-8", newline="\n")
    assert listed(lm.read_sessions(path)) == rows(tiers)


@needs("praatio")
@pytest.mark.parametrize("form", [short, long])
def test_the_intervals_are_those_of_praatio(tmp_path, form):
    from praatio.utilities.textgrid_io import parseTextgridStr

    # Of words of the long form in a text, praatio makes intervals.
    tiers = {name: [one for one in of if "[" not in one[2]] for name, of in TIERS.items()}
    found = parseTextgridStr(form(tiers))["tiers"]
    assert read(tmp_path, "S1.TextGrid", form(tiers)) == [
        segment("S1", tier["name"], text, float(start), float(end))
        for tier in found
        for start, end, text in tier["entries"]
    ]


def test_comments_and_tiers_of_points_are_left_out(tmp_path):
    content = short({"anna": [(0, 1, "a")], "ben": [(1, 2, "b")]})
    points = '"TextTier"\n"bell"\n0\n9\n2\n1.5 "rings"\n2 "ends"\n"IntervalTier"\n"ben"'
    content = content.replace('"IntervalTier"\n"ben"', points).replace("\n2\n", ' ! "two"\n3\n', 1)
    assert len(read(tmp_path, "S1.TextGrid", content.replace("<exists>\n3", "<exists>\n3"))) == 2


def test_a_textgrid_without_tiers_has_no_segments(tmp_path):
    assert read(tmp_path, "S1.TextGrid", short({}).replace("<exists>\n0", "<absent>")) == []
    assert read(tmp_path, "S1.TextGrid", short({})) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "S1.TextGrid, line 1 is not a string, which a TextGrid has there"),
        ('"Praat chronological TextGrid text file"\n0 9\n', "line 1 is not the head of a TextGrid"),
        (short(TIERS)[:-40], "is not a string, which a TextGrid has there; save it anew"),
        (
            short(TIERS).replace("0.75", "x", 1),
            "line 15 is not a number, which a TextGrid",
        ),
        (short(TIERS).replace('""hi""', '"hi"'), "line 29 is not a string"),
        (short(TIERS).replace("0.75", "-1", 1), "ends at -1.0, before it begins, at 0.0"),
        (short(TIERS).replace("0.75", "1e999", 1), "has the time '1e999', which is not a number"),
        (short(TIERS).replace("<exists>\n2", "<exists>\n2.5"), "is not a whole number"),
        (short(TIERS).replace("<exists>\n2", "<exists>\n-2"), "is not a whole number"),
        (short(TIERS).replace("<exists>\n2", "<exists>\n1e300"), "is not a string"),
        (short(TIERS).replace("IntervalTier", "Tier", 1), "is not the class of a tier"),
        (b"ooBinaryFile\x08TextGrid\0\0", "it holds U+0008, as pictures and other binary files"),
    ],
)
def test_what_is_no_textgrid_is_refused(tmp_path, content, message):
    with pytest.raises(InputError) as caught:
        read(tmp_path, "S1.TextGrid", content)
    assert message in str(caught.value)
    assert str(caught.value).startswith("S1.TextGrid")
