"""Run every bench and print one table each. Numbers are this machine's; compare rows of one run only."""

from __future__ import annotations

import argparse

from scripts.bench import days, playouts, race, server, shares


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each row is measured")
    parser.add_argument("--only", choices=["playouts", "shares", "server", "race", "days"])
    chosen = parser.parse_args()
    spent: dict[str, float] = {}
    if chosen.only in (None, "playouts"):
        playouts.main(chosen.seconds)
    if chosen.only in (None, "shares"):
        spent = shares.main()
    if chosen.only in (None, "server"):
        server.main(chosen.seconds, spent)
    if chosen.only in (None, "race"):
        race.main(chosen.seconds)
    if chosen.only in (None, "days"):
        days.main()


if __name__ == "__main__":
    main()
