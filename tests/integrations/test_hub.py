"""Metrics as Spaces of the Hub: what is published is what evaluate loads, in a fresh process."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import InputError
from levmetrics.integrations.hub import PACKAGE, space_files
from tests.documentation import SPACES, run_by
from tests.integrations.loopback_hub import TOKEN, serving
from tests.processes import WITHOUT_PIPELINES
from tests.shell import shell
from tests.thoroughness import ALL

ROOT = Path(__file__).parents[2]
METRICS = ["anls", "wer_lev", "rouge_lev"]
# Of what takes processes of its own, and is the same code for both.
SOME = METRICS if ALL else ["wer_lev"]
FILES = {name: {"README.md", f"{name}.py", "app.py", "requirements.txt"} for name in METRICS}
LOAD = """
import evaluate
module = evaluate.load({name!r}, {config!r})
result = module.compute(predictions=[{prediction!r}], references=[{reference!r}])
print(result[{score!r}])
"""
# Loads one where levmetrics is not installed, and prints what is said.
ABSENT = """
import evaluate, sys
sys.modules["levmetrics"] = None
try:
    evaluate.load("someone/anls", "docvqa")
except ImportError as error:
    print(error)
del sys.modules["levmetrics"]
"""
# Runs the examples of a card, and prints how many failed and how many there are.
TRY_CARD = """
import doctest
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
found = doctest.testfile({card!r}, module_relative=False, optionflags=flags)
print(*found)
"""
ANLS = {"config": "docvqa", "prediction": "Seven.", "reference": "seven", "score": "anls"}


def run(code, folder, **variables):
    """Run code in a fresh process and cache, in an empty folder."""
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    environment = {**kept, "HF_HOME": str(folder / "hf"), "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_PIPELINES}\n{code}"],
        capture_output=True,
        text=True,
        cwd=empty,
        env=environment,
    )


PUBLISH = """
import json, os, sys
from click.testing import CliRunner
from levmetrics.cli import app
ended = []
for arguments, token in {calls!r}:
    done = CliRunner().invoke(app, ["publish", *arguments], env={{"HF_TOKEN": token}})
    ended.append([done.exit_code, done.stdout, done.stderr])
print(json.dumps(ended))
"""


def publish(*calls, folder, url):
    """Publish with tokens, in one process that knows a Hub by this address alone."""
    done = run(PUBLISH.format(calls=calls), folder, HF_ENDPOINT=url)
    ended = json.loads(done.stdout)
    assert "Traceback" not in done.stderr
    return ended


@pytest.fixture
def spaces(tmp_path):
    folder = tmp_path / "spaces"
    folder.mkdir()
    return folder


@pytest.fixture
def hub(spaces):
    with serving(spaces) as hub:
        yield hub


def files_in(folder):
    return {file.name: file.read_text("utf-8") for file in folder.iterdir()}


# --- what is published ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", METRICS)
def test_a_folder_gets_all_files_of_a_space(name, tmp_path):
    done = shell("publish", name, "--to", tmp_path / "new" / name)
    assert done.exit_code == 0
    assert files_in(tmp_path / "new" / name) == space_files(name)
    assert {*space_files(name)} == FILES[name]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize(
    ("options", "loaded"), [([], "path/to/{}"), (["--repo", "someone/{}"], "someone/{}")]
)
def test_card_and_script_load_the_metric_from_where_it_is_published(
    name, options, loaded, tmp_path
):
    options = ["--to", str(tmp_path / name), *(option.format(name) for option in options)]
    done = shell("publish", name, *options)
    assert done.exit_code == 0, done.stderr
    for file in ("README.md", f"{name}.py"):
        text = (tmp_path / name / file).read_text("utf-8")
        assert {*re.findall(r'evaluate\.load\("([^"]*)"', text)} == {loaded.format(name)}


@pytest.mark.parametrize("name", METRICS)
def test_the_card_is_that_of_a_gradio_space_and_of_the_version_that_the_page_has(name):
    def setting(key, text):
        return re.search(rf"^{key}: (.*)$", text.split("---")[1], re.M).group(1)

    card = space_files(name)["README.md"]
    page = (ROOT / "README.md").read_text("utf-8")
    for key in ("sdk", "sdk_version", "python_version", "app_file", "license"):
        assert setting(key, card) == setting(key, page)
    assert "- evaluate\n- metric\n" in card.split("---")[1]


def test_torch_is_the_one_of_the_requirements():
    torch = re.search(r"^torch==.*$", (ROOT / "requirements.txt").read_text("utf-8"), re.M)
    assert torch.group() == space_files("anls")["requirements.txt"].splitlines()[0]


@pytest.mark.parametrize(
    ("package", "installed", "hint"),
    [
        (PACKAGE, f"levmetrics[app]{PACKAGE[10:]}", f"levmetrics[evaluate]{PACKAGE[10:]}"),
        ("levmetrics [ja]", "levmetrics[app,ja]", "levmetrics[evaluate,ja]"),
        (
            "levmetrics @ git+https://example.org/l",
            "levmetrics[app]@git+https://example.org/l",
            "levmetrics[evaluate]@git+https://example.org/l",
        ),
    ],
)
def test_the_space_installs_the_package_and_the_script_says_how(package, installed, hint):
    files = space_files("anls", package)
    assert files["requirements.txt"].splitlines()[1] == installed
    imports = re.findall("^from levmetrics.*$", files["anls.py"], re.M)
    assert imports
    assert all(line.endswith(f"  # From: {hint}") for line in imports)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["anls"], "publish has nothing to do: give --to FOLDER, --repo OWNER/NAME or both"),
        (["anls", "--to", "x", "--upload"], "--upload needs --repo OWNER/NAME"),
        (["anls", "--repo", "anls"], "--repo is 'anls'; it must be OWNER/anls"),
        (["anls", "--repo", "someone/ANLS"], "--repo is 'someone/ANLS'; it must be OWNER/anls"),
        (["anls", "--repo", "a/b/anls"], "--repo is 'a/b/anls'; it must be OWNER/anls"),
        (["anlss", "--repo", "someone/anls"], "'anlss'"),
        (
            ["anls", "--to", "new"],
            "--to is 'new'; the folder must be called anls, as 'new/anls' is, for evaluate looks "
            "in a folder for a script of the folder's name",
        ),
        (["wer_lev", "--to", "."], "the folder must be called wer_lev, as 'wer_lev' is, for"),
        (["anls", "--to", "app", "--repo", "a/anls", "--upload"], "--to is 'app'; the folder must"),
        (["anls", "--to", "x", "--package", "git+https://x"], "--package is 'git+https://x'; it"),
        (["anls", "--to", "x", "--package", "torch"], "--package is 'torch'; it must be"),
    ],
)
def test_what_cannot_be_published_is_refused_in_a_sentence(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = shell("publish", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "anls").write_text("")
    done = shell("publish", "anls", "--to", tmp_path / "anls")
    assert done.exit_code == 2
    assert "there can be no such folder" in done.stderr


def test_other_metrics_are_refused():
    with pytest.raises(InputError, match="bleu"):
        space_files("bleu")


def test_the_folder_that_one_stands_in_may_be_written_to(tmp_path, monkeypatch):
    (tmp_path / "anls").mkdir()
    monkeypatch.chdir(tmp_path / "anls")
    assert shell("publish", "anls", "--to", ".").exit_code == 0
    assert files_in(tmp_path / "anls") == space_files("anls")


# --- loaded from the Hub or a folder -------------------------------------------------------------


@pytest.mark.slow
def test_a_metric_is_loaded_from_the_hub_as_documented_and_again_without_it(hub, spaces, tmp_path):
    shell("publish", "anls", "--to", spaces / "someone" / "anls")
    (block,) = run_by(SPACES)
    *before, asked = block.code.replace("OWNER", "someone").splitlines()
    code = "\n".join([ABSENT, *before, f"print({asked.partition('  #')[0]})"])
    first = run(code, tmp_path, HF_ENDPOINT=hub.url)
    absent, found = first.stdout.splitlines()
    assert re.match(
        r"To be able to use someone/anls, you need to install the following "
        rf".*'pip install levmetrics\[evaluate\]{re.escape(PACKAGE[10:])}'",
        absent,
    )
    assert float(found) == 5 / 6, first.stderr
    assert "GET /spaces/someone/anls/resolve/main/anls.py" in hub.asked
    hub.asked.clear()
    alone = {"HF_ENDPOINT": hub.url, "HF_EVALUATE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
    shell("publish", "anls", "--to", tmp_path / "new" / "anls")
    names = ["someone/anls", str(tmp_path / "new" / "anls")]
    again = run("".join(LOAD.format(name=name, **ANLS) for name in names), tmp_path, **alone)
    assert [*map(float, again.stdout.split())] == [5 / 6, 5 / 6], again.stderr
    assert hub.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_the_card_of_a_space_runs_as_it_stands(name, hub, spaces, tmp_path):
    options = ["--repo", f"someone/{name}", "--to", str(spaces / "someone" / name)]
    shell("publish", name, *options)
    card = str(spaces / "someone" / name / "README.md")
    done = run(TRY_CARD.format(card=card), tmp_path, HF_ENDPOINT=hub.url)
    failed, tried = map(int, done.stdout.splitlines()[-1].split())
    assert tried > 10
    assert not failed, done.stdout
    assert f"GET /spaces/someone/{name}/resolve/main/{name}.py" in hub.asked


# --- uploaded ------------------------------------------------------------------------------------


UPLOAD = ["--repo", "someone/wer_lev", "--upload"]


@pytest.mark.slow
def test_an_upload_makes_the_space_of_these_files_and_nothing_is_sent_unless_asked_for(
    hub, spaces, tmp_path
):
    calls = [(["wer_lev", "--repo", "someone/wer_lev"], TOKEN), (["wer_lev", *UPLOAD], None)]
    unasked, no_token = publish(*calls, folder=tmp_path, url=hub.url)
    assert hub.asked == []
    calls = [(["wer_lev", *UPLOAD], token) for token in ("hf_wrong", TOKEN)]
    refused, sent = publish(*calls, folder=tmp_path, url=hub.url)
    assert unasked[1].endswith("Nothing was sent; --upload sends these files.\n")
    assert all(f"someone/wer_lev: {name}, " in unasked[1] for name in FILES["wer_lev"])
    assert no_token[0] == refused[0] == 2
    assert "no token of the Hub was found; log in with hf auth login" in no_token[2]
    assert "--repo someone/wer_lev: the Hub did not take it: " in refused[2]
    assert "401" in refused[2]
    assert "hf_wrong" not in refused[2]
    assert sent[1].startswith(f"{hub.url}/spaces/someone/wer_lev/commit/"), sent[2]
    published = space_files("wer_lev", repository="someone/wer_lev")
    assert files_in(spaces / "someone" / "wer_lev") == published
    assert TOKEN not in "".join(sent[1:])


@pytest.mark.slow
def test_a_hub_that_is_not_there_is_said(tmp_path):
    ((status, _, said),) = publish(
        (["wer_lev", *UPLOAD], TOKEN), folder=tmp_path, url="http://127.0.0.1:1"
    )
    assert status == 2
    assert "--repo someone/wer_lev: the Hub did not take it: " in said
