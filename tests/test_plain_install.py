"""What ``pip install levmetrics`` alone can do, where everything else is refused to be imported."""

import os
import subprocess
import sys

import pytest

from levmetrics import score
from levmetrics.core.names import all_configs, config_of
from tests.packages import needs

REFUSING = """
import sys

EXTRAS = {
    "accelerate", "datasets", "duckdb", "evaluate", "fugashi", "gradio", "jieba", "joblib",
    "kiwipiepy", "matplotlib", "pandas", "polars", "sudachipy", "torch", "torchmetrics",
    "transformers",
}

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in EXTRAS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refusing())
"""
PREDS, TARGET = ["is there", "a b c"], ["who is there", "a x c"]
CALLS = {
    "levmetrics.error_counts('is there', 'who is there').wer": 1 / 3,
    "levmetrics.wer(['is there'], ['who is there'])": 1 / 3,
    "levmetrics.cer('ab', 'ac')": 0.5,
    "levmetrics.anls('ab', 'ac', rule='docvqa')": 0.5,
    "levmetrics.align('a b', 'a c').counts.substitutions.tolist()": [1],
    "levmetrics.score(['a b'], ['a c']).confusions().substitutions": (("c", "b", 1),),
    "levmetrics.score(['a'] * 20, ['a'] * 20).interval()[:]": (0.0, 0.0),
    "levmetrics.score(['a'], ['a']).samples().column_names[:3]": [
        "sample",
        "prediction",
        "reference",
    ],
    "levmetrics.anls_star({'a': 'x'}, {'a': ('x', 'y')}).score": 1.0,
    "levmetrics.edit_distance('rain', 'shine')": 3.0,
    "levmetrics.normalized_levenshtein_similarity('rain', 'shine')": 0.4,
    "levmetrics.compare({'x': ['a', 'b'] * 9 + ['a'] * 2, 'y': ['a', 'c'] * 9 + ['a'] * 2}, "
    "['a', 'b'] * 9 + ['a'] * 2)['pairs'][0]['difference']": 0.45,
    "levmetrics.get_tokenizer('mixed')('今日 ok')": ["今", "日", "ok"],
    "levmetrics.wer(['Ａ'], ['a'], normalizer='lower,nfkc')": 0.0,
    "levmetrics.score_table(__import__('pyarrow').table({'p': ['a'], 'r': ['a b']}), "
    "prediction='p', reference='r')['wer'].to_pylist()": [0.5],
}
# The options that a config requires.
GIVEN = {"keywords": ["a"], "schema": {"properties": {"a": {"type": "string"}}}}
CONFIGS = [
    metric
    for metric, found in all_configs().items()
    if metric not in ("ja", "reading")  # whose packages are refused
    and found.kind.takes.in_columns
]
OPENASR = [metric for metric in CONFIGS if metric.startswith("openasr")]

TORCHMETRICS = (
    "a torchmetrics class needs torchmetrics; install it with pip install 'levmetrics[torch]'"
)


def run_plain(code):
    """Run code in a process that has the core dependencies alone."""
    return subprocess.run(
        [sys.executable, "-c", f"{REFUSING}\nimport levmetrics\n{code}"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
    )


def plain(expressions):
    """Return what each expression prints in one such process."""
    lines = "".join(f"print(repr({expression}))\n" for expression in expressions)
    done = run_plain(lines)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_plain_install_scores_and_compares():
    assert plain(CALLS) == [*map(repr, CALLS.values())]


@pytest.mark.parametrize(
    "metrics",
    [
        pytest.param([metric for metric in CONFIGS if metric not in OPENASR], id="usual"),
        pytest.param(OPENASR, id="openasr", marks=needs("whisper_normalizer", "num2words")),
    ],
)
def test_a_plain_install_scores_by_every_config_as_the_whole_one_does(metrics):
    calls, expected = [], []
    for metric in metrics:
        options = {name: GIVEN[name] for name in config_of(metric).required}
        calls.append(f"score({PREDS!r}, {TARGET!r}, '{metric}', **{options!r})")
        expected.append(score(PREDS, TARGET, metric, **options).result())
    assert plain(f"levmetrics.{call}.result()" for call in calls) == [*map(repr, expected)]


def test_a_plain_install_runs_the_demo_and_says_what_installs_the_rest_of_it():
    done = run_plain("from levmetrics.cli import app; app(['demo'])")
    assert (done.returncode, done.stderr) == (0, "")
    assert "24.23 %" in done.stdout
    assert "the tokenizer 'mecab' needs the package fugashi: pip install fugashi" in done.stdout


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (
            "levmetrics.WordErrorRate()",
            TORCHMETRICS,
        ),
        (
            "class Mine(levmetrics.ANLS): pass",
            TORCHMETRICS,
        ),
        (
            "levmetrics.make_compute_metrics(None, [])",
            "make_compute_metrics needs torch; install it with pip install 'levmetrics[trainer]'",
        ),
        (
            "import levmetrics.polars",
            "levmetrics.polars needs polars; install it with pip install 'levmetrics[polars]'",
        ),
        (
            "import levmetrics.duckdb",
            "levmetrics.duckdb needs duckdb; install it with pip install 'levmetrics[duckdb]'",
        ),
        (
            "levmetrics.error_counts('a', 'a', tokenizer='mecab')",
            "the tokenizer 'mecab' needs the package fugashi: pip install fugashi unidic-lite",
        ),
    ],
)
def test_what_a_plain_install_lacks_is_said_with_the_line_that_installs_it(expression, message):
    done = run_plain(f"try:\n    {expression}\nexcept ImportError as error:\n    print(error)")
    assert (done.stdout, done.stderr) == (f"{message}\n", "")


def test_a_plain_install_can_be_explored():
    code = (
        "import inspect, pydoc; from levmetrics import *; "
        "assert len(inspect.getmembers(levmetrics)) > 30; "
        "assert hasattr(levmetrics, 'ANLS') and not hasattr(levmetrics, 'AMLS'); "
        "assert 'pip install' in pydoc.render_doc(levmetrics.ANLS); "
        "assert 'score' in pydoc.render_doc(levmetrics)"
    )
    done = run_plain(code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_plain_install_has_no_page_and_its_command_says_how_to_get_it():
    done = run_plain("from levmetrics.cli import app; app(['app'])")
    assert done.returncode == 2
    assert "install it with pip install 'levmetrics[app]'" in done.stderr
    assert done.stderr.count("\n") == 1
