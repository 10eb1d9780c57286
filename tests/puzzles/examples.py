"""Stored puzzles, people, and answers to them."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from games.puzzles import files, store
from games.puzzles.models import Puzzle

GAMES = ("parade", "tea_time", "wonderland")


def stored(game: str = "parade", number: int = 1) -> list[Puzzle]:
    """Store the first shipped puzzles of a game whose moves are single cards."""
    data = [
        document
        for document in files.shipped(game)
        if game != "parade" or "card" in document["found"][0]["move"]
    ]
    puzzles = [store.of(f"{game}-{document['n']}", game, document) for document in data[:number]]
    return list(Puzzle.objects.bulk_create(puzzles))


def member(name: str = "Ada") -> User:
    return User.objects.create_user(name, password="pack-of-cards-9")


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def form_of(move: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with which Parade's board plays a card."""
    return {"type": "play", "card": move["card"], "seen": "0", "key": "0"}


def solve(client: Client, puzzle: Puzzle, *, right: bool = True, query: str = "") -> int:
    advice = puzzle.data["found"]
    return client.post(
        f"/puzzles/{puzzle.pk}/{query}", form_of(advice[0 if right else 1]["move"])
    ).status_code
