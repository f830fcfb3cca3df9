"""Every result has a name, in the order in which results come."""

import dataclasses

from levmetrics.core.names import all_configs
from levmetrics.rendering import labels
from levmetrics.significance import paired_tests
from levmetrics.sums.error_counts import ErrorCounts


def test_counts_are_in_the_order_of_error_counts():
    fields = [field.name for field in dataclasses.fields(ErrorCounts)]
    assert [*(count.key for count in labels.COUNTS), "reference"] == fields


def test_significance_tests_are_in_the_order_of_their_p_values():
    assert tuple(labels.TESTS) == paired_tests.TESTS


def test_the_score_of_every_config_has_a_label_of_its_own():
    configs = all_configs().values()
    assert all(config.key in labels.labels_beside(config.kind) for config in configs)


def test_colours_of_counts_and_of_other_speakers_words_are_all_of_the_palette_and_all_different():
    colours = [*(count.colour for count in labels.COUNTS), labels.PALETTE["purple"]]
    assert sorted(colours) == sorted(labels.PALETTE.values())
