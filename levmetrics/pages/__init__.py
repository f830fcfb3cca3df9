"""OCR pages: comparison of texts whose blocks are in different orders."""
