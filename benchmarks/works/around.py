"""What is around a score: normalizers, intervals, and starting Python for it."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

from benchmarks import corpora
from benchmarks.corpora import Corpus, Texts
from benchmarks.timing import OURS, Contenders
from benchmarks.works.work import work
from levmetrics.inputs.columns import prediction_column
from levmetrics.normalizers import get_normalizer
from levmetrics.significance.resampling import confidence_interval
from levmetrics.sums.sample_statistics import SampleStatistics


@work("W17", "English normalizer, 10,000 utterances", "characters", corpora.spoken_numbers, 10_000)
def normalizers(texts: Texts) -> Contenders:
    """The number of characters that are left."""
    file = files("whisper_normalizer") / "normalizers" / "english.json"
    spellings = json.loads(file.read_text("utf-8").replace("</span>", ""))  # once a page's
    peer = EnglishTextNormalizer(spellings)  # type: ignore[no-untyped-call]
    column = prediction_column(pa.array(texts))

    def ours(name: str) -> float:
        return float(get_normalizer(name).column(column).texts.lengths().sum())

    return {
        OURS: partial(ours, "whisper:english"),
        f"{OURS}, openasr:english": partial(ours, "openasr:english"),
        f"{OURS}, openasr:multilingual": partial(ours, "openasr:multilingual"),
        "transformers": lambda: float(sum(len(peer(text)) for text in texts)),
    }


@work("W11", "Interval of a WER, 100,000 samples, 1,000 resamples", "lower bound", int, 100_000)
def intervals(samples: int) -> Contenders:
    """The lower bound of a WER's interval."""
    rng = np.random.default_rng(0)
    lengths = rng.integers(9, 28, samples)
    errors = rng.binomial(lengths, 0.07)
    statistics = SampleStatistics.of_errors(errors, lengths)

    def by_choice() -> float:
        resamples = (rng.choice(samples, samples) for _ in range(1000))
        rates = [errors[chosen].sum() / lengths[chosen].sum() for chosen in resamples]
        return float(np.quantile(rates, 0.025))

    return {
        OURS: lambda: confidence_interval(statistics)[0],
        "NumPy's rng.choice, 1,000 times": by_choice,
    }


@work("W12", "Start and import", "", lambda: sys.executable)
def starts(python: str) -> Contenders:
    """Start Python and import."""
    imports = {
        "python alone": "",
        OURS: "import levmetrics",
        f"{OURS}, error_counts": "import levmetrics; levmetrics.error_counts",
        f"{OURS}, WordErrorRate": "import levmetrics; levmetrics.WordErrorRate",
        "jiwer": "import jiwer",
        "evaluate": "import evaluate",
        "torchmetrics": "import torchmetrics.text",
    }

    def run(*arguments: str) -> None:
        subprocess.run([python, *arguments], check=True, stdout=subprocess.DEVNULL)

    return {
        **{name: partial(run, "-c", code) for name, code in imports.items()},
        f"{OURS} demo": partial(run, "-m", "levmetrics", "demo"),
    }


@work("W18", "WER of two files of 600 lines, in a shell", "WER", corpora.synthetic_speech, 600)
def commands(corpus: Corpus) -> Contenders:
    """The WER that a command prints."""
    folder = TemporaryDirectory()
    references, predictions = Path(folder.name, "ref.txt"), Path(folder.name, "hyp.txt")
    for path, texts in zip((predictions, references), corpus, strict=True):
        path.write_text("".join(f"{text}\n" for text in texts), "utf-8")

    def printed(*command: object) -> str:
        assert folder  # which is there for as long as this is
        done = [sys.executable, "-m", *map(str, command)]
        return subprocess.run(done, check=True, capture_output=True, text=True).stdout

    def ours() -> float:
        return float(
            json.loads(printed("levmetrics", "wer", references, predictions, "--json"))["wer"]
        )

    def helped() -> None:
        printed("levmetrics", "--help")

    return {
        OURS: ours,
        f"{OURS} --help": helped,
        "jiwer": lambda: float(printed("jiwer.cli", "-r", references, "-h", predictions)),
    }
