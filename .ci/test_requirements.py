"""Print the requirements of the extras `test` and `peers`, one a line, to be installed beside a compiled build."""

import tomllib
from pathlib import Path

pyproject = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
extras = pyproject["project"]["optional-dependencies"]
print(*extras["test"], *extras["peers"], sep="\n")
