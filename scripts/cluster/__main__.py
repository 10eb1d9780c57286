"""`python -m scripts.cluster`: run the whole site until Ctrl-C, then end and remove it."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from typing import Any

from scripts.cluster import Cluster
from scripts.cluster.proxies import PROXIES


def stop(*_: Any) -> None:
    raise KeyboardInterrupt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8443)
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--schedulers", type=int, default=2)
    parser.add_argument("--proxy", choices=PROXIES, default="caddy")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    try:
        with Cluster(options.webs, options.schedulers, options.proxy, options.port) as site:
            print(f"Unbirthday is at {site.url}, with a certificate of its own (Ctrl-C ends and removes it)")
            print(
                f"{', '.join(process.name for process in site.processes)}; their logs are in {site.folder}",
                flush=True,
            )
            watch(site)
    except KeyboardInterrupt:
        print("Ended.")


def watch(site: Cluster) -> None:
    """Restart processes that end by themselves, as a supervisor would."""
    while True:
        time.sleep(1)
        for process in site.processes:
            if not process.runs:
                print(
                    f"{process.name} has ended with {process.popen.returncode}; started again",
                    file=sys.stderr,
                )
                process.start()


if __name__ == "__main__":
    main()
