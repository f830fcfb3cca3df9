"""Files of tests."""

from pathlib import Path


def written(path: Path, content: str | bytes) -> Path:
    """Write a file, text in UTF-8, and return its path."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
