"""The shuffle that anybody can check: implemented here a second time from its description alone."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from games.parade.rules.rules import DECK
from games.rules import core, match
from games.rules.chance import Given, Impossible, Noted, Stream, commitment
from tests.rules import driver

PAGE = Path(__file__).parents[2] / "docs" / "shuffle.md"

# The test vector, printed in docs/shuffle.md too.
SEED = bytes(range(32))
SALTS = ["alice", "", "hatter"]
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
WORDS = [2144892299, 2048440310, 1281523052, 3583667387]
FIRST_CARDS = [
    "purple-3",
    "green-1",
    "grey-1",
    "red-2",
    "orange-7",
    "purple-10",
    "blue-8",
    "red-7",
    "purple-2",
    "orange-8",
    "blue-6",
    "green-4",
]
FIRST = 1


def words(seed: bytes, salts: list[str]) -> Iterator[int]:
    """Yield the stream again: blocks of HMAC-SHA-256 over the salts and a counter, four bytes at a time."""
    counter = 0
    while True:
        message = b"\0".join(salt.encode("utf-8") for salt in salts) + b"\0" + b"%d" % counter
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[place : place + 4], "big") for place in range(0, 32, 4))
        counter += 1


def below(n: int, stream: Iterator[int]) -> int:
    return next(word % n for word in stream if word // n < 2**32 // n)


def shuffled(cards: list[str], stream: Iterator[int]) -> list[str]:
    for last in reversed(range(1, len(cards))):
        other = below(last + 1, stream)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@pytest.mark.parametrize("salts", [SALTS, ["", ""], ["a", "b", "c", "d"], ["é ♥", "x" * 200]])
def test_the_stream_is_what_its_description_says(salts: list[str]) -> None:
    stream, again = Stream(SEED, salts), words(SEED, salts)
    assert [stream.pick(2**32) for _ in range(100)] == [next(again) for _ in range(100)]


@pytest.mark.parametrize("name", core.names())
def test_every_game_is_dealt_from_the_stream_deck_first_then_the_first_seat(name: str) -> None:
    game = core.game(name)
    seats = game.SEATS[-1]
    salts = ["salt"] * seats
    _, setup = core.deal(game, seats, Stream(SEED, salts), {})
    stream = words(SEED, salts)
    assert setup["deck"] == shuffled(listed(name, seats), stream)
    assert setup["first"] == below(seats, stream)


def listed(name: str, seats: int) -> list[str]:
    """Return a game's deck in the order that docs/shuffle.md gives."""
    if name == "parade":
        colours = ["red", "blue", "purple", "green", "grey", "orange"]
        return [f"{colour}-{value}" for colour in colours for value in range(11)]
    if name == "tea_time":
        copies = 8 if seats == 3 else 10
        return [
            character
            for character in ["hatter", "cat", "rabbit", "caterpillar", "queen", "hare"]
            for _ in range(copies)
        ]
    if name == "wonderland":
        spirits = [spirit for spirit in ["alice", "rabbit", "cat", "queen", "hatter"] for _ in range(12)]
        return spirits + ["everyone"] * 8
    if name == "stockings":
        stockings = [f"stocking-{design}" for design in range(1, 13) for _ in range(8)]
        return stockings + ["fireplace"] * 8 + ["santa"] * 10 + ["elf"] * 6
    # A game that the page doesn't contain: its rules decide.
    assert f"`{name}`" not in PAGE.read_text()
    return core.unshuffled(core.game(name), seats, {})


class Watched(Stream):
    """A stream that records what it shuffles."""

    given: list[list[str]]

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.given = [*getattr(self, "given", []), list(cards)]
        return super().shuffle(cards)


@pytest.mark.parametrize("name", ["wonderland", "stockings"])
def test_later_shuffles_start_from_the_listed_order_too(name: str) -> None:
    game = core.game(name)
    order = listed(name, game.SEATS[-1])
    later = 0
    for number in range(10):
        chance = Watched(SEED + bytes([number]), [""] * game.SEATS[-1])
        played = match.begin(name, game.SEATS[-1], chance, {})
        list(driver.walk(played, chance, Random(number)))
        assert all(cards == sorted(cards, key=order.index) for cards in chance.given)
        later += len(chance.given) - 1
    assert later


class Scripted(Stream):
    """A stream with given words."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(b"", [])
        self.told = script

    def _word(self) -> int:
        self.position += 1
        return self.told[self.position - 1]


@pytest.mark.parametrize(
    ("n", "last_fair"), [(3, 2**32 - 2), (5, 2**32 - 2), (66, 2**32 - 5), (7, 2**32 - 5), (6, 2**32 - 5)]
)
def test_a_word_that_would_favour_small_numbers_is_thrown_away(n: int, last_fair: int) -> None:
    assert Scripted([last_fair]).pick(n) == n - 1
    unfair = Scripted([last_fair + 1, 2**32 - 1, 1])
    assert unfair.pick(n) == 1
    assert unfair.position == 3


@pytest.mark.parametrize("n", [1, 2, 4, 64, 2**31, 2**32])
def test_a_power_of_two_throws_nothing_away(n: int) -> None:
    stream = Scripted([2**32 - 1])
    assert stream.pick(n) == n - 1
    assert stream.position == 1


def test_every_place_of_a_small_deck_is_reached_evenly() -> None:
    stream = Stream(SEED, SALTS)
    orders = Counter(stream.shuffle("abc") for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("pause", [0, 1, 7, 8, 9, 65, 100])
def test_a_stream_goes_on_from_the_words_already_drawn(pause: int) -> None:
    whole = Stream(SEED, SALTS)
    for _ in range(pause):
        whole.pick(2**32)
    later = Stream(SEED, SALTS, whole.position)
    assert [later.pick(10) for _ in range(50)] == [whole.pick(10) for _ in range(50)]
    assert later.position == whole.position


@pytest.mark.parametrize(
    "other", [["alice", "", "hatte"], ["alice", "hatter", ""], ["alice", "", "hatter", ""]]
)
def test_every_salt_and_its_seat_matters(other: list[str]) -> None:
    assert Stream(SEED, other).shuffle(DECK) != Stream(SEED, SALTS).shuffle(DECK)


def test_the_commitment_is_the_sha_256_of_the_raw_seed() -> None:
    assert commitment(SEED.hex()) == hashlib.sha256(SEED).hexdigest() == COMMITMENT
    assert commitment((SEED[:-1] + b"\0").hex()) != COMMITMENT


def test_the_frozen_vector_stands() -> None:
    stream = Stream(SEED, SALTS)
    assert [Stream(SEED, SALTS, place).pick(2**32) for place in range(4)] == WORDS
    assert list(stream.shuffle(DECK)[:12]) == FIRST_CARDS
    assert stream.pick(3) == FIRST


def test_the_documentation_prints_the_vector() -> None:
    text = PAGE.read_text()
    for value in (SEED.hex(), COMMITMENT, " ".join(FIRST_CARDS), f"`first` is {FIRST}", *map(str, WORDS)):
        assert value in " ".join(text.split())


def test_the_check_in_the_documentation_runs_and_prints_the_same() -> None:
    program = PAGE.read_text().split("```python\n")[1].split("```")[0]
    ran = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [COMMITMENT, *FIRST_CARDS, str(FIRST)]


def test_given_answers_come_back_in_their_order_and_then_no_more() -> None:
    noted = Noted(Stream(SEED, SALTS))
    drawn = [noted.shuffle("abcdef"), noted.pick(4), noted.pick(9)]
    chance = Given(noted.answers)
    assert [chance.shuffle("fedcba"), chance.pick(4), chance.pick(9)] == drawn
    with pytest.raises(Impossible):
        chance.pick(2)


@pytest.mark.parametrize("answer", [4, -1, True, 1.0, "1", None, ("a",)])
def test_a_recorded_pick_must_have_been_possible(answer: object) -> None:
    with pytest.raises(Impossible):
        Given([answer]).pick(4)


@pytest.mark.parametrize(
    "answer", [("a", "a"), ("a",), ("a", "c"), ("a", "b", "b"), ["a", "b"], ("a", 1), "ab", 3, None]
)
def test_a_recorded_shuffle_must_have_the_same_cards(answer: object) -> None:
    with pytest.raises(Impossible):
        Given([answer]).shuffle("ab")
