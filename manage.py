#!/usr/bin/env python
import os
import sys


def main() -> None:
    if sys.argv[1:] in (["version"], ["--version"]):
        # Django would print its own version.
        from config.version import VERSION

        print(f"Unbirthday {VERSION}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from hosting.startup_errors import sentences

    with sentences(doctor=sys.argv[1:2] == ["doctor"]):
        execute_from_command_line(sys.argv)


# The guard is needed for the scheduler's process pool, whose children import this module again.
if __name__ == "__main__":
    main()
