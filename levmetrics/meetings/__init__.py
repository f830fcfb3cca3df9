"""Meetings: diarization, and the errors of multi-speaker transcripts."""
