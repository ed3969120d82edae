"""Print the requirements of the extra `test`, one a line, so that they can be installed beside a compiled build."""

import tomllib
from pathlib import Path

pyproject = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
print(*pyproject["project"]["optional-dependencies"]["test"], sep="\n")
