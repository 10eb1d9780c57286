"""Two web processes on PostgreSQL and Valkey against one (scripts/cluster). A reverse proxy distributes the tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from scripts.bench import report

TABLES = 50


def main(seconds: float) -> None:
    from scripts.cluster import Cluster

    print(
        f"\n{TABLES} tables, no thinking, on PostgreSQL and Valkey behind Caddy; clients and servers share the cores"
    )
    print(f"  {'':26}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'ratio':>8}")
    alone = 0.0
    for webs in (1, 2):
        report.progress(f"webs: {webs}")
        with Cluster(webs=webs, schedulers=1, https=False) as site:
            words = [sys.executable, "-m", "scripts.bench.webs", str(site.port), str(seconds)]
            process = subprocess.run(words, env=site.environment, capture_output=True, text=True)
        if process.returncode:
            raise SystemExit(process.stderr[-2000:])
        figures = json.loads(process.stdout.splitlines()[-1])
        alone = alone or figures["speed"]
        name, ratio = f"{webs} web process{'es' if webs > 1 else ''}", figures["speed"] / alone
        print(f"  {name:26}{figures['speed']:9.0f}{figures['p50']:9.1f}{figures['p99']:9.1f}{ratio:8.2f}")
        report.note("webs", name, ratio=ratio, **figures)


def behind(port: int, seconds: float) -> None:
    """Seat people and drive their tables through the proxy, in a process with the site's settings."""
    import asyncio

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from scripts.bench import stage
    from scripts.bench.server import measure, percentile, seated

    tables = seated(TABLES, stage.games_to_measure()[0])
    speed, latencies, _answers, _used = asyncio.run(measure(os.getpid(), port, tables, seconds))
    figures = {f"p{share}": percentile(latencies, share / 100) for share in (50, 99)}
    print(json.dumps({"speed": speed} | figures))


if __name__ == "__main__":
    behind(int(sys.argv[1]), float(sys.argv[2]))
