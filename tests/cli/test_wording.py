"""What the shell prints names options by their flags, whatever the sentence was written for."""

import json
import re
import warnings
from pathlib import Path

import pytest

import levmetrics
from levmetrics.cli import app, score
from levmetrics.cli.metric_options import options_of_all
from levmetrics.cli.wording import in_shell_words, options_of
from tests.packages import needs
from tests.shell import shell

SENTENCES = json.loads(Path(levmetrics.__file__).with_name("errors.json").read_text("utf-8"))
options_of_all([])  # are known from now on
ENGLISH = [re.sub(r"\{[^{}]+\}", "x", each["en"]) for each in SENTENCES["sentences"].values()]


def test_no_sentence_names_an_option_of_several_words_or_with_a_value_as_python_does():
    names = "|".join(options_of(app))
    as_python = re.compile(rf"(?<![\w-])(?:({names})=|(?=\w+_)({names})(?![\w=(]))")
    assert len(options_of(app)) > 50
    assert sum(bool(as_python.search(each)) for each in ENGLISH) > 10
    left = [each for each in ENGLISH if as_python.search(in_shell_words(each, app))]
    assert not left


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("take reduction='none'", "take --reduction none"),
        ('take compounds="join"', "take --compounds join"),
        ("locale='en_US' or locale='de_DE'", "--locale en_US or --locale de_DE"),
        ("keywords=['a b', 'c']", "--keywords 'a b,c'"),
        ("groups=[...]", "--groups ..."),
        ("equivalences=x", "--glm x"),
        ("or overlap=False", "or --no-overlap"),
        ("by_order=True if so", "--by-order if so"),
        ("name day_first=True", 'name "day_first": true in the schema'),
        ("threshold is 2; it must be a number", "--threshold is 2; it must be a number"),
        ("a threshold is a number", "a threshold is a number"),
        ("'lists=\"a\"' is no text", "'lists=\"a\"' is no text"),
        ("missing_fields.csv has no id_column", "missing_fields.csv has no --id-column"),
        ("ab_missing_fields and /missing_fields", "ab_missing_fields and /missing_fields"),
    ],
)
def test_a_sentence_in_words_of_the_shell(sentence, expected):
    assert in_shell_words(sentence, app) == expected


@pytest.fixture
def records(tmp_path):
    sides = {"ref.jsonl": [{"a": 1234}, {"a": 2}], "hyp.jsonl": [{"a": "1,234"}, {"a": 2}]}
    for name, rows in sides.items():
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (tmp_path / name).write_text(text, "utf-8")
    return [tmp_path / name for name in sides]


def test_errors_name_the_flags(records):
    asked = ["record", *records, "--format", "records"]
    refused = shell(*asked)
    assert refused.exit_code == 2
    assert "name the locale, as --locale en_US or --locale de_DE, or" in refused.stderr
    assert "locale=" not in refused.stderr
    assert "unknown --null-fields 'kep'" in shell(*asked, "--null-fields", "kep").stderr
    assert "Error: --threshold is 2.0" in shell(*asked, "--threshold", 2).stderr


def test_warnings_name_the_flags(records, monkeypatch):
    monkeypatch.setattr(
        score,
        "check_outputs",
        lambda *_, **__: warnings.warn("lists='greedy' is fast", stacklevel=1),
    )
    assert "Warning: --lists greedy is fast\n" in shell("record", *records).stderr


@needs("babel")
def test_notes_of_tables_name_the_flags(tmp_path, records):
    answers = tmp_path / "answers.jsonl"
    rows = [{"prediction": json.dumps({"a": 2})}, {"prediction": "no idea"}]
    answers.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    shown = shell("record", records[0], answers, "--locale", "en").stdout
    assert (
        "not JSON, so scored 0: 1 of 2 predictions; --repair reads JSON in other text"
        in " ".join(shown.split())
    )
    assert "not JSON" not in shell("record", *records, "--locale", "en").stdout


def test_a_column_that_is_named_as_an_option_keeps_its_name(tmp_path):
    for name, column in (("ref.csv", "text"), ("hyp.csv", "hyp")):
        (tmp_path / name).write_text(f"{column},by_order\na,u1\nb,u2\n", "utf-8")
    said = shell("wer", tmp_path / "ref.csv", tmp_path / "hyp.csv").stderr
    assert "the ids in hyp.csv: by_order, ref.csv: by_order;" in said
