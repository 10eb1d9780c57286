"""Without DEBUG the tools for development are missing. The workbench shows every hand."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from hosting import development


@pytest.mark.django_db
def test_without_debug_there_is_no_workbench_and_nobody_may_frame_a_page(client: Client) -> None:
    assert not apps.is_installed("games.workbench") and not apps.is_installed(development.RELOAD)
    assert client.get("/workbench/").status_code == 404
    assert "frame-ancestors 'none'" in client.get("/").headers["Content-Security-Policy"]
    assert ".localhost" not in settings.ALLOWED_HOSTS


def test_debug_adds_the_workbench_and_frames_of_this_machine_alone() -> None:
    changed: dict[str, Any] = {
        "DEBUG": True,
        "INSTALLED_APPS": [],
        "MIDDLEWARE": [],
        "ALLOWED_HOSTS": [],
        "CONTENT_SECURITY_POLICY": {"DIRECTIVES": {}},
    }
    development.extend(changed)
    assert "games.workbench" in changed["INSTALLED_APPS"]
    assert changed["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["frame-ancestors"] == ["http://*.localhost:*"]
