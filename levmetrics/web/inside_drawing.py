"""One pair as HTML: its alignment, its edit matrix, and what every tokenizer makes of it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from levmetrics.alignment.alignment import Alignment
from levmetrics.alignment.edit_matrix import MatrixWords, matrix_of_tokens
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.tokenizers import get_tokenizer
from levmetrics.web.error_messages import error_message
from levmetrics.web.language import Language, say
from levmetrics.web.requests import installed_tokenizers
from levmetrics.web.results.wording import alignment_words

TokensByTokenizer: TypeAlias = Mapping[str, Sequence[Hashable]]
"""The tokens of one text, by the tokenizer's name."""

_NO_TOKENS: TokensByTokenizer = MappingProxyType({})
_TOKENIZED_CHARACTERS = 500
_MAX_MATRIX_TOKENS = 30  # a side; a larger matrix does not fit on a page


class Text(NamedTuple):
    """A text, and what is known of its tokens.

    Attributes:
        side: the word for it, as ``"inside_reference"`` of the wording.
        text: as given.
        known: its tokens by the tokenizers that have read it already.

    """

    side: str
    text: str
    known: TokensByTokenizer = _NO_TOKENS


def alignment(language: Language, aligned: Alignment) -> str:
    """Draw an alignment under its heading."""
    return render(
        "page/scrolling.html.j2",
        heading=say(language, "inside_alignment"),
        note="",
        drawing=aligned.to_html(alignment_words(language)),
    )


def matrix(language: Language, aligned: Alignment) -> str:
    """Draw the edit matrix of aligned tokens, or say that it is too large to be drawn."""
    heading = say(language, "inside_matrix")
    sizes = {"reference": len(aligned.target), "prediction": len(aligned.pred)}
    if max(sizes.values()) > _MAX_MATRIX_TOKENS:
        note = say(language, "inside_matrix_too_large", tokens=_MAX_MATRIX_TOKENS, **sizes)
        return render("page/scrolling.html.j2", heading=heading, note=note, drawing="")
    keys = ("inside_matrix_caption", "inside_reference_axis", "inside_prediction_axis")
    caption, *axes = (say(language, key, distance="{distance}") for key in keys)
    distances = matrix_of_tokens(aligned.pred, aligned.target, 1)
    return render(
        "page/scrolling.html.j2",
        heading=heading,
        note=say(language, "inside_matrix_info"),
        drawing=distances.to_html(MatrixWords(caption, *axes)),
    )


def tokenizations(language: Language, texts: Sequence[Text]) -> str:
    """Draw what every tokenizer makes of some texts, or of their first 500 characters.

    Args:
        language: the visitor's.
        texts: the reference, and the prediction.

    """
    cut = any(len(text.text) > _TOKENIZED_CHARACTERS for text in texts)
    cut_note = say(language, "inside_tokens_cut", characters=_TOKENIZED_CHARACTERS) if cut else ""
    return render(
        "page/tokenizations.html.j2",
        t=partial(say, language),
        note=say(language, "inside_tokens_info", cut=cut_note),
        rows=[
            (name, [(say(language, text.side), *_tokens(language, name, text)) for text in texts])
            for name in installed_tokenizers()
        ],
    )


def _tokens(language: Language, tokenizer: str, text: Text) -> tuple[Sequence[Hashable], str]:
    """Return a tokenizer's tokens of a text, and a message if it fails."""
    shown = text.text[:_TOKENIZED_CHARACTERS]
    if shown == text.text and tokenizer in text.known:
        return text.known[tokenizer], ""
    try:
        return get_tokenizer(tokenizer)(shown), ""
    except InputError as error:
        return [], error_message(error, language)
