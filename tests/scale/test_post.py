"""Notifications on PostgreSQL with two schedulers, one of which is killed while sending: each is sent once."""

from __future__ import annotations

from scripts.cluster.process import PATIENCE, until
from tests.notifications.servers import Box, mail_server
from tests.scale.conftest import STARTED, Site
from tests.scale.house import Process
from tests.scale.visitors import Visitor


def scheduler(site: Site, mail: int) -> Process:
    """Start a scheduler that sends its mails to that port, and waits long for an answer."""
    more = {"EMAIL_URL": f"smtp://127.0.0.1:{mail}", "EMAIL_TIMEOUT": "300"}
    log = site.house.folder / f"{len(site.house.started)}-post.log"
    process = Process(["scheduler"], site.house.environment(**more), log)
    site.house.started.append(process)
    return process.says(STARTED)


def made_members(site: Site, tables: list[str]) -> list[str]:
    """Let everybody at these tables be a member with a confirmed address. Returns the addresses of those in turn."""
    rows = site.house.rows("SELECT user_id, awaited_since FROM games_seat WHERE table_id = ANY(%s)", tables)
    with site.house.sql() as connection:
        for user, _ in rows:
            connection.execute("UPDATE accounts_user SET is_guest = false WHERE id = %s", [user])
            connection.execute(
                'INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (%s, %s, true, true)'
                " ON CONFLICT DO NOTHING",
                [user, address(user)],
            )
        connection.execute("UPDATE games_seat SET present_at = NULL WHERE table_id = ANY(%s)", [tables])
    until("the outbox has their turns", lambda: are_in_the_outbox(site, tables))
    return [address(user) for user, awaited in rows if awaited is not None]


def are_in_the_outbox(site: Site, tables: list[str]) -> bool:
    """Return True if the turns at these tables are in the outbox. Otherwise let them be fanned out again: a scheduler
    may have done so while their people were guests, who get no mail."""
    again = (
        "UPDATE games_notification SET fanned_out_at = NULL, due_at = now() WHERE kind = 'your_turn' "
        "AND table_id = ANY(%s) "
        "AND NOT EXISTS (SELECT FROM games_delivery WHERE notification_id = games_notification.id)"
    )
    with site.house.sql() as connection:
        return connection.execute(again, [tables]).rowcount == 0


def address(user: int) -> str:
    return f"person-{user}@example.org"


def to(box: Box) -> list[str]:
    return [str(mail["To"]) for mail in box.mails]


def over_days(site: Site) -> str:
    """Open a table of two guests and let it be dealt."""
    ada, ben = Visitor(site.left), Visitor(site.right)
    plan = {
        "game": "parade",
        "seats": "2",
        "bots": "0",
        "level": "easy",
        "pace": "days-quick",
        "public": "yes",
    }
    status, there = ada.post(site.left, "/open/", **plan)
    table = there.rstrip("/").rsplit("/", 1)[1]
    assert status == 200
    ben.sit(site.right, table)
    return table


def test_a_killed_scheduler_and_another_send_each_mail_once(site: Site) -> None:
    site.scheduler.kill()
    tables = [over_days(site) for _ in range(4)]
    with mail_server() as (box, port):
        first, second = scheduler(site, port), scheduler(site, port)
        people = sorted(made_members(site, tables))
        until("everybody told", lambda: sorted(to(box)) == people)
        settled = "SELECT count(*) FROM games_delivery WHERE status <> 'sent' AND channel = 'mail'"
        until("all settled", lambda: site.house.rows(settled)[0][0] == 0)

        box.holds = True
        box.arrived.clear()
        [lost] = made_members(site, [over_days(site)])
        assert box.arrived.wait(PATIENCE)
        assert to(box)[-1] == lost
        # Kill whichever is sending it.
        first.kill()
        second.kill()
        box.holds = False
        third = scheduler(site, port)
        [other] = made_members(site, [over_days(site)])
        until("the next is told", lambda: other in to(box))
        assert to(box).count(lost) == 1
        with site.house.sql() as connection:
            connection.execute("UPDATE games_delivery SET due_at = now() WHERE status = 'sending'")
        until("the lost one comes again", lambda: to(box).count(lost) == 2)
        assert len({mail["Message-ID"] for mail in box.mails if mail["To"] == lost}) == 1
        assert third.errors() == []
