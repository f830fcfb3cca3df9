"""Confidence intervals and paired tests over per-sample statistics."""
