"""Sessions of speakers: a file for each format that transcripts of meetings come in."""

from levmetrics.registry import import_modules

import_modules(__name__, __path__)
