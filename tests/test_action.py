"""The action of GitHub and the example of a repository that has a gate, run as CI runs them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
WORKFLOW = yaml.safe_load((ROOT / "examples/gate/.github/workflows/gate.yml").read_text())
README = (ROOT / "examples/gate/README.md").read_text()


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A repository as the example is, after the command of its README that writes the baseline."""
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(ROOT / "examples/gate", folder / "gate")
    (folder / "data").mkdir()
    shutil.copy(ROOT / "examples/data/speech_en.tsv", folder / "data")
    program = folder / "levmetrics/bin/levmetrics"  # the one that is tested
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m levmetrics "$@"\n')
    program.chmod(0o755)
    done = run(commands()[0], folder / "gate")
    assert done.returncode == 0, done.stderr
    (folder / "gate/base").mkdir()  # as the workflow checks the base branch out
    shutil.copy(folder / "gate/baseline.parquet", folder / "gate/base")
    return folder


@pytest.fixture
def repository(stored, tmp_path):
    """A copy of it for a test."""
    shutil.copytree(stored, tmp_path / "copy")
    return tmp_path / "copy/gate"


def run(script, repository, **variables):
    path = (
        f"{repository.parent / 'levmetrics/bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    )
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path, **variables},
        capture_output=True,
        text=True,
    )


def commands():
    return re.findall(r"```bash\n(.*?)```", README, re.DOTALL)


def acted(repository, **inputs):
    """Run the action's step that compares, as GitHub does, with the inputs of the workflow."""
    asked = {**WORKFLOW["jobs"]["gate"]["steps"][-1]["with"], **inputs}
    step = ACTION["runs"]["steps"][-1]
    variables = {
        name: asked.get(re.search(r"inputs\.([\w-]+)", value)[1], "")
        for name, value in step["env"].items()
    }
    summary = repository / "summary.md"
    summary.write_text("before\n")
    done = run(
        step["run"],
        repository,
        **variables,
        RUNNER_TEMP=str(repository.parent),
        GITHUB_STEP_SUMMARY=str(summary),
    )
    return done, summary.read_text()


def test_the_commands_of_the_example_run_and_pass(repository):
    done = run(commands()[1], repository)
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.count(
            "the same (95 % bounds 0.00 and 0.00 of 60 samples); allowed 0.50: passed"
        )
        == 2
    )


@pytest.mark.parametrize(
    ("system", "status", "title"),
    [("wide_beams", 0, "✅ Passed"), ("narrow_beams", 3, "❌ Worse than the baseline")],
)
def test_the_action_ends_with_the_status_and_writes_the_summary(repository, system, status, title):
    run(f"python transcribe.py {system} > predictions.tsv", repository)
    done, summary = acted(repository, junit="gate.xml")
    assert done.returncode == status, done.stderr
    assert summary.startswith(f"before\n## {title}\n")
    assert ("REF: " in summary) == (status == 3)
    assert (repository / "gate.xml").exists()


def test_a_pull_request_that_brings_its_own_baseline_is_still_compared_with_that_of_its_base(
    repository,
):
    run(commands()[0].replace("transcribe.py", "transcribe.py narrow_beams"), repository)
    done, _ = acted(repository)
    assert done.returncode == 3, done.stderr
    steps = WORKFLOW["jobs"]["gate"]["steps"]
    base = next(step["with"] for step in steps if "path" in step.get("with", {}))
    assert base["ref"] == "${{ github.base_ref }}"
    assert steps[-1]["with"]["baseline"].startswith(f"{base['path']}/")


@pytest.mark.parametrize(
    ("arguments", "metrics"),
    [
        ("--metric wer --metric cer", 2),
        ("--metric\nwer\n", 1),
        ("  --metric wer\r\n--metric\tcer --groups 'groups of.csv'\r\n", 2),
        ("", 2),
    ],
)
def test_arguments_are_on_one_line_or_on_several(repository, arguments, metrics):
    ids = [line.split("\t")[0] for line in (repository / "references.tsv").read_text().splitlines()]
    rows = "".join(f"{name},{number % 30}\n" for number, name in enumerate(ids[1:]))
    (repository / "groups of.csv").write_text(f"id,group\n{rows}")
    done, _ = acted(repository, arguments=arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("passed") == metrics
    assert ("of 30 groups" in done.stdout) == ("groups" in arguments)


def test_a_quotation_mark_that_is_not_closed_is_said(repository):
    done, summary = acted(repository, arguments="--metric 'wer")
    assert (done.returncode, summary) == (1, "before\n")
    assert "arguments cannot be read: No closing quotation" in done.stderr


def test_what_can_be_mended_is_said_and_no_summary_is_written(repository):
    shutil.rmtree(repository / "base")
    done, summary = acted(repository)
    assert (done.returncode, summary) == (2, "before\n")
    assert "Error: " in done.stderr


def test_an_input_is_never_a_command(repository):
    done, _ = acted(repository, margin="0.5%; touch hacked", arguments="$(touch hacked)")
    assert done.returncode == 2
    assert not (repository / "hacked").exists()


def test_every_input_of_the_workflow_is_one_of_the_action():
    assert {*WORKFLOW["jobs"]["gate"]["steps"][-1]["with"]} <= {*ACTION["inputs"]}
