"""Edit distances and edits of token pairs, from which the scores are computed."""
