"""Every sentence of the page is there once, in both languages, with the same values in it."""

import re
from itertools import chain

import pytest

from levmetrics.core.names import all_configs
from levmetrics.rendering.labels import words_beside
from levmetrics.web.language import LANGUAGES, WORDING, WORDING_BY_PART, label, say

VALUES = re.compile(r"{(\w+)")
OWN = {
    (config.kind.__name__, key): said
    for config in all_configs().values()
    for key, said in words_beside(config.kind).items()
}
"""What metrics bring, by their class."""
SAID = {**WORDING, **{" ".join(key): said for key, said in OWN.items()}}


def test_no_key_is_in_two_parts():
    keys = [*chain.from_iterable(WORDING_BY_PART.values())]
    assert len(keys) == len({*keys})


def test_every_sentence_is_there_in_both_languages():
    assert [key for key, said in SAID.items() if [*said] != [*LANGUAGES]] == []
    empty = [key for key, said in SAID.items() if not all(said.values())]
    assert empty == ["sentence_join"]  # Japanese sentences follow each other


# What Japanese says without them.
FEWER = {"notice_empty_references", "comparing_fewer_errors", "comparing_perhaps_fewer_errors"}


def test_both_languages_say_the_same_values():
    for key, said in SAID.items():
        english, japanese = ({*VALUES.findall(said[language])} for language in LANGUAGES)
        assert japanese <= english | {"score"}, key
        assert key in FEWER or english - japanese <= {"units", "errors", "leader"}, key


def test_the_page_names_no_metric_but_by_the_metrics_own_words():
    parts = {name: part for name, part in WORDING_BY_PART.items() if name != "why"}  # examples
    page = {key for part in parts.values() for key in part}
    keys = {config.key for config in all_configs().values()} - {"wer", "cer"}  # they name units
    assert page.isdisjoint(all_configs())
    assert [key for key in page if key.partition("_")[2] in keys] == []
    assert {key for _, key in OWN} & page == set()


def test_an_unknown_key_is_an_error():
    for call in (label, lambda key: say("en", key)):
        with pytest.raises(KeyError):
            call("no_such_key")
