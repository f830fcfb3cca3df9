"""Corpora past one machine: what the doors to Spark and Ray have in common."""
