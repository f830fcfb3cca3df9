"""Files that a page reads in the process of a test."""

import pytest

from levmetrics import InputError


@pytest.fixture
def in_this_process(monkeypatch):
    """Read files without a child process, where it is not the process that is tested."""
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

    for module in (files, samples):
        monkeypatch.setattr(module, "answers", answered)
