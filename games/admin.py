"""Admin pages of tables, moves and deliveries, for reading only.

What happened can't be changed here. While a match runs, or others still play its deal, its secrets stay hidden, since a
host may be playing.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import OfferedFilters
from games.models import Delivery, Move, Seat, Table
from games.records.hooks import is_sealed


class ReadOnly(OfferedFilters):
    """An admin page for reading only."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["index", "name", "user", "level", "deadline", "stand_in", "resigned", "lapses", "score", "rank"]
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "game", "status", "number", "host", "public", "pace", "opened_at", "ended_at"]
    list_filter = ["status", "game", "public", "pace"]
    list_select_related = ["host"]
    search_fields = ["id", "seats__name", "host__username"]
    date_hierarchy = "opened_at"
    inlines = [SeatInline]
    fields = [
        *("id", "game", "rules", "options", "status", "number", "version", "host", "public", "pace"),
        *(
            "bank_ms",
            "increment_ms",
            "weekends_off",
            "commitment",
            "opened_at",
            "started_at",
            "ended_at",
            "outcome",
            "rematch",
        ),
    ]


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["table", "number", "seat", "by", "at"]
    filters = ["id", "table"]
    list_filter = ["by", "table__game", "table__status"]
    search_fields = ["table__id"]
    ordering = ["-pk"]
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        fields = ["table", "number", "seat", "by", "timing", "at"]
        is_open = obj is not None and obj.table.is_over and not is_sealed(obj.table)
        return [*fields, "move", "events", "state"] if is_open else fields


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):
    """Deliveries of notifications, and those that were given up."""

    shown = (
        "notification_kind",
        "user",
        "table",
        "channel",
        "status",
        "attempts",
        "due_at",
        "sent_at",
        "why",
    )
    list_display = shown
    list_filter = ["status", "channel", "notification__kind"]
    list_select_related = ["notification__user"]
    search_fields = ["notification__user__username", "notification__table__id", "message_id", "why"]
    ordering = ["-pk"]
    fields = (*shown, "claimed_at", "message_id", "target")

    @admin.display(description=_("notification"), ordering="notification__kind")
    def notification_kind(self, row: Delivery) -> str:
        return row.notification.get_kind_display()

    @admin.display(description=_("member"))
    def user(self, row: Delivery) -> str:
        return row.notification.user.username

    @admin.display(description=_("table"))
    def table(self, row: Delivery) -> str:
        return row.notification.table_id
