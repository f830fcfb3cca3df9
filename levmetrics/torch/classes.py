"""The torchmetrics classes: error rates, the edit distance, all rules of ANLS, and ROUGE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

import torchmetrics.text
from torch import Tensor

from levmetrics.alternatives.options import Alternatives, Compounds, EquivalencesLike
from levmetrics.core.count_metric import RateReduction
from levmetrics.core.metric import Reduction
from levmetrics.core.names import configs_of_module, maker
from levmetrics.edits.pairs import Costs
from levmetrics.normalizers import NormalizerLike
from levmetrics.registry import lookup
from levmetrics.tokenizers import TokenizerLike
from levmetrics.torch.text_metric import PlotValue, TextMetric


class _ErrorRateMetric(TextMetric):
    """The base class of all error rates: their options, and counts as the state."""

    _counted_by: ClassVar[str] = "error_rates"
    if TYPE_CHECKING:
        counts: Tensor
        sample_counts: list[Tensor]
        rate_sums: Tensor
        samples: Tensor

    def __init__(
        self,
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        costs: Costs = "unit",
        compounds: Compounds | None = None,
        alternatives: Alternatives | None = None,
        equivalences: EquivalencesLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        metric = maker("wer", self._counted_by)(
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            costs=costs,
            compounds=compounds,
            alternatives=alternatives,
            equivalences=equivalences,
            ignore_index=ignore_index,
        )
        super().__init__(metric, **kwargs)
        self.reduction = metric.reduction
        self.costs = costs


class _ScoresAndCounts(TextMetric):
    """The base class of metrics of several scores and counts, of which a plot has the scores."""

    def plot(self, val: PlotValue | None = None, ax: Any = None) -> Any:
        """Plot the scores of one result or of a sequence of results, without the counts.

        Args:
            val: the result of ``compute`` or ``forward``, or a sequence of results; ``compute`` is
                called if it is ``None``.
            ax: a matplotlib axis to draw on.

        Returns:
            Figure and axis.

        Raises:
            ModuleNotFoundError: if matplotlib is not installed.

        """
        value = self.compute() if val is None else val
        single = isinstance(value, dict)
        results = cast("Sequence[dict[str, Tensor]]", [value] if single else value)
        scores = [
            {name: each for name, each in result.items() if each.is_floating_point()}
            for result in results
        ]
        return super().plot(scores[0] if single else scores, ax)


class ErrorRates(_ScoresAndCounts, _ErrorRateMetric):
    """All error rates at once, with their counts.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one per sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the one with the
      lowest error rate counts (ties: the first)

    ``compute`` returns a dictionary of tensors: the rates ``wer``, ``mer``, ``wil``, ``wip``
    (float64), and the counts ``substitutions``, ``deletions``, ``insertions``, ``hits``,
    ``reference_length``, ``prediction_length`` (int64). They are scalars, or with
    ``reduction="none"`` of shape ``(samples,)``. Then ``reference`` is the index (from 0) of the
    reference that each sample was compared with. ``wer`` is the error rate in the tokenizer's
    tokens. Without samples the rates are NaN, with a warning.

    Args:
        reduction: ``"corpus"`` pools the counts of all samples, as error rates are reported;
            ``"mean"`` averages the rates of the samples (the counts are still totals); ``"none"``
            or ``None`` returns one per sample.
        tokenizer: the unit of an error; words between white space by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Not allowed if the input is tokens.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        costs: ``"unit"``: the alignment with the fewest errors; ``"nist"``: sclite's costs;
            ``"kaldi"``: the fewest errors, with Kaldi's choice of alignment; see
            :func:`levmetrics.edits.kernel.pair_counts`.
        compounds: ``"merge"`` or ``"join"``: count compounds that only one side joins as right; see
            :func:`levmetrics.error_rates.error_rate_metric.error_counts`.
        alternatives: how references mark alternatives: ``"braces"``, ``"brackets"``, or
            ``"none"``; see there.
        equivalences: phrases that count as the same; see there.
        ignore_index: the padding id of token id arrays, which is left out.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: from ``update``, for anything that cannot be scored.

    Source: see :meth:`levmetrics.sums.error_counts.ErrorCounts.rates` for the formulas and their
    paper.

    >>> result = ErrorRates()(["is there"], ["who is there"])
    >>> {name: round(value.item(), 4) for name, value in result.items()}
    {'wer': 0.3333, 'mer': 0.3333, 'wil': 0.3333, 'wip': 0.6667,
     'substitutions': 0, 'deletions': 1, 'insertions': 0, 'hits': 2,
     'reference_length': 3, 'prediction_length': 2}

    """

    def compute(self) -> dict[str, Tensor]:
        """Return the rates and counts of all samples so far."""
        return {name: self._tensor(value) for name, value in self._measures().items()}


class _ErrorRate(_ErrorRateMetric):
    """One of the rates of :class:`ErrorRates`, which documents arguments and formulas."""

    higher_is_better: bool = False
    _rate: ClassVar[str] = "wer"

    def compute(self) -> Tensor:
        """Return the rate of all samples so far (float64)."""
        return self._tensor(self._measures()[self._rate])


class WordErrorRate(_ErrorRate):
    """Word error rate, (S + D + I) / N: see :class:`ErrorRates` for arguments and formulas.

    It counts no more than it needs. In a ``MetricCollection`` with other rates it runs a search of
    its own; :class:`ErrorRates` computes all rates from one search.

    >>> WordErrorRate()(["is there"], ["who is there"])
    tensor(0.3333, dtype=torch.float64)
    """

    _counted_by = "word_error_rate"  # needs no kinds of errors


class CharErrorRate(_ErrorRate):
    """Character error rate, (S + D + I) / N over characters, white space included.

    See :class:`ErrorRates` for arguments and formulas.

    >>> CharErrorRate()(["GAMBOL"], ["GUMBO"])
    tensor(0.4000, dtype=torch.float64)
    """

    _counted_by = "character_error_rate"


class MatchErrorRate(_ErrorRate):
    """Match error rate, (S + D + I) / (N + I): see :class:`ErrorRates`.

    torchmetrics' class of this name divides by the longer length instead of N + I. The results
    differ if an alignment has both insertions and deletions.

    >>> MatchErrorRate()(["is there now"], ["who is there"])
    tensor(0.5000, dtype=torch.float64)
    """

    plot_upper_bound: float = 1.0
    _rate = "mer"


class WordInfoLost(_ErrorRate):
    """Word information lost, 1 - H² / (N · P): see :class:`ErrorRates`.

    torchmetrics' class of this name uses the longer length minus the distance for H. The results
    differ if an alignment has both insertions and deletions.

    >>> WordInfoLost()(["a x"], ["a b"])
    tensor(0.7500, dtype=torch.float64)
    """

    plot_upper_bound: float = 1.0
    _rate = "wil"


class WordInfoPreserved(_ErrorRate):
    """Word information preserved, H² / (N · P): see :class:`ErrorRates` and :class:`WordInfoLost`.

    >>> WordInfoPreserved()(["a x"], ["a b"])
    tensor(0.2500, dtype=torch.float64)
    """

    higher_is_better: bool = True
    plot_upper_bound: float = 1.0
    _rate = "wip"


class EditDistance(TextMetric, torchmetrics.text.EditDistance):
    """Edit distance, exact: torchmetrics' own class with its search replaced.

    ``torchmetrics.text.EditDistance`` searches only 25 columns on each side of the diagonal, so it
    is wrong if the best alignment leaves this band. Constructor, states, reductions and ``plot``
    are the same, and so are all numbers for which torchmetrics is exact.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one per sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the nearest counts

    ``compute`` returns the mean distance (float32 scalar, as torchmetrics does), the sum (int64
    scalar), or with ``reduction="none"`` all distances (int32, shape ``(samples,)``). Without
    samples the mean is NaN with a warning, as torchmetrics' is, and the sum 0.

    Args:
        substitution_cost: cost of substituting one token for another; insertions and deletions
            cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit; characters by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Not allowed if the input is tokens.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the padding id of token id arrays, which is left out.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: from ``update``, for anything that cannot be scored.

    >>> metric = EditDistance()
    >>> metric(["rain", "lnaguaeg"], ["shine", "language"])
    tensor(3.5000)
    >>> EditDistance(tokenizer="whitespace")("who is there", "is there")
    tensor(1.)

    """

    higher_is_better: bool = False
    if TYPE_CHECKING:
        edit_scores_list: list[Tensor]
        edit_scores: Tensor
        num_elements: Tensor

    def __init__(
        self,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        metric = maker("anls", "edit_distance")(
            substitution_cost,
            reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(
            metric,
            substitution_cost=metric.substitution_cost,
            reduction=metric.reduction,
            **kwargs,
        )

    def compute(self) -> Tensor:
        """Reduce the distances of all samples so far."""
        return self._tensor(self._measures()["score"])


class _Similarity(TextMetric):
    """The base class of similarities: a rule of ANLS with its options."""

    higher_is_better: bool = True
    plot_upper_bound: float = 1.0
    if TYPE_CHECKING:  # the state: a sum, or with reduction="none" per-sample values
        score_sum: Tensor
        samples: Tensor
        scores: list[Tensor]
        references: list[Tensor]
        details: list[Tensor]
        detail_lengths: list[Tensor]

    def __init__(self, metric: Any, **kwargs: Any) -> None:
        super().__init__(metric, **kwargs)
        self.reduction: str = metric.reduction
        self.threshold: float = metric.threshold
        self.substitution_cost: int = metric.substitution_cost

    def compute(self) -> Tensor:
        """Reduce the similarities of all samples so far."""
        return self._tensor(self._measures()["score"])


class ANLS(_Similarity):
    """Average normalized Levenshtein similarity, by one of the rules that share the name.

    ============ =============================================================================
    ``default``  1 - distance / longer length, of the text as it is, or of its tokens; with a
                 ``threshold`` t, similarities of at least t count. The same as
                 :class:`NormalizedLevenshteinSimilarity`.
    ``stvqa``    Biten et al. 2019, as the package ``anls``:
                 :func:`levmetrics.similarity.anls_rules.stvqa`. The threshold is of
                 distances: 1 - NL counts if NL < 0.5.
    ``docvqa``   the DocVQA competition's script: :func:`levmetrics.similarity.anls_rules.docvqa`.
                 Similarities of at least 0.5 count.
    ``star``     ANLS* of Peer et al. 2024, as the package ``anls_star``, over nested values:
                 :mod:`levmetrics.records.anls_star`. Similarities of at least 0.5 count.
    ============ =============================================================================

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one per sample; for ``star`` any
      values of strings, numbers, booleans, ``None``, lists and dictionaries
    - ``target``: the same, or a list of references for each sample, of which the best counts; for
      ``star`` values, with tuples for alternatives (a list of strings holds alternatives where
      the prediction is a string)

    ``compute`` returns the mean or the sum (float64 scalar; without samples, NaN with a warning and
    0), or with ``reduction="none"`` all scores (float64, shape ``(samples,)``), each in [0, 1].
    ``results`` then also has the index of the best reference and, for ``star``, the closest
    reference and the scores of every key.

    Args:
        rule: the name of the rule.
        threshold: replaces the rule's own threshold, with the same meaning.
        substitution_cost: the cost of a substitution, for ``default``; the published rules use 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit, for ``default``; the published rules count characters.
        normalizer: applied to both sides before the rule's own normalization; see
            :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the id that pads arrays of token ids, for ``default``.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: for settings that the rule does not take; from ``update``, for anything that
            cannot be scored.

    >>> {rule: ANLS(rule)(["ab"], ["a"]).item() for rule in ("default", "stvqa", "docvqa", "star")}
    {'default': 0.5, 'stvqa': 0.0, 'docvqa': 0.5, 'star': 0.5}
    >>> star = ANLS("star", reduction="none")
    >>> star([{"total": "12.50"}], [{"total": ("12.5", "€ 12.50"), "date": None}])
    tensor([0.9000], dtype=torch.float64)
    >>> star.results()["key_scores"]
    [{'total': 0.8, 'date': 1.0}]

    """

    def __init__(
        self,
        rule: str = "default",
        threshold: float | None = None,
        *,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        configs = {
            name: config
            for name, config in configs_of_module("anls").items()
            if config.kind.counted == "similarities"
        }
        config = lookup(configs, rule, "rule")
        made_by: Any = config.kind  # each rule's class has options of its own
        given = {
            "threshold": threshold,
            "substitution_cost": substitution_cost,
            "reduction": reduction,
            "tokenizer": tokenizer,
            "normalizer": normalizer,
            "ignore_index": ignore_index,
        }
        metric = made_by(**{**config.fixed, **given})
        super().__init__(metric, **kwargs)
        self.rule = rule


class NormalizedLevenshteinSimilarity(_Similarity):
    """Normalized Levenshtein similarity, 1 - distance / largest distance; its mean is ANLS.

    The largest distance is the longer length at ``substitution_cost=1``, and the sum of the lengths
    at 2 and more. Two empty texts have a similarity of 1.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one per sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which the most similar
      counts

    ``compute`` returns the mean or the sum (float64 scalar; without samples, NaN with a warning and
    0), or with ``reduction="none"`` all similarities (float64, shape ``(samples,)``), each in [0,
    1]; :meth:`results` then also has the index of the most similar reference.

    Args:
        substitution_cost: cost of substituting one token for another; insertions and deletions
            cost 1.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: the unit of an edit; characters by default; see
            :func:`levmetrics.tokenizers.get_tokenizer`. Not allowed if the input is tokens.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        threshold: similarities below it count as 0.
        ignore_index: the padding id of token id arrays, which is left out.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: from ``update``, for anything that cannot be scored.

    Source: see :func:`levmetrics.sums.similarity.similarities`.

    >>> metric = NormalizedLevenshteinSimilarity()
    >>> metric(["rain", "lnaguaeg"], ["shine", "language"])
    tensor(0.4500, dtype=torch.float64)
    >>> NormalizedLevenshteinSimilarity(reduction="none")(["rain", "snow"], [["sun", "rain"], "s"])
    Traceback (most recent call last):
    levmetrics.errors.InputError: target[1] is one string where other samples are lists; \
give every sample a list of strings, or every sample one string

    """

    def __init__(
        self,
        substitution_cost: int = 1,
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        threshold: float = 0.0,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        metric = maker("anls", "similarity")(
            threshold=threshold,
            substitution_cost=substitution_cost,
            reduction=reduction,
            tokenizer=tokenizer,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(metric, **kwargs)


class ROUGE(_ScoresAndCounts):
    """ROUGE-1, 2, L and Lsum in every script, as F-measure, precision and recall.

    On texts of ASCII letters and digits the numbers are those of rouge-score 0.1.2, and of
    ``torchmetrics.text.ROUGEScore`` where its definition is the same.

    As input to ``forward`` and ``update``:

    - ``preds``: a string, or a sequence or column of strings, one per sample; or tokens: a list of
      lists of hashables, or integer ids of shape ``(samples, length)`` padded by ``ignore_index``
    - ``target``: the same, or a list of references for each sample, of which each type takes the
      one with the best F-measure

    ``compute`` returns a dictionary of tensors: ``rougeL``, ``rougeL_precision``,
    ``rougeL_recall``, and so for the other types (float64); and the counts ``reference_length``,
    ``prediction_length`` and ``references_without_words`` (int64). They are scalars, or with
    ``reduction="none"`` of shape ``(samples,)``. Without samples the scores are NaN, with a
    warning.

    Args:
        rouge_type: ``"1"`` to ``"9"``, ``"L"`` or ``"Lsum"`` for one type; ``"all"``: 1, 2, L and
            Lsum.
        reduction: ``"mean"``, ``"sum"``, or ``"none"``/``None``.
        tokenizer: ``"words"`` (the default), ``"ascii"`` for the rule of rouge-score, or any of
            :func:`levmetrics.tokenizers.get_tokenizer`. Not allowed if the input is tokens.
        stemmer: ``"porter"``: tokens of more than three letters are stemmed.
        sentences: the sentences of Lsum: ``"lines"``, ``"icu"``, or a function that splits a text.
        normalizer: applied to both sides first; see
            :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the padding id of token id arrays, which is left out.
        kwargs: see ``torchmetrics.Metric``.

    Raises:
        InputError: for an unknown type or option; from ``update``, for anything that cannot be
            scored.

    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004.

    >>> result = ROUGE()(["the cat sat"], ["the cat is on the mat"])
    >>> {name: round(result[name].item(), 4) for name in ("rougeL", "rouge2", "rouge1_precision")}
    {'rougeL': 0.4444, 'rouge2': 0.2857, 'rouge1_precision': 0.6667}
    >>> ROUGE("1")(["いぬ ねこ"], ["いぬ ねこ"])["rouge1"]
    tensor(1., dtype=torch.float64)

    """

    higher_is_better: bool = True
    plot_upper_bound: float = 1.0

    def __init__(
        self,
        rouge_type: str = "all",
        reduction: Reduction = "mean",
        *,
        tokenizer: TokenizerLike | None = None,
        stemmer: Literal["porter"] | None = None,
        sentences: Any = "lines",
        normalizer: NormalizerLike = None,
        ignore_index: int | None = -100,
        **kwargs: Any,
    ) -> None:
        metric = maker("rouge", "rouge")(
            rouge_type,
            reduction,
            tokenizer=tokenizer,
            stemmer=stemmer,
            sentences=sentences,
            normalizer=normalizer,
            ignore_index=ignore_index,
        )
        super().__init__(metric.called(type(self).__name__, metric.key), **kwargs)
        self.reduction = metric.reduction

    def compute(self) -> dict[str, Tensor]:
        """Return the scores and counts of all samples so far."""
        measures = self._measures()
        names = [self._metric.key, *[*measures][1:]]
        return dict(zip(names, map(self._tensor, measures.values()), strict=True))
