"""README's commands are the ones that .ci/run takes from it."""

import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_readme_has_exactly_two_commands():
    assert re.findall(r"```bash\n(.*?)\n```", README, flags=re.DOTALL) == [
        "pip install -r requirements.txt -e . && levmetrics demo",
        "pip install -r requirements-dev.txt -e . && python -m pytest -n 2",
    ]
