"""A pointer of Git LFS or git-annex is no text, no table and no baseline, whoever opens it."""

import gzip
import zipfile
from pathlib import Path

import pytest

import levmetrics as lm
from levmetrics import InputError, get_tokenizer
from levmetrics.alternatives.glm import read_glm
from levmetrics.formats.competition import read_submission
from levmetrics.formats.session_files import read_uem
from levmetrics.reports import pages
from levmetrics.system.pointers import check_is_fetched
from levmetrics.web.reading.files import read_files
from levmetrics.web.reading.read_as import UploadedFile
from tests.formats.tables import table
from tests.shell import run

# As git-lfs 3.3 and git-annex 10 write them.
GIT_LFS = """\
version https://git-lfs.github.com/spec/v1
oid sha256:6c17f2007cbe934aee6e309b28b2dba3c119c5dff2ef813ed124699efe319868
size 1034
"""
GIT_ANNEX = "/annex/objects/SHA256E-s1034--6c17f2007cbe934aee6e309b28b2dba3.parquet\n"
REFUSED = "is a Git LFS pointer, .* run git lfs pull"


def pointer(folder, name="a.txt"):
    """Write a pointer, and return its path."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(GIT_LFS.encode())
    return path


def rows(path):
    """Read a whole file."""
    file = table(path)
    return [*file.batches(file.names)]


SUFFIXES = "txt csv tsv json jsonl parquet arrow xlsx trn stm srt xml hocr zip txt.gz csv.zst"


@pytest.mark.parametrize("name", [f"a.{suffix}" for suffix in SUFFIXES.split()])
def test_no_file_of_samples_may_be_a_pointer(tmp_path, name):
    with pytest.raises(InputError, match=REFUSED) as refused:
        rows(pointer(tmp_path, name))
    assert refused.value.code == "file.pointer"


@pytest.mark.parametrize(
    "opened",
    [
        lambda path: lm.gate(lm.score(["a"], ["a"]), path),
        lambda path: lm.read_sessions(path),
        lambda path: lm.score(["a"], ["a"], normalizer=f"replace:{path}"),
        lambda path: get_tokenizer(f"mecab:{path.parent}"),
        lambda path: pages._image(path.parent, path.name),
        read_glm,
        read_uem,
        lambda path: read_submission(path, path),
    ],
    ids=["baseline", "sessions", "replacements", "mecab", "image", "glm", "uem", "competition"],
)
def test_no_other_file_may_be_a_pointer(tmp_path, opened):
    path = pointer(tmp_path, "sys.dic")
    with pytest.raises(InputError, match=REFUSED):
        opened(path)


def test_a_command_says_it(tmp_path):
    path = str(pointer(tmp_path))
    other = tmp_path / "b.txt"
    other.write_text("a\nb\nc\n")
    for asked in (
        ("wer", path, other),
        ("wer", other, path),
        ("score", "keywords", "-r", other, "-p", other, "--keywords", path),
        ("gate", other, other, "--baseline", path, "--margin", "1%"),
        ("record", other, other, "--schema", path),
    ):
        assert "git lfs pull" in run(*asked, status=2).stderr


def test_a_page_in_a_folder_or_zip_file_may_be_none(tmp_path):
    pointer(tmp_path / "pages", "a.txt")
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive:
        archive.writestr("a.txt", GIT_LFS)
    for path in (tmp_path / "pages", tmp_path / "pages.zip"):
        with pytest.raises(InputError, match=rf"a\.txt {REFUSED}"):
            rows(path)


def test_the_page_says_it(tmp_path):
    path = pointer(tmp_path, "a.csv")
    (reading,) = read_files({path.name: UploadedFile(str(path))})
    assert reading.problem.code == "file.pointer"


def test_a_pointer_within_a_compressed_file_is_a_text(tmp_path):
    """Nothing fetches it: somebody has put it there."""
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(GIT_LFS.encode()))
    assert len(rows(path)[0][0]) == 3


@pytest.mark.parametrize(
    "text",
    [
        "version 1\n",
        GIT_LFS + "more\n",
        GIT_LFS * 20,
        "version https://git-lfs.github.com/spec/v1\n",
    ],
)
def test_a_text_about_pointers_is_none(text):
    check_is_fetched("a.txt", text.encode())


def test_git_annex_has_pointers_too(tmp_path):
    path = Path(tmp_path, "a.parquet")
    path.write_text(GIT_ANNEX)
    with pytest.raises(InputError, match=r"is a git-annex pointer, .* run git annex get"):
        rows(path)
