"""Where bytes come from: files, compressed ones, standard input and pipes."""

import gzip
import io
import lzma
import os
import random
import sys
import tempfile
from pathlib import Path
from threading import Thread

import pyarrow as pa
import pytest

from levmetrics import InputError
from levmetrics.formats import source as source_module
from levmetrics.formats.source import Limits, Source
from tests.files import written
from tests.formats.tables import detected, lines_of, table
from tests.packages import needs

TEXT = "今日は\r\nab\n" * 500


def zstd(data):
    return pa.compress(data, "zstd", asbytes=True)


COMPRESSIONS = {".gz": gzip.compress, ".xz": lzma.compress, ".zst": zstd}


@pytest.mark.parametrize("suffix", COMPRESSIONS)
@pytest.mark.parametrize("copies", [1, 2], ids=["whole", "appended to another"])
def test_compressed_files_are_read_as_what_they_hold(tmp_path, suffix, copies):
    path = written(
        tmp_path / f"a.TXT{suffix.upper()}", COMPRESSIONS[suffix](TEXT.encode()) * copies
    )
    assert lines_of(path) == ["今日は", "ab"] * 500 * copies
    assert table(path).file_format.name == "lines"


@pytest.mark.parametrize("suffix", COMPRESSIONS)
@pytest.mark.parametrize("kept", [7, 0.1, 0.5, -1])
def test_a_truncated_compressed_file_is_named(tmp_path, suffix, kept):
    path = tmp_path / f"a.txt{suffix}"
    data = COMPRESSIONS[suffix](random.Random(1).randbytes(50_000).hex().encode())
    path.write_bytes(data[: kept if isinstance(kept, int) else int(kept * len(data))])
    with pytest.raises(InputError) as caught:
        lines_of(path)
    assert str(caught.value) == (
        f"a.txt{suffix} cannot be read: it is damaged, truncated, or not a {suffix} file"
    )


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_decompressed_bytes_count(tmp_path, suffix):
    path = written(tmp_path / f"a.txt{suffix}", COMPRESSIONS[suffix](b"a" * 5_000_000))
    assert path.stat().st_size < 10_000
    with pytest.raises(InputError, match=rf"^a\.txt\{suffix} is larger than 1 MB$"):
        lines_of(path, limits=Limits(file_bytes=1_000_000))
    with (
        pytest.raises(InputError, match="is larger than 1 MB"),
        Source(path, limits=Limits(file_bytes=1_000_000)).seekable(),
    ):
        pass


@pytest.fixture
def standard_input(monkeypatch):
    """Give the program a standard input."""

    def given(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return given


def test_standard_input_is_read_as_often_as_a_file(standard_input):
    standard_input(b"hyp\tref\na\tb\n")
    file = table(Path("-"))
    assert (file.file_format.name, file.names) == ("tsv", ["hyp", "ref"])
    assert list(file.batches(["ref", "hyp"])) == [(["b"], ["a"])]
    assert list(file.batches(["ref"])) == [(["b"],)]


def test_standard_input_is_named_in_errors(standard_input):
    standard_input(b"\xff")
    with pytest.raises(InputError, match=r"^standard input cannot be read: it is not text"):
        table(Path("-"), file_format="csv").names  # noqa: B018


@pytest.mark.parametrize("has_open_files", [True, False])
def test_the_copy_of_standard_input_has_no_name_or_is_removed_with_its_source(
    standard_input, tmp_path, monkeypatch, has_open_files
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if not has_open_files:  # as on systems that do not list a process's open files
        monkeypatch.setattr(source_module, "OPEN_FILES", tmp_path / "nowhere")
    standard_input(b"a\n")
    source = Source(Path("-"))
    assert list(source.lines()) == ["a"]
    assert len(list(tmp_path.iterdir())) == (not source_module.OPEN_FILES.is_dir())
    del source
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("data", [b"id,hyp\n1,a\n", b""], ids=["a table", "closed at once"])
def test_a_pipe_is_read_as_often_as_a_file(tmp_path, data):
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    writer = Thread(target=path.write_bytes, args=[data])
    writer.start()
    file = table(path)
    if data:
        assert file.names == ["id", "hyp"]
        assert list(file.batches(["hyp"])) == [(["a"],)]
    else:
        with pytest.raises(InputError, match=r"^a\.csv has no heading"):
            file.names  # noqa: B018
    writer.join()


def test_the_descriptor_of_a_pipe_is_named_as_a_whole():
    reading, writing = os.pipe()
    os.write(writing, b"a\xff\n")
    os.close(writing)
    with pytest.raises(InputError, match=rf"^/dev/fd/{reading} cannot be read"):
        table(Path(f"/dev/fd/{reading}"))
    os.close(reading)


def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    path = written(tmp_path / "a.txt", "a")

    def refused(*arguments, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(InputError, match=r"^a\.txt cannot be read: Permission denied$"):
        lines_of(path)


@pytest.mark.parametrize(
    "name",
    [
        *("a.txt", "a.txt.gz", "a.csv", "a.parquet", "a.arrow", "a"),
        pytest.param("a.xlsx", marks=needs("python_calamine")),
    ],
)
def test_folders_and_missing_files_are_named_without_their_folder(tmp_path, name):
    for message in (f"{name} cannot be read: No such file or directory", f"{name} has"):
        with pytest.raises(InputError) as caught:
            table(tmp_path / name).names  # noqa: B018
        assert str(caught.value).startswith(message)
        (tmp_path / name).mkdir(exist_ok=True)


def test_a_line_that_is_too_long_is_refused_before_it_is_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "MOST_CHARACTERS_OF_A_LINE", 3_000_000)
    path, read = tmp_path / "a.txt", []
    path.write_bytes(b"a\n" + b"b" * 20_000_000)
    source = Source(path)
    counted = (read.append(len(part)) or part for part in source.parts())
    monkeypatch.setattr(Source, "parts", lambda _: counted)
    with pytest.raises(InputError) as caught:
        list(source.lines())
    assert str(caught.value) == (
        "a.txt has a line of more than 3,000,000 characters; give a sample a line"
    )
    assert sum(read) < 6_000_000


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\rb\rc\r", ["a", "b", "c"]),
        (b"\xef\xbb\xbfa\rb", ["a", "b"]),
        (b"a\r", ["a\r"]),  # it may be the first half of an end
        (b"a\rb\n", ["a\rb"]),
        (b"a\r\nb\r\n", ["a", "b"]),
    ],
)
def test_carriage_returns_end_the_lines_of_a_file_without_line_feeds(tmp_path, data, lines):
    path = written(tmp_path / "a.txt", data)
    assert lines_of(path) == lines
    assert Source(path).first_lines[: len(lines)] == lines
    read = [text for (texts,) in table(path).batches([""]) for text in texts.to_pylist()]
    assert read == lines


def test_all_carriage_returns_of_such_a_file_end_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "_BYTES_OF_A_PART", 10)
    path = written(tmp_path / "a.txt", b"ab\rc\r" * 20)
    assert lines_of(path) == ["ab", "c"] * 20


@pytest.mark.parametrize(
    ("start", "encoding"),
    [(b"a", "utf-8"), (b"\xff\xfea\0", "utf-16"), (b"\xef\xbb\xbfa", "utf-8"), (b"", "utf-8")],
)
def test_a_byte_order_mark_says_the_encoding(tmp_path, start, encoding):
    path = written(tmp_path / "a.txt", start)
    assert Source(path).decoder.encoding == encoding


def test_the_folder_that_a_command_runs_in_has_a_name():
    assert Source(Path(".")).name == "."


SMALL = {
    "a.csv": "hyp,ref\na,b\n",
    "a.txt": "a\nb\n",
    "a.jsonl": '{"hyp": "a"}\n{"hyp": "b"}\n',
    "a.json": '{"hyp": ["a"], "ref": ["b"]}',
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_file_is_opened_once(tmp_path, name, monkeypatch):
    path, opened = tmp_path / name, []
    path.write_text(SMALL[name])
    real = Source.opened
    monkeypatch.setattr(Source, "opened", lambda self: opened.append(self) or real(self))
    file = detected(path)
    assert list(file.batches(file.names[:1]))
    assert len(opened) == 1


def test_what_is_read_from_a_file_is_read_once_and_anew_in_another_encoding(tmp_path):
    path, read = tmp_path / "a.txt", []
    path.write_bytes("é".encode("latin-1"))

    def text(source):
        read.append(source.encoding)
        return [*source.lines()]

    source = Source(path, "cp1251")
    assert source.once(text) == source.once(text) == ["й"]
    assert source.changed(encoding="latin-1").once(text) == ["é"]
    assert read == ["cp1251", "latin-1"]
