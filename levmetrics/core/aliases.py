"""The names of metrics: what a metric is called, and what it was called before."""

from __future__ import annotations

from collections.abc import Mapping

OLD_NAMES: Mapping[str, tuple[str, ...]] = {
    "wer": ("wer_lev:wer", "wer_lev:default", "wer_lev"),
    "cer": ("wer_lev:cer",),
    "ja": ("wer_lev:ja",),
    "mixed": ("wer_lev:mixed",),
    "openasr": ("wer_lev:openasr", "wer_lev:openasr:en", "openasr:en"),
    "formatted": ("wer_lev:formatted",),
    "reading": ("wer_lev:reading",),
    "keywords": ("wer_lev:keywords",),
    "anls": ("anls:default",),
    "anls:stvqa": ("stvqa",),
    "anls:docvqa": ("docvqa",),
    "anls:star": ("star",),
    "record": ("anls:record",),
    "record:donut": ("anls:donut", "donut"),
    "record:docubench": ("anls:docubench", "docubench"),
    "page:order": ("wer_lev:order", "order"),
    "page:bag": ("wer_lev:bag", "bag"),
    "page:flexible": ("wer_lev:flexible", "flexible"),
    "meeting:cp": ("wer_lev:cp", "cp"),
    "meeting:orc": ("wer_lev:orc", "orc"),
    "meeting:greedy_orc": ("wer_lev:greedy_orc", "greedy_orc"),
    "meeting:mimo": ("wer_lev:mimo", "mimo"),
    "meeting:dicp": ("wer_lev:dicp", "dicp"),
    "meeting:greedy_dicp": ("wer_lev:greedy_dicp", "greedy_dicp"),
    "meeting:tcp": ("wer_lev:tcp", "tcp"),
    "meeting:tcorc": ("wer_lev:tcorc", "tcorc"),
    "meeting:greedy_tcorc": ("wer_lev:greedy_tcorc", "greedy_tcorc"),
    "meeting:tcmimo": ("wer_lev:tcmimo", "tcmimo"),
    "meeting:ditcp": ("wer_lev:ditcp", "ditcp"),
    "meeting:greedy_ditcp": ("wer_lev:greedy_ditcp", "greedy_ditcp"),
    "meeting:der": ("diarization:der", "diarization:default", "diarization", "der"),
    "meeting:jer": ("diarization:jer", "jer"),
    "rouge": ("rouge_lev:default", "rouge_lev"),
    **{
        f"rouge:{kind}": (f"rouge_lev:{kind}", f"rouge{kind}")
        for kind in (*map(str, range(1, 10)), "L", "Lsum")
    },
}
"""Other names that every input takes, by the name of today, which alone is written.

A name that begins with an old one and a colon is also old: ``"wer_lev:openasr:de"``. The first one
with a colon qualifies a metric: evaluate modules know it by its config there, and harnesses, which
have metrics of their own under the short names, by the whole.
"""

NEW_NAMES: Mapping[str, str] = {old: new for new, olds in OLD_NAMES.items() for old in olds}
"""The names of today by the old ones."""


def new_name(name: str) -> str:
    """Return the name of today for an old one; any other name as it is.

    >>> [*map(new_name, ["wer_lev:cp", "docvqa", "wer_lev:openasr:de", "cer"])]
    ['meeting:cp', 'anls:docvqa', 'openasr:de', 'cer']
    """
    if name in NEW_NAMES:
        return NEW_NAMES[name]
    head, _, own = name.rpartition(":")
    return f"{NEW_NAMES[head]}:{own}" if head in NEW_NAMES else name


def qualified(name: str) -> tuple[str, str]:
    """Return the parts of a metric's name where other packages have metrics too.

    Args:
        name: the name of today.

    Returns:
        The name of an evaluate module or a package, and that of a config of it.

    >>> qualified("meeting:cp"), qualified("anls:docvqa"), qualified("openasr:de")
    (('wer_lev', 'cp'), ('anls', 'docvqa'), ('wer_lev', 'openasr:de'))

    """
    old = _with_colon(name)
    if old is None:
        head, _, own = name.partition(":")
        module = (_with_colon(head) or head).partition(":")[0]
        return (head, own) if module == head else (module, name)
    module, _, config = old.partition(":")
    return module, config


def _with_colon(name: str) -> str | None:
    """Return the first old name of a metric that has a colon, if there is one."""
    return next((old for old in OLD_NAMES.get(name, ()) if ":" in old), None)
