"""Confidence intervals and paired significance tests over sample statistics."""
