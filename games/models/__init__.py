"""The models of games: tables, moves, notifications, and what people have beside their accounts."""

from games.models.moves import Move, Phrase, SeatEvent
from games.models.notifications import (
    Delivery,
    Notification,
    NotificationPreferences,
    PushSubscription,
    Webhook,
)
from games.models.people import Block, Figures, FiguresShown, Friend, Results, Vacation
from games.models.table import Seat, Table, new_id, new_seed, new_token
from games.models.tickets import UsedTicket

__all__ = [
    "Block",
    "Delivery",
    "Figures",
    "FiguresShown",
    "Friend",
    "Move",
    "Notification",
    "NotificationPreferences",
    "Phrase",
    "PushSubscription",
    "Results",
    "Seat",
    "SeatEvent",
    "Table",
    "UsedTicket",
    "Vacation",
    "Webhook",
    "new_id",
    "new_seed",
    "new_token",
]
