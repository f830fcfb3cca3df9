"""Sessions of speakers: a module for each format of meeting transcripts."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
