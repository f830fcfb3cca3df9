"""Names with which a shell completes the values of options."""

from __future__ import annotations

from collections.abc import Iterable


def metrics(incomplete: str) -> list[str]:
    """Return the metrics, without and with a config, and the configs that name a metric alone.

    >>> metrics("ce")
    ['cer']
    >>> metrics("wer_lev:")
    ['wer_lev:wer', 'wer_lev:cer', 'wer_lev:ja', 'wer_lev:mixed', ..., 'wer_lev:greedy_ditcp']
    """
    from levmetrics.core.names import list_metrics, metric_names, short_names

    return _beginning(incomplete, [*short_names(), *metric_names(), *list_metrics()])


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


def session_configs(incomplete: str) -> list[str]:
    """Return the configs that score sessions.

    >>> session_configs("tc")
    ['tcp', 'tcorc', 'tcmimo']
    """
    from levmetrics.core import names

    return _beginning(incomplete, names.session_configs())


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
