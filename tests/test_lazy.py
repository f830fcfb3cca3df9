"""Packages load, and patterns are compiled, when they are first used, and not before."""

import pickle
import subprocess
import sys

import pytest
import regex

from levmetrics import lazy
from levmetrics.edits.library import kernel_name
from levmetrics.normalizers import NORMALIZERS
from levmetrics.tokenizers import TOKENIZERS
from tests.packages import is_installed, needs


def test_nothing_loads_before_it_is_used():
    code = """
import sys
from levmetrics.lazy import pc, rapidfuzz, regex
pattern = regex.compile(r"\\p{P}", regex.V1)
slow = {"pyarrow", "rapidfuzz", "regex", "scipy"}
assert not slow & {*sys.modules}, slow & {*sys.modules}
assert pattern.sub("", "a.b") == "ab"
assert slow & {*sys.modules} == {"regex"}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_pattern_is_that_of_its_package():
    assert lazy.regex.V1 == regex.V1
    given = r"(?i)[\w--a]+", lazy.regex.V1
    ours, theirs = lazy.regex.compile(*given), regex.compile(*given)
    assert (ours.pattern, ours.flags) == (theirs.pattern, theirs.flags)
    assert ours.findall("Ab b") == theirs.findall("Ab b") == ["b", "b"]


def test_a_pattern_goes_to_another_process():
    copy = pickle.loads(pickle.dumps(lazy.re.compile("a|b")))
    assert copy.fullmatch("b")


def test_what_is_no_pattern_is_said_when_it_is_used():
    pattern = lazy.re.compile("(")
    with pytest.raises(lazy.re.error):
        pattern.search("a")


def test_a_name_that_a_package_has_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        lazy.pc.no_such_name  # noqa: B018


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
def test_lists_of_texts_are_scored_without_arrow_and_scipy():
    codes = [
        "lm.wer(['a b'], ['a c'])",
        "lm.cer(['a b', '日本'] * 9, ['a c', '日本'] * 9, normalizer='nfkc')",
        "lm.wer(['a b'] * 20_000, ['a c'] * 20_000)",
        "lm.score(['a b'] * 9, ['a c'] * 9).score",
        "lm.score(['a b'] * 9, ['a c'] * 9).result()",
        "lm.score(['a b'] * 9, ['a c'] * 9).sample_scores()",
        "lm.score(['a b'] * 9, ['a c', 'b'] * 4 + ['a']).interval()",
        "lm.score(['a b'] * 9, [['a c', 'a']] * 9).signature()",
        "lm.score(['ａ b'] * 99, ['a c'] * 99, normalizer='nfkc').result()",
        "lm.score(['a b'] * 9, ['a c'] * 9, tokenizer='mixed').result()",
        "lm.score(['a b'] * 9, ['a c'] * 9, 'anls').result()",
        "lm.error_counts(['a b'], ['a c'])",
    ]
    given = "\n".join(f"{code}; print(*sys.modules)" for code in codes)
    run = [sys.executable, "-W", "ignore", "-c", f"import sys, levmetrics as lm\n{given}"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    for code, loaded in zip(codes, done.stdout.splitlines(), strict=True):
        packages = {name.partition(".")[0] for name in loaded.split()}
        assert ("numpy" in packages) == (code != codes[0]), code
        assert not packages & {"pyarrow", "scipy", "pandas", "rapidfuzz"}, code


# What scores of texts by words or characters do without, unless an option asks for it.
NOT_NEEDED = {
    *("click", "jinja2", "pyarrow", "rapidfuzz", "regex", "rich", "scipy"),
    "levmetrics.formats",
    "levmetrics.alternatives.reading",
    "levmetrics.alternatives.glm",
    "levmetrics.error_rates.formatting",
    "levmetrics.error_rates.keywords",
    "levmetrics.error_rates.leaderboard",
    "levmetrics.error_rates.readings",
    *(f"levmetrics.normalizers.{name}" for name in ("basic", "numbers", "punctuation")),
    "levmetrics.significance.resampling",
    *(f"levmetrics.tokenizers.{name}" for name in ("chinese", "icu", "japanese", "korean")),
}


def loaded_by(code):
    run = [
        sys.executable,
        "-c",
        f"import sys\nimport levmetrics as lm\n{code}\nprint(*sys.modules)",
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    return {*done.stdout.splitlines()[-1].split()}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize("code", ["lm.wer('a b', 'a c')", "lm.cer(['a b', '日本'], ['a c', '本'])"])
def test_the_error_rate_of_a_few_strings_loads_the_compiled_module_alone(code):
    modules = loaded_by(code)
    assert not modules & NOT_NEEDED
    assert not modules & {"numpy", "levmetrics.core.metric", "levmetrics.error_rates"}


@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize(
    "code", ["lm.score(['a b'], ['a c']).result()", "lm.score(['a b'], ['a c'], 'cer').signature()"]
)
def test_a_score_of_lists_of_texts_loads_one_wing(code):
    modules = loaded_by(code)
    assert "levmetrics.error_rates" in modules
    assert not modules & NOT_NEEDED
    wings = {"meetings", "pages", "records", "similarity"}
    assert not modules & {f"levmetrics.{wing}" for wing in wings}


def test_a_normalizer_loads_no_tables_of_others():
    modules = loaded_by("lm.score(['A b'], ['a c'], normalizer='lower').result()")
    assert "levmetrics.normalizers.basic" in modules
    assert not modules & {f"levmetrics.normalizers.{name}" for name in ("numbers", "openasr")}


def test_names_of_normalizers_and_tokenizers_are_known_before_their_modules_load():
    modules = loaded_by("lm.list_normalizers(); lm.list_tokenizers()")
    assert not modules & {"levmetrics.normalizers.basic", "levmetrics.tokenizers.japanese"}


@pytest.mark.parametrize("registry", [NORMALIZERS, TOKENIZERS], ids=["normalizers", "tokenizers"])
def test_the_modules_of_a_registry_add_the_entries_that_its_file_names(registry):
    assert [entry.name for entry in registry.values()] == [*registry] == sorted(registry)


WITHOUT_PANDAS = """
import sys
from levmetrics.lazy import without_pandas
with without_pandas():
    import pyarrow as pa
    pa.array(["a"]).to_numpy(zero_copy_only=False)
assert "pandas" not in sys.modules
import pandas as pd
with without_pandas():
    print(pa.table(pd.DataFrame({"a": ["x"]})).to_pylist(), pa.array(pd.Series([1, 2])))
"""


@pytest.mark.skipif(not is_installed("pandas"), reason="needs pandas")
def test_arrow_loads_no_pandas_and_reads_its_tables_if_they_come_later():
    done = subprocess.run([sys.executable, "-c", WITHOUT_PANDAS], capture_output=True, text=True)
    assert done.stdout.startswith("[{'a': 'x'}]"), done.stderr


def test_publishing_loads_neither_evaluate_nor_torch(tmp_path):
    code = """
import sys
from levmetrics.cli import app
try:
    app(["publish", "anls", "--to", sys.argv[1]])
except SystemExit as end:
    assert not end.code
slow = {"datasets", "evaluate", "torch", "transformers"}
assert not slow & {*sys.modules}, slow & {*sys.modules}
"""
    pytest.importorskip("huggingface_hub")
    command = [sys.executable, "-c", code, str(tmp_path / "anls")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


RECORDS = (
    [{"a": [{"b": "xy", "c": "1.5"}, {"b": "z", "c": "2"}]}],
    [{"a": [{"b": "xz", "c": 1.5}, {"b": "v", "c": 3.0}]}],
)
LIST = {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "string"}}}}
SESSION = [{"speaker": "a", "words": "b c"}, {"speaker": "d", "words": "e"}]
PAGES = ["a b\nc d"], ["c\na b d"]


@needs("scipy")
@pytest.mark.skipif(kernel_name() != "compiled", reason="the portable kernel needs more")
@pytest.mark.parametrize(
    ("metric", "sides", "options", "packages"),
    [
        ("anls:star", RECORDS, {}, {"rapidfuzz", "scipy"}),
        ("record", RECORDS, {}, {"rapidfuzz", "regex", "scipy"}),
        ("record:donut", RECORDS, {}, {"rapidfuzz"}),
        ("record:docubench", RECORDS, {"schema": {"properties": {"a": LIST}}}, set()),
        ("page:order", PAGES, {}, {"rapidfuzz", "scipy"}),
        ("page:flexible", PAGES, {}, {"rapidfuzz"}),
        ("page:bag", PAGES, {}, set()),
        ("meeting:cp", ([SESSION], [SESSION[::-1]]), {}, set()),
    ],
)
def test_a_signature_names_the_packages_that_were_loaded(metric, sides, options, packages):
    code = (
        f"import sys, levmetrics as lm; run = lm.score(*{sides!r}, {metric!r}, **{options!r}); "
        "print(*{'rapidfuzz', 'regex', 'scipy'} & {*sys.modules}); print(run.signature())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded, signature = done.stdout.splitlines()
    assert {*loaded.split()} == packages
    assert {part.partition(":")[0] for part in signature.split("|")} & {
        "rapidfuzz",
        "regex",
        "scipy",
    } == packages
