"""A score a row: for tables of every library that speaks Arrow, and for batches of rows."""
