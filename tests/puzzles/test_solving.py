"""Solving: right or wrong at once, counted once, guests too, and nothing of the answer before."""

from __future__ import annotations

import re
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from games.coach.questions import MOST_WAITING, coach
from games.models import Table
from games.puzzles.models import Answer, Hint, Puzzle, Standing
from games.puzzles.positions import position_of
from games.puzzles.scale import START
from tests.helpers.at_once import at_once
from tests.helpers.pages import text
from tests.puzzles import examples

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", examples.GAMES)
def test_the_page_asks_on_the_games_own_board_and_tells_nothing(game: str) -> None:
    (puzzle,) = examples.stored(game)
    page = Client().get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert 'id="board"' in page and 'form id="move"' in page and 'id="coach"' not in page
    assert "data-best" not in page and "says why" not in page and "chosen by" not in page


def test_the_heading_has_the_spaces_of_its_language() -> None:
    (puzzle,) = examples.stored()
    page = Client(headers={"accept-language": "fr"}).get(f"/puzzles/{puzzle.pk}/").content.decode()
    assert re.search(r'<h1 class="vh">Parade\s: \w', page)


def test_a_right_answer_tells_why_and_raises_the_number() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    assert examples.solve(client, puzzle) == 302
    page = text(client, f"/puzzles/{puzzle.pk}/")
    assert "Right: " in page and "says why" in page and "You are the first to try this puzzle." in page
    standing, stored = Standing.objects.get(), Puzzle.objects.get()
    assert standing.rating > START and stored.rating < puzzle.rating
    assert (standing.right, standing.tries, stored.right, stored.tries) == (1, 1, 1, 1)


def test_a_wrong_answer_names_the_best_move_and_lowers_the_number() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzle, right=False)
    page = text(client, f"/puzzles/{puzzle.pk}/")
    assert "No, better: " in page and "(you)" in page and "You chose: " in page
    assert Standing.objects.get().rating < START and not Answer.objects.get().is_right


def test_the_page_has_a_class_for_each_state() -> None:
    puzzles = examples.stored(number=2)
    client = examples.signed_in(examples.member())
    pages = [client.get(f"/puzzles/{puzzles[0].pk}/{query}") for query in ("", "?streak=1")]
    for puzzle, right in zip(puzzles, (True, False), strict=True):
        examples.solve(client, puzzle, right=right)
        pages.append(client.get(f"/puzzles/{puzzle.pk}/"))
    classes = [page.content.decode().split('<body class="')[1].split('"')[0].split() for page in pages]
    common = ["at-table", "puzzle-page"]
    assert classes == [
        common,
        [*common, "in-streak"],
        [*common, "answered", "right"],
        [*common, "answered", "wrong"],
    ]


def test_a_puzzle_counts_once() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzle, right=False)
    before = Standing.objects.values().get()
    examples.solve(client, puzzle)
    assert Standing.objects.values().get() == before and not Answer.objects.get().is_right
    assert Puzzle.objects.get().tries == 1


def test_a_visitor_becomes_a_guest_by_answering() -> None:
    (puzzle,) = examples.stored()
    client = Client()
    client.get(f"/puzzles/{puzzle.pk}/")
    assert not User.objects.exists()
    examples.solve(client, puzzle)
    assert Answer.objects.get().user.is_guest and "Right: " in text(client, f"/puzzles/{puzzle.pk}/")


@pytest.mark.parametrize(
    "form", [{}, {"type": "play", "card": "blue-99"}, {"type": "discard", "card": ["a", "b"]}]
)
def test_what_is_no_move_counts_nothing(form: dict[str, object]) -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    answer = client.post(f"/puzzles/{puzzle.pk}/", form)
    assert 400 <= answer.status_code < 500 and not Answer.objects.exists()
    assert 'role="alert"' in answer.content.decode()


def test_unknown_puzzles_and_games_are_not_found() -> None:
    client = Client()
    for address in ("/puzzles/parade-999/", "/puzzles/next/chess/", "/puzzles/next/stockings/"):
        assert client.get(address).status_code == 404


def next_of_streak(client: Client) -> Puzzle:
    address = client.get("/puzzles/next/parade/?streak=1")["Location"]
    assert address.endswith("/?streak=1")
    return Puzzle.objects.get(pk=address.split("/")[2])


def in_streak(number: int = 6) -> Client:
    """Return the client of a member who has answered one of that many puzzles right, in a streak."""
    examples.stored(number=number)
    client = examples.signed_in(examples.member())
    examples.solve(client, next_of_streak(client), query="?streak=1")
    return client


def test_a_streak_grows_until_the_first_miss() -> None:
    client = in_streak()
    for right in (True, False, True):
        puzzle = next_of_streak(client)
        examples.solve(client, puzzle, right=right, query="?streak=1")
        if not right:
            assert "The streak is over. Your longest: 2" in text(client, f"/puzzles/{puzzle.pk}/?streak=1")
    standing = Standing.objects.get()
    assert (standing.run, standing.longest) == (1, 2)


def test_the_puzzle_of_a_streak_stays_until_it_is_answered() -> None:
    client = in_streak(number=20)
    puzzle = next_of_streak(client)
    assert {next_of_streak(client).pk for _again in range(10)} == {puzzle.pk}
    assert client.get("/puzzles/next/parade/?streak=1&theme=zero")["Location"].split("/")[2] == puzzle.pk
    # It comes in the streak alone.
    others = {client.get("/puzzles/next/parade/")["Location"] for _again in range(20)}
    assert f"/puzzles/{puzzle.pk}/" not in others


def test_a_miss_ends_a_streak_from_any_address() -> None:
    client = in_streak()
    puzzle = next_of_streak(client)
    assert "in-streak" in client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    examples.solve(client, puzzle, right=False)
    standing = Standing.objects.get()
    assert (standing.run, standing.longest, standing.next) == (0, 1, None)
    assert "The streak is over. Your longest: 1" in text(client, f"/puzzles/{puzzle.pk}/")


def test_a_running_streak_has_no_hints() -> None:
    client = in_streak()
    puzzle = next_of_streak(client)
    client.post(f"/puzzles/{puzzle.pk}/hint/")
    assert not Hint.objects.exists() and "It is one of these" not in text(client, f"/puzzles/{puzzle.pk}/")
    examples.solve(client, puzzle, right=False)
    assert Standing.objects.get().run == 0


def test_other_puzzles_leave_a_streak_alone() -> None:
    client = in_streak()
    puzzle = next_of_streak(client)
    one, other = Puzzle.objects.filter(answers=None).exclude(pk=puzzle.pk)[:2]
    examples.solve(client, one, right=False)
    # The address makes nothing else a part of it.
    examples.solve(client, other, query="?streak=1")
    assert Standing.objects.get().run == 1 and next_of_streak(client) == puzzle


def test_a_puzzle_with_a_hint_does_not_come_in_a_streak() -> None:
    one, other = examples.stored(number=2)
    client = examples.signed_in(examples.member())
    client.post(f"/puzzles/{other.pk}/hint/")
    examples.solve(client, one, query="?streak=1")
    assert Standing.objects.get().next is None


def test_playing_on_opens_a_table_with_the_same_view_against_bots() -> None:
    (puzzle,) = examples.stored()
    person = examples.member()
    client = examples.signed_in(person)
    # Not before the answer, which hints at the table would tell.
    assert client.post(f"/puzzles/{puzzle.pk}/play-on/")["Location"] == f"/puzzles/{puzzle.pk}/"
    examples.solve(client, puzzle)
    answer = client.post(f"/puzzles/{puzzle.pk}/play-on/")
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.pk}/"
    assert table.begun_from == {
        "puzzle": puzzle.pk,
        "n": len(puzzle.data["moves"]),
        "seat": puzzle.data["seat"],
    }
    assert table.seats.get(user=person).index == puzzle.data["seat"]
    assert "Back to the puzzle" in text(client, f"/t/{table.pk}/")


def test_a_hint_names_two_moves_and_the_answer_changes_no_number() -> None:
    (puzzle,) = examples.stored()
    client = Client()
    assert client.post(f"/puzzles/{puzzle.pk}/hint/")["Location"] == f"/puzzles/{puzzle.pk}/#puzzle-title"
    page = text(client, f"/puzzles/{puzzle.pk}/")
    best, second = (candidate["move"]["card"].replace("-", " ") for candidate in puzzle.data["found"][:2])
    assert "One try, unrated" in page and "It is one of these" in page and best in page and second in page
    examples.solve(client, puzzle, query="?streak=1")
    assert "Unrated, because you took a hint." in text(client, f"/puzzles/{puzzle.pk}/")
    answer, standing, stored = Answer.objects.get(), Standing.objects.get(), Puzzle.objects.get()
    assert answer.is_right and answer.before == answer.after == START and answer.run is None
    assert (standing.tries, standing.run, stored.tries, stored.rating) == (0, 0, 0, puzzle.rating)


def test_a_hint_that_would_name_all_moves_is_not_offered() -> None:
    puzzle = next(each for each in examples.stored("tea_time", 150) if len(each.data["found"]) == 2)
    client = examples.signed_in(examples.member())
    client.post(f"/puzzles/{puzzle.pk}/hint/")
    page = text(client, f"/puzzles/{puzzle.pk}/")
    assert (
        "Another one" in page and "A hint" not in page and "unrated" not in page and not Hint.objects.exists()
    )


def test_a_hint_after_the_answer_takes_nothing_back() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzle)
    client.post(f"/puzzles/{puzzle.pk}/hint/")
    assert "Your rating: 1500 → " in text(client, f"/puzzles/{puzzle.pk}/") and not Hint.objects.exists()


def unlisted(puzzle: Puzzle) -> str:
    """Return a card in hand that the puzzle doesn't list."""
    listed = [candidate["move"]["card"] for candidate in puzzle.data["found"]]
    hand: list[str] = position_of("parade", puzzle.data).view["hand"]
    return next(card for card in hand if card not in listed)


def wrong_page(puzzle: Puzzle) -> tuple[str, str]:
    """Answer with a card that the puzzle doesn't list; return it and the page that tells."""
    client, other = examples.signed_in(examples.member()), unlisted(puzzle)
    client.post(f"/puzzles/{puzzle.pk}/", examples.form_of({"card": other}))
    return other, client.get(f"/puzzles/{puzzle.pk}/").content.decode()


def test_a_wrong_answer_that_is_none_of_the_best_is_compared_with_the_best_in_figures() -> None:
    (puzzle,) = examples.stored()
    other, page = wrong_page(puzzle)
    row = page[page.index("own-move") :].split("</tr>")[0]
    assert f'data-places="h-{other}' in row and re.search(r"<td>[^<–]*[0-9]", row)
    assert "not among the best" not in page
    assert "your move" in page[page.index('class="whys"') :].split("</ol>")[0]
    figures = Answer.objects.get().figures
    assert (
        figures is not None
        and figures["move"]["card"] == other
        and len(figures["wins"]) == len(puzzle.data["levels"])
    )


def test_a_wrong_answer_that_is_sent_twice_at_once_keeps_its_figures(file_database: Path) -> None:
    (puzzle,) = examples.stored()
    ada = examples.member()
    clients = examples.signed_in(ada), examples.signed_in(ada)
    form = examples.form_of({"card": unlisted(puzzle)})
    calls = [partial(client.post, f"/puzzles/{puzzle.pk}/", form) for client in clients]
    assert [getattr(answer, "status_code", None) for answer in at_once(*calls)] == [302, 302]
    assert Answer.objects.get().figures is not None and Puzzle.objects.get().tries == 1


def test_a_wrong_answer_counts_and_has_the_reasons_of_the_rules_while_the_coach_is_busy() -> None:
    (puzzle,) = examples.stored()
    with ExitStack() as stack:
        for person in range(MOST_WAITING):
            stack.enter_context(coach._alone(-1 - person, f"10.{person}.0.1"))
        other, page = wrong_page(puzzle)
    assert "not among the best" in page and f'data-places="h-{other}' in page
    assert "<li>" in page[page.index('class="whys"') :].split("</ol>")[0]
    assert Answer.objects.get().figures is None


def test_the_reasons_after_a_listed_wrong_answer_are_about_that_move() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    worst = puzzle.data["found"][-1]["move"]
    assert len(puzzle.data["found"]) > 2
    client.post(f"/puzzles/{puzzle.pk}/", examples.form_of(worst))
    whys = text(client, f"/puzzles/{puzzle.pk}/")
    assert "your move" in whys and Answer.objects.get().figures is None
    # The moves that are none of the best are named, too.
    assert f"Not among the best: {unlisted(puzzle).replace('-', ' ')}" in whys


def test_the_chosen_move_has_figures_even_if_they_are_those_of_the_best() -> None:
    (puzzle,) = examples.stored()
    best, other, *_rest = puzzle.data["found"]
    puzzle.data["found"] = [best, best | {"move": other["move"], "apart": other["apart"]}]
    puzzle.save()
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzle, right=False)
    page = client.get(f"/puzzles/{puzzle.pk}/").content.decode()
    row = page[page.index("own-move") :].split("</tr>")[0]
    assert "about equal" not in row and re.search(r"<td>[0-9].*%</td>", row)


def test_a_french_panel_begins_with_a_capital() -> None:
    (puzzle,) = examples.stored()
    client = examples.signed_in(examples.member())
    examples.solve(client, puzzle)
    page = client.get(f"/puzzles/{puzzle.pk}/", headers={"accept-language": "fr"}).content.decode()
    assert "Le Corbeau explique pourquoi" in page
