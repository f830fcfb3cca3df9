"""Pages of OCR: what a page holds, and a file for each format that they come in."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
