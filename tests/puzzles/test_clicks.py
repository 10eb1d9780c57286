"""Simultaneous answers of a browser without a session, on a real database that all threads share."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from django.db import connections
from django.test import Client

from accounts.models import User
from games.puzzles.models import Answer, Puzzle, Standing
from tests.puzzles import examples

CLICKS = 6


def click(puzzle: Puzzle, token: str, barrier: Barrier) -> None:
    tab = Client()
    tab.cookies["csrftoken"] = token
    barrier.wait()
    try:
        examples.solve(tab, puzzle)
    finally:
        connections.close_all()


def test_six_answers_at_the_same_time_make_one_guest_and_count_once(file_database: Path) -> None:
    (puzzle,) = examples.stored()
    page = Client()
    page.get(f"/puzzles/{puzzle.pk}/")
    token, barrier = page.cookies["csrftoken"].value, Barrier(CLICKS)
    with ThreadPoolExecutor(CLICKS) as pool:
        clicks = [pool.submit(click, puzzle, token, barrier) for _click in range(CLICKS)]
        for answered in clicks:
            answered.result()
    assert User.objects.count() == Answer.objects.count() == Puzzle.objects.get().tries == 1
    assert Standing.objects.get().tries == 1
