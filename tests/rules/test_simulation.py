"""Bots play whole matches by themselves. The same seed gives exactly the same matches."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import core, match, simulation
from games.rules.budget import Budget
from games.rules.chance import Stream

ROOT = Path(__file__).parents[2]
TINY = Budget(playouts=8)

every_game = pytest.mark.parametrize("name", core.names())


def lines(name: str, levels: list[str], count: int, seed: object, legal: bool = False) -> list[str]:
    return [
        json.dumps(record)
        for record in simulation.matches(
            name, levels, count=count, seed=seed, options={}, legal=legal, budget=TINY
        )
    ]


def table(name: str) -> list[str]:
    rules = core.game(name)
    most = max(rules.SEATS)
    return simulation.spread(rules.LEVELS[-most:], most)


@every_game
def test_the_same_seed_gives_the_same_matches_and_another_gives_others(name: str) -> None:
    assert lines(name, table(name), 3, 7) == lines(name, table(name), 3, "7")
    assert lines(name, table(name), 3, 7) == lines(name, table(name), 5, 7)[:3]
    assert not set(lines(name, table(name), 3, 7)) & set(lines(name, table(name), 3, 8))


@every_game
def test_a_simulated_match_is_over_and_replays(name: str) -> None:
    for text in lines(name, table(name), 5, "replay"):
        record = json.loads(text)
        *_, (_, state, _) = match.replay(record)
        outcome = core.game(name).outcome(state)
        assert outcome is not None
        assert record["outcome"] == match.outcome_record(outcome)


@every_game
def test_the_deal_follows_from_the_seed_that_the_record_shows(name: str) -> None:
    for number, text in enumerate(lines(name, table(name), 3, "proof")):
        record = json.loads(text)
        seed = bytes.fromhex(record["shuffle"]["seed"])
        assert seed == hashlib.sha256(f"proof:{number}".encode()).digest()
        assert hashlib.sha256(seed).hexdigest() == record["shuffle"]["commitment"]
        assert record["shuffle"]["salts"] == [""] * len(record["seats"])
        stream = Stream(seed, record["shuffle"]["salts"])
        _, setup = core.deal(core.game(name), len(record["seats"]), stream, record["options"])
        assert setup == record["setup"]


@every_game
def test_a_move_that_is_noted_as_made_is_noted_as_legal(name: str) -> None:
    for text in lines(name, table(name), 2, "legal", legal=True):
        for entry in json.loads(text)["moves"]:
            assert entry["move"] in entry["legal"] or entry["seat"] is None


def test_a_turn_takes_a_bot_half_a_second_to_three() -> None:
    for record in simulation.matches("tea_time", ["easy"] * 3, 3, "time"):
        times = [0, *(entry["at"] for entry in record["moves"])]
        pauses = [later - at for at, later in pairwise(times)]
        assert min(pauses) >= 500 and max(pauses) <= 3000


def test_matches_have_names_of_eight_letters_and_digits_that_differ() -> None:
    names = [simulation.identify(simulation.seed_of("names", number)) for number in range(500)]
    assert all(re.fullmatch("[a-z0-9]{8}", name) for name in names)
    assert len(set(names)) == 500


def test_seats_are_named_after_their_level() -> None:
    record = next(simulation.matches("parade", ["easy", "greedy"], 1, 0))
    assert record["seats"] == [
        {"name": "Easy bot 1", "kind": "bot", "level": "easy"},
        {"name": "Greedy bot 2", "kind": "bot", "level": "greedy"},
    ]


def test_a_short_list_of_levels_goes_round_the_table() -> None:
    assert simulation.spread(["easy"], 3) == ["easy", "easy", "easy"]
    assert simulation.spread(["easy", "greedy"], 5) == ["easy", "greedy", "easy", "greedy", "easy"]
    for levels in ([], ["easy"] * 3):
        with pytest.raises(core.Refused, match="bad_bots"):
            simulation.spread(levels, 2)


@pytest.mark.parametrize(
    ("name", "levels", "options", "code"),
    [
        ("chess", ["easy", "easy"], {}, "no_such_game"),
        ("parade", ["easy"], {}, "bad_seats"),
        ("parade", ["easy", "wild"], {}, "no_such_level"),
        ("parade", ["easy", "easy"], {"fast": True}, "no_such_option"),
        ("wonderland", ["easy", "easy"], {"groups": "cubic"}, "bad_option"),
        ("wonderland", ["easy", "easy"], {"reuse_keys": 1}, "bad_option"),
        ("stockings", ["easy"] * 3, {"limit": 0}, "bad_option"),
    ],
)
def test_unknown_names_are_refused_before_anything_is_played(
    name: str, levels: list[str], options: dict[str, object], code: str
) -> None:
    with pytest.raises(core.Refused, match=code):
        simulation.matches(name, levels, count=1, seed=0, options=options)


def test_a_table_rule_stands_in_the_record_and_counts() -> None:
    record = next(simulation.matches("stockings", ["easy"] * 3, count=1, seed=0, options={"limit": 5}))
    assert record["options"] == {"window": 3000, "pause": 1200, "limit": 5}
    flips = [event for entry in record["moves"] for event in entry["events"] if event["event"] == "flipped"]
    assert len(flips) == 5


def test_in_the_race_time_never_runs_back_and_the_clock_is_never_early() -> None:
    rules = core.game("stockings")
    for record in simulation.matches("stockings", table("stockings"), 5, "clock"):
        states = [state for _, state, _ in match.replay(record)]
        for state, entry in zip(states, record["moves"], strict=False):
            assert isinstance(rules, core.RealTimeGame)
            due = rules.due(state)
            assert due is not None
            assert entry["seat"] is not None or entry["at"] >= due


# --- The command, as one types it


def simulate(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "simulate", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_the_command_prints_one_record_a_line_and_nothing_else() -> None:
    words = ["parade", "--seats", "4", "--matches", "3", "--seed", "7", "--bots", "easy,greedy"]
    ran = simulate(*words)
    assert (ran.returncode, ran.stderr) == (0, "")
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    assert records == list(simulation.matches("parade", ["easy", "greedy"] * 2, 3, 7))
    assert simulate(*words).stdout == ran.stdout


def test_the_command_takes_table_rules_and_lists_legal_moves() -> None:
    ran = simulate("wonderland", "--legal", "--option", "reuse_keys=false", "--option", "groups=square")
    record = json.loads(ran.stdout)
    assert record["options"] == {"reuse_keys": False, "groups": "square"}
    assert all(entry["move"] in entry["legal"] for entry in record["moves"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], f"There is no game 'chess'. Choose from: {', '.join(core.names())}."),
        (["parade", "--seats", "9"], "can't be played with 9 seats. Choose from: 2, 3, 4, 5, 6."),
        (
            ["parade", "--bots", "wild"],
            "no bot level 'wild'. Choose from: random, gentle, easy, greedy, hard.",
        ),
        (["wonderland", "--option", "speed=3"], "no table rule 'speed'. Choose from: reuse_keys, groups."),
        (["wonderland", "--option", "reuse_keys=7"], "'reuse_keys' can't be 7. Choose from: true, false."),
        (["wonderland", "--option", "groups"], "A table rule is written key=value, not 'groups'."),
    ],
)
def test_the_command_says_what_it_would_have_taken(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *words)
    assert message in str(refused.value)
    assert capsys.readouterr().out == ""


def test_a_refused_command_exits_with_an_error() -> None:
    ran = simulate("chess")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "There is no game 'chess'." in ran.stderr


def test_the_command_stops_quietly_when_its_reader_goes_away() -> None:
    command = [sys.executable, "manage.py", "simulate", "parade", "--matches", "2000"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None and ran.stderr is not None
        assert json.loads(ran.stdout.readline())["game"] == "parade"
        ran.stdout.close()
        assert ran.stderr.read() == ""
        assert ran.wait() == 0
