"""Forms of pasted texts other than lines of text, recognised as the forms of files are."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice

from levmetrics.errors import InputError
from levmetrics.formats.file_format import FILE_FORMATS
from levmetrics.formats.files import LOOKS_LIKE_SESSIONS, family_of, table
from levmetrics.formats.first_row import ROWS_FOR_HEADING, has_heading
from levmetrics.formats.kinds.json_files import JsonLines, JsonTable
from levmetrics.formats.kinds.lines import Lines
from levmetrics.formats.kinds.rows import RowFormat
from levmetrics.formats.sessions.session_format import SessionFormat
from levmetrics.formats.source import Source
from levmetrics.formats.utterance_ids import AT_BEGIN, AT_END, Ids, ids_of_both
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.offers import offer_of, offer_of_sessions
from levmetrics.web.requests import Request

_JSON = (JsonLines.name, JsonTable.name)


@dataclass(frozen=True)
class Form:
    """The form of a pasted text.

    Attributes:
        format: the name of a format of files or of sessions, or ``"markup"`` for XML and HTML of
            no known format.
        suffix: the suffix of its files.
        is_table: whether its files have columns of texts.
        metric: a metric that takes the form as it is pasted; empty if there is none.

    """

    format: str
    suffix: str
    is_table: bool = True
    metric: str = ""


def form_of(text: str, metric: str) -> Form | None:
    r"""Return the form of a pasted text; ``None`` for lines of text, and for what a metric takes.

    Args:
        text: as pasted.
        metric: the page's name of the metric.

    Raises:
        InputError: for unknown metrics.

    >>> form_of("a b (utt-1)\nc d (utt-2)\n", "wer")
    Form(format='trn', suffix='.trn', is_table=True, metric='')
    >>> form_of('{"total": "12"}', "wer").metric
    'record'
    >>> form_of('{"total": "12"}', "record") is form_of("a b\nc d", "wer") is None
    True

    """
    request = Request(metric)
    if not request.kind.in_columns or not text or len(text) > PAGE.characters:
        return None
    form = _form(Source.of_text(text, "pasted", PAGE))
    is_meant = form is None or (request.takes_json and form.format in _JSON)
    return None if is_meant else form


def key_of(text: str) -> str:
    """Return a short key of a text, by which an answer about it is remembered."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def asked_forms(
    texts: Mapping[str, str], metric: str, plain: Collection[str] = ()
) -> dict[str, Form]:
    r"""Return the forms of the texts that may not be meant as lines.

    Args:
        texts: the pasted texts, by any names.
        metric: the page's name of the metric.
        plain: the keys of the texts that the visitor means as lines.

    >>> texts = {"references": "u-1 a\nu-2 b\n", "predictions": "a\nb\n"}
    >>> asked_forms(texts, "wer")
    {'references': Form(format='kaldi', suffix='.txt', is_table=True, metric='')}
    >>> asked_forms(texts, "wer", [key_of(texts["references"])])
    {}

    """
    open_texts = {name: text for name, text in texts.items() if key_of(text) not in plain}
    forms = {name: form_of(text, metric) for name, text in open_texts.items()}
    lines = {name: text.splitlines for name, text in open_texts.items() if forms[name] is None}
    for pair in combinations(lines, 2) if Request(metric).kind.in_columns else ():
        if found := ids_of_both(*(lines[name] for name in pair)):
            forms.update(dict.fromkeys(pair, _with_ids(found[0])))
    return {name: form for name, form in forms.items() if form is not None}


def _with_ids(ids: Ids) -> Form:
    """Return the form of lines with what may be ids or words, which a file would leave open too."""
    return Form(ids.format, FILE_FORMATS[ids.format].suffixes[0], is_table=False)


_BY_REFUSAL = {
    "file.looks_like_markup": Form("markup", ".html", is_table=False),
    **{code: _with_ids(ids) for ids in (AT_BEGIN, AT_END) for code in (ids.repeated, ids.question)},
}


def _form(source: Source) -> Form | None:
    try:
        file = table(source)
    except InputError as error:
        if error.code == LOOKS_LIKE_SESSIONS:
            kind = family_of("segments").formats.lookup(error.fields["kind"])
            return _form_of_sessions(kind, source)
        # Other texts are refused later, such as those with characters of binary files.
        return _BY_REFUSAL.get(error.code)
    if file.file_format.name == Lines.name and _has_heading(file.source):
        file = replace(file, file_format=FILE_FORMATS["csv"])
    kind = file.file_format
    if kind.name == Lines.name:
        return None
    return Form(kind.name, kind.suffixes[0], metric=offer_of(file))


def _form_of_sessions(kind: SessionFormat, source: Source) -> Form:
    is_table = kind.name in FILE_FORMATS
    return Form(kind.name, kind.suffixes[0], is_table, offer_of_sessions(kind, source))


def _has_heading(source: Source) -> bool:
    """Whether lines are rows of one width below names of columns, as in a CSV file."""
    csv = FILE_FORMATS["csv"]
    assert isinstance(csv, RowFormat)
    rows: list[list[str]] = []
    try:
        for row in filter(None, islice(csv.rows(source), ROWS_FOR_HEADING)):
            rows.append(row)
            if len(row) == 1 or len(row) != len(rows[0]):
                return False
    except InputError:
        return False
    return len(rows) > 1 and has_heading(rows) is True
