"""A whole race on several processes: sockets at one, a slap by POST at the other, and a scheduler that is killed."""

from __future__ import annotations

import json
import re
import threading
from random import Random
from typing import Any

from games.play.keys import stored_key
from scripts.cluster.process import PATIENCE, until
from tests.scale.conftest import STARTED, Site
from tests.scale.test_crashes import faults, status
from tests.scale.visitors import Visitor

FLIP = re.compile(r'name="flip" value="(\d+)"')
NEWEST = re.compile(r'class="newest"><svg[^>]*><use href="[^"#]*#([a-z0-9-]+)"')
CARD = re.compile(r'name="card" value="([a-z0-9-]+)"')
ACT = re.compile(r'name="(do|swap|drop)" value="([^"]+)"')
QUICK = {"rule_window": "1.5", "rule_pause": "0.1", "rule_limit": "20"}


class Racer:
    """A page at the table. It answers pings, lays what fits and does what is asked when it may, and keeps the
    answers."""

    def __init__(self, visitor: Visitor, site: Site, table: str, seed: int, may: threading.Event) -> None:
        self.may = may
        self.visitor, self.site, self.table, self.rng = visitor, site, table, Random(seed)
        self.socket = visitor.listen(site.left, f"/ws/t/{table}/?v=none&l=en")
        self.flip, self.newest, self.over = 0, "", False
        self.cards: list[str] = []
        self.acts: list[tuple[str, str]] = []
        self.sent: dict[str, str] = {}
        self.answers: list[dict[str, Any]] = []
        self.posted: dict[str, int] = {}
        self.pongs = 0

    def look(self, html: str) -> None:
        self.over = self.over or 'id="result"' in html
        if flip_match := FLIP.search(html):
            self.flip = int(flip_match[1])
            self.newest = newest_match[1] if (newest_match := NEWEST.search(html)) else ""
        if 'id="hand"' in html:
            self.cards = CARD.findall(html)
        if 'id="acts"' in html:
            self.acts = ACT.findall(html[html.index('id="acts"') :].split("</div>")[0])

    def take(self, text: str) -> None:
        if not text.startswith("{"):
            self.look(text)
            return
        data = json.loads(text)
        if "ping" in data:
            self.pongs += 1
            self.socket.send(json.dumps({"pong": data["ping"], "ready": True}))
        elif "n" in data:
            self.answers.append(data | {"n": list(self.sent)[data["n"]]})

    def race(self) -> None:
        """Play to the end, until everything that was sent has its answer."""
        while not self.over or len(self.answers) < len(self.sent):
            try:
                self.take(str(self.socket.recv(self.rng.uniform(0.05, 0.25))))
                continue
            except TimeoutError:
                pass
            if not self.over:
                self.act()
        self.socket.close()

    def act(self) -> None:
        # A page with many unanswered messages would flood: a slow site refuses the rest, pongs too.
        if not self.may.is_set() or len(self.sent) - len(self.answers) > 2:
            return
        fits = [card for card in self.cards if card == self.newest]
        if self.newest == "santa":
            fits = [card for card in self.cards if card.startswith("stocking")]
        if self.acts and self.acts[0][0] != "do":
            self.say("{}={}".format(*self.acts[0]))
        elif self.newest and fits:
            self.slap(fits[0])
        elif self.acts:
            self.say("{}={}".format(*self.rng.choice(self.acts)))

    def slap(self, card: str) -> None:
        """Send every other slap by POST to the process without the table's sockets."""
        if self.rng.random() < 0.5:
            self.say(f"card={card}")
            return
        key = self.key()
        move = {"type": "slap", "flip": self.flip, "card": card}
        self.posted[key] = self.visitor.submit(self.site.right, self.table, move, key, 0)

    def say(self, action: str) -> None:
        key = self.key()
        form = f"{action.replace(' ', '+')}&flip={self.flip}&seen=0&key={key}"
        self.socket.send(json.dumps({"n": len(self.sent), "form": form}))
        self.sent[key] = form

    def key(self) -> str:
        return f"{self.rng.getrandbits(80):x}"


def seated(site: Site) -> tuple[str, list[Visitor]]:
    """Open a race for three people, and a bot that only the scheduler plays."""
    ada, ben, cleo = people = [Visitor(site.left), Visitor(site.left), Visitor(site.right)]
    plan = {"game": "stockings", "seats": "4", "bots": "1", "level": "hard", "pace": "live"}
    answered, address = ada.post(site.left, "/open/?game=stockings", public="yes", **plan, **QUICK)
    assert answered == 200
    table = address.rstrip("/").rsplit("/", 1)[1]
    ben.sit(site.left, table)
    cleo.sit(site.right, table)
    return table, people


def rows(site: Site, table: str) -> list[Any]:
    query = "SELECT number, seat, key, by, at FROM games_move WHERE table_id = %s ORDER BY number"
    return site.house.rows(query, table)


def by(site: Site, table: str, who: str) -> int:
    return sum(1 for row in rows(site, table) if row[3] == who)


def test_a_race_on_several_processes_outlives_its_scheduler_and_loses_no_action(site: Site) -> None:
    table, people = seated(site)
    # People are faster than any bot, so they wait until it has moved.
    may = threading.Event()
    racers = [Racer(person, site=site, table=table, seed=seed, may=may) for seed, person in enumerate(people)]
    threads = [threading.Thread(target=racer.race, daemon=True) for racer in racers]
    for thread in threads:
        thread.start()

    until("the clock and the bot have moved", lambda: by(site, table, "clock") > 2 and by(site, table, "bot"))
    may.set()
    site.scheduler.kill()
    before = by(site, table, "clock")
    site.scheduler = site.house.scheduler().says(STARTED)
    until("the new scheduler's clock goes on", lambda: by(site, table, "clock") > before or over(site, table))
    until("the match is over", lambda: over(site, table))
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()

    stored = rows(site, table)
    assert [number for number, *_ in stored] == list(range(len(stored)))
    keys = [(seat, key) for _, seat, key, who, _ in stored if who == "person"]
    assert len(set(keys)) == len(keys), "nothing is judged twice"
    acknowledged = set()
    for racer in racers:
        assert len(racer.answers) == len(racer.sent) and racer.pongs > 0
        assert {answer["n"] for answer in racer.answers} == racer.sent.keys()
        acknowledged |= {answer["n"] for answer in racer.answers if "number" in answer}
        acknowledged |= {key for key, code in racer.posted.items() if code == 200}
        assert set(racer.posted.values()) <= {200, 409, 429}
    assert {stored_key(key) for key in acknowledged} == {key for _, key in keys}, (
        "what was acknowledged is stored, and the other way round"
    )
    assert any(key in acknowledged for racer in racers for key in racer.posted)
    assert faults(site.house, table) == ""


def over(site: Site, table: str) -> bool:
    return status(site.house, table) == "over"
