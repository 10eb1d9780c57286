"""Models and fields get the words that everybody knows; a seat's history gets a model of its own. No row changes."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def foreign_key(to, related_name):
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=to)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_indexes_for_the_post"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # What names a field goes first and comes back under the new name: a rename doesn't reach into it.
        migrations.RemoveIndex(model_name="notice", name="notice_due"),
        migrations.RemoveConstraint(model_name="notice", name="told_once"),
        migrations.RemoveConstraint(model_name="delivery", name="one_delivery_an_address"),
        migrations.RemoveConstraint(model_name="standingorder", name="one_order_a_seat"),
        migrations.RemoveIndex(model_name="seat", name="seat_sign"),
        migrations.RenameModel("Notice", "Notification"),
        migrations.RenameField("notification", "sorted_at", "fanned_out_at"),
        migrations.AlterField("notification", "table", foreign_key("games.table", "notifications")),
        migrations.AlterField(
            "notification", "user", foreign_key(settings.AUTH_USER_MODEL, "notifications")
        ),
        migrations.RenameField("delivery", "notice", "notification"),
        migrations.RenameField("delivery", "message", "message_id"),
        migrations.RenameModel("StandingOrder", "ConditionalMove"),
        migrations.RenameField("conditionalmove", "order", "content"),
        migrations.AlterField("conditionalmove", "table", foreign_key("games.table", "conditional_moves")),
        migrations.RenameModel("Remark", "Phrase"),
        migrations.RenameField("phrase", "phrase", "code"),
        migrations.AlterField("phrase", "table", foreign_key("games.table", "phrases")),
        migrations.RenameField("seat", "muted", "phrases_hidden"),
        migrations.RenameField("seat", "silent", "notifications_off"),
        migrations.RenameField("seat", "looked_at", "present_at"),
        migrations.RenameField("seat", "last_sign", "heartbeat_at"),
        migrations.RenameField("table", "words", "stream_position"),
        migrations.AddField(
            "table",
            "pace",
            models.CharField(
                choices=[("live", "live"), ("days", "over days")], default="live", max_length=4
            ),
        ),
        migrations.CreateModel(
            name="SeatEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("out_of_time", "out of time"),
                            ("out_for_good", "out of time for good"),
                            ("is_back", "is back"),
                            ("resigned", "resigned"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("table", foreign_key("games.table", "seat_events")),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AddIndex(
            "notification",
            models.Index(
                condition=models.Q(("fanned_out_at", None)), fields=["due_at"], name="notification_due"
            ),
        ),
        migrations.AddConstraint(
            "notification",
            models.UniqueConstraint(fields=("user", "table", "kind", "about"), name="notified_once"),
        ),
        migrations.AddConstraint(
            "delivery",
            models.UniqueConstraint(
                fields=("notification", "channel", "target"), name="one_delivery_an_address"
            ),
        ),
        migrations.AddConstraint(
            "conditionalmove",
            models.UniqueConstraint(fields=("table", "seat"), name="one_conditional_move_a_seat"),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(("heartbeat_at__isnull", False)),
                fields=["heartbeat_at"],
                name="seat_heartbeat",
            ),
        ),
    ]
