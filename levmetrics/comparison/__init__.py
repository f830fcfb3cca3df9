"""Several systems on the same references; a run against a stored baseline."""
