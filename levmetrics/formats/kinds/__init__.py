"""The file formats; each module registers a few similar ones."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
