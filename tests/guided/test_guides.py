"""Guided matches are correct: every move is legal, and the rules confirm the sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation

from games.rules import core
from games.rules.chance import Stream
from games.rules.guide import LEARNER, SALT, Guide, Other, Step, guide

GUIDED = [name for name in core.names() if guide(name)]


def script_of(game: str) -> Guide:
    script = guide(game)
    assert script is not None
    return script


def holds(fact: Any, answer: Any) -> bool:
    """Return True if the answer contains the fact. Only the fact's keys of a mapping are compared."""
    if isinstance(fact, Mapping):
        return isinstance(answer, Mapping) and all(
            key in answer and holds(fact[key], answer[key]) for key in fact
        )
    return bool(fact == answer)


@pytest.mark.parametrize("game", GUIDED)
def test_the_sentences_of_a_guide_agree_with_the_rules(game: str) -> None:
    rules, script = core.game(game), script_of(game)
    stream = Stream(bytes.fromhex(script.seed), [SALT] + [""] * (script.seats - 1))
    state, _setup = core.deal(rules, script.seats, stream, {})
    for step in script.script:
        view = rules.view(state, LEARNER)
        if isinstance(step, Other):
            state, _events = core.play(rules, state, seat=step.seat, move=step.move, at=0, chance=stream)
            continue
        # The learner may take any time: nobody acts before the script does, not even in a race.
        assert LEARNER in rules.to_act(state)
        assert holds(step.sees, view), step.title
        if step.move is not None:
            previews = [preview for move, preview in rules.preview(view, LEARNER) if move == step.move]
            assert len(previews) == 1 and holds(step.does, previews[0]), (step.title, previews)
            state, _events = core.play(rules, state, seat=LEARNER, move=step.move, at=0, chance=stream)
        assert holds(step.then, rules.view(state, LEARNER)), step.title


@pytest.mark.parametrize("game", GUIDED)
def test_a_number_in_a_guides_sentence_is_one_of_its_facts(game: str) -> None:
    for _number, step in script_of(game).steps:
        facts = set(re.findall(r"\d+", json.dumps([step.move, step.sees, step.does, step.then])))
        # A chance is given in percent, and piles are counted from 1.
        facts |= {str(round(100 * step.does["chance"]))} if "chance" in step.does else set()
        facts |= {str(step.move["pile"] + 1)} if step.move and "pile" in step.move else set()
        for language in ("en", "fr"):
            with translation.override(language):
                assert set(re.findall(r"\d+", f"{step.title} {step.text}")) <= facts, step.title


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_has_about_ten_steps_and_some_are_moves(game: str) -> None:
    steps = [step for _number, step in script_of(game).steps]
    assert 8 <= len(steps) <= 12
    assert sum(step.move is not None for step in steps) >= 3
    assert isinstance(script_of(game).script[0], Step)


def test_parades_guide_lights_cards_of_the_parade_and_not_their_places() -> None:
    # A place is wider than its card and as high as its row.
    steps = [step for step in script_of("parade").script if isinstance(step, Step)]
    lit = [
        selector for step in steps for selector in step.points_at.split(", ") if selector.startswith("#p-")
    ]
    assert lit == ["#p-orange-10 .card", "#p-grey-1 .card", "#p-grey-6 .card"]
