"""The addresses that may be sent to: every private, local and special range is refused, in every notation."""

from __future__ import annotations

import ipaddress
import socket
import threading
from typing import Any

import pytest

from games.notifications.channels.addresses import Deadline, Place, is_public, look_up
from games.notifications.channels.safe_http import check
from scripts.cluster.process import PATIENCE
from tests.notifications.addressees import Names
from tests.notifications.failures import LATER, PERMANENT, send_fails

CLOSED = {
    "this network": ("0.0.0.0", "0.0.0.1", "0.255.255.255"),
    "private": (
        "10.0.0.0",
        "10.255.255.255",
        "172.16.0.0",
        "172.31.255.255",
        "192.168.0.0",
        "192.168.255.255",
    ),
    "shared (CGNAT)": ("100.64.0.0", "100.127.255.255"),
    "loopback": ("127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"),
    "unspecified": ("::",),
    "link-local": ("169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::", "fe80::1", "febf:ffff::1"),
    "protocol assignments": (
        "192.0.0.0",
        "192.0.0.9",
        "192.0.0.170",
        "192.0.0.255",
        "2001:1::1",
        "2001:20::1",
    ),
    "documentation": (
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "2001:db8::1",
        "3fff::1",
        "3fff:fff:ffff::1",
    ),
    "benchmarking": ("198.18.0.0", "198.19.255.255", "2001:2::1"),
    "multicast": ("224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"),
    "reserved": ("240.0.0.0", "255.255.255.254"),
    "broadcast": ("255.255.255.255",),
    "unique local": ("fc00::", "fd00:ec2::254", "fdff:ffff::1"),
    "site-local": ("fec0::1", "feff::1"),
    "discard": ("100::1",),
    "6to4": ("192.88.99.1", "2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1"),
    "Teredo": ("2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
    "mapped IPv4": ("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0"),
    "compatible IPv4": ("::127.0.0.1", "::10.0.0.1", "::8.8.8.8"),
    "translated IPv4": ("::ffff:0:127.0.0.1",),
    "NAT64": ("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1"),
    "given back": ("3ffe::1", "5f00::1", "4000::1", "e000::1"),
}
PUBLIC = (
    "1.0.0.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
)


def place(url: str) -> Place:
    return look_up(url, Deadline(PATIENCE))


@pytest.mark.parametrize("address", [address for some in CLOSED.values() for address in some])
def test_a_name_that_leads_to_a_closed_address_is_refused(names: Names, address: str) -> None:
    names.answers["hook.test"] = [[address]]
    with send_fails(PERMANENT, "private network"):
        place("https://hook.test/")


@pytest.mark.parametrize("address", [address for some in CLOSED.values() for address in some])
def test_a_closed_address_in_plain_numbers_is_refused(address: str) -> None:
    with send_fails(PERMANENT, "private network"):
        place(f"https://[{address}]/" if ":" in address else f"https://{address}/")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_where_the_connection_goes(names: Names, address: str) -> None:
    names.answers["hook.test"] = [[address]]
    assert place("https://hook.test/in?to=1").addresses == (ipaddress.ip_address(address),)


def test_the_first_and_last_address_of_every_closed_ipv4_network_is_known() -> None:
    networks = (
        ("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12")
        + ("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15")
        + ("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4")
    )
    for network in map(ipaddress.ip_network, networks):
        assert not is_public(network[0]) and not is_public(network[-1]), network


def test_one_closed_address_among_public_ones_spoils_the_name(names: Names) -> None:
    names.answers["hook.test"] = [["93.184.216.34", "10.0.0.7"]]
    with send_fails(PERMANENT):
        place("https://hook.test/")


@pytest.mark.parametrize(
    "url",
    [
        "https://0x7f.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://127.0.0.1./",
        "https://１２７.0.0.1/",
        "https://127。0。0。1/",
        "https://①②⑦.0.0.1/",
        "https://134744072/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[::1]/",
        "https://[2606:4700::1%25lo]/",
        "https://[v1.x]/",
        "https://localhost/",
        "https://localhost./",
        "https://LOCALHOST/",
        "https:///",
        "https://./",
        "https://a..b/",
        "https://hook test/",
        "https://hook.test\\@127.0.0.1/",
        "https://ho\tok.test/",
        "https://hook.test/\r\nHost: inner",
        "https://hook.test:99999/",
        "https://hook.test:x/",
        "https://" + "a" * 1000,
        "https://<b>.test/",
        "https://user@8.8.8.8/",
        "https://user:word@8.8.8.8/",
        "https://@8.8.8.8/",
        "http://8.8.8.8/",
        "ftp://8.8.8.8/",
        "file:///etc/passwd",
        "gopher://8.8.8.8/",
        "//8.8.8.8/",
        "8.8.8.8",
        "",
        "https://8.8.8.8:22/",
        "https://8.8.8.8:80/",
        "https://8.8.8.8:0/",
        "https://8.8.8.8:6379/",
    ],
)
def test_an_odd_address_is_refused(url: str) -> None:
    with send_fails(PERMANENT):
        place(url)


@pytest.mark.parametrize("url", ["http://hook.test/", "http://hook.test:443/", "https://hook.test:9443/"])
def test_the_test_setting_opens_nothing_but_this_machine(settings: Any, names: Names, url: str) -> None:
    settings.OUTGOING_LOOPBACK = True
    names.answers["hook.test"] = [["93.184.216.34"]]
    with send_fails(PERMANENT):
        place(url)
    names.answers["hook.test"] = [["10.0.0.1"]]
    with send_fails(PERMANENT, "private network"):
        place("https://hook.test/")
    names.answers["hook.test"] = [["127.0.0.1"]]
    assert place(url).host == "hook.test"


def test_this_machine_is_closed_unless_a_test_says_otherwise(settings: Any) -> None:
    assert settings.OUTGOING_LOOPBACK is False


def test_names_are_written_as_certificates_have_them(names: Names) -> None:
    names.answers = {"xn--bcher-kva.test": [["8.8.8.8"]], "hook.test": [["8.8.8.8"]]}
    assert place("https://Bücher.test/").host == "xn--bcher-kva.test"
    assert place("https://HOOK.test./").host == "hook.test"
    assert place("https://hook.test:8443/ü?q=é é".replace(" ", "+"))[1:4] == (
        "hook.test",
        8443,
        "/%C3%BC?q=%C3%A9+%C3%A9",
    )


def test_a_name_that_nobody_has_may_be_had_later(names: Names) -> None:
    with send_fails(LATER, "no machine"):
        place("https://hook.test/")


def test_a_look_up_that_never_ends_does_not_hold_anybody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_about, **_more: over.wait() and [])
    with send_fails(LATER, "looked up"):
        look_up("https://hook.test/", Deadline(0.01))
    over.set()


def test_an_address_that_was_public_yesterday_is_checked_again_today(names: Names) -> None:
    names.answers["hook.test"] = [["93.184.216.34"], ["127.0.0.1"]]
    check("https://hook.test/")
    with send_fails(PERMANENT):
        check("https://hook.test/")
