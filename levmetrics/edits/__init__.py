"""Edit distances and edits of token pairs, which the scores are computed from."""
