"""Modules and tokenizers that tests share."""

import pytest


@pytest.fixture(scope="module")
def anls():
    return pytest.importorskip("evaluate").load("anls")


@pytest.fixture(scope="module")
def wer():
    return pytest.importorskip("evaluate").load("wer_lev")


@pytest.fixture(scope="module")
def star():
    return pytest.importorskip("evaluate").load("anls", "star")


# Transformers takes seconds to load, and half of the tests here need none of it.


@pytest.fixture(scope="module")
def words():
    pytest.importorskip("transformers")
    from tests.integrations.trainers import word_tokenizer

    return word_tokenizer()


@pytest.fixture
def letters(tmp_path):
    pytest.importorskip("transformers")
    from tests.integrations.trainers import letter_tokenizer

    return letter_tokenizer(tmp_path)
