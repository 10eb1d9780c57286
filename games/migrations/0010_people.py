"""Takes in what accounts/0004_people_to_games has given away: the tables are there, so nothing is created. Content types
move too, and with them permissions and the log of the admin pages."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

MOVED = ["block", "friend", "notificationpreferences", "pushsubscription", "vacation", "webhook"]


def move(apps, schema_editor, old, new):
    # On a new database there are none yet: they are made after the last migration.
    types = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    types.filter(app_label=old, model__in=MOVED).update(app_label=new)


def take(apps, schema_editor):
    move(apps, schema_editor, "accounts", "games")


def give_back(apps, schema_editor):
    move(apps, schema_editor, "games", "accounts")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_people_to_games"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0009_pace"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='NotificationPreferences',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('channels', models.JSONField(default=dict)),
                        ('rhythm', models.CharField(choices=[('instant', 'at once'), ('hourly', 'at most once an hour'), ('daily', 'once a day')], default='instant', max_length=7)),
                        ('daily_at', models.PositiveSmallIntegerField(default=8)),
                        ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('quiet_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notification_preferences', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='PushSubscription',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('endpoint', models.URLField(max_length=1000)),
                        ('endpoint_hash', models.CharField(max_length=64, unique=True)),
                        ('p256dh', models.CharField(max_length=100)),
                        ('auth', models.CharField(max_length=40)),
                        ('browser', models.CharField(blank=True, max_length=80)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('url', models.URLField(max_length=500)),
                        ('secret', models.CharField(max_length=64)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('disabled_at', models.DateTimeField(blank=True, null=True)),
                        ('failures', models.PositiveSmallIntegerField(default=0)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Block',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField(default=django.utils.timezone.now)),
                        ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'blocked'), name='block_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Friend',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField(default=django.utils.timezone.now)),
                        ('friend', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friend_of', to=settings.AUTH_USER_MODEL)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friends', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'friend'), name='friend_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Vacation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first', models.DateField()),
                        ('last', models.DateField()),
                        ('begun_at', models.DateTimeField(blank=True, null=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['first'],
                        'indexes': [models.Index(fields=['user', 'last'], name='accounts_va_user_id_24d6c0_idx')],
                    },
                ),
            ]
        ),
        migrations.RenameIndex("vacation", new_name="vacation_last", old_name="accounts_va_user_id_24d6c0_idx"),
        migrations.RunPython(take, give_back),
    ]
