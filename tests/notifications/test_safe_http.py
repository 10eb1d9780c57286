"""Requests to addresses that members give, against real servers on this machine: pinned, short, and without
redirects."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.notifications.channels.safe_http import deliver, post
from tests.notifications.addressees import Authority, Names, Receiver, Tap
from tests.notifications.failures import GONE, LATER, PERMANENT, send_fails

pytestmark = pytest.mark.usefixtures("this_machine")
# In seconds: a deadline for servers that never finish. Even a busy machine has looked up, connected and sent by
# then.
SOON = 1.0


@pytest.fixture
def tap() -> Iterator[Callable[[Callable[[socket.socket], None]], Tap]]:
    with contextlib.ExitStack() as open_taps:
        yield lambda pour: open_taps.enter_context(contextlib.closing(Tap(pour)))


@pytest.fixture
def encrypted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: Names
) -> Iterator[Callable[[str], Receiver]]:
    """A server on this machine with a certificate for that name from a trusted authority."""
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    names.answers["hook.test"] = [["127.0.0.1"]]
    with contextlib.ExitStack() as running:
        yield lambda name: running.enter_context(contextlib.closing(Receiver(authority.context(name))))


def test_a_posted_body_arrives_unchanged(receiver: Receiver) -> None:
    receiver.extra = {"Retry-After": "7"}
    answer = post(receiver.url() + "?q=ä", b'{"a": 1}', {"Content-Type": "application/json"})
    assert answer == (201, 7)
    [request] = receiver.received
    assert (request.path, request.body) == ("/post/here?q=%C3%A4", b'{"a": 1}')
    assert request.headers == {
        "host": f"127.0.0.1:{receiver.port}",
        "user-agent": "Unbirthday",
        "content-length": "8",
        "connection": "close",
        "content-type": "application/json",
    }


def test_a_line_end_in_a_header_is_a_bug_and_not_sent(receiver: Receiver) -> None:
    with pytest.raises(ValueError, match="control character"):
        post(receiver.url(), b"", {"X": "a\r\nHost: inner"})
    assert receiver.received == []


def test_nothing_is_asked_of_this_machine_without_the_test_setting(settings: Any, receiver: Receiver) -> None:
    settings.OUTGOING_LOOPBACK = False
    for url in (receiver.url(), receiver.url(scheme="https"), receiver.url("localhost", "https")):
        with send_fails(PERMANENT):
            post(url, b"", {})
    assert receiver.received == []


def test_a_name_is_looked_up_once_and_the_connection_pinned_to_the_answer(
    names: Names, receiver: Receiver
) -> None:
    names.answers["rebind.test"] = [["127.0.0.1"], ["10.0.0.1"]]
    assert post(receiver.url("rebind.test"), b"", {}).status == 201
    assert names.asked == ["rebind.test"]
    assert receiver.received[0].headers["host"] == f"rebind.test:{receiver.port}"


def test_a_name_that_turns_inward_after_its_check_gets_nothing(
    names: Names, receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTGOING_LOOPBACK = False
    names.answers["rebind.test"] = [["93.184.216.34"], ["127.0.0.1"]]
    tried: list[Any] = []

    class Unconnected(socket.socket):
        def connect(self, address: Any) -> None:
            tried.append(address)
            raise ConnectionRefusedError

    monkeypatch.setattr(socket, "socket", Unconnected)
    with send_fails(LATER):
        post("https://rebind.test/", b"", {})
    assert tried == [("93.184.216.34", 443)]
    with send_fails(PERMANENT):
        post("https://rebind.test/", b"", {})
    assert len(tried) == 1 and receiver.received == []


def test_an_address_that_does_not_answer_is_passed_over_for_the_next(
    names: Names, receiver: Receiver
) -> None:
    names.answers["hook.test"] = [["::1", "127.0.0.1"]]
    assert post(receiver.url("hook.test"), b"", {}).status == 201


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_followed_nowhere(receiver: Receiver, status: int) -> None:
    with contextlib.closing(Receiver()) as inner:
        receiver.status, receiver.extra = status, {"Location": inner.url()}
        assert post(receiver.url(), b"", {}).status == status
        with send_fails(PERMANENT, "leads to another"):
            deliver(receiver.url(), b"", {})
        assert inner.received == []


@pytest.mark.parametrize("proxy", ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"])
def test_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch, receiver: Receiver, proxy: str) -> None:
    with contextlib.closing(Receiver()) as inner:
        monkeypatch.setenv(proxy, inner.url())
        assert post(receiver.url(), b"", {}).status == 201
        assert inner.received == []


def test_no_stored_password_is_given_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, receiver: Receiver
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login ada password lovelace")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    post(receiver.url(), b"", {})
    assert "authorization" not in receiver.received[0].headers


@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_a_server_that_drips_is_left_at_the_deadline(tap: Any, start: bytes) -> None:
    hung_up = threading.Event()

    def drip(connection: socket.socket) -> None:
        connection.sendall(start)
        with contextlib.suppress(OSError):
            while not hung_up.wait(0.005):
                connection.sendall(b"x")

    with send_fails(LATER, "too long to answer") as failed:
        post(tap(drip).url(), b"", {}, timeout=SOON)
    hung_up.set()
    assert failed.value.doubtful is True


def test_a_server_that_says_nothing_is_left_at_the_deadline(tap: Any) -> None:
    over = threading.Event()
    with send_fails(LATER, "too long to answer") as failed:
        post(tap(lambda _connection: over.wait()).url(), b"", {}, timeout=SOON)
    over.set()
    assert failed.value.doubtful is True


def test_a_server_that_does_not_listen_to_the_end_is_left_at_the_deadline(tap: Any) -> None:
    over = threading.Event()
    with send_fails(LATER, "too long to answer") as failed:
        post(tap(lambda _connection: over.wait()).url(), b"x" * 50_000_000, {}, timeout=SOON)
    over.set()
    assert failed.value.doubtful is False


def test_a_server_that_encrypts_nothing_where_it_should_is_left_at_the_deadline(tap: Any) -> None:
    over = threading.Event()
    silent = tap(lambda _connection: over.wait())
    with send_fails(LATER, "too long to answer") as failed:
        post(silent.url().replace("http:", "https:"), b"", {}, timeout=SOON)
    over.set()
    assert failed.value.doubtful is False


@pytest.mark.parametrize("line", [b"X: " + b"x" * 4000 + b"\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_an_endless_head_is_read_only_so_far(tap: Any, line: bytes) -> None:
    def pour(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n" if line.startswith(b"X") else b"")
        while True:
            connection.sendall(line)

    with send_fails(LATER, "did not answer"):
        post(tap(pour).url(), b"", {})


def test_a_huge_answer_is_not_read(receiver: Receiver) -> None:
    receiver.body = b"x" * 30_000_000
    assert post(receiver.url(), b"", {}).status == 201


@pytest.mark.parametrize(
    "nonsense", [b"", b"220 mail.example ESMTP\r\n", b"\0" * 100, b"HTTP/1.1 abc\r\n\r\n"]
)
def test_an_invalid_answer_is_no_answer(tap: Any, nonsense: bytes) -> None:
    with send_fails(LATER) as failed:
        post(tap(lambda connection: connection.sendall(nonsense)).url(), b"", {})
    assert failed.value.doubtful is True


def test_nobody_listens() -> None:
    with socket.socket() as held, send_fails(LATER, "did not answer") as failed:
        # Held, so that no other program gets it in the meantime.
        held.bind(("127.0.0.1", 0))
        post(f"http://127.0.0.1:{held.getsockname()[1]}/", b"", {})
    assert failed.value.doubtful is False


def test_the_certificate_is_checked_for_the_name_and_not_for_the_number(
    encrypted: Callable[[str], Receiver],
) -> None:
    server = encrypted("hook.test")
    assert post(server.url("hook.test", "https"), b"hello", {}).status == 201
    assert server.received[0].body == b"hello"


@pytest.mark.parametrize("certified", ["other.test", "127.0.0.1"])
def test_a_certificate_for_another_name_is_refused(
    encrypted: Callable[[str], Receiver], certified: str
) -> None:
    server = encrypted(certified)
    with send_fails(LATER, "certificate"):
        post(server.url("hook.test", "https"), b"hello", {})
    assert server.received == []


def test_a_certificate_that_nobody_vouches_for_is_refused(
    encrypted: Callable[[str], Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = encrypted("hook.test")
    monkeypatch.delenv("SSL_CERT_FILE")
    with send_fails(LATER, "certificate"):
        post(server.url("hook.test", "https"), b"hello", {})
    assert server.received == []


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_an_accepted_message_is_delivered(receiver: Receiver, status: int) -> None:
    receiver.status = status
    deliver(receiver.url(), b"", {})
    assert len(receiver.received) == 1


@pytest.mark.parametrize(
    ("status", "meaning"),
    [(404, GONE), (410, GONE), (400, PERMANENT), (401, PERMANENT), (403, PERMANENT), (413, PERMANENT)]
    + [(408, LATER), (425, LATER), (429, LATER), (500, LATER), (503, LATER)],
)
def test_a_rejected_message_says_whether_to_try_again(receiver: Receiver, status: int, meaning: str) -> None:
    receiver.status = status
    with send_fails(meaning, str(status)):
        deliver(receiver.url(), b"", {})


@pytest.mark.parametrize(
    ("header", "seconds"), [("120", 120), ("soon", None), ("-1", None), ("9" * 5000, 999_999_999)]
)
def test_a_receiver_may_ask_for_time(receiver: Receiver, header: str, seconds: int | None) -> None:
    receiver.status, receiver.extra = 429, {"Retry-After": header}
    with send_fails(LATER) as later:
        deliver(receiver.url(), b"", {})
    assert (later.value.retry_after, later.value.doubtful) == (seconds, False)
