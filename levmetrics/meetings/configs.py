"""The names of the metrics of sessions of speakers."""

from __future__ import annotations

from collections.abc import Mapping

from levmetrics.core.config import Config
from levmetrics.meetings.diarization_metric import DiarizationMetric, JaccardMetric
from levmetrics.meetings.pairing import SessionRule
from levmetrics.meetings.session_metric import SessionMetric, SpeakerMetric, TimedSessionMetric

# The class, the rule and the title of each word error rate.
_RATES: dict[str, tuple[type[SessionMetric], SessionRule, str]] = {
    "cp": (SpeakerMetric, "cp", "cpWER: sessions, each speaker with one other (会議)"),
    "orc": (SessionMetric, "orc", "ORC-WER: sessions, whoever speaks"),
    "mimo": (
        SessionMetric,
        "mimo",
        "MIMO-WER: sessions, whoever speaks, in the speakers' order",
    ),
    "dicp": (SessionMetric, "dicp", "DI-cpWER: sessions, whatever speaker was found"),
    "tcp": (TimedSessionMetric, "cp", "tcpWER: cpWER with times"),
    "tcorc": (TimedSessionMetric, "orc", "tcORC-WER: ORC-WER with times"),
    "tcmimo": (TimedSessionMetric, "mimo", "tcMIMO-WER: MIMO-WER with times"),
    "ditcp": (TimedSessionMetric, "dicp", "DI-tcpWER: DI-cpWER with times"),
}
_GREEDY: tuple[SessionRule, ...] = ("orc", "dicp")  # the rules that have a greedy search


def _word_error_rates() -> dict[str, Config]:
    configs = {}
    for name, (kind, rule, title) in _RATES.items():
        key, fixed = f"{name}_wer", {"rule": rule, "search": "exact"}
        configs[f"meeting:{name}"] = Config(title, kind, key, fixed=fixed)
        if rule in _GREEDY:
            greedy = {**fixed, "search": "greedy"}
            configs[f"meeting:greedy_{name}"] = Config(
                f"{title}; a greedy search", kind, key, fixed=greedy
            )
    return configs


_CONFIGS: dict[str, Config] = {
    **_word_error_rates(),
    "meeting:der": Config("Diarization error rate of sessions", DiarizationMetric, "der"),
    "meeting:jer": Config("Jaccard error rate of sessions", JaccardMetric, "jer"),
}


def configs() -> Mapping[str, Config]:
    """Return the configs of the metrics of sessions by name."""
    return _CONFIGS
