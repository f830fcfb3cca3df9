r"""A drop-in replacement for jiwer 4: the same functions with the same signatures.

As in jiwer and unlike elsewhere in levmetrics, the reference comes first, words are split at single
spaces and at runs of white space, and sentences are stripped. Measures, alignments and printed text
are jiwer's. Five details differ:

- ``reference`` and ``hypothesis`` are required; in jiwer they have defaults, which it rejects.
- Measures are always floats; jiwer returns an int for some empty sentences.
- ``collect_error_counts`` returns ``Counter``, which can be pickled and prints as a dictionary.
- For similar texts of more than 50,000 words or characters, the alignment may be another one with
  as few errors; docs/definitions.md has the rule.
- ``visualize_error_counts`` rejects a ``top_k`` below 1; jiwer fails at 0 and shows nothing below.

jiwer need not be installed. If it is, its transforms (``jiwer.Compose``) can be imported from here
too.

>>> import levmetrics.jiwer as jiwer
>>> output = jiwer.process_words(["who is there", "go"], ["is here", "go"])
>>> output.wer, output.hits, output.substitutions, output.deletions, output.insertions
(0.5, 2, 1, 1, 0)
>>> jiwer.wer("a\tb", "a b")  # at a single tab, jiwer does not split
2.0
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, pairwise, zip_longest
from typing import Any, TypeAlias

import numpy as np
from rapidfuzz.distance import Levenshtein

from levmetrics.alignment.spans import pair_spans
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.pairs import TokenPairs, numbered
from levmetrics.errors import InputError, Place
from levmetrics.inputs.arguments import type_phrase
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenRows, WordColumn, token_columns
from levmetrics.tokenizers.scripts import warn_of_unspaced_strings

__all__ = [
    "AlignmentChunk",
    "CharacterOutput",
    "WordOutput",
    "cer",
    "cer_default",
    "collect_error_counts",
    "mer",
    "process_characters",
    "process_words",
    "visualize_alignment",
    "visualize_error_counts",
    "wer",
    "wer_default",
    "wil",
    "wip",
]

# Chunk types, in the order of the kernel's numbers.
_LETTERS = {"substitute": "S", "delete": "D", "insert": "I", "equal": " "}
_MEASURES = ("wer", "mer", "wil", "wip")
_GAP = "*"
_SPACES = re.compile(r"\s\s+")
_OTHER_SPACE = re.compile(r"[^\S ]")
# Fewer tokens are aligned by RapidFuzz, which takes less time than preparing a kernel call.
_FEW_CHARACTERS, _FEW_TOKENS = 500, 3_000

Sentences: TypeAlias = "str | list[str]"
Tokens: TypeAlias = "list[list[str]]"
Transform: TypeAlias = "Callable[[list[str]], Tokens]"
Alignments: TypeAlias = "list[list[AlignmentChunk]]"
_Counts: TypeAlias = "tuple[int, int, int, int]"  # hits, substitutions, insertions, deletions


def __getattr__(name: str) -> Any:  # a transform, or whatever else jiwer has
    if not name.startswith("_"):
        try:
            return getattr(import_module("jiwer"), name)
        except ModuleNotFoundError as error:
            raise AttributeError(
                f"levmetrics.jiwer has no {name}; if it is a transform, pip install jiwer"
            ) from error
    raise AttributeError(f"levmetrics.jiwer has no {name}")


@dataclass
class AlignmentChunk:
    """A run of tokens of reference and hypothesis with the same kind of alignment.

    Attributes:
        type: ``"equal"``, ``"substitute"`` (RapidFuzz's name ``"replace"`` is accepted),
            ``"delete"`` or ``"insert"``.
        ref_start_idx: where the chunk starts in the reference's tokens.
        ref_end_idx: where it ends there.
        hyp_start_idx: where it starts in the hypothesis's tokens.
        hyp_end_idx: where it ends there.

    Raises:
        InputError: for an unknown type, and for an end before its start.

    """

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type == "replace":
            self.type = "substitute"
        if self.type not in _LETTERS:
            raise InputError("jiwer.chunk_type", given=self.type, known=", ".join(_LETTERS))
        if self.ref_start_idx > self.ref_end_idx or self.hyp_start_idx > self.hyp_end_idx:
            raise InputError("jiwer.chunk_end", chunk=str(self))


@dataclass
class WordOutput:
    """The measures and counts of all sentences together, and the alignment of each sentence.

    Attributes:
        references: the words of each reference.
        hypotheses: the words of each hypothesis.
        alignments: the chunks of each sentence pair; together they span all words of both.
        wer: word error rate.
        mer: match error rate.
        wil: word information lost.
        wip: word information preserved.
        hits: correctly recognised words of the references.
        substitutions: words of the references that were replaced by another word.
        insertions: words of the hypotheses without a counterpart in the references.
        deletions: words of the references that are missing.

    """

    references: Tokens
    hypotheses: Tokens
    alignments: Alignments
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput:
    """The character error rate and counts of all sentences together, with their alignments.

    Attributes:
        cer: the character error rate. All other attributes are as in :class:`WordOutput`, counted
            in characters.

    """

    references: Tokens
    hypotheses: Tokens
    alignments: Alignments
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


def wer_default(sentences: Sentences) -> Tokens:
    r"""Return the words of every sentence, split at single spaces and at runs of white space.

    >>> wer_default(["a b ", "a\tb \t c"])
    [['a', 'b'], ['a\tb', 'c']]
    """
    return [*map(_words, _sentences(sentences, "sentences"))]


def cer_default(sentences: Sentences) -> Tokens:
    """Return the characters of every sentence, without white space at its ends.

    >>> cer_default(" a b")
    [['a', ' ', 'b']]
    """
    return [list(sentence.strip()) for sentence in _sentences(sentences, "sentences")]


def wer(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word error rate; the arguments are those of :func:`process_words`."""
    return _measure("wer", reference, hypothesis, reference_transform, hypothesis_transform)


def mer(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the match error rate; the arguments are those of :func:`process_words`."""
    return _measure("mer", reference, hypothesis, reference_transform, hypothesis_transform)


def wip(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information preserved; the arguments are those of :func:`process_words`."""
    return _measure("wip", reference, hypothesis, reference_transform, hypothesis_transform)


def wil(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information lost; the arguments are those of :func:`process_words`."""
    return _measure("wil", reference, hypothesis, reference_transform, hypothesis_transform)


def cer(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> float:
    """Return the character error rate; the arguments are those of :func:`process_characters`."""
    return _measure("wer", reference, hypothesis, reference_transform, hypothesis_transform)


def process_words(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> WordOutput:
    """Align the words of references and hypotheses, and return all measures.

    Args:
        reference: the reference: a sentence, or a list of sentences.
        hypothesis: the recognised text: as many sentences.
        reference_transform: turns a list of sentences into a list of lists of words.
        hypothesis_transform: the same for hypotheses.

    Raises:
        InputError: if these are not sentences, if their numbers differ, and if a transform does not
            return lists of words.

    >>> process_words("who is there", "is there").alignments[0][0]
    AlignmentChunk(type='delete', ref_start_idx=0, ref_end_idx=1, hyp_start_idx=0, hyp_end_idx=0)

    """
    transforms = reference_transform, hypothesis_transform
    rows = _rows(reference, hypothesis, transforms)
    if _are_few(*rows):
        alignments, counts = _few_alignments(*rows)
    else:
        pairs = _text_pairs(reference, hypothesis, transforms) or _token_pairs(*rows)
        alignments, counts = _alignments(pairs)
    _warn_of_units(reference, transforms)
    return WordOutput(*rows, alignments, *_measures(*counts), *counts)


def process_characters(
    reference: Sentences,
    hypothesis: Sentences,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> CharacterOutput:
    """Align the characters of references and hypotheses, spaces included, and return the CER.

    The arguments are those of :func:`process_words`; transforms return lists of characters.

    >>> process_characters(["日本語", "a b"], ["日本", "ab"]).cer
    0.3333333333333333
    """
    found = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    counts = (found.hits, found.substitutions, found.insertions, found.deletions)
    return CharacterOutput(found.references, found.hypotheses, found.alignments, found.wer, *counts)


def visualize_alignment(
    output: WordOutput | CharacterOutput,
    show_measures: bool = True,
    skip_correct: bool = True,
    line_width: int | None = None,
) -> str:
    """Return the alignments as text: lines of reference, hypothesis and errors.

    Args:
        output: the result of :func:`process_words` or :func:`process_characters`.
        show_measures: whether to append counts and measures.
        skip_correct: whether to leave out sentences without errors.
        line_width: the maximum line width in characters; a single longer token is not cut.

    >>> print(visualize_alignment(process_words("who is there", "is here"), show_measures=False))
    === SENTENCE 1 ===
    <BLANKLINE>
    REF: who is there
    HYP: *** is  here
           D        S
    <BLANKLINE>

    """
    separator = _separator(output)
    parts = [
        f"=== SENTENCE {number} ===\n\n{_drawing(*pair, separator, line_width)}"
        for number, pair in enumerate(_pairs(output), start=1)
        if not skip_correct or any(chunk.type != "equal" for chunk in pair[2])
    ]
    if show_measures:
        measures = ("mer", "wil", "wip", "wer") if isinstance(output, WordOutput) else ("cer",)
        parts.append(
            f"=== SUMMARY ===\nnumber of sentences: {len(output.alignments)}\n"
            f"substitutions={output.substitutions} deletions={output.deletions} "
            f"insertions={output.insertions} hits={output.hits}\n\n"
            + "".join(f"{name}={getattr(output, name):.2%}\n" for name in measures)
        )
    return "\n".join(parts)


def collect_error_counts(
    output: WordOutput | CharacterOutput,
) -> tuple[Counter[tuple[str, str]], Counter[str], Counter[str]]:
    """Return how often each text is substituted, inserted and deleted; a chunk is one text.

    Args:
        output: the result of :func:`process_words` or :func:`process_characters`.

    Returns:
        Three counters: substitutions by pairs of reference and hypothesis text, insertions,
        deletions.

    >>> collect_error_counts(process_words(["who is", "go"], ["who", "go on now"]))
    (Counter(), Counter({'on now': 1}), Counter({'is': 1}))

    """
    separator = _separator(output)
    substitutions: Counter[tuple[str, str]] = Counter()
    insertions: Counter[str] = Counter()
    deletions: Counter[str] = Counter()
    for reference, hypothesis, chunks in _pairs(output):
        for chunk in chunks:
            said = separator.join(reference[chunk.ref_start_idx : chunk.ref_end_idx])
            heard = separator.join(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "substitute":
                substitutions[said, heard] += 1
            elif chunk.type == "insert":
                insertions[heard] += 1
            elif chunk.type == "delete":
                deletions[said] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: WordOutput | CharacterOutput,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """Return the counts of :func:`collect_error_counts` as text, the most frequent first.

    Args:
        output: the result of :func:`process_words` or :func:`process_characters`.
        show_substitutions: whether to include substitutions.
        show_insertions: whether to include insertions.
        show_deletions: whether to include deletions.
        top_k: the number of entries of each kind; ``None``: all.

    Raises:
        InputError: for a ``top_k`` below 1.

    >>> output = process_words("who is there", "is here")
    >>> print(visualize_error_counts(output, show_insertions=False))
    === SUBSTITUTIONS ===
    there --> here  = 1x
    <BLANKLINE>
    === DELETIONS ===
    who = 1x

    """
    if top_k is not None and top_k < 1:
        raise InputError("jiwer.top_k", top_k=top_k)
    titles = ("SUBSTITUTIONS", "INSERTIONS", "DELETIONS")
    shown = (show_substitutions, show_insertions, show_deletions)
    counted: Sequence[Counter[Any]] = collect_error_counts(output)  # texts or pairs
    sections = [
        f"=== {title} ===\n{_ranking(counts.most_common(top_k))}"
        for title, is_shown, counts in zip(titles, shown, counted, strict=True)
        if is_shown
    ]
    return "\n".join(sections).removesuffix("\n")


def _measures(
    hits: int, substitutions: int, insertions: int, deletions: int
) -> tuple[float, float, float, float]:
    """Return WER, MER, WIL and WIP from counts; see :mod:`levmetrics.sums.error_counts`."""
    errors = substitutions + insertions + deletions
    said, heard = hits + substitutions + deletions, hits + substitutions + insertions
    wip = (hits / max(said, 1)) * (hits / max(heard, 1)) if said or heard else 1.0
    return errors / max(said, 1), errors / max(said + insertions, 1), 1.0 - wip, wip


def _measure(
    name: str, reference: Sentences, hypothesis: Sentences, *transforms: Transform
) -> float:
    """Return a measure; many sentences are counted at once, without alignments."""
    pairs = _text_pairs(reference, hypothesis, transforms)
    if pairs is None:
        rows = _rows(reference, hypothesis, transforms)
        counts = _few_alignments(*rows)[1] if _are_few(*rows) else _counts(_token_pairs(*rows))
    else:
        counts = _counts(pairs)
    _warn_of_units(reference, transforms)
    return _measures(*counts)[_MEASURES.index(name)]


def _warn_of_units(reference: Sentences, transforms: tuple[Transform, ...]) -> None:
    """Warn of white space that does not separate words, unless a transform finds them."""
    if transforms[0] is wer_default:
        warn_of_unspaced_strings(reference)


def _are_few(references: Tokens, hypotheses: Tokens) -> bool:
    return sum(map(len, chain(references, hypotheses))) < _FEW_TOKENS


def _few_alignments(references: Tokens, hypotheses: Tokens) -> tuple[Alignments, _Counts]:
    """Align and count few tokens by RapidFuzz, with the kernel's results but less overhead."""
    alignments = [
        [
            AlignmentChunk(op.tag, op.src_start, op.src_end, op.dest_start, op.dest_end)
            for op in Levenshtein.opcodes(*numbered(*pair))
        ]
        for pair in zip(references, hypotheses, strict=True)
    ]
    sizes: Counter[str] = Counter()
    for chunk in chain.from_iterable(alignments):
        in_reference = chunk.ref_end_idx - chunk.ref_start_idx
        sizes[chunk.type] += in_reference or chunk.hyp_end_idx - chunk.hyp_start_idx
    return alignments, (sizes["equal"], sizes["substitute"], sizes["insert"], sizes["delete"])


def _alignments(pairs: TokenPairs) -> tuple[Alignments, _Counts]:
    """Align and count the tokens of all pairs in one kernel call."""
    spans = pair_spans(pairs)
    sizes = np.bincount(spans.kind, spans.sizes(), minlength=len(_LETTERS)).astype(int).tolist()
    substitutions, deletions, insertions, hits = sizes
    kinds, *bounds = (column.tolist() for column in spans[1:])
    chunks = [*map(AlignmentChunk, map([*_LETTERS].__getitem__, kinds), *bounds)]
    stops = np.cumsum(np.bincount(spans.pair, minlength=len(pairs.preds))).tolist()
    alignments = [chunks[start:stop] for start, stop in pairwise([0, *stops])]
    return alignments, (hits, substitutions, insertions, deletions)


def _counts(pairs: TokenPairs) -> _Counts:
    substitutions, hits, heard, said = np.array(pair_counts(pairs)).sum(axis=1).tolist()
    aligned = hits + substitutions
    return hits, substitutions, heard - aligned, said - aligned


def _token_pairs(references: Tokens, hypotheses: Tokens) -> TokenPairs:
    preds, target = (
        TokenRows("", [*chain.from_iterable(rows)], np.array([*map(len, rows)], np.int64))
        for rows in (hypotheses, references)
    )
    return TokenPairs(*token_columns(preds, target)[:2])


def _text_pairs(
    reference: Sentences, hypothesis: Sentences, transforms: tuple[Transform, ...]
) -> TokenPairs | None:
    """Return the texts if there are many and the kernel can split them as the transforms do."""
    if transforms not in ((wer_default, wer_default), (cer_default, cer_default)):
        return None
    sides = _sentences(hypothesis, "hypothesis"), _sentences(reference, "reference")
    _check_lengths(sides[1], sides[0])
    text = "".join(chain(*sides))
    if len(text) < _FEW_CHARACTERS:
        return None
    if transforms[0] is cer_default:
        column: type[Characters | WordColumn] = Characters
        sides = [*map(str.strip, sides[0])], [*map(str.strip, sides[1])]
    elif text.isprintable() or not _OTHER_SPACE.search(text):  # no white space but spaces
        column = WordColumn
    else:
        return None
    try:
        preds, target = (column(Texts.of(side)) for side in sides)
    except UnicodeEncodeError:  # a lone surrogate
        return None
    return TokenPairs(preds, target)


def _rows(
    reference: Sentences, hypothesis: Sentences, transforms: tuple[Transform, ...]
) -> tuple[Tokens, Tokens]:
    """Check the texts, and return the tokens of every reference and hypothesis."""
    references = _tokens(reference, transforms[0], "reference")
    hypotheses = _tokens(hypothesis, transforms[1], "hypothesis")
    _check_lengths(references, hypotheses)
    return references, hypotheses


def _tokens(sentences: Sentences, transform: Transform, name: str) -> Tokens:
    if transform in (wer_default, cer_default):
        return transform(_sentences(sentences, name))
    rows: object = transform([sentences] if isinstance(sentences, str) else sentences)
    if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
        kinds = {*map(type, chain.from_iterable(rows))}
        if all(issubclass(kind, str) for kind in kinds):
            return rows
    raise InputError("jiwer.transform", name=name)


def _sentences(sentences: Sentences, name: str) -> list[str]:
    """Return checked sentences as a list; an empty list becomes one empty sentence, as in jiwer."""
    listed = [sentences] if isinstance(sentences, str) else sentences
    if not isinstance(listed, list):
        raise InputError("jiwer.sentences", place=name, given=type_phrase(sentences))
    for index, sentence in enumerate(listed):
        if not isinstance(sentence, str):
            place = Place(name, index)
            raise InputError("jiwer.sentence", place=place, given=type_phrase(sentence))
    return listed or [""]


def _check_lengths(references: Sized, hypotheses: Sized) -> None:
    if len(references) != len(hypotheses):
        raise InputError("jiwer.lengths", count=len(references), other_count=len(hypotheses))


def _words(sentence: str) -> list[str]:
    if sentence.isprintable():  # no white space but spaces
        return sentence.split()
    return [word for word in _SPACES.sub(" ", sentence).strip().split(" ") if word]


def _pairs(
    output: WordOutput | CharacterOutput,
) -> Iterator[tuple[list[str], list[str], list[AlignmentChunk]]]:
    return zip(output.references, output.hypotheses, output.alignments, strict=False)


def _separator(output: WordOutput | CharacterOutput) -> str:
    return " " if isinstance(output, WordOutput) else ""


def _drawing(
    reference: list[str],
    hypothesis: list[str],
    chunks: list[AlignmentChunk],
    separator: str,
    line_width: int | None,
) -> str:
    """Draw an alignment in blocks of three lines, each as wide as ``line_width`` allows."""
    margin = len("REF: ")
    labels = [label.ljust(margin - len(separator)) for label in ("REF:", "HYP:", "")]
    blocks, used = [[labels]], margin
    for chunk in chunks:
        said = reference[chunk.ref_start_idx : chunk.ref_end_idx]
        heard = hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]
        for pair in zip_longest(said, heard, fillvalue=_GAP):
            width = max(1, *map(len, pair))
            if line_width is not None and used + width > line_width:
                blocks.append([labels])
                used = margin
            cells = (_GAP * width if token == _GAP else token.rjust(width) for token in pair)
            blocks[-1].append([*cells, _LETTERS[chunk.type].rjust(width)])
            used += width + len(separator)
    drawn = ([separator.join(line) for line in zip(*block, strict=True)] for block in blocks)
    return "\n".join("\n".join([*lines, ""]) for lines in drawn)


def _ranking(frequencies: list[tuple[Any, int]]) -> str:  # texts or pairs
    """Return a line for each entry, in aligned columns."""
    if not frequencies:
        return "none"
    rows = [((key,) if isinstance(key, str) else key, count) for key, count in frequencies]
    width = max(len(text) for texts, _ in rows for text in texts)
    return "".join(
        f"{' --> '.join(text.ljust(width) for text in texts)} = {count}x\n" for texts, count in rows
    )
