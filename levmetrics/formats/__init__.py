"""Readers of files: columns of texts, the example texts, and the formats of competitions."""
