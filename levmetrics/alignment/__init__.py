"""Alignments, confusions and the edit matrix, for people to look at."""
