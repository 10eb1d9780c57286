"""Importing a match in which cards are shuffled again: the later shuffles follow from its seed, too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.records import importing
from games.rules import simulation
from games.rules.match import Unreadable
from tests.helpers.importing import sent

pytestmark = pytest.mark.django_db


def test_later_shuffles_too_follow_from_the_seed() -> None:
    document = json.loads(json.dumps(next(_with_reshuffle())))
    entry, event = next(
        (entry, event)
        for entry in document["moves"]
        for event in entry["events"]
        if event["event"] == "shuffled" and len(set(event["cards"])) > 1
    )
    event["cards"] = sorted(event["cards"], reverse=sorted(event["cards"]) == event["cards"])
    with pytest.raises(Unreadable) as fault:
        importing.judge(sent(document))
    assert fault.value.code == "impossible_chance"
    assert fault.value.params["n"] == entry["n"]


def _with_reshuffle() -> Any:
    for document in simulation.matches("wonderland", ["random"] * 4, 20, "reshuffle"):
        if any(event["event"] == "shuffled" for entry in document["moves"] for event in entry["events"]):
            yield document
