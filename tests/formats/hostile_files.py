"""Small files that grow when they are read, by their names."""

import gzip
import io
import json
import lzma
import re
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.formats.tables import arrow_file, excel

GIGABYTE = 1_000_000_000


def varint(number, size=0):
    """Write a number as parquet's footer does, in at least so many bytes."""
    parts = []
    while number or len(parts) < max(size, 1):
        parts.append(number & 0x7F)
        number >>= 7
    return bytes(part | 0x80 for part in parts[:-1]) + bytes(parts[-1:])


def forged_footer():
    """800 MB of text, of which the footer says that they are 4,000 bytes."""
    file, schema = io.BytesIO(), pa.schema([("p", pa.string())])
    with pq.ParquetWriter(
        file, schema, compression="zstd", use_dictionary=False, write_statistics=False
    ) as writer:
        for number in range(40):
            writer.write_table(pa.table({"p": ["x" * 20_000_000 + str(number)]}, schema))
    content = file.getvalue()
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    footer, metadata = content[start:], pq.read_metadata(io.BytesIO(content))
    for size in {metadata.row_group(group).total_byte_size for group in range(40)}:
        written = varint(2 * size)
        footer = footer.replace(written, varint(2 * 100, len(written)))
    forged = content[:start] + footer
    column = pq.read_metadata(io.BytesIO(forged)).row_group(0).column(0)
    assert column.total_uncompressed_size == 100
    return forged


def parquet(values, **options):
    file = io.BytesIO()
    pq.write_table(pa.table({"p": values}), file, compression="zstd", **options)
    return file.getvalue()


def repeated_text():
    text = pa.array(["x" * 9_000_000])
    return pa.DictionaryArray.from_arrays(pa.array([0] * 20_000, pa.int32()), text)


def repeated_lists():
    return pa.ListArray.from_arrays(pa.array(range(20_001), pa.int32()), repeated_text())


def shared_prefixes():
    texts = pa.array(["x" * 900_000 + str(number) for number in range(300)])
    return parquet(texts, use_dictionary=False, column_encoding={"p": "DELTA_BYTE_ARRAY"})


def compressed_arrow(values):
    file, table = io.BytesIO(), pa.table({"p": values})
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(file, table.schema, options=options) as writer:
        writer.write_table(table)
    return file.getvalue()


def forged_offsets():
    """A text that ends far beyond the bytes that there are."""
    content = arrow_file({"p": pa.array(["0123456789abcdef" * 4])})
    for found in re.finditer(re.escape((64).to_bytes(4, "little")), content):
        end = found.start() + 4
        forged = content[: found.start()] + (1 << 30).to_bytes(4, "little") + content[end:]
        try:
            batch = pa.ipc.open_file(io.BytesIO(forged)).get_batch(0)
        except (OSError, pa.ArrowException):
            continue  # it was another number
        with pytest.raises(pa.ArrowInvalid):
            batch.validate(full=True)
        return forged
    raise AssertionError("the end of the text was not found")


def workbook(name, begin, repeated, end, size):
    """A workbook of which one part has a gigabyte."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(excel([["p"], ["a"]]))) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target,
    ):
        for part in source.namelist():
            if part != name:
                target.writestr(part, source.read(part))
        with target.open(name, "w", force_zip64=True) as file:
            file.write(begin)
            block = repeated * (1_000_000 // len(repeated))
            for _ in range(size // len(block)):
                file.write(block)
            file.write(end)
    return made.getvalue()


NAMES = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = b"<worksheet " + NAMES + b"><sheetData>"
STRINGS = b"<sst " + NAMES + b">"
FAR_CELLS = (
    b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
)
CELL = b'<c t="inlineStr"><is><t>aaaaaaaa</t></is></c>'


def many_rows():
    row = b"<row>" + CELL * 3 + b"</row>"
    end = b"</sheetData></worksheet>"
    return workbook("xl/worksheets/sheet1.xml", SHEET, row, end, GIGABYTE)


def many_strings():
    return workbook(
        "xl/sharedStrings.xml", STRINGS, b"<si><t>aaaaaaaa</t></si>", b"</sst>", GIGABYTE
    )


def far_cell():
    """Two cells in opposite corners of a sheet, between which are 17 billion others."""
    end = b"</sheetData></worksheet>"
    return workbook("xl/worksheets/sheet1.xml", SHEET + FAR_CELLS, b" ", end, 0)


def packed(compress):
    """A gigabyte of lines, compressed by parts."""
    return compress(b"aaaaaaa\n" * 1_000_000) * (GIGABYTE // 8_000_000)


def large_dictionary():
    """A few bytes that are to be decompressed with a dictionary of 1.5 GB."""
    content = bytearray(lzma.compress(b"a\n" * 100, format=lzma.FORMAT_ALONE))
    content[1:5] = (1_500_000_000).to_bytes(4, "little")
    return bytes(content)


def pages(count, content):
    """A zip file of pages."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(count):
            archive.writestr(f"{number}.txt", content)
    return made.getvalue()


def deep(begin, end):
    return (begin * 1_000_000 + end * 1_000_000).encode()


HOSTILE = {
    "forged.parquet": forged_footer,
    "repeated.parquet": lambda: parquet(repeated_text(), store_schema=False),
    "lists.parquet": lambda: parquet(repeated_lists(), store_schema=False),
    "texts.parquet": lambda: parquet(
        pa.array(["x" * 1_000_000 for _ in range(300)]), use_dictionary=False
    ),
    "prefixes.parquet": shared_prefixes,
    "numbers.parquet": lambda: parquet(pa.array([0] * 20_000_000, pa.int64())),
    "texts.arrow": lambda: compressed_arrow(pa.array(["x" * 1_000_000] * 300)),
    "repeated.arrow": lambda: compressed_arrow(repeated_text()),
    "offsets.arrow": forged_offsets,
    "rows.xlsx": many_rows,
    "strings.xlsx": many_strings,
    "corners.xlsx": far_cell,
    "bomb.txt.gz": lambda: packed(gzip.compress),
    "bomb.csv.xz": lambda: packed(lzma.compress),
    "dictionary.txt.xz": large_dictionary,
    "bomb.jsonl.zst": lambda: packed(lambda part: pa.compress(part, "zstd", asbytes=True)),
    "bomb.parquet.gz": lambda: gzip.compress(b"PAR1" + bytes(GIGABYTE // 10)) * 10,
    "deep.json": lambda: deep("[", "]"),
    "deep.jsonl": lambda: deep('{"p":', "}"),
    "deep list.json": lambda: (
        json.dumps([{"p": 1}]).encode()[:-1] + b', {"p": ' + deep("[", "]") + b"}" + b"]"
    ),
    "many keys.json": lambda: json.dumps([{str(key): 1} for key in range(600_000)]).encode(),
    "large.txt": lambda: b"line\n" * 10_000_000,
    "large.xlsx": lambda: b"PK\x03\x04" + bytes(50_000_000),
    "quotes.csv": lambda: b'"' * 9_999_999,
    "commas.csv": lambda: b"," * 9_999_999,
    "one line.txt": lambda: b"a" * 9_999_999,
    "parentheses.trn": lambda: b"(a" * 4_999_999,
    "tags.srt": lambda: b"1\n00:00:01,000 --> 00:00:02,000\n" + b"<b <i " * 1_600_000,
    "zeros.csv": lambda: bytes(9_999_999),
    "pages.zip": lambda: pages(19, b"aaaaaaa\n" * 1_240_000),
    "members.zip": lambda: pages(60_000, b""),
}

# One of each way to be larger than the file is.
FEW = (
    *("forged.parquet", "repeated.parquet", "lists.parquet", "offsets.arrow", "repeated.arrow"),
    *("rows.xlsx", "strings.xlsx", "corners.xlsx", "bomb.txt.gz", "dictionary.txt.xz"),
    *("bomb.jsonl.zst", "deep.json", "many keys.json", "quotes.csv", "parentheses.trn", "tags.srt"),
    *("pages.zip", "members.zip"),
)
