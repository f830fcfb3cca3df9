"""Scores computed from the edits: error rates, similarities, ANLS."""
