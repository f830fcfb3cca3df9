"""Keep evaluate's caches of a test run in a folder of its own, and off the network."""

import os
import tempfile

from hypothesis import settings

# Before evaluate is imported, which reads these once.
os.environ["HF_HOME"] = tempfile.mkdtemp(prefix="levmetrics-tests-")
os.environ["HF_HUB_OFFLINE"] = "1"

# A machine that others use as well is no fault of the code.
settings.register_profile("levmetrics", deadline=None)
settings.load_profile("levmetrics")
