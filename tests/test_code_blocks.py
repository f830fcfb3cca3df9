"""Every block of code in README, the metric cards and ``docs/`` is run by a test."""

from pathlib import PurePosixPath

import pytest

from tests.documentation import PAGES, ROOT, RUN_BY, blocks, is_doctest

# What no test runs, and why.
NOT_RUN = {
    "README.md: pip install -r requirements.txt -e . && levmetrics demo": ".ci/run does",
    "README.md: pip install -r requirements-dev.txt -e . && python -m pytest -n 2": ".ci/run does",
    'docs/harnesses.md: lighteval dummy 42 "document_questions|0" --custom-tasks '
    "examples/harnesses/lighteval_tasks.py": "lighteval has an environment of its own, where "
    "tests/integrations/test_lighteval.py runs these tasks",
}
COMMANDS_RUN_BY = {
    "docs/harnesses.md: lm_eval run --model dummy --include_path examples/harnesses --tasks "
    "document_questions": "tests/integrations/test_lm_eval.py",
    "docs/cli.md: levmetrics wer ref.txt hyp.txt --details - | sort -t , -k 2 -gr > by_rate.csv": (
        "tests/cli/test_streams.py"
    ),
}


def test_every_page_with_examples_is_collected(pytestconfig):
    collected = pytestconfig.getini("testpaths")
    for page in PAGES:
        assert any(PurePosixPath(page).is_relative_to(place) for place in collected), page


def test_every_block_of_python_is_a_doctest_or_run_by_a_test():
    plain = [block.name for block in blocks("python") if not is_doctest(block)]
    assert sorted(plain) == sorted(RUN_BY)


def test_every_command_is_run_by_a_test_or_said_not_to_be():
    assert sorted(block.name for block in blocks("bash")) == sorted({**NOT_RUN, **COMMANDS_RUN_BY})


@pytest.mark.parametrize("test", sorted({*RUN_BY.values(), *COMMANDS_RUN_BY.values()}))
def test_the_test_that_runs_blocks_reads_them_from_the_pages(test):
    text = (ROOT / test).read_text(encoding="utf-8")
    assert "tests.documentation" in text or "docs/training.md" in text


def test_no_block_says_another_language_for_python_or_a_shell():
    languages = {"bibtex", "json", "text", "yaml", "python", "bash", "console"}
    named = blocks(*languages, "py", "pycon", "sh", "shell", "zsh")
    assert {block.language for block in named} <= languages
