"""`make cluster` runs PostgreSQL, Valkey, two web processes, two schedulers and Caddy, as deploy/compose.yaml does."""

from __future__ import annotations

import json
import shutil
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from scripts.cluster import Cluster
from scripts.cluster.postgres import TOOLS
from scripts.cluster.process import until
from tests.scale.house import Process
from tests.scale.visitors import Player, Visitor, match


def played(cluster: Cluster, moves: int) -> str:
    """Return a table at which a guest and bots have moved, all through the proxy."""
    front = cast(Process, cluster)
    ada = Visitor(front)
    table = ada.open_table(front, seats=3, bots=2)
    player = Player(ada, front, table)
    player.play_on(moves)
    player.close()
    return table


def rows(cluster: Cluster, query: str, database: str = "site") -> list[Any]:
    with cluster.servers.sql(database) as connection:
        return connection.execute(query).fetchall()


def test_a_match_is_played_through_the_proxy_and_the_doctor_has_nothing_to_say(cluster: Cluster) -> None:
    table = played(cluster, 2)
    number = rows(cluster, f"SELECT max(number) FROM games_move WHERE table_id = '{table}'")[0][0]
    assert number >= 3
    until(
        "a scheduler's pulse", lambda: rows(cluster, "SELECT 1 FROM hosting_pulse WHERE name = 'scheduler'")
    )
    process = cluster.manage("doctor", "--quiet")
    assert (process.stdout, process.returncode) == ("", 0), process.stderr


def test_the_proxy_serves_static_files_for_a_year_and_hides_readiness(cluster: Cluster) -> None:
    listed = json.loads((cluster.static / "staticfiles.json").read_text())["paths"]
    with urllib.request.urlopen(f"{cluster.url}/static/{listed['css/site.css']}", timeout=60) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Server"] == "Caddy"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [("/ws/t/%01/", {}, 404), ("/about/", {"Cookie": f"a={20_000 * 'x'}"}, 431)],
    ids=["control byte", "long head"],
)
def test_requests_that_no_process_can_answer_take_none_out(
    cluster: Cluster, path: str, headers: dict[str, str], status: int
) -> None:
    port = cast(Process, cluster).port
    for _ in range(4):
        assert status_of(port, path, headers) == status
    assert status_of(port, "/about/", {}) == 200


def status_of(port: int, path: str, headers: dict[str, str]) -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status


def test_a_backup_made_while_the_site_runs_is_restored_and_every_match_judged_right(
    cluster: Cluster, tmp_path: Path
) -> None:
    table = played(cluster, 3)
    path = f"{TOOLS}:{cluster.environment['PATH']}"
    process = cluster.manage("backup", str(tmp_path), PATH=path)
    assert process.returncode == 0, process.stderr
    stored = rows(cluster, f"SELECT count(*) FROM games_move WHERE table_id = '{table}'")
    (file,) = tmp_path.glob("*.tar.gz")
    assert file.stat().st_mode & 0o777 == 0o600
    running = cluster.manage("restore", str(file), "--replace", PATH=path)
    assert running.returncode == 1
    assert "stop the site first" in running.stderr

    cluster.servers.create("other")
    shutil.copytree(cluster.folder / "var", tmp_path / "var")
    other = {
        "DATABASE_URL": cluster.servers.database_url("other"),
        "VAR_DIR": str(tmp_path / "var"),
        "PATH": path,
    }
    restored = cluster.manage("restore", str(file), **other)
    assert restored.returncode == 0, restored.stderr
    again = cluster.manage("restore", str(file), "--replace", **other)
    assert "What was there before is now the schema before_restore_" in again.stdout, again.stderr
    moves = rows(cluster, f"SELECT count(*) FROM games_move WHERE table_id = '{table}'", "other")
    assert moves[0][0] >= 4
    assert moves[0][0] <= stored[0][0]
    audited = cluster.manage("audit", **other)
    assert audited.returncode == 0, audited.stdout
    assert ", 0 faults" in audited.stdout

    # As in PostgreSQL 14, where the superuser owns the schema of every database.
    with cluster.servers.sql("other") as connection:
        connection.execute("CREATE ROLE ada LOGIN")
        connection.execute("GRANT ALL ON SCHEMA public TO ada")
        connection.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO ada")
    other["DATABASE_URL"] = other["DATABASE_URL"].replace("postgres@", "ada@")
    refused = cluster.manage("restore", str(file), "--replace", **other)
    assert refused.returncode == 1
    assert "ALTER SCHEMA public OWNER TO the user in DATABASE_URL" in refused.stderr
    assert refused.stderr.count("\n") == 1


# An invented migration with everything that ours may do (tests/migrations/test_upgrading.py), on the tables that
# moves are stored in.
NEXT = """
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader

class Next(migrations.Migration):
    operations = [
        migrations.AddField("table", "later", models.IntegerField(db_default=7)),
        migrations.AddField("seat", "later", models.TextField(null=True)),
        migrations.AddField("move", "later", models.BooleanField(db_default=False)),
        migrations.CreateModel("Later", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddIndex("move", models.Index(fields=["later"], name="later")),
    ]

state = MigrationLoader(connection).project_state()
with connection.schema_editor() as editor:
    Next("next", "games").{}(state, editor)
"""


def test_processes_of_the_code_as_it_is_serve_on_when_the_next_migration_has_run(cluster: Cluster) -> None:
    first, second = (cast(Process, SimpleNamespace(port=port)) for port in cluster.webs)
    ada, ben = Visitor(first), Visitor(second)
    table = ada.open_table(first)
    ben.sit(second, table)
    players = [Player(ada, first, table), Player(ben, second, table)]
    match(players, 2)
    migrated = cluster.manage("shell", "-v0", "-c", NEXT.format("apply"))
    try:
        assert migrated.returncode == 0, migrated.stderr
        # With the same sockets, reading and writing anew.
        match(players, 4)
        later = ben.open_table(second)
        ada.sit(first, later)
        assert "Parade" in ada.get(first, f"/t/{later}/")
        assert rows(cluster, f"SELECT later FROM games_table WHERE id = '{later}'") == [(7,)]
        assert rows(cluster, f"SELECT count(*) FROM games_move WHERE table_id = '{table}' AND NOT later") == [
            (7,)
        ]
    finally:
        cluster.manage("shell", "-v0", "-c", NEXT.format("unapply")).check_returncode()
        for player in players:
            player.close()


def status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def test_while_the_database_hangs_pages_say_so_and_they_are_there_again_with_it(cluster: Cluster) -> None:
    port, process = next(iter(cluster.webs.items()))
    until("it is ready", lambda: status(port, "/readyz/store") == 200)
    cluster.servers.pause()
    try:
        # The outage isn't known yet, and this request waits while it is found.
        assert status(port, "/lobby/") == 503
        until("it is found out", lambda: "event=can_not_store" in process.log.read_text())
        until(
            "the question is too old",
            lambda: status(port, "/healthz") == 200 and status(port, "/nowhere/") == 503,
        )
    finally:
        cluster.servers.resume()
    until("pages are there again", lambda: status(port, "/lobby/") == 200)
    until("it is ready again", lambda: status(port, "/readyz/store") == 200)
    until("it is told", lambda: "event=can_store_again" in process.log.read_text())
    assert "Service Unavailable: /readyz" not in process.log.read_text()


def test_when_postgresql_and_the_proxy_are_killed_what_was_acknowledged_is_there_and_the_match_goes_on(
    cluster: Cluster,
) -> None:
    front = cast(Process, cluster)
    ada = Visitor(front)
    player = Player(ada, front, ada.open_table(front, seats=3, bots=2))
    player.play_on(2)
    assert player.wait()
    form, key = player.form()
    cluster.servers.kill()
    player.say(form, key)
    cluster.servers.start()
    cluster.proxy.kill()
    with pytest.raises(ConnectionClosed):
        while True:
            player.hear()
    cluster.start_proxy()
    for port in (*cluster.webs, cluster.port):
        until("pages are there again", lambda port=port: status(port, "/lobby/") == 200)  # type: ignore[misc]
        until(
            "it is ready again",
            lambda port=port: port == cluster.port or status(port, "/readyz/store") == 200,  # type: ignore[misc]
        )
    player.enter(front)
    # It is unknown if it was stored. Sending the same form again settles it.
    player.say(form, key)
    while key not in player.acknowledged:
        player.hear()
    assert player.refused == []
    player.close()
    query = f"SELECT number, key FROM games_move WHERE table_id = '{player.table}' AND by = 'person'"
    assert {key: number for number, key in rows(cluster, query)} == player.acknowledged
