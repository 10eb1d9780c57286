"""Sockets: after every commit, push to each open page what its viewer may know. Only this package uses Channels."""

from django.urls import path, re_path

from games.sockets.consumers import LobbySocket, TableSocket, TurnsSocket
from games.sockets.hub import announce, announce_seat, close_sockets, hub, stop_watching
from games.sockets.opening_check import OpeningCheck
from games.sockets.submission import submit, submit_form
from games.sockets.unknown import Unknown

sockets = [
    # Ids are slugs. Other paths close without a query.
    path("ws/t/<slug:table>/", TableSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
    path("ws/turns/", TurnsSocket.as_asgi()),
    re_path("", Unknown.as_asgi()),
]

__all__ = [
    "OpeningCheck",
    "announce",
    "announce_seat",
    "close_sockets",
    "hub",
    "sockets",
    "stop_watching",
    "submit",
    "submit_form",
]
