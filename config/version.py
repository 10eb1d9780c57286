"""The version of the whole site, which pyproject.toml holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text())["project"]["version"]
