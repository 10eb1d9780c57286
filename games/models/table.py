"""Tables and their seats."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import shown
from games.rules import reactions
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

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        DAYS = "days", _("over days")

    class Guide(models.TextChoices):
        NONE = "", _("none")
        ON = "on", _("followed")
        LEFT = "left", _("left")

    id = models.CharField(primary_key=True, max_length=8, default=new_id, editable=False)
    game = models.CharField(max_length=20)
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    # Each change of a table raises its version. A save fails if another save has raised it first.
    version = models.PositiveIntegerField(default=0)
    # The number of the newest move; 0 is the deal.
    number = models.PositiveIntegerField(default=0)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    public = models.BooleanField(default=True)
    invite = models.CharField(max_length=22, default=new_token, editable=False)
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.LIVE)
    bank_ms = models.PositiveBigIntegerField(default=0)
    increment_ms = models.PositiveBigIntegerField()
    # Clocks stand still on Saturdays and Sundays (UTC).
    weekends_off = models.BooleanField(default=False)
    # Everybody at the table may ask for hints. Against bots alone hints are always allowed.
    hints = models.BooleanField(default=False, db_default=False)
    # The seed is secret until the match is over. The position counts the words drawn from its stream.
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    stream_position = models.PositiveIntegerField(default=0, editable=False)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # When a person last did something here, and when people were told that the match will be closed as abandoned.
    touched_at = models.DateTimeField(default=timezone.now)
    warned_at = models.DateTimeField(null=True, blank=True)
    # Real-time games only: the time of the clock's next move, unless a seat moves before.
    due_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    # Imported matches only: `match` (its id on the site of its origin), `kinds` (of people, by seat) and `proven` (True
    # if the record has the seed and the salts). The seats have no users, so the match is in no history.
    origin = models.JSONField(null=True, blank=True, editable=False)
    # Guided first matches only (games/rules/guide.py): the deal is scripted, and the match counts in no figures.
    guide = models.CharField(
        max_length=4, choices=Guide, blank=True, default=Guide.NONE, db_default="", editable=False
    )
    # Only matches that continue from a position: its table `match`, the number `n` of its last move, and the `seat`
    # that saw it. A position of a puzzle has `puzzle` instead of `match`. Cards that the seat could not see were dealt
    # anew. The match counts in no figures.
    begun_from = models.JSONField(null=True, blank=True, editable=False)
    # Only matches on a deal that other people play as well: the `day` of a deal of the day, or the `match` and `seat`
    # whose deal is played again. The bots' random numbers follow from the deal and the moves. The match counts in no
    # figures.
    deal = models.JSONField(null=True, blank=True, editable=False)
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch_of")
    # Open tables only: people who declined an invitation by name. They are not invited again.
    declined = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="declined_tables")
    # Open tables only: people whom the host has sent away. They sit down again only if they are invited by name.
    sent_away = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")

    class Meta:
        indexes = [
            # Partial indexes: few tables of a million are open or running, and the planner's statistics don't say
            # which.
            models.Index(fields=["opened_at"], condition=Q(status="open"), name="table_open"),
            models.Index(fields=["started_at"], condition=Q(status="running"), name="table_runs"),
            models.Index(fields=["status", "ended_at"]),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="table_due"),
            models.Index(
                fields=["touched_at"], condition=Q(status="running", pace="days"), name="table_idle"
            ),
            # Visitors without an account open links, too.
            models.Index(fields=["invite"], name="table_invite"),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def is_imported(self) -> bool:
        return self.origin is not None

    @property
    def is_proven(self) -> bool:
        """True if the deal follows from the seed and the salts.

        It does not if an imported match came without them, or if the match began from a position that was dealt anew.
        """
        return self.begun_from is None and (self.origin is None or bool(self.origin["proven"]))

    @property
    def is_played_out(self) -> bool:
        """True if the match ended by its rules. A match that somebody left has no scores."""
        return (self.outcome or {}).get("reason") == "finished"

    @property
    def is_abandoned(self) -> bool:
        """True if the match ended because nobody went on with it. It has no winner."""
        return (self.outcome or {}).get("reason") == "abandoned"

    def is_won_by(self, seat: Seat) -> bool:
        """Return True if the seat won. A person who resigned has lost, whatever the bot achieved afterwards."""
        return seat.rank == 1 and seat.resigned is None and not self.is_abandoned

    @property
    def is_shared_deal(self) -> bool:
        """True if others play the same deal here. An imported match was played on another site's deal."""
        return self.deal is not None and not self.is_imported

    @property
    def is_guided(self) -> bool:
        return self.guide != self.Guide.NONE

    @property
    def is_live(self) -> bool:
        """True if the match is played at one sitting, not over days."""
        return self.pace == self.Pace.LIVE

    @property
    def has_clock(self) -> bool:
        """True if moves have a time limit. A race has the table's clock instead; against bots alone there is none."""
        return self.increment_ms > 0

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
    """A place at a table: a person's, a bot's (with a `level`), or empty while the table is open."""

    class SaltBy(models.TextChoices):
        # A browser that had been shown the commitment before.
        BROWSER = "browser", _("browser")
        SERVER = "server", _("server")

    class Mark(models.TextChoices):
        FAST = reactions.FAST, _("faster than any person")
        EVEN = reactions.TOO_EVEN, _("more even than any person")
        LINE = reactions.HELD_BACK, _("answers held back")

    # Indexes that begin with them are below.
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    # The name at the table, which stays when a member is deleted or renamed. It changes when a guest registers.
    name = models.CharField(max_length=30, blank=True)
    level = models.CharField(max_length=10, blank=True)
    # Open tables only: the person for whom the seat is reserved, by an invitation or a rematch.
    reserved = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reserved_seats",
        db_index=False,
    )
    salt = models.CharField(max_length=64, blank=True)
    # The salt's author; empty for bots, which have no salt, and for old matches.
    salt_by = models.CharField(max_length=7, choices=SaltBy, blank=True, default="", db_default="")
    bank_ms = models.PositiveBigIntegerField(default=0)
    # When the scheduler must act for this seat: the person's time is over, or the bot moves.
    deadline = models.DateTimeField(null=True, blank=True)
    awaited_since = models.DateTimeField(null=True, blank=True)
    stand_in = models.BooleanField(default=False)
    # Running real-time games only: when the person's page last answered.
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    # A person's in a real-time game: when they said that the match may begin.
    ready_at = models.DateTimeField(null=True, blank=True)
    resigned = models.PositiveIntegerField(null=True, blank=True)
    lapses = models.PositiveSmallIntegerField(default=0)
    # The others' phrases are hidden from this person.
    phrases_hidden = models.BooleanField(default=False)
    # When this person took the match, which is against bots alone, out of the list of their tables.
    put_aside_at = models.DateTimeField(null=True, blank=True)
    # This person gets no notifications about this table.
    notifications_off = models.BooleanField(default=False)
    # When this person last had the table open and shown.
    present_at = models.DateTimeField(null=True, blank=True)
    # When they were last present before their last absence, if something was moved during it.
    left_at = models.DateTimeField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    # A copy of the table's, so that an index sorts a person's matches and separates running ones.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Finished real-time matches only: a person's median and shortest reaction in ms. `mark` is set if a program seems
    # to have played or answers were held back (games/rules/reactions.py); a marked match counts in no figures of this
    # person.
    usual_ms = models.PositiveIntegerField(null=True, blank=True)
    best_ms = models.PositiveIntegerField(null=True, blank=True)
    # Claims of any seat: each one's reaction in ms, and the game's verdict on it.
    claims = models.JSONField(null=True, blank=True)
    mark = models.CharField(max_length=4, choices=Mark, blank=True, default="", db_default="")

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
            models.Index(
                fields=["heartbeat_at"], condition=Q(heartbeat_at__isnull=False), name="seat_heartbeat"
            ),
            models.Index(fields=["user", "ended_at"], condition=Q(user__isnull=False), name="seat_history"),
            models.Index(fields=["reserved"], condition=Q(reserved__isnull=False), name="seat_reserved"),
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
        """The name in the reader's language, within a sentence."""
        return shown(self.name)

    @property
    def is_bot(self) -> bool:
        return bool(self.level)

    @property
    def is_empty(self) -> bool:
        return not self.name

    @property
    def played_by_bot(self) -> bool:
        """True for a bot's own seat, and for a person's that a bot plays now."""
        return bool(self.level) or self.stand_in or self.resigned is not None

    @property
    def own_score(self) -> int | None:
        """The score of the seat's person; None if they resigned, or if the match ended because people left."""
        return self.score if self.table.is_played_out and self.resigned is None else None

    @property
    def is_awaited(self) -> bool:
        return self.awaited_since is not None

    @property
    def awaits_person(self) -> bool:
        """True if the seat is awaited and no bot plays it."""
        return self.is_awaited and not self.played_by_bot
