"""What one visitor may ask for."""

import random

import pytest

from levmetrics.web.endpoints import anls, wer


def test_structured_answers_of_many_keys_are_scored():
    form = "{" + ",".join(f'"{i}": "{i}, {i}"' for i in range(500)) + "}"
    assert anls("\n".join([form] * 50), "\n".join([form] * 50), "star") == {"anls": 1.0}


@pytest.mark.slow
@pytest.mark.parametrize("config", ["wer", "cer", "ja"])
def test_the_most_that_is_allowed_is_scored(config):
    rng = random.Random(0)
    texts = ["".join(rng.choices("abcd 今日は良い天気", k=9000)) for _ in range(110)]
    assert wer("\n".join(texts[:55]), "\n".join(texts[55:]), config)["reference_length"] > 0
