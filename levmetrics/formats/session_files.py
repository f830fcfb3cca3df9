"""Functions that read sessions from files, tables and lists, and write them to files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from levmetrics.errors import InputError, Place, few, reason
from levmetrics.formats.files import family_of
from levmetrics.formats.kinds.transcripts import content_lines, fields_of, finite_number
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    Segment,
    SessionFormat,
    WrittenFormat,
    grouped,
    segment_of_row,
)
from levmetrics.formats.source import Source, distinct_names
from levmetrics.inputs.arguments import reading, type_phrase
from levmetrics.inputs.arrow import lone_surrogate
from levmetrics.inputs.columns import ArrowStream
from levmetrics.lazy import pa
from levmetrics.system.written_files import is_stream, write_text

_SESSION, _SPEAKER = "session_id", "speaker"


SessionsLike: TypeAlias = (
    "str | Path | Iterable[str | Path] | Iterable[Mapping[str, Any]] | ArrowStream"
)


def read_sessions(
    source: SessionsLike,
    *,
    format: str | None = None,
    encoding: str | None = None,
    session: str = _SESSION,
    speaker: str = _SPEAKER,
) -> dict[str, list[Segment]]:
    r"""Return the segments of sessions with speakers, such as meetings, from files or from rows.

    A segment is a dictionary with ``session_id``, ``speaker`` and ``words``, which are strings, and
    ``start_time`` and ``end_time``, which are seconds or ``None``.

    Args:
        source: the path of a file, folder or zip file, or the paths of several; or a table of
            Arrow, pandas or polars, or a list of dictionaries, whose rows are segments. Each of
            several ctm files, or of those in a folder, has the words of one speaker, who is named
            by the file.
        format: the name of the files' format: ``"seglst"``, ``"stm"``, ``"ctm"``, ``"rttm"``,
            ``"manifest"``, ``"textgrid"`` or ``"webvtt"``; ``None``: detected by suffix and
            content.
        encoding: the encoding of the files, by its name in Python; ``None``: that of a byte order
            mark, or UTF-8.
        session: the column of a table with the session ids.
        speaker: the column of a table with the speakers. A table may also have the columns
            ``words``, ``start_time`` and ``end_time``.

    Returns:
        The segments by session id, both in the order of the source.

    Raises:
        InputError: for a source that cannot be read, times that are not finite numbers, segments
            that end before they begin, and options that the source does not take.

    >>> rows = [{"session_id": "S1", "speaker": "anna", "words": "good morning",
    ...          "start_time": 0.5, "end_time": 1.25}]
    >>> read_sessions(rows)
    {'S1': [{'session_id': 'S1', 'speaker': 'anna', 'words': 'good morning',
             'start_time': 0.5, 'end_time': 1.25}]}

    """
    paths, rows = _paths_or_rows(source)
    if paths is None:
        _check_left_out("a table", format=format, encoding=encoding)
        segments = _segments_of_rows(rows, session, speaker)
    else:
        _check_left_out("files", session=session != _SESSION, speaker=speaker != _SPEAKER)
        segments = _segments_of_files(paths, format, encoding)
    return grouped(segments)


def read_uem(path: str | Path) -> dict[str, list[tuple[float, float]]]:
    r"""Return the evaluated times of each session, from a file in NIST's UEM format.

    Args:
        path: the path of the file, whose lines have file, channel, begin and end in seconds.

    Returns:
        The evaluated parts by session id, as starts and ends in seconds.

    Raises:
        InputError: if the file has another format.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.uem").write_text("S1 1 0.0 20.5\n")
    ...     read_uem(Path(folder, "a.uem"))
    {'S1': [(0.0, 20.5)]}

    """
    parts: dict[str, list[tuple[float, float]]] = {}
    for at, line in content_lines(Source(Path(path))):
        wanted = "file, channel, begin and end"
        session, _, begin, end = fields_of(line, at, wanted, least=4, most=4)
        start, stop = finite_number(begin, "the begin", at), finite_number(end, "the end", at)
        parts.setdefault(session, []).append((start, stop))
    return parts


def write_sessions(sessions: Mapping[str, Sequence[Mapping[str, Any]]], path: str | Path) -> None:
    r"""Write sessions to a file, in the format of its suffix.

    SegLST (``.json``) keeps everything; STM (``.stm``) all but the white space around words; RTTM
    (``.rttm``) only speakers and times. None of them keeps a session without segments.

    Args:
        sessions: segments by session id, as :func:`read_sessions` returns them.
        path: the path of the file; an existing file is replaced. ``-`` is standard output, which
            gets SegLST, as do pipes and devices without a suffix.

    Raises:
        InputError: for another suffix, for a value that is not a segment, and for a segment that
            the format cannot keep, as one without times in STM and RTTM. The file is then
            unchanged.

    >>> from tempfile import TemporaryDirectory
    >>> sessions = {"S1": [{"speaker": "anna", "words": "yes", "start_time": 0, "end_time": 1.5}]}
    >>> with TemporaryDirectory() as folder:
    ...     write_sessions(sessions, f"{folder}/ref.stm")
    ...     Path(f"{folder}/ref.stm").read_text()
    'S1 1 anna 0.0 1.5 yes\n'

    """
    path = Path(path)
    suffix = path.suffix.lower() or (".json" if is_stream(path) else "")
    for kind in SESSION_FORMATS.values():
        if isinstance(kind, WrittenFormat) and suffix == kind.suffixes[0]:
            write_text(path, "".join(kind.parts(_checked(sessions))))
            return
    raise InputError("sessions.suffix", file=str(path))


def _checked(sessions: Any) -> Iterator[tuple[Place, Segment]]:
    """Yield the segments of an argument, with their places in it.

    Raises:
        InputError: for a value that is not a segment, and for text that is not valid Unicode.

    """
    _check_type(sessions, Mapping, "sessions")
    for name, rows in sessions.items():
        side = Place("sessions", name)
        _check_type(rows, Sequence, side)
        for number, row in enumerate(rows):
            place = Place(side, number)
            _check_type(row, Mapping, place)
            segment = segment_of_row({**row, _SESSION: name}, (side, number, ""))
            for key in (_SESSION, _SPEAKER, "words"):
                if fault := lone_surrogate(segment[key]):
                    raise InputError("text.surrogate", place=place, fault=fault, what=key)
            yield place, segment


def matched_sessions(
    predictions: Any, references: Any, names: tuple[str, str] = ("predictions", "references")
) -> tuple[Any, Any, list[str] | None]:
    """Return the sessions of both sides side by side, and their ids.

    Args:
        predictions: segments by session id, as :func:`read_sessions` returns them; or a table or
            list of segments with session ids. Anything else, such as a list of sessions, is
            returned unchanged.
        references: the same.
        names: the names of the caller's arguments, for messages.

    Returns:
        Both sides, and the session ids in the order of the references; ``None`` instead of ids if
        the sides are lists of sessions.

    Raises:
        InputError: for a session that one side lacks, if only one side is a list of sessions, and
            for a segment with the id of another session than its own.

    >>> said = {"S1": [{"speaker": "anna", "words": "hi"}]}
    >>> matched_sessions(said, said)[1:]
    ([[{'speaker': 'anna', 'words': 'hi', 'session_id': 'S1'}]], ['S1'])

    """
    sides = [*map(_by_id, (predictions, references), names)]
    if sides == [None, None]:
        return predictions, references, None
    preds, target = sides
    if preds is None or target is None:
        other, place = names if preds is None else names[::-1]
        raise InputError("sessions.one_side_by_id", place=place, other=other)
    by_name = dict(zip(names, (preds, target), strict=True))
    for name, of_other in (names, names[::-1]):
        if lacking := [session for session in by_name[of_other] if session not in by_name[name]]:
            raise InputError("sessions.lacking", place=name, other=of_other, ids=few(lacking))
    of_preds, of_target = (
        [_with_id(by_name[name][session], session, name) for session in target] for name in names
    )
    return of_preds, of_target, [*target]


def _with_id(segments: Any, session: object, name: str) -> Any:
    """Return the segments of a session with its id; other values unchanged, for a later message.

    Raises:
        InputError: for a segment that has another id.

    """
    if not isinstance(segments, Sequence) or not all(isinstance(row, Mapping) for row in segments):
        return segments
    for number, row in enumerate(segments):
        own = row.get(_SESSION)
        if own is not None and f"{own}" != f"{session}":
            place = Place(Place(name, f"{session}"), number)
            raise InputError("sessions.other_id", place=place, session=f"{own}", key=f"{session}")
    return [{**row, _SESSION: f"{session}"} for row in segments]


def _by_id(side: Any, name: str) -> Mapping[str, Any] | None:
    """Return the segments of a side by session id; ``None`` for any other value.

    Raises:
        InputError: for segments without session ids.

    """
    with reading(lambda: name):
        if isinstance(side, Mapping):
            return {**side}
        if hasattr(side, "__arrow_c_stream__") and hasattr(side, "columns"):
            return grouped(_segments_of_rows(_rows_of_table(side, name), name=name))
        if not (isinstance(side, list) and side != [] and isinstance(side[0], Mapping)):
            return None
        if not all(isinstance(row, Mapping) and row.get(_SESSION) for row in side):
            raise InputError("sessions.bare_segments", place=name)
        return grouped(_segments_of_rows(side, name=name))


def _check_left_out(source: str, **options: object) -> None:
    """Refuse options that a source does not take.

    Raises:
        InputError: for the first of these options that is given.

    """
    for option, value in options.items():
        if value:
            raise InputError("sessions.option", option=option, source=source)


def _check_type(value: object, kind: type[Any], place: str) -> None:
    if not isinstance(value, kind):
        raise InputError("sessions.no_segments", place=place, given=type_phrase(value))


def _paths_or_rows(source: Any) -> tuple[list[Path] | None, Sequence[Any]]:
    """Return the paths of a source, or ``None`` and its rows.

    Raises:
        InputError: if it is neither.

    """
    if isinstance(source, (str, Path)):
        return [Path(source)], []
    if hasattr(source, "__arrow_c_stream__"):
        return None, _rows_of_table(source, "source")
    if isinstance(source, Iterable) and not isinstance(source, (Mapping, bytes, bytearray)):
        items = [*source]
        if items and all(isinstance(item, (str, Path)) for item in items):
            return [*map(Path, items)], []
        if all(isinstance(item, Mapping) for item in items):
            return None, items
    raise InputError("sessions.source", given=type_phrase(source))


def _rows_of_table(table: Any, name: str) -> list[dict[str, Any]]:
    try:
        return list(pa.table(table).to_pylist())
    except Exception as error:
        raise InputError("sessions.table", place=name, why=reason(error)) from error


def _segments_of_rows(
    rows: Sequence[Any], session: str = _SESSION, speaker: str = _SPEAKER, *, name: str = "source"
) -> Iterator[Segment]:
    return (
        segment_of_row(row, (name, number, "row"), session, speaker)
        for number, row in enumerate(rows, start=1)
    )


def _segments_of_files(
    paths: Sequence[Path], format: str | None, encoding: str | None
) -> Iterator[Segment]:
    kinds: dict[Path, tuple[Source, SessionFormat]] = {}
    for path, label in distinct_names(paths).items():
        given = Source(path, encoding, label=label)
        kind, _ = family_of("segments").format_of(given, format)
        kinds |= {file.path: (file, of_file) for file, of_file in kind.files(given)}
    for path, label in distinct_names(kinds).items():
        file, kind = kinds[path]
        read = kind.changed(is_of_several=True) if len(kinds) > 1 else kind
        yield from read.segments(file.changed(label=label))
