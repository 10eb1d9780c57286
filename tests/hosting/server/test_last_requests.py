"""Requests that run when the server is told to end."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from scripts.cluster.process import PATIENCE, Process, free_port, until


def test_a_running_request_is_answered_although_another_one_has_only_begun(tmp_path: Path) -> None:
    port = free_port()
    words = [sys.executable, "-m", "tests.hosting.server.direct_echo", str(port)]
    process = Process("echo", words, os.environ | {"VAR_DIR": str(tmp_path)}, tmp_path / "echo.log")
    process.answers(port)
    address = ("127.0.0.1", port)
    with socket.create_connection(address) as begun, socket.create_connection(address, PATIENCE) as last:
        begun.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n")
        last.sendall(b"GET /last/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until("the application has the request", lambda: "last" in process.log.read_text())
        process.popen.terminate()
        assert last.recv(65_536).startswith(b"HTTP/1.1 200 ")
    assert process.popen.wait(PATIENCE) == 0
