"""The example's numbers come out of every format that it is written in."""

import csv
import gzip
import json
import lzma

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics.core.scoring import score
from levmetrics.formats.examples import read_example
from tests.cli.test_scores import scored

SPEECH = read_example("speech_en")
PREDICTIONS, REFERENCES = SPEECH.systems["wide_beams"], SPEECH.references
IDS = [f"utt-{number}" for number in range(len(REFERENCES))]
EXPECTED = score(PREDICTIONS, REFERENCES, "wer_lev").result()


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def as_text(folder, suffix, write, encoding="utf-8"):
    """Write both sides as texts, the predictions in another order where they have ids."""
    for name, texts in (("ref", REFERENCES), ("hyp", PREDICTIONS)):
        rows = zip(IDS, texts, strict=True)
        (folder / f"{name}{suffix}").write_bytes(write([*rows]).encode(encoding))
    return folder / f"ref{suffix}", folder / f"hyp{suffix}"


def in_two_files(suffix, write, *options, encoding="utf-8"):
    def make(folder):
        return ["wer", *as_text(folder, suffix, write, encoding), *options]

    return make


def compressed(suffix, compress):
    def make(folder):
        files = as_text(folder, ".txt", lambda rows: lines(text for _, text in rows))
        for file in files:
            file.with_suffix(f".txt{suffix}").write_bytes(compress(file.read_bytes()))
        return ["wer", *(file.with_suffix(f".txt{suffix}") for file in files)]

    return make


def in_one_file(name, write):
    def make(folder):
        write(folder / name)
        return ["score", "wer_lev", "--file", folder / name]

    return make


def separated(delimiter, encoding):
    def write(path):
        with path.open("w", encoding=encoding, newline="") as file:
            rows = zip(REFERENCES, PREDICTIONS, strict=True)
            csv.writer(file, delimiter=delimiter).writerows([("ref", "hyp"), *rows])

    return write


def objects(reference, prediction):
    return [
        {"audio_filepath": f"{name}.wav", reference: ref, prediction: pred}
        for name, ref, pred in zip(IDS, REFERENCES, PREDICTIONS, strict=True)
    ]


TABLE = pa.table({"reference": REFERENCES, "prediction": PREDICTIONS})


def as_arrow(path):
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, TABLE.schema) as writer:
        writer.write_table(TABLE)


def against_segments(folder):
    """A minute for each sample, with its words one after the other."""
    stm, ctm = [], []
    for i, (ref, pred) in enumerate(zip(REFERENCES, PREDICTIONS, strict=True)):
        stm.append(f"talk 1 ann {60 * i} {60 * i + 60} <o> {ref}")
        ctm += [
            f"talk 1 {60 * i + 1 + at * 0.5:.2f} 0.4 {word}" for at, word in enumerate(pred.split())
        ]
    (folder / "ref.stm").write_text(lines(stm))
    (folder / "hyp.ctm").write_text(lines(ctm))
    return ["wer", folder / "ref.stm", folder / "hyp.ctm"]


FORMATS = {
    "lines": in_two_files(".txt", lambda rows: lines(text for _, text in rows)),
    "lines of UTF-16": in_two_files(
        ".txt", lambda rows: lines(text for _, text in rows), encoding="utf-16"
    ),
    "gzip": compressed(".gz", gzip.compress),
    "xz": compressed(".xz", lzma.compress),
    "zstd": compressed(".zst", lambda data: pa.compress(data, codec="zstd", asbytes=True)),
    "trn": in_two_files(".trn", lambda rows: lines(f"{text} ({name})" for name, text in rows)),
    "kaldi": in_two_files(
        "", lambda rows: lines(f"{name} {text}" for name, text in rows), "--format", "kaldi"
    ),
    "stm and ctm": against_segments,
    "csv": in_one_file("both.csv", separated(",", "utf-8")),
    "csv of Excel": in_one_file("both.csv", separated(";", "utf-8-sig")),
    "tsv": in_one_file("both.tsv", separated("\t", "utf-16")),
    "json": in_one_file(
        "both.json", lambda path: path.write_text(json.dumps(objects("target", "pred")))
    ),
    "manifest": in_one_file(
        "manifest.jsonl",
        lambda path: path.write_text(lines(map(json.dumps, objects("text", "pred_text")))),
    ),
    "parquet": in_one_file("both.parquet", lambda path: pq.write_table(TABLE, path)),
    "arrow": in_one_file("both.arrow", as_arrow),
}


@pytest.mark.parametrize("make", FORMATS.values(), ids=FORMATS)
def test_the_example_has_the_same_result_in_every_format(tmp_path, make):
    result = scored(*make(tmp_path))
    assert {name: result[name] for name in EXPECTED} == EXPECTED
    assert result["samples"] == len(REFERENCES)


@pytest.mark.parametrize("format_", ["trn", "kaldi"])
def test_predictions_in_another_order_are_found_by_their_ids(tmp_path, format_):
    ref, hyp = FORMATS[format_](tmp_path)[1:3]
    hyp.write_text(lines(reversed(hyp.read_text().splitlines())))
    assert scored("wer", ref, hyp, "--format", format_)["wer"] == EXPECTED["wer"]


@pytest.mark.parametrize("order", [1, -1])
def test_groups_of_the_references_and_several_systems_are_matched_by_id(
    tmp_path, monkeypatch, order
):
    monkeypatch.chdir(tmp_path)
    rows = ["u1,a b,x", "u2,c,y"]
    (tmp_path / "ref.csv").write_text(lines(["id,text,voice", *rows]))
    for name in ("hyp.csv", "other.csv"):
        (tmp_path / name).write_text(lines(["id,text", *["u1,a", "u2,c"][::order]]))
    (tmp_path / "ref.stm").write_text("f 1 ann 0 2 a b\nf 1 bob 2 4 c\n")
    (tmp_path / "hyp.ctm").write_text("f 1 0.1 0.2 a\nf 1 2.1 0.2 c\n")
    for files, of_groups in (
        (("ref.csv", "hyp.csv", "--groups", "voice"), {"x": 0.5, "y": 0.0}),
        (("ref.stm", "hyp.ctm", "--groups", "speaker"), {"ann": 0.5, "bob": 0.0}),
    ):
        groups = scored("wer", *files)["groups"]
        assert {label: result["wer"] for label, result in groups.items()} == of_groups
    systems = scored("compare", "wer_lev", "-r", "ref.csv", "-p", "hyp.csv", "other.csv")["systems"]
    assert [system["wer"] for system in systems.values()] == [1 / 3, 1 / 3]


def test_japanese_of_excel_takes_one_option(tmp_path):
    path = tmp_path / "結果.csv"
    path.write_bytes("参照,予測\n今日は晴れ,今日は雨\n".encode("cp932"))
    assert scored("score", "wer_lev:cer", "--file", path, "--encoding", "cp932")["hits"] == 3
