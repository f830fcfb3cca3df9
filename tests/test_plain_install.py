"""What ``pip install levmetrics`` alone can do, in an environment of links to its dependencies."""

import pytest

from levmetrics import score
from levmetrics.core.names import all_configs, config_of
from tests.extras import run_with

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
    # Some resamples have no error at all.
    # By hand: a third of the resamples have no error, so the interval is that of Student's t, of
    # 29 degrees of freedom 2.045: score and standard error are both 1 / 30. No rate is negative.
    "[round(end, 4) for end in levmetrics.score(['a'] * 29 + ['b'], ['a'] * 30).interval()]": [
        0.0,
        0.1015,
    ],
    "levmetrics.anls_star({'a': ['x']}, {'a': []}).score": 0.0,
    "'scipy' in levmetrics.score([{'a': 'x'}], [{'a': 'x'}], 'anls:star').signature()": False,
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
    if metric not in ("ja", "page:order", "reading")  # whose packages are missing
    and not metric.startswith("openasr")
    and found.kind.takes.in_columns
]

TORCHMETRICS = (
    "a torchmetrics class needs torchmetrics; install it with pip install 'levmetrics[torch]'"
)


def run_plain(code):
    """Run code in a process that has the core dependencies alone."""
    return run_with("", "-c", f"import levmetrics\n{code}")


def plain(expressions):
    """Return what each expression prints in one such process."""
    lines = "".join(f"print(repr({expression}))\n" for expression in expressions)
    done = run_plain(lines)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_plain_install_scores():
    assert plain(CALLS) == [*map(repr, CALLS.values())]


def test_a_plain_install_scores_by_every_config_as_the_whole_one_does():
    calls, expected = [], []
    for metric in CONFIGS:
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
            "levmetrics.compare({'x': ['a'], 'y': ['b']}, ['a'])",
            "the comparison of systems needs scipy; "
            "install it with pip install 'levmetrics[stats]'",
        ),
        (
            "levmetrics.anls_star(['x'], ['x', 'y'])",
            "the best matching of lists needs scipy; "
            "install it with pip install 'levmetrics[records]'",
        ),
        (
            "levmetrics.score(['ab\\ncd'], ['ce\\nab'], 'page:order')",
            "the best order of blocks needs scipy; install it with pip install 'levmetrics[ocr]'",
        ),
        (
            "levmetrics.score([[{'speaker': 'x', 'words': 'c a'}]], [[{'speaker': name, 'words': "
            "words} for name, words in [('x', 'a b'), ('y', 'c')]]], 'meeting:mimo')",
            "the search of MIMO needs scipy; install it with pip install 'levmetrics[meetings]'",
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


@pytest.fixture
def files(tmp_path):
    """Three text files, and the baseline of one."""
    for name, texts in {"ref": ["a b"] * 30, "x": ["a b", "a c"] * 15, "y": ["a c"] * 30}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(texts))
    files = {name: str(tmp_path / f"{name}.txt") for name in ("ref", "x", "y")}
    stored = str(tmp_path / "x.parquet")
    made = run_with(
        "", "-m", "levmetrics", "baseline", files["ref"], files["x"], "-o", stored, "--with-edits"
    )
    assert made.returncode == 0, made.stderr
    return {**files, "stored": stored, "output": str(tmp_path / "report.html")}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("compare wer -r {ref} -p {x} {y}", "the comparison of systems"),
        ("report wer -r {ref} -p {x} {y} -o {output}", "the comparison of systems"),
        ("gate --baseline {stored} --margin 1% --plan", "the plan of a gate"),
    ],
)
def test_a_command_says_in_one_line_what_installs_its_statistics(files, line, what):
    done = run_with("", "-m", "levmetrics", *line.format(**files).split())
    said = f"Error: {what} needs scipy; install it with pip install 'levmetrics[stats]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wer {ref} {x} --confidence 0.95", "25.00 %"),
        ("report wer -r {ref} -p {x} -o {output}", "Written to"),
        (
            "gate {ref} {y} --baseline {stored} --margin 1% --mapsswe --by-order",
            "worse by 25.00 points",
        ),
    ],
)
def test_a_plain_install_has_intervals_and_reports_and_the_gate(files, line, said):
    done = run_with("", "-m", "levmetrics", *line.format(**files).split())
    assert said in done.stdout, done.stderr
