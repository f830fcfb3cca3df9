"""One pair as HTML: its alignment, its edit matrix, and the tokens of every tokenizer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from levmetrics.alignment.alignment import TokenAlignment
from levmetrics.alignment.edit_matrix import MatrixWords, matrix_of_tokens
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.tokenizers import get_tokenizer
from levmetrics.web.error_messages import error_message
from levmetrics.web.language import WORDS, Language, say
from levmetrics.web.requests import installed_tokenizers

_TOKENIZED_CHARACTERS = 500
_MAX_MATRIX_TOKENS = 30  # tokens per side; a larger matrix does not fit on a page


def alignment(language: Language, aligned: TokenAlignment) -> str:
    """Draw an alignment under its heading."""
    heading, drawing = say(language, "inside_alignment"), aligned.to_html(WORDS[language])
    return render("page/scrolling.html.j2", heading=heading, note="", drawing=drawing)


def matrix(language: Language, aligned: TokenAlignment) -> str:
    """Draw the edit matrix of aligned tokens, or a note that it is too large."""
    sizes = {"reference": len(aligned.target), "prediction": len(aligned.pred)}
    note, drawing = say(language, "inside_matrix_info"), ""
    if max(sizes.values()) > _MAX_MATRIX_TOKENS:
        note = say(language, "inside_matrix_too_large", tokens=_MAX_MATRIX_TOKENS, **sizes)
    else:
        keys = ("inside_matrix_caption", "inside_reference_axis", "inside_prediction_axis")
        words = MatrixWords(*(say(language, key, distance="{distance}") for key in keys))
        drawing = matrix_of_tokens(aligned.pred, aligned.target, 1).to_html(words)
    heading = say(language, "inside_matrix")
    return render("page/scrolling.html.j2", heading=heading, note=note, drawing=drawing)


def tokenizations(
    language: Language, reference: str, prediction: str, known: Mapping[tuple[str, str], Any]
) -> str:
    """Draw every tokenizer's tokens of both texts, or of their first 500 characters.

    Args:
        language: the visitor's language.
        reference: as given.
        prediction: as given.
        known: already computed tokens, by tokenizer and text.

    """
    cut = max(len(reference), len(prediction)) > _TOKENIZED_CHARACTERS
    cut_note = say(language, "inside_tokens_cut", characters=_TOKENIZED_CHARACTERS) if cut else ""
    texts = {"inside_reference": reference, "inside_prediction": prediction}
    return render(
        "page/tokenizations.html.j2",
        t=partial(say, language),
        note=say(language, "inside_tokens_info", cut=cut_note),
        rows=[
            (
                name,
                [
                    (say(language, side), *_tokens(language, name, text, known))
                    for side, text in texts.items()
                ],
            )
            for name in installed_tokenizers()
        ],
    )


def _tokens(
    language: Language, tokenizer: str, text: str, known: Mapping[tuple[str, str], Any]
) -> tuple[Sequence[str], str]:
    """Return a tokenizer's tokens of a text, and a message if it fails."""
    shown = text[:_TOKENIZED_CHARACTERS]
    try:
        return known.get((tokenizer, shown)) or get_tokenizer(tokenizer)(shown), ""
    except InputError as error:
        return [], error_message(error, language)
