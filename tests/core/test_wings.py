"""Wings are found by name, and loaded when they are asked for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import InputError, list_metrics
from levmetrics.core.names import WINGS, find_config
from levmetrics.edits.library import kernel_name
from levmetrics.similarity.anls_rules import RULES, AnlsRule, docvqa
from tests.packages import is_installed, needs
from tests.registered import registered
from tests.strangers import installed

ALL_WINGS = {"error_rates", *WINGS.values()}
LOADED = """
import sys
print(*{name.split(".")[1] for name in sys.modules if name.startswith("levmetrics.")})
"""


class Nothing:
    """An entry point without a metric."""

    @staticmethod
    def configs(metric):
        return {}


def wings_after(*codes, words=()):
    """Return the wings that a fresh process has loaded after each of these codes."""
    run = [sys.executable, "-W", "ignore", "-c", "".join(code + LOADED for code in codes), *words]
    printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    return [ALL_WINGS & {*line.split()} for line in printed.splitlines()[-len(codes) :]]


def wings_of(code, *words):
    (wings,) = wings_after(code, words=words)
    return wings


OF_ERROR_RATES = [
    "lm.wer(['a b'], ['a c'], normalizer='lower')",
    "lm.score(['a b'], ['a c'], 'cer').result()",
    "lm.compare({'x': ['a'] * 9, 'y': ['b'] * 9}, ['a'] * 9, n_resamples=9)",
    "lm.error_counts(['a b'], ['a c'])",
    "run = lm.score(['a'] * 9, ['a'] * 9); lm.gate(run, run, margin=0.1, by_order=True)",
]
if is_installed("whisper_normalizer"):
    OF_ERROR_RATES += ["lm.score(['a b'], ['a c'], 'openasr:en').alignment(0)"]


def test_an_error_rate_loads_the_wing_of_error_rates_alone():
    wings = wings_after(*(f"import levmetrics as lm; {code}" for code in OF_ERROR_RATES))
    assert wings == [{"error_rates"}] * len(OF_ERROR_RATES)


def test_a_word_error_rate_in_a_shell_loads_the_wing_of_error_rates_alone(tmp_path):
    texts = tmp_path / "a.txt"
    texts.write_text("a b\n")
    code = "from levmetrics.cli import app\napp(sys.argv[1:], standalone_mode=False)"
    catching = f"import sys\ntry:\n    {code.replace(chr(10), chr(10) + '    ')}\n"
    catching += "except SystemExit: pass\n"
    assert wings_of(catching, "wer", str(texts), str(texts)) == {"error_rates"}


def test_a_similarity_by_its_full_name_loads_its_wing_alone():
    code = "import levmetrics as lm; lm.score(['a b'], ['a c'], 'anls:docvqa')"
    assert wings_of(code) == {"similarity"}


@needs("torch", "torchmetrics")
def test_a_torchmetrics_class_loads_the_wing_of_its_metric_alone():
    assert wings_of("import levmetrics as lm; lm.WordErrorRate()") == {"error_rates"}


@pytest.mark.skipif(kernel_name() != "compiled", reason="without it, a metric scores one pair")
def test_doors_that_score_by_no_metric_load_no_wing():
    code = "import levmetrics as lm, levmetrics.jiwer; lm.align('a b', 'a c'); lm.wer(['a'], ['b'])"
    assert wings_of(code) == set()


def test_a_rule_that_is_registered_is_a_metric_until_it_is_unregistered():
    with registered(RULES, AnlsRule("order", 0.5, "a rule", "a rule", text_scores=docvqa)):
        assert find_config("order")[0] == "page:order"
        assert find_config("anls:order")[0] == "anls:order"
        assert "anls:order" in list_metrics()
        with pytest.raises(InputError, match="did you mean 'anls:order'"):
            find_config("anls:orders")
    with pytest.raises(InputError, match="unknown metric 'anls:order'"):
        find_config("anls:order")


@pytest.mark.parametrize("name", ["default", "", "wre", ["wer"], None, 3])
def test_what_names_no_metric_is_refused(name):
    with pytest.raises(InputError, match=r"^unknown metric "):
        find_config(name)


def test_a_metric_of_another_package_is_found_by_its_entry_point_and_listed():
    assert "theirs:last" not in list_metrics()
    with installed("theirs", "tests.strangers"):
        assert find_config("theirs")[0] == find_config("theirs:last")[0] == "theirs:last"
        assert list_metrics()[-2:] == ["theirs:last", "theirs:rate"]
        with pytest.raises(InputError, match="theirs:lost'; did you mean 'theirs:last'"):
            find_config("theirs:lost")
        with pytest.raises(InputError, match="unknown metric 'thiers'; did you mean") as refusal:
            find_config("thiers")
        assert "theirs" in str(refusal.value)
        assert "last" not in str(refusal.value)  # no package is imported for a misspelling
    with pytest.raises(InputError, match="unknown metric 'theirs:last'"):
        find_config("theirs:last")


def test_a_name_that_a_wing_has_is_not_looked_up_in_other_packages():
    with installed("anls", "tests.strangers"), installed("cer", "tests.strangers", "other"):
        assert find_config("anls:docvqa")[0] == "anls:docvqa"
        assert find_config("cer")[0] == "cer"
        assert not [name for name in list_metrics() if name.endswith("last")]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "no_such_module_anywhere",
            "the package broken, which has the metric theirs, failed at its entry point "
            "no_such_module_anywhere: ModuleNotFoundError: No module named "
            "'no_such_module_anywhere'; mend the package or uninstall it",
        ),
        (
            "tests.strangers:LastWords",
            "the package broken, which has the metric theirs, failed at its entry point "
            "tests.strangers:LastWords: AttributeError: type object 'LastWords' has no attribute "
            "'configs'; mend the package or uninstall it",
        ),
        (
            "tests.core.test_wings:Nothing",
            "the package broken gives nothing for the metric theirs; configs('theirs') of its "
            "entry point tests.core.test_wings:Nothing must return a mapping of names to "
            "levmetrics.core.config.Config",
        ),
    ],
)
def test_a_package_that_fails_is_named_in_one_sentence_and_left_out_of_lists(value, message):
    before = list_metrics()
    with installed("theirs", value, "broken"):
        with pytest.raises(InputError) as refusal:
            find_config("theirs:last")
        assert str(refusal.value) == message
        with pytest.warns(UserWarning, match="the package broken"):
            assert list_metrics() == before


def test_a_metric_of_two_packages_is_refused():
    with (
        installed("theirs", "tests.strangers"),
        installed("theirs", "tests.strangers", "other"),
        pytest.raises(InputError) as refusal,
    ):
        find_config("theirs")
    assert str(refusal.value) == (
        "the metric theirs is in several packages: other, theirs; uninstall all but one"
    )


@pytest.mark.parametrize("wing", sorted(ALL_WINGS))
def test_the_tests_of_a_wing_reach_into_those_of_no_other(wing):
    others = "|".join(ALL_WINGS - {wing})
    for path in (Path(__file__).parents[1] / wing).rglob("*.py"):
        reached = re.findall(
            rf"^(?:from|import) tests\.(?:{others})\b.*", path.read_text("utf-8"), re.M
        )
        assert reached == [], path
