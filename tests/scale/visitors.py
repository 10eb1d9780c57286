"""Visitors with a browser's cookies on any web process, and players with a socket."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from scripts.cluster.process import PATIENCE, until
from tests.scale.house import Process

HAND = re.compile(r'<section [^>]*id="hand".*?</section>', re.DOTALL)
CARD = re.compile(r'<li id="h-([a-z]+-\d+)"')
MOVE = re.compile(r'<li id="m-(\d+)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
SILENCE = 0.02  # seconds
DISCARD = 'name="type" value="discard"'


class Visitor:
    """A visitor's browser. Its cookies hold for all web processes, as behind one proxy, which may say its address."""

    def __init__(self, web: Process, address: str = "") -> None:
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self.opener.addheaders = list(self.forwarded.items())
        self.get(web, "/lobby/")

    def get(self, web: Process, path: str) -> str:
        return self._ask(web, path, None)[1]

    def post(self, web: Process, path: str, **fields: str) -> tuple[int, str]:
        """Send a form. Returns the status after redirects, and the last address."""
        status, _, address = self._ask(web, path, urlencode(fields).encode())
        return status, address

    def submit(self, web: Process, table: str, move: object, key: str, seen: int) -> int:
        body = json.dumps({"move": move, "key": key, "seen": seen}).encode()
        return self._ask(web, f"/t/{table}/move/", body, "application/json")[0]

    def _ask(
        self, web: Process, path: str, body: bytes | None, kind: str = "application/x-www-form-urlencoded"
    ) -> tuple[int, str, str]:
        headers = {"Content-Type": kind, "X-CSRFToken": self.cookie("csrftoken")} if body is not None else {}
        request = Request(f"http://127.0.0.1:{web.port}{path}", body, headers)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), answer.url
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode(), refused.url

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")

    def open_table(self, web: Process, seats: int = 2, bots: int = 0, public: str = "yes") -> str:
        plan = {"game": "parade", "seats": str(seats), "bots": str(bots), "level": "easy"}
        status, address = self.post(web, "/open/", pace="live-slow", public=public, **plan)
        assert status == 200, status
        return address.rstrip("/").rsplit("/", 1)[1]

    def sit(self, web: Process, table: str) -> None:
        status, _address = self.post(web, f"/t/{table}/sit/")
        assert status == 200, status

    def listen(self, web: Process, path: str) -> ClientConnection:
        address = f"127.0.0.1:{web.port}"
        headers = self.forwarded | {"Cookie": f"sessionid={self.cookie('sessionid')}"}
        return connect(
            f"ws://{address}{path}",
            origin=Origin(f"http://{address}"),
            additional_headers=headers,
            compression=None,
            legacy=True,
            max_size=None,
            open_timeout=PATIENCE,
        )


class Player:
    """A visitor's socket at a table: the newest hand, all texts, and all acknowledged numbers."""

    def __init__(self, visitor: Visitor, web: Process, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.hand, self.over = "", False
        self.heard: list[str] = []
        self.acknowledged: dict[str, int] = {}
        # The newest move shown, how many texts showed moves, and which of them were older than one before.
        self.newest, self.shown = 0, 0
        self.older: list[tuple[int, int]] = []
        # The numbers of moves that were acknowledged twice.
        self.doubled: list[tuple[int, int]] = []
        self.refused: list[dict[str, object]] = []
        self.enter(web)

    def enter(self, web: Process) -> None:
        """Open a socket, or another one. It gets the whole board at once."""
        self.web, self.hand = web, ""
        self.socket = self.visitor.listen(web, f"/ws/t/{self.table}/?v=none&l=en")
        self.hear()

    def hear(self, patience: float = PATIENCE) -> str:
        text = str(self.socket.recv(patience))
        self.heard.append(text)
        if text.startswith('{"n"'):
            answer = json.loads(text)
            if "number" in answer:
                number = self.acknowledged.setdefault(str(answer["n"]), answer["number"])
                if number != answer["number"]:
                    self.doubled.append((number, answer["number"]))
            else:
                self.refused.append(answer)
        elif hand := HAND.search(text):
            self.hand = hand.group()
        self.over = self.over or 'id="result"' in text
        self.look(text)
        return text

    def look(self, text: str) -> None:
        """Record a board that shows an older move as the newest than one before."""
        if not (moves := [int(number) for number in MOVE.findall(text)]):
            return
        self.shown += 1
        if max(moves) < self.newest:
            self.older.append((self.newest, max(moves)))
        self.newest = max(self.newest, *moves)

    def hear_out(self) -> None:
        """Read everything until the socket is silent."""
        with suppress(TimeoutError):
            while True:
                self.hear(SILENCE)

    @property
    def cards(self) -> list[str]:
        return CARD.findall(self.hand)

    @property
    def seen(self) -> int | None:
        """Return the number of the board on which this player has to move, None if another one has to."""
        number_field = SEEN.search(self.hand)
        return int(number_field.group(1)) if number_field else None

    def form(self) -> tuple[str, str]:
        """Return a move as the page's form sends it, and its key."""
        fields = [("seen", str(self.seen)), ("key", f"{self.seen}")]
        if DISCARD in self.hand:
            fields += [("type", "discard"), ("card", self.cards[0]), ("card", self.cards[1])]
        else:
            fields += [("type", "play"), ("card", self.cards[0])]
        return urlencode(fields), f"{self.seen}"

    def wait(self) -> bool:
        """Wait until this player has to move. Returns False if the match is over."""
        while self.seen is None and not self.over:
            self.hear()
        return not self.over

    def say(self, form: str, key: str) -> None:
        self.socket.send(json.dumps({"n": int(key), "form": form}))

    def move(self) -> int:
        """Make the awaited move, and wait until it is acknowledged and the board has followed."""
        form, key = self.form()
        self.say(form, key)
        while key not in self.acknowledged or not self.follows(self.acknowledged[key]):
            self.hear()
            assert not self.refused, self.refused
        return self.acknowledged[key]

    def follows(self, number: int) -> bool:
        """Return True if the board is newer than that move. The others' discards may have brought boards from before
        it."""
        return self.over or self.seen is None or self.seen >= number

    def play_on(self, moves: int = 1000) -> None:
        """Make that many moves, or play to the end."""
        for _ in range(moves):
            if not self.wait():
                return
            self.move()

    def close(self) -> None:
        self.socket.close()


def awaited(players: list[Player]) -> Player:
    """Return the player in turn, as soon as the boards say so. Raises LookupError if the match is over."""

    def player_in_turn() -> Player | None:
        for player in players:
            player.hear_out()
        if any(player.over for player in players):
            raise LookupError("the match is over")
        return next((player for player in players if player.seen is not None), None)

    return until("somebody is to move", player_in_turn)


def match(players: list[Player], moves: int) -> None:
    """Make that many moves, or play to the end. The shortest match of Parade has about ten moves."""
    with suppress(LookupError):
        for _ in range(moves):
            awaited(players).move()
