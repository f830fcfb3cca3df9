"""The file formats, a file each, which registers its own."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
