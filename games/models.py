"""The models of play. Move is append-only: the newest row holds the state, nothing is replayed to read it."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import shown
from games.rules.chance import commitment

ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(8))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_seed() -> str:
    return secrets.token_hex(32)


class Table(models.Model):
    """A table from its opening to the end of its match."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CLOSED = "closed", _("closed")

    id = models.CharField(primary_key=True, max_length=8, default=new_id, editable=False)
    game = models.CharField(max_length=20)
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    # Everything that changes a table raises it, on condition that nobody else has.
    version = models.PositiveIntegerField(default=0)
    # The newest move's number; 0 is the deal.
    number = models.PositiveIntegerField(default=0)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    public = models.BooleanField(default=True)
    invite = models.CharField(max_length=22, default=new_token, editable=False)
    live = models.BooleanField(default=True)
    bank_ms = models.PositiveBigIntegerField(default=0)
    increment_ms = models.PositiveBigIntegerField()
    # Saturdays and Sundays (UTC) cost nobody time.
    weekends_off = models.BooleanField(default=False)
    # The seed is secret until the match is over; `words` counts what has been drawn from its stream.
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    words = models.PositiveIntegerField(default=0, editable=False)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # When a person last did something here, and when its people were told that it will be closed as abandoned.
    touched_at = models.DateTimeField(default=timezone.now)
    warned_at = models.DateTimeField(null=True, blank=True)
    # A live game: when its clock moves if nobody does. Null for all other games.
    due_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    # Of a match that was played elsewhere and imported: `match` (its name there), `kinds` (of people, by seat) and
    # `proven` (whether seed and salts came with it). Its seats are nobody's, so it counts in nobody's history.
    origin = models.JSONField(null=True, blank=True, editable=False)
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch_of")
    # While it is open: who was invited by name and would rather not. Nobody is asked twice.
    declined = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="declined_tables")

    class Meta:
        indexes = [
            models.Index(fields=["status", "opened_at"]),
            models.Index(fields=["status", "ended_at"]),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="table_due"),
            models.Index(fields=["touched_at"], condition=Q(status="running", live=False), name="table_idle"),
            # Whoever opens a link asks for it, and needs no account for that.
            models.Index(fields=["invite"], name="table_invite"),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.seed))

    @property
    def is_imported(self) -> bool:
        return self.origin is not None

    @property
    def is_proven(self) -> bool:
        """Whether the deal follows from the seed and the salts: an imported match may have come without."""
        return self.origin is None or bool(self.origin["proven"])

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER


class Seat(models.Model):
    """A place at a table: a person's, a bot's (`level`), or empty while the table is open."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    # As shown at the table: kept when the person is renamed or gone.
    name = models.CharField(max_length=30, blank=True)
    level = models.CharField(max_length=10, blank=True)
    # While the table is open: whose seat this is to be (a rematch keeps everybody's place).
    reserved = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reserved_seats"
    )
    salt = models.CharField(max_length=64, blank=True)
    bank_ms = models.PositiveBigIntegerField(default=0)
    # When the steward must act for this seat: a person's time runs out, a bot has thought or looks again.
    deadline = models.DateTimeField(null=True, blank=True)
    awaited_since = models.DateTimeField(null=True, blank=True)
    stand_in = models.BooleanField(default=False)
    # A person's in a running live game: when the seat was last heard of.
    last_sign = models.DateTimeField(null=True, blank=True)
    resigned = models.PositiveIntegerField(null=True, blank=True)
    lapses = models.PositiveSmallIntegerField(default=0)
    muted = models.BooleanField(default=False)
    # No notifications about this table.
    silent = models.BooleanField(default=False)
    # When this seat's person last had the table before their eyes: a page that is open and shown says so.
    looked_at = models.DateTimeField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_a_place"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="one_seat_a_person"
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="seat_due"),
            models.Index(fields=["last_sign"], condition=Q(last_sign__isnull=False), name="seat_sign"),
            # Every page counts the tables that wait for its reader.
            models.Index(
                fields=["user"],
                condition=Q(awaited_since__isnull=False, user__isnull=False),
                name="seat_waits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index} {self.name}"

    @property
    def shown(self) -> str:
        """The name as the reader sees it."""
        return shown(self.name)

    @property
    def is_bot(self) -> bool:
        return bool(self.level)

    @property
    def is_empty(self) -> bool:
        return not self.name

    @property
    def played_by_bot(self) -> bool:
        """A bot's own seat, or a person's that a bot plays now."""
        return bool(self.level) or self.stand_in or self.resigned is not None

    @property
    def is_awaited(self) -> bool:
        return self.awaited_since is not None


class Move(models.Model):
    """One settled move and the state after it. Rows are only ever added; number 0 is the deal."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=6, choices=By)
    # The same key again is the same move sent twice.
    key = models.CharField(max_length=36)
    move = models.JSONField()
    events = models.JSONField()
    timing = models.JSONField(null=True, blank=True)
    state = models.JSONField()
    # ms since the match began
    at = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="one_move_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.number}"


class StandingOrder(models.Model):
    """What a seat wants done at its next turn, known to its owner alone. `order` is what the game's rules call one,
    `basis` what the owner saw when it was given. A dropped one stays until its owner has read why."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    order = models.JSONField()
    basis = models.JSONField(null=True, blank=True)
    dropped = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_order_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Notice(models.Model):
    """Something that a person may want to be told, written in the transaction in which it happened. `about` tells
    two of one kind at one table apart: the turn, the seat, the deadline."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("it is your turn")
        TIME_SHORT = "time_short", _("your time is short")
        MATCH_OVER = "match_over", _("a match is over")
        INVITATION = "invitation", _("somebody invites you")
        SAT_DOWN = "sat_down", _("somebody sat down at your table")
        REMATCH = "rematch", _("somebody wants a rematch")
        ABANDONED = "abandoned", _("a match will be closed because nobody plays")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey(Table, models.CASCADE, related_name="notices")
    about = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)
    # When it is to be told at the earliest.
    due_at = models.DateTimeField(default=timezone.now)
    # Once its deliveries have been written, or there is nothing to deliver.
    sorted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "table", "kind", "about"], name="told_once")]
        indexes = [models.Index(fields=["due_at"], condition=Q(sorted_at=None), name="notice_due")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.table_id}"


class Delivery(models.Model):
    """A notice on its way to one address of one person. Those sent in one message share its `message` id."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("e-mail")
        PUSH = "push", _("push")
        HOOK = "hook", _("webhook")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        # Claimed, and not known to have arrived: after a crash it is sent again once the retry window is over.
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("given up")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=4, choices=Channel)
    # The primary key of the push subscription or webhook; 0 for mail.
    target = models.PositiveBigIntegerField(default=0)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    due_at = models.DateTimeField()
    message = models.CharField(max_length=36, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel", "target"], name="one_delivery_an_address")
        ]
        # Of all deliveries: SQLite can't prove that a query's statuses are those of a condition here.
        indexes = [models.Index(fields=["channel", "status", "due_at"], name="delivery_next")]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.channel} {self.status}"


class Remark(models.Model):
    """A set phrase that a seat said at the table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.phrase}"
