"""Which packages are installed, and what is skipped where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

import pytest

from levmetrics.tokenizers import TOKENIZERS
from levmetrics.tokenizers import is_installed as tokenizer_is_installed

_OPTIONAL = """
accelerate anls anls_star atheris axe_playwright_python babel cloudpickle cn2an datasets
dateutil duckdb editdistance evaluate fastwer fugashi gradio griffe httpx huggingface_hub icu4py
importlinter ipadic janome jieba jiwer json_repair kaldialign kiwipiepy lightning lm_eval lxml
material matplotlib mkdocs mkdocstrings mlflow nltk num2words openpyxl pandas PIL piplicenses
playwright polars praatio price_parser psutil pydantic pyspark python_calamine ray requests
rouge_score ruff scipy shapely starlette stdnum sudachidict_core sudachipy sumeval tensorboard
text_to_num texterrors tokenizers torch torchmetrics tqdm transformers trl unidic_lite
universal_edit_distance uvicorn wandb werpy werx whisper_normalizer yaml
"""
OPTIONAL = {package.lower(): package for package in _OPTIONAL.split()}
"""What requirements-all.txt brings and the core of levmetrics lacks, as it is imported."""
APART = {"lighteval": "lighteval"}  # in an environment of its own, which .ci/run makes


def is_installed(package: str) -> bool:
    """Whether a package is installed; a folder of that name, as ``anls`` here, is no package."""
    spec = find_spec(package)
    return spec is not None and spec.origin is not None


def missing_package(error: BaseException | None) -> str | None:
    """Return the optional package for want of which an import failed; None for other errors."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name:
            # A distribution is spelled otherwise than its module: SudachiDict-core.
            spelled = error.name.partition(".")[0].replace("-", "_").lower()
            package = (OPTIONAL | APART).get(spelled)
            if package and not is_installed(package):
                return package
        error = error.__cause__ or error.__context__
    return None


def needed_packages(text: str) -> list[str]:
    """Return the missing packages that the reason of a skipped test names, or a refusal."""
    said = re.search("(?:needs|could not import) (.*)", text)
    words = re.findall(r"\w+", said[1].replace("-", "_").lower()) if said else []
    named = [OPTIONAL[word] for word in words if word in OPTIONAL]
    return [package for package in named if not is_installed(package)]


def needs(*packages: str) -> pytest.MarkDecorator:
    """Mark a test, or one case of it, that needs packages which not everyone has."""
    missing = [package for package in packages if not is_installed(package)]
    return pytest.mark.skipif(bool(missing), reason=f"needs {' and '.join(missing)}")


def needs_tokenizer(name: str) -> pytest.MarkDecorator:
    """Mark a test, or one case of it, that needs what a tokenizer needs."""
    facts = TOKENIZERS[name]
    return pytest.mark.skipif(
        not tokenizer_is_installed(facts), reason=f"needs {' and '.join(facts.packages.split())}"
    )


def every_tokenizer(names: Iterable[str]) -> list[Any]:
    """Make a case of every tokenizer, those marked whose packages are missing."""
    return [pytest.param(name, marks=needs_tokenizer(name)) for name in names]


def needs_config(name: str) -> pytest.MarkDecorator:
    """Mark a case of a config of the error rates that needs packages which not everyone has."""
    if name in ("ja", "reading"):
        return needs_tokenizer("mecab")
    if name.startswith("openasr"):
        return needs("whisper_normalizer" if name == "openasr" else "num2words")
    return needs()
