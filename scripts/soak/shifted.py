"""`manage.py` in a process whose clock can be set: each line in the pipe CLOCK is a number of seconds to add.

`CLOCK=… python -m scripts.soak.shifted serve --port 8000`
"""

from __future__ import annotations

import os
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine
from django.core.management import execute_from_command_line


def listen() -> None:
    """Shift the wall clock only; monotonic clocks go on."""
    shift, travel = timedelta(), None
    with Path(os.environ["CLOCK"]).open() as lines:
        for line in lines:
            if travel is not None:
                travel.stop()
            shift += timedelta(seconds=float(line))
            travel = time_machine.travel(datetime.now(UTC) + shift, tick=True)
            travel.start()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    threading.Thread(target=listen, daemon=True).start()
    execute_from_command_line(["manage.py", *sys.argv[1:]])
