"""Benchmarks against widely used tools: ``python -m benchmarks``."""
