"""Rendering of tokens and results: their names and colours, and how they look in text and HTML."""
