"""A metric as a Space on the Hub, for ``evaluate.load("OWNER/anls")``."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from levmetrics.errors import InputError, unknown_name
from levmetrics.integrations.module_files import MODULES, module_file
from levmetrics.system.extras import needed_by
from levmetrics.system.written_files import make_folder, write_text
from levmetrics.version import __version__

with needed_by("publishing a metric", "evaluate"):
    from huggingface_hub import CommitOperationAdd, HfApi, get_token
    from packaging.requirements import InvalidRequirement, Requirement

PACKAGE = f"levmetrics=={__version__}"
_APP = '''\
"""The page of levmetrics, with this metric chosen first."""

from levmetrics.__main__ import main

if __name__ == "__main__":
    main(["app", "--metric", "{name}"])
'''
# The one in the page's own requirements, with which it is tested.
_TORCH = "torch==2.13.0"


def space_files(name: str, package: str = PACKAGE, repository: str | None = None) -> dict[str, str]:
    """Return the files of a Space that serves a metric, by file name.

    These are the script that ``evaluate`` runs, the metric card with the Space's settings, and the
    page with this metric preselected. The examples in the card and the script load the metric from
    the repository or a folder.

    Args:
        name: ``"anls"``, ``"wer_lev"`` or ``"rouge_lev"``.
        package: the requirement that the Space installs, and that an error names to users who lack
            it: ``"levmetrics==0.1.0"``, or with ``" @ "`` and a location.
        repository: ``"OWNER/NAME"``, if known; else the examples load a folder.

    Raises:
        InputError: for an unknown name, for a requirement that is not this package, and for a
            repository name other than the metric's, since ``evaluate`` looks for a script of the
            repository's name.

    >>> [*space_files("anls")]
    ['README.md', 'anls.py', 'app.py', 'requirements.txt']
    >>> print(space_files("anls", "levmetrics==0.1.0")["requirements.txt"])
    torch==2.13.0
    levmetrics[app]==0.1.0
    <BLANKLINE>
    >>> 'evaluate.load("someone/anls", "docvqa")' in (
    ...     space_files("anls", repository="someone/anls")["README.md"]
    ... )
    True

    """
    if name not in MODULES:
        raise unknown_name(MODULES, name, "metric")
    requirement = _requirement(package)
    if repository is not None:
        _check_repository(name, repository)
    here, there = (f'evaluate.load("{path}"' for path in (name, repository or f"path/to/{name}"))
    card, script = (
        module_file(name, file).read_text("utf-8").replace(here, there)
        for file in ("README.md", f"{name}.py")
    )
    return {
        "README.md": card,
        f"{name}.py": _with_hints(script, requirement),
        "app.py": _APP.format(name=name),
        "requirements.txt": f"{_TORCH}\n{_with_extra(requirement, 'app')}\n",
    }


def write_space(files: Mapping[str, str], folder: Path) -> None:
    """Write the files of a Space into a folder, which is created if necessary.

    Args:
        files: the files, as :func:`space_files` returns them.
        folder: a folder with the metric's name; other files in it are kept.

    Raises:
        InputError: if the folder or a file cannot be written, and for a folder of another name:
            ``evaluate`` looks in a folder for a script of the folder's name.

    """
    metric = next(name for name in MODULES if f"{name}.py" in files)
    if Path(os.path.abspath(folder)).name != metric:
        raise InputError(
            "hub.folder", given=str(folder), metric=metric, example=f"{folder / metric}"
        )
    make_folder(folder)
    for name, text in files.items():
        write_text(folder / name, text)


def upload_space(files: Mapping[str, str], repository: str) -> str:
    """Create or update a Space with these files in one commit.

    The token comes from ``hf auth login`` or the environment variable ``HF_TOKEN``.

    Args:
        files: the files, as :func:`space_files` returns them.
        repository: ``"OWNER/NAME"``.

    Returns:
        The URL of the commit.

    Raises:
        InputError: without a token, and if the Hub rejects the request.

    """
    if get_token() is None:
        raise InputError("hub.no_token")
    hub = HfApi(library_name="levmetrics", library_version=__version__)
    operations = [CommitOperationAdd(name, text.encode("utf-8")) for name, text in files.items()]
    try:
        hub.create_repo(repository, repo_type="space", space_sdk="gradio", exist_ok=True)
        commit = hub.create_commit(
            repository, operations, repo_type="space", commit_message=f"levmetrics {__version__}"
        )
    except Exception as error:  # errors of the Hub or of the network, from any HTTP library
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError("hub.refused", name=repository, reason=reason) from error
    return commit.commit_url


def _check_repository(name: str, repository: str) -> None:
    owner, _, own = repository.partition("/")
    if not owner or own != name:
        raise InputError("hub.repository", name=repository, metric=name)


def _requirement(package: str) -> Requirement:
    with suppress(InvalidRequirement):
        requirement = Requirement(package)
        if requirement.name == "levmetrics":
            return requirement
    raise InputError("hub.package", given=package, example=PACKAGE)


def _with_extra(requirement: Requirement, extra: str) -> str:
    """Return a requirement with one of the extras, without spaces.

    >>> _with_extra(Requirement("levmetrics>=0.1"), "app")
    'levmetrics[app]>=0.1'
    >>> _with_extra(Requirement("levmetrics @ git+https://example.org/levmetrics"), "app")
    'levmetrics[app]@git+https://example.org/levmetrics'
    """
    extras = ",".join(sorted({*requirement.extras, extra}))
    where = f"@{requirement.url}" if requirement.url else str(requirement.specifier)
    return f"{requirement.name}[{extras}]{where}"


def _with_hints(script: str, requirement: Requirement) -> str:
    """Return a script whose imports have the install hints that ``evaluate`` reads."""
    hint = f"  # From: {_with_extra(requirement, 'evaluate')}"
    return re.sub(r"^from levmetrics\b.*", rf"\g<0>{hint}", script, flags=re.MULTILINE)
