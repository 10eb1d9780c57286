"""Sockets: told after every commit, each as far as it may know. The only place that knows Channels."""

from django.urls import path

from games.live.consumers import LobbySocket, TableSocket
from games.live.hub import announce, announce_order, hub, sign_off

sockets = [
    path("ws/t/<str:table>/", TableSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
]

__all__ = ["announce", "announce_order", "hub", "sign_off", "sockets"]
