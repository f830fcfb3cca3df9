"""Meetings: who spoke when, and the errors of a system that says so."""
