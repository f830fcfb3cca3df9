"""What is fuzzed: everything that reads files, answers or names from outside, and what shows them.

A target takes any bytes. What it calls may end in an ``InputError``, which is documented; any other
error is a finding, and so is a promise that does not hold.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from levmetrics import InputError, Run, align, error_counts, get_tokenizer, score
from levmetrics.alignment.edit_matrix import edit_matrix
from levmetrics.alternatives.glm import read_glm
from levmetrics.core.names import find_config, get_metric
from levmetrics.edits import library
from levmetrics.errors import without_controls
from levmetrics.formats.competition import read_submission
from levmetrics.formats.file_format import listed
from levmetrics.formats.files import TableFile, family_of
from levmetrics.formats.samples import RowName, as_texts
from levmetrics.formats.source import Limits
from levmetrics.normalizers import get_normalizer
from levmetrics.rendering.text import formula_safe
from tests.formats.tables import table

Target = Callable[[bytes], None]

_LIMITS = Limits("a fuzzer", 10_000, 100_000, 1_000_000, 10_000_000, 1_000)
_SUFFIXES = (
    *(".txt", ".csv", ".tsv", ".json", ".jsonl", ".trn", ".stm", ".ctm", ".srt", ".vtt", ""),
    *(".txt.gz", ".csv.bz2", ".jsonl.xz", ".txt.zst"),
)
_ENCODINGS = (None, "utf-8", "utf-16", "shift_jis", "cp1252", "gb18030")
# What our HTML is made of; a text brings no other element, and no attribute.
_ELEMENTS = {
    *("b", "bdi", "br", "caption", "div", "figcaption", "figure", "span", "table", "td", "th", "tr")
}
_ATTRIBUTES = {
    *("aria-hidden", "aria-label", "class", "colspan", "dir", "role", "rowspan", "scope", "style"),
    "tabindex",
}


class _Markup(HTMLParser):
    """The elements and attributes of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes.update(name for name, _ in attrs)


@contextlib.contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="levmetrics-fuzzing-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


def _text_pair(data: bytes) -> tuple[str, str]:
    """Return two texts, divided by NUL; after U+0001 with lone surrogates, as JSON may bring."""
    try:
        text = data.decode("utf-8", "surrogatepass" if data.startswith(b"\x01") else "replace")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    pred, _, target = text.partition("\0")
    return pred, target


def _rows(file: TableFile) -> list[list[Any]]:
    """Read all columns, which must have as many rows each."""
    columns: list[list[Any]] = [[] for _ in file.names]
    for batch in file.batches(file.names):
        sizes = {len(values) for values in batch}
        assert len(sizes) <= 1, "columns of one batch differ in length"
        for name, column, values in zip(file.names, columns, batch, strict=True):
            shown = listed(as_texts(values, RowName(name, rows=range(1, 1 << 30))))
            assert len(shown) == len(values), "what is shown is not what is scored"
            column += shown
    return columns


def _read_format(name: str, data: bytes) -> None:
    with _file(data, f"a{''.join(family_of(None).all()[name].suffixes[:1])}") as path:
        rows = [_rows(table(path, file_format=name, limits=_LIMITS)) for _ in range(2)]
    assert rows[0] == rows[1], "a file that is read twice differs"


def _read_file(data: bytes) -> None:
    suffix = _SUFFIXES[data[0] % len(_SUFFIXES)] if data else ""
    encoding = _ENCODINGS[data[1] % len(_ENCODINGS)] if len(data) > 1 else None
    with _file(data[2:], f"a{suffix}") as path:
        _rows(table(path, encoding=encoding, limits=_LIMITS))


def _read_glm(data: bytes) -> None:
    with _file(data, "rules.glm") as path:
        rules = read_glm(path)
    for phrase in ("", "a b", "gonna", data.decode("utf-8", "replace")[:100]):
        errors = error_counts(phrase, phrase, equivalences=rules).errors.sum()
        assert errors == 0 or any(len(rule.sides) == 1 for rule in rules.rules)


def _read_competition(data: bytes) -> None:
    truth, _, submission = data.partition(b"\0")
    with _file(truth, "truth.json") as first, _file(submission, "answers.json") as second:
        read = read_submission(first, second)
    assert len(read.predictions) == len(read.references) == len(read.question_ids)


def _score_json(data: bytes) -> None:
    pred, target = _text_pair(data)
    for config in ("anls:star", "anls:docvqa", "wer"):
        (found,) = score([pred], [target], config).sample_scores()
        assert found >= 0
        assert found <= 1 or config == "wer"


def _load_run(data: bytes) -> None:
    metric = get_metric("wer", options={})
    try:
        saved = json.loads(data)
    except (ValueError, RecursionError):
        return
    Run.from_dict(metric, saved).result()


def _outcome(pred: str, target: str, alternatives: Any) -> object:
    """Return the counts of a pair, or the sentence that refuses it."""
    try:
        return error_counts(pred, target, alternatives=alternatives).rows().tolist()
    except InputError as error:
        return str(error)


def _score_alternatives(alternatives: str, data: bytes) -> None:
    pred, target = _text_pair(data)
    found = _outcome(pred, target, alternatives)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "compiled_kernel", lambda: None)
        assert _outcome(pred, target, alternatives) == found, "the kernels differ"


def _find_names(data: bytes) -> None:
    name, column = _text_pair(data)
    for find in (find_config, get_tokenizer, get_normalizer):
        with contextlib.suppress(InputError):
            find(name)
    score(["a"], ["a"], "wer", **{column: 1})


def _show(data: bytes) -> None:
    pred, target = _text_pair(data)
    alignment = align(pred, target)
    matrix = edit_matrix(pred[:20], target[:20])
    for page in (alignment.to_html(), matrix.to_html()):
        markup = _Markup()
        markup.feed(page)
        assert markup.elements <= _ELEMENTS, markup.elements - _ELEMENTS
        assert markup.attributes <= _ATTRIBUTES, markup.attributes - _ATTRIBUTES
    for shown in (str(alignment), str(matrix)):
        lines = shown.split("\n")
        assert [without_controls(line) for line in lines] == lines, (
            "a control character reaches the terminal"
        )
    assert not str(formula_safe(pred)).startswith(("=", "+", "-", "@", "\t", "\r"))


_TARGETS: Mapping[str, Target] = {
    **{f"file of {name}": partial(_read_format, name) for name in family_of(None).all()},
    "any file": _read_file,
    "GLM file": _read_glm,
    "competition": _read_competition,
    "answers in JSON": _score_json,
    "saved run": _load_run,
    "braces": partial(_score_alternatives, "braces"),
    "brackets": partial(_score_alternatives, "brackets"),
    "names": _find_names,
    "shown texts": _show,
}


def _documented(target: Target) -> Target:
    def checked(data: bytes) -> None:
        with contextlib.suppress(InputError):
            target(data)

    return checked


TARGETS: Mapping[str, Target] = {name: _documented(target) for name, target in _TARGETS.items()}
