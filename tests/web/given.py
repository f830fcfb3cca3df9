"""What a visitor gives the page: pasted texts, or files whose guessed columns stay."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from levmetrics.web.explorer import aligned, explored, report
from levmetrics.web.reading import child, files, samples
from levmetrics.web.reading.files import guessed_columns, read_files
from levmetrics.web.reading.given import SINGLE, Given
from levmetrics.web.requests import Request
from levmetrics.web.scored import score
from levmetrics.web.texts import PASTE, SCORE, UPLOAD, given_texts
from levmetrics.web.uploads import uploaded, written


def run(coroutine):
    """Return what a coroutine returns, run in a thread without a loop, as a browser has one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@pytest.fixture
def in_this_process(monkeypatch):
    """Read files without a child process, where it is not the process that is tested."""

    def answered(function, requests):
        lines = [child.line_of(function, request) for request in requests]
        return [*map(child.answer_of, lines)]

    for module in (files, samples):
        monkeypatch.setattr(module, "answers", answered)


def readings(paths, takes="texts"):
    """What the page shows of files."""
    return read_files(uploaded([*map(str, paths)]), takes)


def uploaded_values(paths, metric="wer", *, several=False, **changes):
    """The values of the tab into which files are uploaded, with the columns that it guesses."""
    takes, paths = Request(metric).takes, [*map(str, paths)]
    read = readings(paths, takes)
    chosen = guessed_columns(read)
    return {
        "place": UPLOAD,
        "metric": metric,
        "files": paths,
        "reading": written(paths, read, takes=takes),
        "references_column": chosen["references"],
        "systems_column": chosen["systems" if several else "predictions"],
        "groups_column": None,
        "groups": "",
        "by_order": None,
        "whole": False,
        **changes,
    }


def upload(paths, metric="wer", **changes):
    """The texts of files whose guessed columns are left as they are but for some values."""
    return given_texts(SCORE, uploaded_values(paths, metric, **changes))


def pasted(references, predictions, **changes):
    """The values of the tab into whose boxes texts are pasted."""
    return {
        "place": PASTE,
        "metric": "wer",
        "plain_texts": "[]",
        "references": references,
        "shown": 1,
        "system_A": predictions,
        "groups": "",
        "whole": False,
        **changes,
    }


def paste(references, predictions, metric="wer", **changes):
    """The texts that are pasted."""
    return given_texts(SCORE, pasted(references, predictions, metric=metric, **changes))


def scored(given, metric="wer"):
    return score(Request(metric), given, lambda *_: None)


def scored_texts(
    predictions, references, metric="wer", *, sources=("pasted", "pasted"), groups=None, **options
):
    """What the page has of texts; of several systems, predictions are those of each by its name."""
    if not isinstance(predictions, dict):
        predictions = {SINGLE: predictions}
    given = Given(references, predictions, sources, groups)
    return score(Request(metric, options), given, lambda *_: None)


def value(*texts, **options):
    """What the component of a result holds."""
    return json.loads(explored(scored_texts(*texts, **options)))


def asked(predictions, reference="who is there", metric="wer", language="en", **given):
    """What the component sends to the server when a sample is opened."""
    return {
        "language": language,
        "request": {"metric": metric, "given": given},
        "reference": reference,
        "predictions": predictions,
    }


def aligned_html(*texts, **options):
    """What the server draws of a sample."""
    return run(aligned(asked(*texts, **options)))


def reported(shown, language="en"):
    """What the server makes of a result, as its component sends it: a report."""
    systems = dict(zip(shown["names"], shown["predictions"], strict=True))
    sent = {key: shown[key] for key in ("request", "references", "ids", "groups")}
    return run(report({"language": language, "systems": systems, **sent}))["html"]
