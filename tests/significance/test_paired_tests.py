"""Paired tests beside SciPy's own and by hand."""

import re
import subprocess

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from levmetrics import error_counts
from levmetrics.significance.paired_tests import (
    approximate_randomization,
    holm,
    mapsswe,
    mcnemar_test,
    sign_test,
    wilcoxon_test,
)
from tests.formats.kinds.sclite import needs_sclite
from tests.significance.systems import of_errors, recognised


@pytest.mark.parametrize("seed", range(5))
def test_approximate_randomization_comes_to_the_exact_test(seed):
    rng = np.random.default_rng(seed)
    a, b = recognised(rng, 9), recognised(rng, 9)
    sides = [np.stack([s.numerators, s.denominators]) for s in (a, b)]
    exact = stats.permutation_test(
        [np.arange(9), np.arange(9, 18)],
        lambda i, j, axis: np.subtract(
            *(np.hstack(sides)[0][k].sum(axis) / np.hstack(sides)[1][k].sum(axis) for k in (i, j))
        ),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    ).pvalue
    found = approximate_randomization(a, b, n_resamples=20_000, seed=seed)
    assert found == pytest.approx(exact, abs=0.02)


@given(st.lists(st.integers(-3, 3), max_size=60))
def test_mapsswe_is_the_matched_pair_statistic_on_the_normal_curve(differences):
    z = np.array(differences, np.int64)
    found = mapsswe(z)
    if len(z) < 2 or z.mean() == 0:
        assert found == 1
    elif z.std() == 0:
        assert found == 2 / 2 ** len(z)  # the signs of all would have to be alike
    else:
        statistic = stats.ttest_1samp(z, 0).statistic
        assert found == pytest.approx(2 * stats.norm.sf(abs(statistic)))


@pytest.mark.parametrize("test", [sign_test, wilcoxon_test, mcnemar_test])
def test_the_order_of_the_systems_is_no_matter(test):
    rng = np.random.default_rng(1)
    a, b = recognised(rng, 80), recognised(rng, 80, rate=0.15)
    assert test(a, b) == test(b, a) < 1


def test_sign_and_mcnemar_by_hand():
    a, b = of_errors([0, 1, 1, 2, 3, 0], [4] * 6), of_errors([1, 0, 0, 1, 2, 0], [4] * 6)
    # Worse in four samples, better in one; the tie counts as better, since it is worse in sum.
    assert sign_test(a, b) == pytest.approx(2 * (1 + 6 + 15) / 2**6)
    assert mcnemar_test(a, b) == pytest.approx(1)  # one against two


@needs_sclite
@pytest.mark.parametrize("seed", range(6))
def test_the_sign_test_over_speakers_is_that_of_sc_stats(tmp_path, seed):
    rng = np.random.default_rng(seed)
    references = [[*rng.choice([*"abcdef"], 6)] for _ in range(9)]  # an utterance a speaker
    systems = {}
    for name, rate in (("a", 0.2), ("b", 0.4)):
        wrong = rng.random((9, 6)) < rate * (rng.random((9, 1)) < 0.7)  # some are equal
        systems[name] = [
            ["x" if is_wrong else word for word, is_wrong in zip(*row, strict=True)]
            for row in zip(references, wrong, strict=True)
        ]
    for name, texts in {"ref": references, **systems}.items():
        lines = (f"{' '.join(text)} (s{i}-1)\n" for i, text in enumerate(texts))
        (tmp_path / f"{name}.trn").write_text("".join(lines))
    alignments = b"".join(
        subprocess.run(
            f"sctk sclite -r {tmp_path}/ref.trn trn -h {tmp_path}/{name}.trn trn {name} "
            "-i spu_id -o sgml stdout".split(),
            capture_output=True,
            check=True,
        ).stdout
        for name in systems
    )
    command = ["sctk", "sc_stats", "-p", "-t", "sign", "-v", "-n", "-"]
    report = subprocess.run(command, input=alignments, capture_output=True, check=True).stdout
    p_value = re.search(r"it occur+ing is *([0-9.]+)", report.decode())[1]
    a, b = (error_counts(heard, references).statistics() for heard in systems.values())
    assert f"{sign_test(a, b):.3f}" == p_value


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=60))
def test_wilcoxon_is_scipys_on_the_exact_differences(errors):
    """Of rates by ten words; 3/10 - 2/10 is as large as 2/10 - 1/10."""
    a, b = (of_errors(side, [10] * len(errors)) for side in zip(*errors, strict=True))
    differences = a.numerators - b.numerators
    expected = stats.wilcoxon(differences).pvalue if differences.any() else 1
    assert wilcoxon_test(a, b) == expected


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_the_step_down_procedure(p_values):
    found = holm(p_values)
    expected = {}
    running = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[i]))
        expected[i] = running
    assert found == pytest.approx([expected[i] for i in range(len(p_values))])
