"""Processes that start together, and the messages about a missing setting."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scripts.cluster.process import until
from tests.scale.conftest import Site
from tests.scale.house import APPLICATION, TESTS, House, answers
from tests.scale.visitors import Visitor


def test_processes_that_start_together_on_an_empty_database_all_serve(house: House) -> None:
    house.create("empty")
    together = [house.web("empty") for _ in range(2)]
    try:
        for process in together:
            answers(process)
        with house.sql("empty") as connection:
            applied = connection.execute("SELECT app, name FROM django_migrations").fetchall()
            locks = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone()
        assert len(applied) == len(set(applied)) > 20
        assert locks == (0,)
    finally:
        for process in together:
            process.stop()


def test_without_a_channel_a_lone_web_process_says_in_one_sentence_what_to_set(settings: Any) -> None:
    settings.CHANNEL_URL = ""
    with pytest.raises(CommandError) as refused:
        call_command("serve", no_scheduler=True)
    assert str(refused.value) == (
        "Set CHANNEL_URL: without it this process and the scheduler's would not hear each other."
    )


def test_without_a_channel_a_scheduler_says_in_one_sentence_what_to_set(settings: Any) -> None:
    settings.CHANNEL_URL = ""
    with pytest.raises(CommandError) as refused:
        call_command("scheduler")
    assert str(refused.value) == (
        "Set CHANNEL_URL: without it the web processes would not hear what the scheduler does."
    )


def test_options_of_the_databases_address_reach_every_connection(site: Site) -> None:
    Visitor(site.left)
    query = (
        "SELECT DISTINCT application_name FROM pg_stat_activity "
        "WHERE datname = 'site' AND backend_type = 'client backend' AND application_name <> %s"
    )
    # Those of the previous tests may take a moment to end.
    until("all are named", lambda: site.house.rows(query, TESTS) == [(APPLICATION,)])
