"""Metrics for Prometheus. The dashboard and the alerts use only metrics that exist."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any, cast

import promql_parser
import pytest
import yaml
from prometheus_client import REGISTRY

from scripts.cluster.process import PATIENCE, free_port, until
from tests.hosting.conftest import Alone
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor

MONITORING = Path(__file__).resolve().parents[3] / "deploy" / "monitoring"
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
ASKED = [rule["expr"] for rule in RULES] + [
    target["expr"] for panel in PANELS for target in panel.get("targets", [])
]


def names(part: Any) -> set[str]:
    """Return all series that a query uses."""
    if isinstance(part, promql_parser.VectorSelector):
        return {str(part.name)}
    children = [getattr(part, name, None) for name in ("expr", "lhs", "rhs", "vector_selector", "param")]
    arguments = getattr(getattr(part, "args", None), "args", None) or getattr(part, "args", None) or []
    metric_names: set[str] = set()
    for child in [*children, *(arguments if isinstance(arguments, list) else [])]:
        if child is not None and not isinstance(child, str | float | int):
            metric_names |= names(child)
    return metric_names


def exported_names() -> set[str]:
    endings = ("", "_total", "_bucket", "_count", "_sum")
    return {metric.name + ending for metric in REGISTRY.collect() for ending in endings} | {"up"}


@pytest.mark.parametrize("question", ASKED)
def test_dashboard_and_alerts_ask_for_what_there_is(question: str) -> None:
    queried = names(promql_parser.parse(question))
    assert queried
    assert queried - exported_names() == set()


def test_every_number_of_ours_is_on_the_dashboard() -> None:
    queried = set().union(*(names(promql_parser.parse(question)) for question in ASKED))
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("unbirthday_")}
    assert {name for name in ours if not any(text.startswith(name) for text in queried)} == set()


def test_every_alert_says_what_to_do() -> None:
    for rule in RULES:
        assert rule["for"]
        assert rule["labels"]["severity"] in ("page", "look")
        assert rule["annotations"]["summary"] and rule["annotations"]["todo"]


BY_BOT = 'unbirthday_moves_total{by="bot",game="parade"}'


def metrics_at(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        lines = answer.read().decode().splitlines()
    return {
        line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")
    }


def test_a_match_that_is_played_is_counted_on_a_port_of_its_own(alone: Alone) -> None:
    port = free_port()
    running = alone.serve(METRICS_PORT=str(port))
    try:
        front = cast(Process, alone)
        ada = Visitor(front)
        player = Player(ada, front, ada.open_table(front, seats=2, bots=1))
        player.play_on(2)
        # A bot's move is counted when it is stored, which may be after its answer.
        until("the bot's move is counted", lambda: metrics_at(port).get(BY_BOT))
        values = metrics_at(port)
        assert "unbirthday_moves" not in ada.get(front, "/metrics")
    finally:
        running.stop()
    assert values['unbirthday_moves_total{by="person",game="parade"}'] == 2
    assert values[BY_BOT] >= 1
    assert values['unbirthday_move_seconds_count{game="parade"}'] == 2
    assert values['unbirthday_sockets{kind="table"}'] == 1
    assert values["unbirthday_commit_seconds_count"] >= 3
    assert values['unbirthday_render_seconds_count{game="parade"}'] >= 2
    assert values["unbirthday_scheduler_age_seconds"] < 60
