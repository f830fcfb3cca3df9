"""Rendering of tokens and results as text and HTML, with their names and colours."""
