"""Tokens and results as a person sees them: what they are called, in a terminal, and as HTML."""
