"""Pages of OCR: how a text compares with its reference when their blocks are in another order."""
