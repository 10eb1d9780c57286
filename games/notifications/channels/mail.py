"""Mails by SMTP: text and HTML without images, with one-click unsubscribing (RFC 8058).

The message id stays the same on retries. Errors say whether the mail may have been delivered.
"""

from __future__ import annotations

import re
import smtplib
from contextlib import suppress

from django.conf import settings
from django.core import mail as django_mail
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import sender
from accounts.models import User
from games.notifications import unsubscribe
from games.notifications.channels.errors import SendError
from games.notifications.messages import Message, site


def compose(user: User, address: str, message: Message, message_id: str) -> EmailMultiAlternatives:
    """Compose a mail in the active language. `message_id` stays the same on retries."""
    stop = site(reverse("unsubscribe", args=[unsubscribe.token(user.pk, message.kinds)]))
    context = {
        "message": message,
        "user": user,
        "stop": stop,
        "preferences": site(reverse("notifications")),
        "site": settings.SITE_URL,
    }
    mail = EmailMultiAlternatives(
        f"{settings.SITE_NAME}: {message.subject}",
        render_to_string("notifications/message.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{message_id}@{sender.domain()}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.attach_alternative(render_to_string("notifications/message.html", context), "text/html")
    return mail


def send(mail: EmailMultiAlternatives) -> None:
    """Send a mail. Raises SendError, doubtful if the connection ended in between."""
    connection = django_mail.get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise SendError(_why(error)) from error
    try:
        connection.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _text in error.recipients.values()]
        raise SendError(_why(error), permanent=all(code >= 500 for code in codes)) from error
    except smtplib.SMTPResponseException as error:
        # The server refused it. A failure that it calls permanent may still be temporary.
        raise SendError(_why(error)) from error
    except smtplib.SMTPNotSupportedError as error:
        raise SendError(_why(error), permanent=True) from error
    except (OSError, smtplib.SMTPException) as error:
        raise SendError(_why(error), doubtful=True) from error
    finally:
        # The result is known by now.
        with suppress(OSError, smtplib.SMTPException):
            connection.close()


def _why(error: Exception) -> str:
    """Return the server's answer without the member's address, for the host and the member."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(
            f"{code} {re.sub(re.escape(address), '…', text.decode(errors='replace'), flags=re.IGNORECASE)}"
            for address, (code, text) in error.recipients.items()
        )
    if isinstance(error, smtplib.SMTPResponseException):
        text = error.smtp_error
        return f"{error.smtp_code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
    return f"{type(error).__name__}: {error}"
