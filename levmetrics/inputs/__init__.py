"""A caller's input, checked and converted to Arrow columns."""
