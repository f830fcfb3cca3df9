"""The tokens that the kernel gets to see of a column."""

from levmetrics import get_tokenizer
from levmetrics.inputs.arrow import split_whitespace
from levmetrics.inputs.columns import prediction_column
from levmetrics.inputs.tokens import Characters, Tokens


def column_tokens(tokenizer, texts):
    column = get_tokenizer(tokenizer).column(prediction_column(texts))
    if isinstance(column, Characters):
        return [list(text) for text in column.values]
    if isinstance(column, Tokens):
        return column.values.to_pylist()
    return split_whitespace(column.values.to_arrow()).to_pylist()
