"""``levmetrics score`` and its short forms: the numbers of evaluate's modules, from files."""

import csv
import json
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from levmetrics import score
from tests.corpora import SPEECH
from tests.shell import run, scored

PREDICTIONS, REFERENCES = SPEECH.systems["narrow_beams"], SPEECH.references


@pytest.fixture
def files(tmp_path):
    """The two sides as lines."""
    sides = {"ref": REFERENCES, "hyp": PREDICTIONS}
    for name, texts in sides.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n", "utf-8")
    return tmp_path / "ref.txt", tmp_path / "hyp.txt"


@pytest.mark.parametrize(("command", "metric"), [("wer", "wer"), ("cer", "cer"), ("anls", "anls")])
def test_one_line_gives_the_result_of_the_module(files, command, metric):
    expected = score(PREDICTIONS, REFERENCES, metric).result()
    result = scored(command, *files)
    assert {name: result[name] for name in expected} == expected
    assert result["samples"] == len(REFERENCES)
    assert result == scored("score", metric, "-r", files[0], "-p", files[1])


@pytest.mark.parametrize(("short", "metric"), [("cer", "cer"), ("docvqa", "anls:docvqa")])
def test_score_takes_the_short_names(files, short, metric):
    sides = ("-r", files[0], "-p", files[1])
    assert scored("score", short, *sides) == scored("score", metric, *sides)


@pytest.mark.parametrize("command", [["cer"], ["align", "--config", "cer"]])
def test_a_character_error_rate_of_words_is_refused_and_names_wer(files, command):
    name, *options = command
    done = run(name, *files, *options, "--tokenizer", "whitespace", status=2)
    assert done.stdout == ""
    assert done.stderr == (
        "Error: --tokenizer is whitespace, whose tokens are words; a character error rate takes "
        "char or grapheme: take wer for the rate of words\n"
    )


def test_options_of_the_metric_are_those_of_the_module(files):
    options = {"tokenizer": "char", "normalizer": ["nfkc", "lower"]}
    expected = score(PREDICTIONS, REFERENCES, "wer", **options)
    result = scored("wer", *files, "--tokenizer", "char", "--normalizer", "nfkc,lower")
    assert result["wer"] == expected.result()["wer"]
    assert result["signature"] == expected.signature()


def test_the_interval_is_the_run_s(files):
    run = score(PREDICTIONS, REFERENCES, "wer")
    result = scored("wer", *files, "--confidence", "0.9", "--seed", "3")
    assert result["wer_interval"] == list(run.interval(confidence_level=0.9, seed=3))
    expected = run.signature(confidence_level=0.9, n_resamples=1000, seed=3)
    assert result["signature"] == expected


@pytest.mark.parametrize(
    ("texts", "form", "sentence"),
    [
        (("caf\u00e9 noir", "cafe\u0301 noir"), "nfc", "composed alike (normalizer nfc)"),
        (("wa\u017f i\u017ft", "was ist"), "long_s", "long s as s (normalizer long_s)"),
    ],
)
def test_differences_that_cannot_be_seen_are_said_in_a_line(tmp_path, texts, form, sentence):
    files = tmp_path / "ref", tmp_path / "hyp"
    for path, text in zip(files, texts, strict=True):
        path.write_text(f"{text}\n", "utf-8")
    said = " ".join(run("wer", *files).stdout.split())
    assert f"{sentence} it would be 0.00 %" in said
    assert "nfkc" not in said
    assert scored("wer", *files)["unicode_forms"] == {form: 0.0}
    assert "unicode_forms" not in scored("wer", *files, "--normalizer", form)


def test_groups_from_a_file_are_those_of_the_run(files, tmp_path):
    (tmp_path / "groups.txt").write_text("\n".join(SPEECH.groups))
    expected = score(PREDICTIONS, REFERENCES, "wer").by_group(SPEECH.groups)
    result = scored("wer", *files, "--groups", tmp_path / "groups.txt")
    for label, of_group in expected.items():
        found = result["groups"][label]
        assert {name: found[name] for name in of_group} == of_group
    table = run("wer", *files, "--groups", tmp_path / "groups.txt").stdout
    assert all(label in table for label in SPEECH.groups)


def test_a_group_that_is_missing_is_named_by_its_row_in_the_file(tmp_path):
    rows = [{"ref": "a", "hyp": "a", "speaker": "x"}] * 20_005
    rows[20_003] = {"ref": "a", "hyp": "a", "speaker": None}
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = run(*("score", "wer", "--file", tmp_path / "a.jsonl", "--groups", "speaker"), status=2)
    assert "Error: a.jsonl, speaker, row 20,004 is empty" in done.stderr


def test_one_file_has_both_sides_as_columns(tmp_path):
    path = tmp_path / "both.csv"
    with path.open("w", newline="") as file:
        rows = zip(REFERENCES, PREDICTIONS, SPEECH.groups, strict=True)
        csv.writer(file).writerows([("reference", "hyp", "voice"), *rows])
    done = run("score", "wer", "--file", path, "--groups", "voice", "--json")
    assert json.loads(done.stdout)["wer"] == score(PREDICTIONS, REFERENCES, "wer").result()["wer"]
    assert done.stderr == (
        "references: column reference of both.csv\npredictions: column hyp of both.csv\n"
        "read as csv, 600 samples\n"
    )
    named = scored(
        *("score", "wer", "--file", path),
        *("--reference-column", "hyp", "--prediction-column", "reference"),
    )
    assert named["wer"] == score(REFERENCES, PREDICTIONS, "wer").result()["wer"]


def test_several_references_and_a_config(tmp_path):
    path = tmp_path / "preds.jsonl"
    rows = [{"prediction": "a b", "answers": ["a", "a b"]}, {"prediction": "x", "answers": ["y"]}]
    path.write_text("\n".join(map(json.dumps, rows)))
    columns = ("--prediction-column", "prediction", "--reference-column", "answers")
    result = scored("score", "anls", "--file", path, *columns, "--config", "docvqa")
    assert result["anls"] == 0.5
    assert "metric:anls:docvqa|" in result["signature"]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_details_have_the_score_and_counts_of_every_sample(files, tmp_path, suffix):
    path = tmp_path / f"details{suffix}"
    run("wer", *files, "--details", path)
    if suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    else:
        rows = pq.read_table(path).to_pylist()
    whole = score(PREDICTIONS, REFERENCES, "wer")
    assert [float(row["wer"]) for row in rows] == whole.sample_scores().tolist()
    assert [int(row["hits"]) for row in rows] == whole.measured.hits.tolist()
    assert [row["reference"] for row in rows] == REFERENCES
    assert [int(row["row"]) for row in rows] == list(range(1, len(rows) + 1))


def test_no_details_are_left_where_scoring_fails(tmp_path):
    (tmp_path / "ref.txt").write_text("a\n" * 30_000)
    (tmp_path / "hyp.txt").write_text("a\n" * 29_999)
    details = tmp_path / "out.csv"
    done = run("wer", tmp_path / "ref.txt", tmp_path / "hyp.txt", "--details", details, status=2)
    assert done.stderr == (
        "Error: ref.txt has 30,000 samples, and hyp.txt 29,999; "
        "give files with a row for each sample, in the same order\n"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp.txt", "ref.txt"]


def test_batches_give_the_numbers_of_the_whole(tmp_path):
    many = 60
    table = pa.table({"reference": REFERENCES * many, "prediction": PREDICTIONS * many})
    pq.write_table(table, tmp_path / "many.parquet", row_group_size=7_001)
    result = scored("score", "wer", "--file", tmp_path / "many.parquet")
    assert result["samples"] == len(REFERENCES) * many
    assert result["wer"] == score(PREDICTIONS, REFERENCES, "wer").result()["wer"]


@pytest.mark.parametrize(
    ("option", "limit", "status"),
    [("above", 0.33, 3), ("above", 0.35, 0), ("below", 0.33, 0), ("below", 0.35, 3)],
)
def test_a_score_beyond_a_limit_ends_with_a_status_of_its_own(files, option, limit, status):
    done = run("wer", *files, f"--fail-{option}", limit, status=status)
    said = f"WER 33.95 % is {option} {100 * limit:.2f} %\n" if status else ""
    assert done.stderr == f"read as lines, 600 samples\n{said}"
    assert "33.95 %" in done.stdout


@pytest.mark.parametrize(("limit", "status"), [("33%", 3), ("35 %", 0), ("120%", 0), ("1", 0)])
def test_a_limit_may_be_a_percentage(files, limit, status):
    run("wer", *files, "--fail-above", limit, status=status)


@pytest.mark.parametrize("limit", ["20", "1.5", "-0.1", "nan", "inf", "a", "%"])
def test_a_limit_that_could_be_read_in_two_ways_is_refused(files, limit):
    done = run("wer", *files, f"--fail-above={limit}", status=2)
    said = "is above 1" if limit in ("20", "1.5") else "is not a limit"
    assert said in done.stderr


def test_json_text_is_scored_as_the_value_that_it_is(tmp_path):
    rows = [
        {"reference": '{"a": 1}', "prediction": '{"a":1}'},
        {"reference": "x", "prediction": "x"},
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert scored("score", "anls:star", "--file", tmp_path / "a.jsonl")["anls"] == 1


def test_punctuation_and_case_have_a_table_of_their_own(tmp_path):
    for name, text in (("ref.txt", "Is he there?\nNo.\n"), ("hyp.txt", "is he here?\nNo\n")):
        (tmp_path / name).write_text(text, "utf-8")
    sides = ("-r", tmp_path / "ref.txt", "-p", tmp_path / "hyp.txt")
    lines = run("score", "formatted", *sides).stdout.splitlines()
    assert lines[0].split() == ["samples", "words", "formatted", "WER", "WER", "case", "punct."]
    assert lines[2].split(maxsplit=2)[:2] == ["2", "4"]
    assert lines[2].replace(" %", "").split()[2:] == ["50.00", "25.00", "33.33", "50.00"]


@pytest.mark.parametrize("given", ["file", "words"])
def test_keywords_are_a_file_of_them_or_stand_between_commas(files, given):
    words = ["captain", "the boat", "sir"]
    path = files[0].parent / "names"
    path.write_text("captain\n\n the boat \nsir\n", "utf-8")
    keywords = path if given == "file" else "captain, the boat,sir"
    result = scored("score", "keywords", "-r", files[0], "-p", files[1], "--keywords", keywords)
    expected = score(PREDICTIONS, REFERENCES, "keywords", keywords=words)
    assert result["keyword_recall"] == expected.result()["keyword_recall"]
    assert result["keywords_in_references"] == 5
    assert result["signature"] == expected.signature()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "keywords scores what --keywords names; add it"),
        (["--keywords", ""], "--keywords '' has no word; name a file with a word or phrase a line"),
        (["--keywords", " ,"], "--keywords ' ,' has no word; name a file with a word or phrase"),
        (["--keywords", "names.txt"], "names.txt cannot be read: No such file or directory"),
        (["--keywords", "?", "--normalizer", "marks"], "keywords[0] is '?', which has no token"),
    ],
)
def test_keywords_that_cannot_be_are_refused_in_one_sentence(files, arguments, message):
    sides = ("-r", files[0], "-p", files[1])
    done = run("score", "keywords", *sides, *arguments, status=2)
    assert message in done.stderr


def test_keywords_that_occur_nowhere_have_no_rate_and_fail_every_limit(files):
    sides = ("score", "keywords", "-r", files[0], "-p", files[1], "--keywords", "Captain")
    assert re.search(r" 0 .* – +–", run(*sides).stdout)
    assert json.loads(run(*sides, "--json").stdout)["keyword_wer"] is None
    for limit in ("--fail-above", "--fail-below"):
        failed = run(*sides, limit, "0.1", status=3)
        assert "kw. WER – is not a number and cannot be compared with 10.00 %" in failed.stderr
    assert "no keyword is in any text" in run(*sides, "--confidence", "0.9", status=2).stderr


def test_the_mean_of_the_samples_is_had_by_reduction(files):
    corpus, mean = (scored("wer", *files, "--reduction", each) for each in ("corpus", "mean"))
    expected = score(PREDICTIONS, REFERENCES, reduction="mean").result()
    assert {name: mean[name] for name in expected} == expected
    assert mean["wer"] != corpus["wer"]


def test_details_have_every_count_of_keywords(files, tmp_path):
    path = tmp_path / "samples.parquet"
    sides = ("-r", files[0], "-p", files[1], "--keywords", "captain")
    run("score", "keywords", *sides, "--details", path)
    columns = pq.read_table(path).to_pydict()
    whole = score(PREDICTIONS, REFERENCES, "keywords", keywords=["captain"])
    np.testing.assert_equal(columns["keyword_wer"], whole.sample_scores())
    assert sum(columns["keywords_found"]) == whole.result()["keywords_found"]


def test_details_have_nested_values_as_texts(tmp_path):
    path = tmp_path / "samples.csv"
    sample = {"reference": {"a": 1}, "prediction": {"a": [1, 2]}}
    (tmp_path / "nested.jsonl").write_text(json.dumps(sample) + "\n")
    run("score", "anls:star", "--file", tmp_path / "nested.jsonl", "--details", path)
    [row] = csv.DictReader(path.open(encoding="utf-8-sig"))
    assert (row["reference"], row["prediction"]) == ('{"a": 1}', '{"a": [1, 2]}')


def test_details_of_one_table_have_its_ids_and_its_texts_unchanged(tmp_path):
    table, details = tmp_path / "t.csv", tmp_path / "details.csv"
    table.write_text("id,reference,prediction\nu-1,- hello,=1+1\nu-1,b,b\n")
    said = run("wer", table, table, "--details", details).stderr
    assert "t.csv has id u-1 more than once" in said
    first, *rows = csv.reader(details.read_text("utf-8").splitlines())
    assert (first[0], first[-2:]) == ("id", ["prediction", "reference"])
    assert [(row[0], *row[-2:]) for row in rows] == [("u-1", "=1+1", "- hello"), ("u-1", "b", "b")]
    run("wer", table, table, "--details", details, "--spreadsheet")
    assert details.read_bytes().startswith(b"\xef\xbb\xbfid,")
    assert "'=1+1,'- hello" in details.read_text("utf-8")
    for files in ((), ("--details", tmp_path / "details.parquet")):
        said = run("wer", table, table, "--spreadsheet", *files, status=2).stderr
        assert "--spreadsheet needs --details FILE.csv" in said
