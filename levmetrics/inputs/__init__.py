"""The input side: whatever a caller hands over, checked and brought to Arrow columns."""
