"""Checks of Valkey and of the mail server."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from typing import cast

import redis
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend

from hosting.doctor.findings import Finding, doubtful, right, wrong
from hosting.doctor.settings import is_public

PATIENCE = 5  # seconds


def check_valkey() -> Iterator[Finding]:
    if not settings.CHANNEL_URL:
        yield right("one process needs no Valkey")
        return
    try:
        with redis.Redis.from_url(
            settings.CHANNEL_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as valkey:
            valkey.ping()
            info = valkey.info("server")
            # Valkey's own version, else that of the Redis that it is compatible with.
            version = info.get("valkey_version") or info.get("redis_version", "?")
    except (redis.RedisError, OSError, ValueError) as error:
        why = str(error).split("\n")[0]
        yield wrong(
            f"Valkey does not answer: {why}",
            "Start it, or mend CHANNEL_URL: processes don't hear each other.",
        )
        return
    yield right(f"Valkey answers (version {version})")


def check_mail() -> Iterator[Finding]:
    backend = settings.EMAIL_BACKEND.rsplit(".", 2)[-2]
    if backend != "smtp":
        todo = "Set EMAIL_URL to your mail server: nobody can reset a password."
        yield (
            doubtful("mails are not sent anywhere", todo)
            if is_public()
            else right("mails are printed, not sent")
        )
        return
    try:
        with cast(EmailBackend, get_connection(timeout=PATIENCE)) as mail:
            assert mail.connection is not None
            status, message = mail.connection.noop()
        if status != 250:
            raise smtplib.SMTPResponseException(status, message)
    except (OSError, smtplib.SMTPException) as error:
        yield wrong(f"the mail server does not take our mails: {error}", "Start it, or mend EMAIL_URL.")
        return
    yield right(f"the mail server at {settings.EMAIL_HOST}:{settings.EMAIL_PORT} answers")
    if "@localhost" in settings.DEFAULT_FROM_EMAIL and is_public():
        yield wrong(
            f"mails come from {settings.DEFAULT_FROM_EMAIL}", "Set DEFAULT_FROM_EMAIL to an address of yours."
        )
