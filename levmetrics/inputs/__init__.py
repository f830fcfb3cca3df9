"""Checks of the caller's input, and its conversion to Arrow columns."""
