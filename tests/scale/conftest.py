"""One site for all tests here: two web processes and a scheduler, each started again if a test has ended it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.cluster.process import stop_all
from tests.helpers.once import fresh_site
from tests.scale.house import House, Process, answers

STARTED = "scheduler_started"


@dataclass
class Site:
    """Two web processes and a scheduler that run."""

    house: House
    left: Process
    right: Process
    scheduler: Process


# Not for the session, because idle processes would slow down the tests that follow.
@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    # Not pytest's own folder: PostgreSQL runs as another user, and its socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="unbirthday-scale-"))
    the_house = House(folder, fresh_site(tmp_path_factory) / "static")
    try:
        yield the_house
    finally:
        the_house.end()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="package")
def standing(house: House) -> Site:
    left, right = house.web(), house.web()
    answers(left), answers(right)
    return Site(house, left, right, house.scheduler().says(STARTED))


@pytest.fixture
def site(standing: Site) -> Iterator[Site]:
    before = len(standing.house.started)
    yield standing
    # pytest shows it if the test has failed.
    for process in standing.house.started:
        print(f"{process.log.name}:\n{process.log.read_text()[-5000:]}")
    lasting = standing.left, standing.right, standing.scheduler
    stop_all([process for process in standing.house.started[before:] if process not in lasting])
    for name in ("left", "right", "scheduler"):
        if not getattr(standing, name).runs:
            getattr(standing, name).stop()
            new = standing.house.scheduler() if name == "scheduler" else standing.house.web()
            setattr(standing, name, new)
            new.says(STARTED) if name == "scheduler" else answers(new)
