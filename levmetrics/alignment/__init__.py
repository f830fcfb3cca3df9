"""Alignments, confusions and the edit matrix, with their drawings."""
