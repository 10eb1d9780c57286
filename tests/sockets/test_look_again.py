"""Sockets of a waiting room: what they may do follows the seats and invitations as they change."""

from __future__ import annotations

import pytest

from games.models import Seat
from games.play import closing, invitations, opening, seating
from games.play.database_thread import DatabaseThread
from games.play.opening import Plan
from tests.helpers.given import browser, person
from tests.helpers.sockets import Socket, at_table, quiet, scene

pytestmark = pytest.mark.usefixtures("file_database")


async def looks(socket: Socket) -> None:
    """Say that the page is visible. Returns when that is handled."""
    await socket.say('{"present": true}')
    await socket.say('{"form": "", "n": 1}')
    await socket.answer()
    await quiet()


def test_a_socket_of_a_seat_that_has_changed_hands_speaks_for_the_new_seat_only() -> None:
    """Otherwise its person could keep messages from somebody else, who seems to be looking."""
    ada, ben, cleo = person("Ada"), person("Ben"), person("Cleo")
    table = opening.open_table(ada, Plan("parade", 3, pace="days")).table.pk
    seating.join(table, ben)
    bens = browser(ben)

    def change_seats() -> None:
        closing.leave(table, ben.pk)
        seating.join(table, cleo)
        seating.join(table, ben)

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(table, bens)
        await elsewhere.run(change_seats)
        await quiet()
        await looks(socket)
        await socket.close()

    scene(play_it)
    seen = dict(Seat.objects.filter(table=table).values_list("user__username", "present_at"))
    assert seen["Cleo"] is None and seen["Ben"] is not None


def test_a_person_whose_invitation_was_withdrawn_watches_no_longer() -> None:
    ada, ben, cleo = person("Ada"), person("Ben"), person("Cleo")
    snapshot = opening.open_table(ada, Plan("parade", 3, public=False, invited=["Ben"]))
    table, bens, adas = snapshot.table.pk, browser(ben), browser(ada)

    async def play_it(elsewhere: DatabaseThread) -> None:
        invited, host = await at_table(table, bens), await at_table(table, adas)
        await elsewhere.run(lambda: invitations.withdraw(table, ada.pk, "Ben"))
        while await invited.hear():
            pass
        await elsewhere.run(lambda: seating.join(table, cleo, token=snapshot.table.invite))
        await host.heard()
        assert (invited.code, host.code) == (4404, None)
        await host.close()

    scene(play_it)
