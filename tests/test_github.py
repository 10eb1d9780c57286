"""Hold the files in `.github/` to their schemas, and their commands to the Makefile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.test_docs import is_made

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
CHECK = Path(sys.executable).with_name("check-jsonschema")
SCHEMAS = {
    "workflows/ci.yml": ("vendor.github-workflows", "custom.github-workflows-require-timeout"),
    "dependabot.yml": ("vendor.dependabot",),
    "ISSUE_TEMPLATE/bug.yml": ("vendor.github-issue-forms",),
    "ISSUE_TEMPLATE/feature.yml": ("vendor.github-issue-forms",),
    "ISSUE_TEMPLATE/config.yml": ("vendor.github-issue-config",),
}


def test_every_file_has_a_schema() -> None:
    files = {str(path.relative_to(GITHUB)) for path in GITHUB.rglob("*.yml")}
    assert files == set(SCHEMAS)


@pytest.mark.parametrize(
    ("name", "schema"), [(name, schema) for name, schemas in SCHEMAS.items() for schema in schemas]
)
def test_a_file_fits_its_schema(name: str, schema: str) -> None:
    process = subprocess.run(
        [CHECK, "--builtin-schema", schema, GITHUB / name], capture_output=True, text=True, timeout=60
    )
    assert process.returncode == 0, process.stdout + process.stderr


def test_a_wrong_workflow_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "ci.yml"
    wrong.write_text((GITHUB / "workflows" / "ci.yml").read_text().replace("runs-on", "runs_on"))
    process = subprocess.run(
        [CHECK, "--builtin-schema", "vendor.github-workflows", wrong], capture_output=True, timeout=60
    )
    assert process.returncode == 1


def test_the_workflow_runs_commands_of_the_makefile() -> None:
    jobs = yaml.safe_load((GITHUB / "workflows" / "ci.yml").read_text())["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert commands
    assert [command for command in commands if not is_made(command.removeprefix("make "))] == []
