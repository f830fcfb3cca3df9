"""Leaderboards' own rules, in the words of the tests."""
