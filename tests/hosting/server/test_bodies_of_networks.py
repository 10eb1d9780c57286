"""Bodies and connections over IPv6, where one visitor may have many addresses."""

from __future__ import annotations

from typing import Any

from hosting.limits.places import places
from hosting.server.bodies import LONGEST
from tests.hosting.server.test_bodies import HELD, HELD_BY_ALL, POST, Connection, answered, half  # noqa: F401


def test_a_network_of_ipv6_has_no_more_under_way_than_a_few_addresses() -> None:
    lines = [f"2001:db8:0:{line:x}::1" for line in range(5)]
    taken = [answered(POST, line) for line in lines for _ in range(HELD)]
    assert taken == [b""] * 4 * HELD + [b"429"] * HELD
    assert answered(POST, "2001:db8:0:100::1") == b""


def test_a_network_of_ipv6_has_no_more_connections_than_a_few_addresses(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 3
    for home, worth in ((1, 4), (0x100, 16)):
        places.clear()
        many = [Connection(f"2001:db8:0:{line * home:x}::1") for line in range(20) for _ in range(3)]
        assert sum(not connection.transport.disconnecting for connection in many) == 3 * worth
        for connection in many:
            connection.lose()
        assert not places.count("connection")


def test_a_network_of_ipv6_keeps_no_long_body_of_others_out() -> None:
    long = POST.replace(b"4", b"%d" % LONGEST)
    for line in range(0, 0x1000, 0x100):
        for _ in range(HELD):
            answered(long, f"2001:db8:0:{line:x}::1")
    assert 0 < places.taken("body", "site", "all") <= HELD_BY_ALL / 2
    assert answered(long, "192.0.2.8") == b""
