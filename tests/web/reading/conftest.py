"""Reading without a child process, where it is not the process that is tested."""

import pytest

from levmetrics.errors import InputError
from levmetrics.web.reading import files, samples
from levmetrics.web.reading.child import Answer


def answered(function, requests):
    answers = []
    for request in requests:
        try:
            answers.append(Answer(function(**request.arguments)))
        except InputError as error:
            answers.append(Answer(refusal=error))
    return answers


@pytest.fixture
def in_this_process(monkeypatch):
    for module in (files, samples):
        monkeypatch.setattr(module, "answers", answered)


@pytest.fixture
def written(tmp_path):
    """Writes files, and returns their paths by their names."""

    def write(**contents):
        for name, content in contents.items():
            path = tmp_path / ".".join(name.rsplit("_", 1))
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return {path.name: path for path in sorted(tmp_path.iterdir())}

    return write
