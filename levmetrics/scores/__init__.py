"""What the edits mean: error rates, similarities, ANLS."""
