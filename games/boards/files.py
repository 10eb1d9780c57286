"""A game's own style sheet and script: found by the game's name, so that a new game edits nobody else's page."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders


@cache
def own_files(game: str) -> dict[str, list[str]]:
    """Static paths, none where the game has no such file: `{"styles": ["css/<game>.css"], "scripts": [...]}`."""
    paths = {"styles": f"css/{game}.css", "scripts": f"js/{game}.js"}
    return {kind: [path] if finders.find(path) else [] for kind, path in paths.items()}
