"""Wordings of a reference that are right beside the one written: alternatives and compounds."""
