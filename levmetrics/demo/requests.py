"""What a visitor asks for: texts, a metric, and its options, within the page's limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from levmetrics.configs import find_config
from levmetrics.demo.workload import checked_texts, checked_values
from levmetrics.errors import unknown_name
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.values import ValueColumn
from levmetrics.normalizers import get_normalizer
from levmetrics.scoring import Result, Scoring, scoring_of
from levmetrics.tokenizers import TOKENIZERS, is_installed


class Options(TypedDict, total=False):
    """Options of a metric, as the ``compute`` of an evaluate module takes them."""

    tokenizer: str
    normalizer: list[str]
    threshold: float


@dataclass(frozen=True)
class Request:
    """What is to be scored, and how.

    Attributes:
        metric: as :func:`levmetrics.configs.find_config` takes it, ``"wer_lev:cer"``.
        tokenizer: a name; empty for the config's own.
        normalizer: names joined by ``+``; empty for none.
        threshold: ``None`` for the config's own.

    """

    metric: str
    tokenizer: str = ""
    normalizer: str = ""
    threshold: float | None = None

    def options(self) -> Options:
        """Return the options of the metric that are not its config's own.

        Raises:
            InputError: for tokenizers and normalizers that this page does not have.

        """
        options: Options = {}
        if self.tokenizer:
            # get_tokenizer takes more names: one with a folder would read this machine's files.
            if self.tokenizer not in (known := installed_tokenizers()):
                raise unknown_name(known, self.tokenizer, "tokenizer")
            options["tokenizer"] = self.tokenizer
        if self.normalizer:
            options["normalizer"] = self.normalizer.replace(" ", "").split("+")
            get_normalizer(options["normalizer"])
        if self.threshold is not None:
            options["threshold"] = self.threshold
        return options

    def scoring(self) -> Scoring:
        """Return the metric with its options.

        Raises:
            InputError: for options that it does not have.

        """
        return scoring_of(self.metric, caller="this page", options=self.options())

    def text_scoring(self) -> Scoring:
        """Return the metric by which nested values are aligned: as texts, by characters."""
        options = {name: value for name, value in self.options().items() if name == "normalizer"}
        return scoring_of("wer_lev:cer", caller="this page", options=options)

    def checked(
        self, predictions: Sequence[str], references: Sequence[str | list[str]]
    ) -> tuple[TextColumn, TextColumn] | tuple[ValueColumn, ValueColumn]:
        """Return both sides as the metric takes them, within the page's limits.

        Raises:
            InputError: for anything that cannot be scored, or not in time.

        """
        if find_config(self.metric)[2].nested:
            return checked_values(predictions, references)
        normalizer = self.options().get("normalizer")
        return checked_texts(predictions, references, self.metric, self.tokenizer, normalizer)


def installed_tokenizers() -> tuple[str, ...]:
    """Return the names of the tokenizers whose packages are installed."""
    return tuple(name for name, facts in TOKENIZERS.items() if is_installed(facts))


def module_result(
    request: Request, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> Result:
    """Return what the evaluate module returns for the same texts and options.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    >>> module_result(Request("anls"), ["rain", "lnaguaeg"], ["shine", "language"])
    {'anls': 0.45}

    """
    return request.scoring().run(*request.checked(predictions, references)).result()
