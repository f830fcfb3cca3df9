"""Names with which a shell completes the values of options."""

from __future__ import annotations

from collections.abc import Iterable


def metrics(incomplete: str) -> list[str]:
    """Return the metrics.

    >>> metrics("ce"), metrics("page:")
    (['cer'], ['page:order', 'page:bag', 'page:flexible'])
    """
    from levmetrics.core.names import list_metrics

    return _beginning(incomplete, list_metrics())


def tokenizers(incomplete: str) -> list[str]:
    """Return the tokenizers.

    >>> tokenizers("me")
    ['mecab', 'mecab:ipadic']
    """
    from levmetrics.tokenizers import TOKENIZERS

    return _beginning(incomplete, TOKENIZERS)


def normalizers(incomplete: str) -> list[str]:
    """Return the normalizers that complete the last name of a list.

    >>> normalizers("nfkc,low")
    ['nfkc,lower']
    """
    from levmetrics.normalizers import list_normalizers

    *before, last = incomplete.split(",")
    return [",".join([*before, name]) for name in _beginning(last, list_normalizers())]


def formats(incomplete: str) -> list[str]:
    """Return the file formats, those of sessions included.

    >>> formats("js")
    ['json', 'jsonl']
    """
    from levmetrics.formats.files import family_of

    return sorted({*_beginning(incomplete, family_of(None).all()), *session_formats(incomplete)})


def session_formats(incomplete: str) -> list[str]:
    """Return the formats of sessions.

    >>> session_formats("st")
    ['stm']
    """
    from levmetrics.formats.files import family_of

    return _beginning(incomplete, sorted(family_of("segments").formats))


def session_metrics(incomplete: str) -> list[str]:
    """Return the metrics that score sessions, as ``levmetrics meeting`` takes them.

    >>> session_metrics("tc")
    ['tcp', 'tcorc', 'tcmimo']
    """
    from levmetrics.core.names import metrics_of_sessions

    return _beginning(incomplete, metrics_of_sessions())


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
