"""A progress bar on terminals, for management commands."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

WIDTH = 30


def show(stream: OutputWrapper, count: int, total: int, what: str) -> None:
    if stream.isatty():
        bar = "#" * (WIDTH * count // max(1, total))
        stream.write(
            f"[{bar:.<{WIDTH}}] {count:,} of {total:,} {what}", ending="\n" if count >= total else "\r"
        )
