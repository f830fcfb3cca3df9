"""Normalized similarities of texts: the edit distance, and the rules that share the name ANLS."""
