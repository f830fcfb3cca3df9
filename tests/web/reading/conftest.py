"""Files for the readers."""

import pytest


@pytest.fixture
def written(tmp_path):
    """Writes files, and returns their paths by their names."""

    def write(**contents):
        for name, content in contents.items():
            path = tmp_path / ".".join(name.rsplit("_", 1))
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return {path.name: path for path in sorted(tmp_path.iterdir())}

    return write
