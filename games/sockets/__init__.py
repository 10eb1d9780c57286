"""Sockets: told after every commit, each as far as it may know. The only place that knows Channels."""

from django.urls import path, re_path

from games.boards.drawing import swapped
from games.sockets.consumers import LobbySocket, TableSocket
from games.sockets.door import Door
from games.sockets.hub import announce, announce_conditional_move, hub, part, sign_off
from games.sockets.submission import submit, submit_form
from games.sockets.unknown import Unknown

sockets = [
    # No id holds more than a slug: of anything else the database isn't asked.
    path("ws/t/<slug:table>/", TableSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
    re_path("", Unknown.as_asgi()),
]

__all__ = [
    "Door",
    "announce",
    "announce_conditional_move",
    "hub",
    "part",
    "sign_off",
    "sockets",
    "submit",
    "submit_form",
    "swapped",
]
