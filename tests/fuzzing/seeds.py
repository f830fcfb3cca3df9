"""Inputs that the fuzzer begins with: some for every target, which the tests replay."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.fuzzing.targets import TARGETS

_SCLITE = Path(__file__).parents[1] / "data" / "sclite"
_COLUMNS = pa.table({"ref": ["a b", "日本"], "hyp": ["a c", None], "id": [1, 2]})


def _arrow() -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, _COLUMNS.schema) as writer:
        writer.write_table(_COLUMNS)
    return sink.getvalue()


def _parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(_COLUMNS, sink)
    return sink.getvalue()


_JSON_ROWS = json.dumps([{"ref": ["a", "b"], "hyp": "a"}, {"ref": "é", "hyp": None}]).encode()
_SEEDS: Mapping[str, tuple[bytes, ...]] = {
    "file of arrow": (_arrow(),),
    "file of parquet": (_parquet(),),
    "file of csv": (b'ref,hyp\n"a, b",a\n', "\ufeffref;hyp\nあ;い\n".encode()),
    "file of tsv": (b"ref\thyp\na\tb\n",),
    "file of json": (_JSON_ROWS, b'{"ref": ["a"], "hyp": ["b"]}'),
    "file of jsonl": (b'{"ref": "a", "hyp": {"k": [1]}}\n{"ref": "b"}\n',),
    "file of trn": (b"{ a / b c } (uh) d (speaker_1)\n",),
    "file of kaldi": (b"utt-1 a b\nutt-2 c\n",),
    "file of stm": (b";; comment\nf 1 spk 0.0 1.5 <o,f0> a { b / c }\n",),
    "file of ctm": (b"f 1 0.0 0.5 a 0.9\nf 1 0.5 0.5 b\n",),
    "file of subtitles": (
        b"1\n00:00:01,000 --> 00:00:02,000\n<i>a</i> b\n\n",
        b"WEBVTT\n\n00:01.000 --> 00:02.000\na\n",
    ),
    "GLM file": (
        b";; rules\n* case_sensitive = 'T'\nGONNA => GOING TO / [ ] __ [ ]\na => {b / c}\n",
    ),
    "competition": (
        b'{"data": [{"questionId": 1, "answers": ["a"]}]}\0[{"questionId": 1, "answer": "b"}]',
    ),
    "answers in JSON": (b'{"a": [1, "x"]}\0{"a": {"__any__": [1, 2]}}', b"\x01a\xed\xa0\x80\0b"),
    "saved run": (
        b'{"metric": "wer", "sums": {"counts": [1, 0, 0, 1], "samples": 1}, '
        b'"signature": "x", "samples": 1}',
    ),
    "braces": (b"a c\0{ a / { b / @ } } c (uh)", b"a\0{ a / }"),
    "brackets": (b"a c\0[a|b c|] c", b"a\0[a|"),
    "names": (b"cer\0normalizer", b"lower,marks\0a", b"mixed:icu\0tokenizer"),
    "shown texts": (b"<b>a</b>\x1b[2J\0\xe2\x80\xae a \"'&", b"=1+1\0@a"),
}
_FILES = (b"a b\nc\n", b"", b"\xff\xfea\0", b"\0\0a,b\n", bytes(range(256)))


def seeds(target: str) -> Iterator[bytes]:
    """Return the inputs of a target."""
    yield from _SEEDS.get(target, ())
    if "file" in target:
        yield from _FILES
    if target == "file of trn":
        yield (_SCLITE / "tests.ref.trn").read_bytes()[:3000]


def unknown_targets() -> set[str]:
    """Return the names of seeds for which there is no target."""
    return _SEEDS.keys() - TARGETS.keys()
