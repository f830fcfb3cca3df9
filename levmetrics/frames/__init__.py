"""Row-wise scores for tables of any Arrow-compatible library, and for batches of rows."""
