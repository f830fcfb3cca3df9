"""Texts in other encodings: refused with their place and a guess, read where it is given."""

import codecs
import pickle
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError
from levmetrics.formats import source as source_module
from levmetrics.formats.encodings import EncodingError, guessed_encoding
from tests.corpora import OCR
from tests.files import written
from tests.formats.tables import detected, lines_of, table

SHORT = "1,はい\n"
LONG = "\n".join(OCR.references) + "\n"
GERMAN = "Die Größe der Straße überrascht mich\nÄpfel sind süß\n"
RUSSIAN = "Сегодня хорошая погода\nЗавтра будет дождь\n"
JAPANESE = product(
    ["cp932", "euc_jp", "iso2022_jp", "utf_16_le", "utf_16_be"], [SHORT, "東京\n", LONG]
)
EUROPEAN = [("cp1252", GERMAN), ("latin_1", GERMAN), ("cp1251", RUSSIAN), ("koi8_r", RUSSIAN)]
OTHERS = [
    ("gb18030", "今天天气很好\n"),
    ("big5", "今天天氣很好\n"),
    ("cp949", "오늘은 날씨가 좋습니다\n"),
]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [*JAPANESE, *EUROPEAN, *OTHERS],
    ids=lambda value: value if value.isascii() else f"{len(value)} characters",
)
def test_an_encoding_is_guessed_from_short_and_long_texts(encoding, text):
    same = {"latin_1": "cp1252"}  # of which it is a part
    assert guessed_encoding(text.encode(encoding, "ignore")) == same.get(encoding, encoding)


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"GIF89a\0\0\1", b"abc\0def\nghi\n", bytes(range(256)), b""],
    ids=["png", "gif", "zero in text", "all bytes", "nothing"],
)
def test_no_encoding_is_guessed_for_what_is_no_text(data):
    assert guessed_encoding(data) is None


def test_an_error_says_byte_line_and_what_it_looks_like(tmp_path):
    path = written(tmp_path / "a.csv", "id,text\n1,今日は\n".encode("cp932"))
    with pytest.raises(EncodingError) as caught:
        table(path).names  # noqa: B018
    assert str(caught.value) == (
        "a.csv cannot be read: it is not text in UTF-8 (line 2, byte 11 of the file is 0x8D); "
        "this looks like Shift_JIS (cp932): give its encoding, or save it as UTF-8"
    )
    assert caught.value.guess == "cp932"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf_16_le", "utf_16_be"])
def test_the_guess_reads_the_file(tmp_path, encoding):
    path = written(tmp_path / "a.csv", "予測,正解\n今日は,明日は\n".encode(encoding))
    with pytest.raises(EncodingError) as caught:
        table(path).names  # noqa: B018
    file = table(path, encoding=caught.value.guess)
    assert file.names == ["予測", "正解"]
    assert list(file.batches(["正解"])) == [(["明日は"],)]


@given(st.integers(4, 40), st.integers(0, 60), st.sampled_from(["cp932", "utf-8", "utf-16"]))
def test_place_and_text_are_the_same_however_the_file_is_cut(tmp_path_factory, size, bad, encoding):
    path = tmp_path_factory.mktemp("cut") / "a.txt"
    text = "日本\nab\n語c\n" * 3
    good = text.encode("utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_module, "_BYTES_OF_A_PART", size)
        path.write_bytes(text.encode(encoding))
        given_encoding = encoding if encoding == "cp932" else None
        assert lines_of(path, given_encoding) == text.split("\n")[:-1]
        path.write_bytes(good[:bad] + b"\xff" + good[bad:])
        with pytest.raises(EncodingError) as caught:
            lines_of(path)
    with pytest.raises(UnicodeDecodeError) as expected:  # Python's own, of the file as a whole
        path.read_bytes().decode()
    at = expected.value.start
    line, byte = good[:at].count(b"\n") + 1, path.read_bytes()[at]
    assert f"(line {line}, byte {at + 1} of the file is 0x{byte:02X})" in str(caught.value)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
@pytest.mark.parametrize("is_given", [False, True])
def test_a_byte_order_mark_says_the_encoding_and_is_no_text(tmp_path, mark, encoding, is_given):
    path = written(tmp_path / "a.txt", mark + "今日は\nab\n".encode(encoding))
    assert lines_of(path, encoding if is_given else None) == ["今日は", "ab"]


def test_colours_of_a_terminal_are_text(tmp_path):
    path = written(tmp_path / "a.txt", "\x1b[31mred\x1b[0m\n")
    assert lines_of(path) == ["\x1b[31mred\x1b[0m"]


@pytest.mark.parametrize(
    "encoding", ["cp932", "euc_jp", "shift_jis", "iso2022_jp", "latin-1", "cp1251", "utf-16-le"]
)
def test_any_encoding_can_be_given(tmp_path, encoding):
    path = tmp_path / "a.txt"
    text = {"latin-1": "süß", "cp1251": "погода"}.get(encoding, "今日は")
    path.write_bytes(f"{text}\n{text}\n".encode(encoding))
    ((texts,),) = table(path, encoding=encoding).batches([""])
    assert texts.to_pylist() == [text, text]


@pytest.mark.parametrize("encoding", ["cp9999", "hex", "rot13", "", "a\0b"])
def test_an_unknown_encoding_is_named(tmp_path, encoding):
    path = written(tmp_path / "a.txt", "a")
    with pytest.raises(InputError, match="which Python does not know; give one of its names"):
        lines_of(path, encoding)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_text_without_the_mark_that_its_encoding_needs_is_refused_in_a_sentence(
    tmp_path, encoding
):
    path = written(tmp_path / "a.txt", "今日は\n".encode("utf-16-le") * 4)
    with pytest.raises(
        EncodingError, match=f"^a.txt cannot be read: it is not text in {encoding.upper()}"
    ):
        lines_of(path, encoding)


def test_an_error_keeps_its_guess_across_processes(tmp_path):
    path = written(tmp_path / "a.txt", "今日は\n".encode("cp932"))
    with pytest.raises(EncodingError) as caught:
        lines_of(path)
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (copied.guess, str(copied)) == ("cp932", str(caught.value))
    assert copied.sentence("ja") == (
        "a.txtはUTF-8の文字列として読めません(1行目)。Shift_JIS (cp932)のようです。"
        "文字コードを選ぶか、UTF-8で保存し直してください"
    )


def test_an_encoding_is_detected_however_late_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "_BYTES_OF_A_PART", 64)
    path = written(
        tmp_path / "a.txt", b"plain words\n" * 50 + "今日は良い天気です\n".encode("cp932")
    )
    assert detected(path).source.encoding == "cp932"


def test_a_damaged_file_in_utf_8_is_read_as_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "_BYTES_OF_A_PART", 64)
    path = written(
        tmp_path / "a.txt", "今日は良い天気です\n".encode() * 50 + "明日は雨です\n".encode("cp932")
    )
    file = detected(path)
    with pytest.raises(EncodingError, match="line 51, byte"):
        list(file.batches([""]))


WORDS = ["café", "naïve", "Größe", "niño", "Málaga", "Übung", "œuvre", "“quoted”", "it’s", "São"]


@pytest.mark.parametrize("between", ["\n", "\t", "\nthe cat sat on the mat\n"])
def test_a_mixture_of_two_encodings_is_read_in_none(tmp_path, between):
    """Shift_JIS, Cyrillic and Chinese would read some of these without an error."""
    for one, other in permutations(WORDS, 2):
        path = written(
            tmp_path / "a.txt", f"{one}{between}".encode() + f"{other}\n".encode("cp1252")
        )
        with pytest.raises(EncodingError, match="some of it is UTF-8, and some is not") as refused:
            detected(path)
        assert refused.value.guess is None
        assert table(path, encoding="latin_1").names  # which has all bytes


def test_a_few_lines_of_another_encoding_are_named_by_the_first(tmp_path):
    path = tmp_path / "a.txt"
    lines = [f"Größe {number}\n".encode() for number in range(900)]
    lines[700] = lines[700].decode().encode("cp1252")
    path.write_bytes(b"".join(lines))
    with pytest.raises(EncodingError, match=r"line 701, byte \d[\d,]* of the file is 0xF6"):
        detected(path)
