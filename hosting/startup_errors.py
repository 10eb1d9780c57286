"""One sentence instead of a traceback for failures outside the code.

These are wrong settings, and a database that is unreachable or damaged. Anything else is a bug and keeps its traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from config.environment import WrongSetting

# Messages of SQLite and PostgreSQL, and what to do. `{file}` and `{host}` are from DATABASE_URL.
SQLITE = {
    "unable to open database file": "The database {file} can't be opened: "
    "let it and its folder belong to whoever runs the site.",
    "file is not a database": "{file} is no SQLite database: name another file in DATABASE_URL, or restore a backup.",
    "malformed": "The database {file} is damaged: stop the site and restore a backup (manage.py restore).",
    "readonly database": "The database {file} can't be written to: let it and its folder belong to "
    "whoever runs the site.",
    "disk is full": "There is no room left for the database {file}: make some.",
    "database is locked": "Another program has held the database {file} for too long: end it.",
    "no such table": "The database {file} is not up to date: run manage.py migrate.",
    "no such column": "The database {file} is not up to date: run manage.py migrate.",
}
POSTGRESQL = {
    "password authentication failed": "PostgreSQL at {host} refuses the name or the password in DATABASE_URL.",
    "no password supplied": "PostgreSQL at {host} asks for a password: write it into DATABASE_URL.",
    "role ": "PostgreSQL at {host} knows no such user: mend the name in DATABASE_URL, or make it (createuser).",
    "database ": "PostgreSQL at {host} has no such database: mend the name in DATABASE_URL, or make it (createdb).",
    "relation ": "The database at {host} is not up to date: run manage.py migrate.",
    "column ": "The database at {host} is not up to date: run manage.py migrate.",
    "": "PostgreSQL at {host} can't be reached: start it, or mend DATABASE_URL.",
}
# Messages of psycopg and libpq about what stands after the question mark of DATABASE_URL.
WRONG_OPTIONS = (
    "bad value for",
    "invalid connection option",
    "invalid sslmode value",
    "invalid integer value",
)


@contextmanager
def sentences(*, doctor: bool = False) -> Iterator[None]:
    """End the program with status 1 and one sentence on standard error, if there is a sentence for the error.

    The doctor prints a wrong setting like other findings and ends with 2: monitoring systems take 1 for a warning.
    """
    try:
        yield
    except WrongSetting as wrong:
        if doctor:
            print(f"WRONG     settings: {wrong}")
            sys.exit(2)
        sys.exit(str(wrong))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        sentence = sentence_for(error)
        if not sentence:
            raise
        sys.exit(sentence)


def sentence_for(error: Exception) -> str:
    """Return a sentence for a database error, or for two apps of one name; "" if a host can't repair its cause."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db.utils import DatabaseError

    if isinstance(error, ImproperlyConfigured) and "labels aren't unique" in str(error):
        return f"GAMES names an app that the site has already: leave it out ({error})."
    if not isinstance(error, DatabaseError):
        return ""
    from django.conf import settings

    database = settings.DATABASES["default"]
    return (
        in_sqlite(str(error), database) if "sqlite" in database["ENGINE"] else in_postgresql(error, database)
    )


def in_sqlite(message: str, database: dict[str, Any]) -> str:
    template = next((sentence for words, sentence in SQLITE.items() if words in message), "")
    return template.format(file=database["NAME"])


def in_postgresql(error: Exception, database: dict[str, Any]) -> str:
    """Return a sentence by the server's message. Without a message it can't be reached."""
    from django.db.utils import OperationalError, ProgrammingError

    message = str(error)
    if any(words in message for words in WRONG_OPTIONS):
        return f"DATABASE_URL has a wrong option after its question mark: {message.strip()}."
    missing = "does not exist" in message
    if isinstance(error, ProgrammingError) and not (
        missing and ("relation " in message or "column " in message)
    ):
        return ""
    if not isinstance(error, OperationalError | ProgrammingError):
        return ""
    host = f"{database['HOST'] or 'its socket'}:{database['PORT'] or 5432}"
    for words, sentence in POSTGRESQL.items():
        if words in message and (missing or not words.endswith(" ")):
            return sentence.format(host=host)
    return ""
