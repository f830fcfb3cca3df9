"""Pages of OCR: the classes of a page, and a module for each page format."""
