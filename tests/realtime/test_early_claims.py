"""Claims on a card that their seat can't have seen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from games import realtime
from games.models import Move
from games.play.storage import load
from games.realtime import Action
from games.rules.core import Refused
from tests.helpers.racing import with_a_waiting_card
from tests.realtime.test_race_flip import far, flipped_at, race, settled, slap, verdicts

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.mark.parametrize("processes", [1, 2])
def test_the_flipper_can_lay_nothing_on_a_card_that_is_only_being_flipped(
    file_database: Path, settings: Any, processes: int
) -> None:
    settings.CHANNEL_URL = "redis://elsewhere" if processes > 1 else ""
    snapshot, (one, *_) = with_a_waiting_card()
    asyncio.run(settled(slap(snapshot, one, "first", flipped_at(snapshot) + 0.4)))
    state = load(snapshot.table.pk).state
    flip, blind, later = (
        Action(snapshot.table.pk, race(snapshot), move, snapshot.seats[one].user_id, key=key)
        for key, move in {
            "flip": {"type": "flip"},
            "blind": {"type": "slap", "flip": state.flip + 1, "card": state.hands[one][0]},
            "later": {"type": "slap", "flip": state.flip + 2, "card": state.hands[one][0]},
        }.items()
    )

    answers = asyncio.run(settled(flip, blind))
    assert not isinstance(answers[0], Exception) and load(snapshot.table.pk).state.flip == state.flip + 1
    assert isinstance(answers[1], Refused) and answers[1].code == "not_open_yet"
    with pytest.raises(Refused, match="not_open_yet"):
        realtime.contests.play_now(later)
    assert not Move.objects.filter(table=snapshot.table, key__in=["blind", "later"]).exists()


def test_a_slap_that_came_before_its_seat_was_shown_the_card_is_refused(file_database: Path) -> None:
    snapshot, (one, other, *_) = with_a_waiting_card()
    links = [far(snapshot, seat, 0.02) for seat in (one, other)]
    shown = flipped_at(snapshot)
    # The clock of the process that stored the flip is ahead of this one's.
    realtime.latency.opened(snapshot.table.pk, snapshot.state.flip, shown + 60)

    early = slap(snapshot, one, "early", shown - 0.01, links[0])
    honest = slap(snapshot, other, "honest", shown + 0.4, links[1])
    answers = asyncio.run(settled(early, honest))

    assert isinstance(answers[0], Refused) and answers[0].code == "not_open_yet"
    assert verdicts(snapshot) == [(other, "right")]
