"""A normalizer that is registered is in every list and message, and scores by its name."""

import pytest

from levmetrics import InputError, error_counts, list_normalizers
from levmetrics.normalizers import NORMALIZERS, get_normalizer
from tests.normalizers.columns import in_column


def test_a_normalizer_that_is_registered_is_listed_in_order_and_used_by_name(no_hyphens):
    assert list_normalizers() == sorted(list_normalizers())
    assert "no_hyphens" in list_normalizers()
    chain = get_normalizer(["no_hyphens", "lower"])
    assert chain("A-b") == "ab"
    assert in_column(chain, ["A-b", "C"]) == ["ab", "c"]
    assert repr(chain) == "no_hyphens+lower"


def test_a_normalizer_that_is_registered_is_named_in_messages(no_hyphens):
    with pytest.raises(InputError, match="normalizer 'no_hyphen'; did you mean 'no_hyphens'"):
        get_normalizer("no_hyphen")
    with pytest.raises(InputError, match=r"it must be a name \(arabic, .*, no_hyphens, "):
        get_normalizer(3)


def test_a_normalizer_that_is_registered_scores_by_its_name(no_hyphens):
    assert error_counts("a-b c", "ab c", normalizer="no_hyphens").wer == 0


def test_a_normalizer_that_is_unregistered_is_unknown(no_hyphens):
    no_hyphens.unregister()
    with pytest.raises(InputError, match="unknown normalizer 'no_hyphens'"):
        get_normalizer("no_hyphens")
    assert "no_hyphens" not in list_normalizers()


def test_every_built_in_normalizer_says_what_it_does():
    assert all(normalizer.description for normalizer in NORMALIZERS.values())
