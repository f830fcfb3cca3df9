"""The file formats, a file for those that are alike, which registers them."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
