"""Call one tool at W1 several times: ``python -m benchmarks.repeated_calls TOOL FILE CALLS``.

Nothing but the tool is imported, since this runs under valgrind.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

OURS = "levmetrics"
# Where the function is that takes predictions and references.
FUNCTIONS = {
    OURS: (OURS, "error_counts"),
    "werx": ("benchmarks.peers.werx", "word_error_rate"),
    "universal-edit-distance": ("benchmarks.peers.universal_edit_distance", "word_error_rate"),
    "fastwer": ("benchmarks.peers.fastwer", "word_error_rate"),
    "RapidFuzz in a loop": ("benchmarks.peers.pair_by_pair", "RAPIDFUZZ.word_error_rate"),
    "python-Levenshtein": ("benchmarks.peers.pair_by_pair", "LEVENSHTEIN.word_error_rate"),
}


def main(tool: str, file: str, calls: str) -> None:
    """Score a corpus so many times; the file has its two lists of texts as JSON."""
    module, name = FUNCTIONS[tool]
    score = attrgetter(name)(import_module(module))
    preds, target = json.loads(Path(file).read_text("utf-8"))
    for _ in range(int(calls)):
        score(preds, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
