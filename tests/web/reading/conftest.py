"""Files for the readers."""

import pytest

from levmetrics.web.reading.read_as import UploadedFile


@pytest.fixture
def written(tmp_path):
    """Writes files, and returns them by their names, to be read as a visitor says."""

    def write(*said, **contents):
        for name, content in contents.items():
            path = tmp_path / ".".join(name.rsplit("_", 1))
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return {path.name: UploadedFile(str(path), *said) for path in sorted(tmp_path.iterdir())}

    return write
