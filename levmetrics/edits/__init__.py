"""Edit distances and edits of pairs: what the scores are made of."""
