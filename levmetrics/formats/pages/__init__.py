"""Pages of OCR: the classes of a page, and a module for each page format."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
