"""Errors have a code and fields, of which their sentences are made; warnings, the caller's line."""

import ast
import copy
import json
import pickle
import re
import warnings
from pathlib import Path
from string import Formatter

import pytest
import scipy.stats  # noqa: F401  # its import changes Python's filters, which forget what was said

import levmetrics as lm
from levmetrics import InputError, Run
from levmetrics.errors import (
    InputWarning,
    Note,
    Place,
    as_json,
    few,
    from_json,
    quoted,
    shortened,
    unknown_name,
    warn,
)
from levmetrics.formats.samples import RowName
from levmetrics.inputs.arguments import ColumnName

FEW = lm.score(["a", "b"], ["a", "c"])
OTHERS = {"old": FEW, "new": lm.score(["a", "c"], ["a", "c"])}
EMPTY = Run.empty(FEW.metric)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: FEW.interval(),
        lambda: lm.compare(OTHERS),
        lambda: lm.compare({"old": ["a", "b"], "new": ["a", "c"]}, ["a", "c"]),
        lambda: EMPTY.result(),
        lambda: EMPTY.score,
        lambda: lm.error_counts([], []).wer,
    ],
    ids=["interval", "compare runs", "compare texts", "result", "score", "error counts"],
)
def test_a_warning_is_of_the_callers_line_and_said_once_for_each_such_line(ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        ask()
        ask()
    assert [warning.filename for warning in caught] == [__file__]


def test_a_warning_of_a_report_is_of_the_callers_line():
    with pytest.warns(UserWarning, match="rough") as caught:
        lm.score(["a", "b"] * 3, ["a", "c"] * 3).report()
    assert [warning.filename for warning in caught] == [__file__]


PACKAGE = Path(lm.__file__).parent
CATALOGUE = json.loads((PACKAGE / "errors.json").read_text("utf-8"))["sentences"]
CODE = re.compile(r"[a-z]+\.[a-z_]+")


def fields_of(template):
    return {name.partition("[")[0] for _, name, _, _ in Formatter().parse(template) if name}


def raised_codes():
    """Yield each code that the package's source has, with its place and the fields given there."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(call, ast.Call) and call.args and isinstance(call.func, ast.Name)):
                continue
            code = getattr(call.args[0], "value", None)
            if call.func.id.endswith("Error") and isinstance(code, str) and CODE.fullmatch(code):
                yield code, f"{path}:{call.lineno}", [keyword.arg for keyword in call.keywords]


def test_every_code_that_is_raised_has_a_sentence_with_its_fields():
    wrong = []
    for code, place, keywords in raised_codes():
        needed = fields_of(CATALOGUE[code]["en"]) if code in CATALOGUE else {"a sentence"}
        if None not in keywords and needed != set(keywords):
            wrong.append((code, place, needed, keywords))
    assert not wrong


def test_every_sentence_is_of_a_code_that_is_raised():
    text = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert [code for code in CATALOGUE if f'"{code}"' not in text] == []


def test_a_sentence_in_japanese_has_only_fields_of_the_english_one():
    for code, sentences in CATALOGUE.items():
        assert fields_of(sentences.get("ja", "")) <= fields_of(sentences["en"]), code


# Of files, of what is in them, and of what is typed; visitors do not meet those that are left out.
MET = ("file", "name", "page", "table", "value")
NOT_MET = {
    "file.is_folder": "a folder is not uploaded",
    "file.no_folder": "only a command makes folders",
    "file.unwritable": "a browser saves the downloads",
    "name.taken": "no visitor registers anything",
    "value.arrow_maps": "a file's maps are refused when it is read",
    "value.key": "JSON has no other keys than texts",
    "value.no_list": "the page makes the lists",
    "value.not_whole": "no visitor gives the options of a resampling",
    "value.recursion_limit": "page.too_deep is said in its place",
    "value.too_low": "no visitor gives the options of a resampling",
    "value.tuple": "JSON has no tuples",
    "value.wrong_type": "JSON has no other types",
}


def test_all_that_visitors_meet_is_said_in_japanese():
    met = {
        code: sentences for code, sentences in CATALOGUE.items() if code.partition(".")[0] in MET
    }
    assert {code for code, sentences in met.items() if "ja" not in sentences} == {*NOT_MET}
    assert not [code for code, said in met.items() if said.get("ja") == said["en"]]


def test_the_catalogue_is_sorted_by_its_codes():
    assert list(CATALOGUE) == sorted(CATALOGUE)
    assert all(CODE.fullmatch(code) for code in CATALOGUE)


def through_json(error):
    return json.loads(json.dumps([error], default=as_json), object_hook=from_json)[0]


@pytest.mark.parametrize(
    "copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy, through_json]
)
def test_an_error_keeps_its_code_and_fields_across_processes(copied):
    place = Place(Place("references", 3), 0)
    error = copied(InputError("samples.none", place=place))
    assert (error.code, error.fields["place"].parts) == ("samples.none", place.parts)
    assert str(error) == "references[3][0] has no samples; there is nothing to score"
    assert error.sentence("ja") == "正解[3][0]にデータがありません"
    assert str(copied(InputError("a plain sentence"))) == "a plain sentence"


@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy])
def test_a_warning_keeps_its_note_across_processes(copied):
    note = Note("note.unread_line", {"file": "p.xml", "element": "ImageRegion"})
    warning = copied(InputWarning(note))
    assert warning.note == note
    assert str(warning) == "1 line of text in ImageRegion is not read: p.xml"


@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy])
@pytest.mark.parametrize(
    "column",
    [ColumnName("hyp", "prediction", 7), RowName("a.trn", "prediction", [7], ["u-1"])],
)
def test_names_of_columns_keep_the_places_in_them_across_processes(copied, column):
    assert copied(column).position(0) == column.position(0)
    error = copied(InputError("samples.none", place=Place(column, 2)))
    assert str(error) == f"{column}[2] has no samples; there is nothing to score"


def test_the_reason_of_an_error_goes_through_json_with_it():
    reason = InputError("samples.none", place=Place("a.csv", 2, "row"))
    error = through_json(
        InputError("tokenizer.failed", tokenizer="mine", place="new", reason=reason)
    )
    assert str(error) == (
        "the tokenizer mine failed on new: a.csv, row 2 has no samples; there is nothing to score"
    )
    assert error.sentence("ja").endswith("a.csvの2行目にデータがありません")


def test_no_sentence_of_the_package_stands_where_it_is_raised():
    """A code, or the name of what holds one; only a class that polars makes anew has its text."""
    plain = [
        f"{path}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in ("InputError", "EncodingError")
        and not isinstance(call.args[0], ast.Name | ast.Attribute | ast.Subscript | ast.Call)
        and not CODE.fullmatch(str(getattr(call.args[0], "value", "")))
    ]
    assert not plain


HUGE = "\x1b[2J\u202ee\u0301\n" * 100_000
LONGEST = 2_000


class Unwritten:
    def __str__(self):
        raise RuntimeError

    __repr__ = __str__


def hostile_fields(template):
    """Return megabytes for each field of a template that has no number's format."""
    placeholders = [parsed for parsed in Formatter().parse(template) if parsed[1]]
    numbers = {name for _, name, form, _ in placeholders if form}
    return {
        name: 10**9 if name in numbers else HUGE
        for name in {name.partition("[")[0] for _, name, _, _ in placeholders}
    }


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_sentence_is_longer_than_its_limit_or_has_controls(language):
    for code, sentences in CATALOGUE.items():
        sentence = InputError(code, **hostile_fields(sentences["en"])).sentence(language)
        assert len(sentence) <= LONGEST, code
        assert not set(sentence) & {"\x1b", "\n", "\u202e"}, code


@pytest.mark.parametrize(
    "say",
    [
        lambda: InputError("samples.none", place=Place(Place(HUGE, HUGE), 1)),
        lambda: InputError("samples.none", place=Place(HUGE, 2, "row")),
        lambda: InputError("samples.none", place=RowName(HUGE, "", [1], [HUGE]).position(0)),
        lambda: InputError("samples.none", place=Unwritten()),
        lambda: InputError("column.system_name", given=quoted(Unwritten())),
        lambda: InputError("frame.no_table", given=[HUGE] * 50),
        lambda: InputError(HUGE),
        lambda: unknown_name([HUGE, "b"], HUGE, "column"),
        lambda: unknown_name([HUGE, "b"], Unwritten(), "column"),
        lambda: few([HUGE] * 50),
        lambda: few([Unwritten()] * 50),
        lambda: quoted([HUGE] * 50),
        lambda: InputWarning(Note("note.lists", {"place": HUGE})),
    ],
)
def test_a_message_of_megabytes_is_cut_and_says_so(say):
    message = str(say())
    assert len(message) <= LONGEST
    assert "…" in message or "of type Unwritten" in message


def test_a_warning_of_megabytes_is_cut():
    with pytest.warns(UserWarning, match="⟨1B⟩") as caught:
        warn(HUGE)
    assert len(str(caught[0].message)) == LONGEST


def test_each_name_in_a_message_has_its_end_or_an_ellipsis():
    error = InputError("samples.lengths", side="a" * 500, other="b", count=1, other_count=2)
    assert str(error).startswith(f"{'a' * 199}… and b differ in length (1 and 2)")
    rows = InputError("samples.none", place=Place("a" * 500, 1_200, "row"))
    assert str(rows).startswith(f"{'a' * 199}…, row 1,200 has no samples")
    assert rows.sentence("ja").startswith(f"{'a' * 199}…の1,200行目に")


@pytest.mark.parametrize(
    "cluster", ["e\u0301", "\U0001f469\u200d\U0001f469\u200d\U0001f466", "が", "\x1b", "각"]
)
def test_a_text_is_cut_at_a_whole_grapheme(cluster):
    shown = shortened(cluster * 200, 100)
    unit = shortened(cluster)
    assert len(shown) <= 100
    assert shown == unit * ((len(shown) - 1) // len(unit)) + "…"


def test_a_grapheme_longer_than_the_limit_is_cut_too():
    assert shortened("e" + "\u0301" * 10_000, 100) == "e" + "\u0301" * 98 + "…"


def test_what_is_short_is_said_whole():
    known = [f"name-{number}" for number in range(80)]
    assert str(unknown_name(known, "x", "column")).endswith("name-8, name-9")
    assert quoted("a" * 198) == repr("a" * 198)
    assert shortened("a" * LONGEST) == "a" * LONGEST


def test_a_field_of_a_file_is_named_in_both_languages():
    place = Place(Place("a.json", "u1", "id"), "日付")
    assert (place, place.japanese) == ("a.json, id u1, field '日付'", "a.json、ID u1の項目'日付'")
    assert pickle.loads(pickle.dumps(place)).japanese == place.japanese
