"""A form of Wonderland's board gives the chosen move, or a refusal with a text."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from games import boards
from games.rules import core
from tests.wonderland.tables import moments

NAMES = ("Ada", "Ben", "Cleo", "Dan")
GAME = core.game("wonderland")


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_can_be_made_with_the_form(seed: int) -> None:
    for state, move, _events in moments(seed):
        for legal in (move, *GAME.legal_moves(state, state.turn)[:6]):
            assert boards.board_of("wonderland").move_of_form(form_of(legal)) == legal


def form_of(move: core.Move) -> QueryDict:
    fields: dict[str, Any] = {name: str(value) for name, value in move.items() if name != "as"}
    if move["type"] == "power":
        # Fields of another power may be filled in as well, as by a browser without scripts.
        character = move.get("as", move["card"])
        needless = {"pile": "3", "seat": "1", "cover": "0", "with": "1"}
        fields = needless | fields | {"power": f"everyone:{character}" if "as" in move else character}
    form = QueryDict(mutable=True)
    form.update(fields)
    return form


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("type=jump", "malformed"),
        ("type=explore&pile=1", "missing_field"),
        ("type=explore&card=cat", "missing_field"),
        ("type=explore&card=cat&pile=two", "bad_field"),
        ("type=power", "missing_field"),
        ("type=power&power=everyone", "missing_field"),
        ("type=power&power=everyone:dog", "no_such_character"),
        ("type=power&power=dog", "no_such_character"),
        ("type=power&power=hatter&pile=1", "missing_field"),
        ("type=power&power=queen&cover=1", "missing_field"),
    ],
)
def test_a_form_that_means_no_move_is_refused(text: str, code: str) -> None:
    with pytest.raises(core.Refused) as refused:
        boards.board_of("wonderland").move_of_form(QueryDict(text))
    assert refused.value.code == code
    assert boards.refusal(refused.value, "wonderland", NAMES)[0]


@pytest.mark.parametrize(
    "params",
    [
        {"code": "explore_first"},
        {"code": "power_first"},
        {"code": "no_power_now"},
        {"code": "no_such_card", "card": "dog"},
        {"code": "not_in_notebook", "card": "cat"},
        {"code": "no_such_pile", "pile": 9},
        {"code": "empty_pile", "pile": 1},
        {"code": "explored_already", "pile": 1},
        {"code": "no_key", "pile": 1},
        {"code": "not_taken", "card": "cat"},
        {"code": "no_such_character", "character": "dog"},
        {"code": "power_unusable", "card": "alice"},
        {"code": "nothing_face_down", "pile": 1},
        {"code": "no_such_seat", "seat": 9},
        {"code": "own_seat"},
        {"code": "no_such_position", "position": 9},
        {"code": "hatter_card", "position": 0},
        {"code": "covered_card", "position": 0},
        {"code": "same_card_twice"},
    ],
)
def test_every_refusal_has_words_of_its_own(params: dict[str, Any]) -> None:
    text, _status = boards.refusal(core.Refused(**params), "wonderland", NAMES)
    assert text != "That move is not possible now."
