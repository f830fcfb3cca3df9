"""Tokens and results as a person sees them: in a terminal, and as HTML."""
